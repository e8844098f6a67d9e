/** The updates of an act stand together, under what came of it. */
import { expect, test } from "vitest";
import type { Event } from "../table/frames.ts";
import type { Frame } from "../wire/types.ts";
import { VIEW } from "../wire/world.fake.ts";
import { EMPTY, enriched } from "../words/catalog.ts";
import { actsOf } from "./acts.ts";

const [ONE, OTHER] = ["0".repeat(31) + "a", "0".repeat(31) + "b"];
const catalog = enriched(EMPTY, { outcomes: { en: { roll: { Rolled: "[{N hit|hits}][?missed]" }, over: { Over: "unhurt" } } } });
const by = (id: string) => ({ who: "hagen", target: "robber", action_id: `${id}/attack` });
const declared = (id: string) => ({ type: "Declared", action: { id: `${id}/attack` } });
const rolled = (id: string) => ({ type: "Rolled", ...by(id), N: 0 });
const passed = (id: string) => ({ type: "Passed", who: "robber", decision: `${id}/window` });
const over = (id: string) => ({ type: "Over", ...by(id) });
const other = { type: "Chat", who: "hagen" };

function read(...told: Event[][]) {
  const frames = told.map((events, at) => ({ n: at + 1, at, events, patch: {}, step: 0 })) as Frame[];
  return actsOf({ view: VIEW, catalog, language: "en" }, frames).map(({ frames: own, outcomes, isOver, isFolded }) => ({
    n: own.map(({ n }) => n),
    came: outcomes.map(({ parts }) => parts.join("")),
    isOver,
    isFolded,
  }));
}

test("all updates that name an act are folded under what came of it, once it is over", () => {
  const told = [[other], [declared(ONE)], [rolled(ONE)], [passed(ONE)], [over(ONE)]];
  const [before, act, ...more] = read(...told);
  expect(before).toEqual({ n: [1], came: [], isOver: true, isFolded: false });
  expect(act).toEqual({ n: [2, 3, 4, 5], came: ["missed"], isOver: true, isFolded: true });
  expect(more).toEqual([]);
  expect(read(...told.slice(0, -1)).at(-1)).toEqual({ n: [2, 3, 4], came: ["missed"], isOver: false, isFolded: false });
});

test("an act of which nobody says that it is over is, once another one begins", () => {
  expect(read([declared(ONE)], [rolled(ONE)], [declared(OTHER)]).map(({ isFolded }) => isFolded)).toEqual([true, false]);
  expect(read([declared(ONE)], [rolled(ONE)], [other]).map(({ isFolded }) => isFolded)).toEqual([false, false]);
});

test("what was taken back is folded together, and what takes back or changes stands by itself", () => {
  const told = [[other], [declared(ONE)], [rolled(ONE), over(ONE)], [other], [{ type: "Rewound", to: [1, 0] }]];
  expect(read(...told).map(({ n, came, isFolded }) => [n, came, isFolded])).toEqual([[[1], [], false], [[2, 3, 4], [], true], [[5], [], false]]);
  const steps = [{ outcome: "amended", events: [rolled(ONE), over(ONE)] }];
  const changed = read([other], [rolled(ONE), over(ONE)], [{ type: "Amended", base: [1, 0], target: [2, 0], steps }]);
  expect(changed.map(({ came, isFolded }) => [came, isFolded])).toEqual([[[], false], [[], true], [["missed"], false]]);
});

test("what was declared is not said once more when it is said how it went, and leads to the whole act", () => {
  const lines = { en: { Declared: "{who} means to go.", "Declared:Moved": "", Moved: "{who} goes." } };
  const told = [[{ ...declared(ONE), who: "hagen" }, other], [passed(ONE)], [over(ONE), { type: "Moved", who: "hagen" }]];
  const frames = told.map((events, at) => ({ n: at + 1, at, events, patch: {}, step: 0 })) as Frame[];
  const drawn = (all: Frame[]) => actsOf({ view: VIEW, catalog: enriched(catalog, { lines }), language: "en" }, all)[0]!.drawn;
  expect(drawn(frames.slice(0, 2))).toEqual(frames.slice(0, 2));
  const [first, ...rest] = drawn(frames);
  expect(first?.events).toEqual([{ type: "" }, other]);
  expect(rest.map(({ n, from }) => [n, from])).toEqual([[2, undefined], [3, 1]]);
  expect(drawn([...frames])[0]).toBe(first);
  const another = { ...frames[2]!, events: [passed(ONE), { type: "Moved", who: "robber" }] };
  expect(drawn([frames[0]!, frames[1]!, another]).map(({ events }) => events.length)).toEqual([2, 1, 2]);
});
