/** What came of an attack is read from what was told, and from nothing else. */
import { expect, test } from "vitest";
import type { Frame } from "../wire/types.ts";
import { VIEW } from "../wire/world.fake.ts";
import { EMPTY, enriched } from "../words/catalog.ts";
import type { Event } from "../table/frames.ts";
import type { Words } from "../table/log.ts";
import { outcomesOf, spoken } from "./outcome.ts";

const catalog = enriched(EMPTY, {
  outcomes: {
    en: {
      roll: { Rolled: "[{N hit|hits}][, {C} critical][?missed]", "Improved:roll=hit": "[{N hit|hits}][?missed]", Struck: "[{hit hits|misses}][?missed]" },
      check: { Tested: "[{success succeeds|fails}][?fails]", Thrown: "[{N success|successes}][?astray]", Astray: "{d6} m astray" },
      defence: { "Warded:kind=parry": "parried", "Warded:kind=dodge": "dodged" },
      harm: { Wounded: "[{wounds wound|wounds}][?unhurt]", Hurt: "wounded[: {amount}]" },
      fate: { "Fell:status=down,level": "down", "Fell:status=dead": "dies" },
      over: { "Over:nullified": "", Over: "unhurt" },
      best: { Thrown: ["N"], Rolled: ["N", "C"], "Improved:roll=hit": ["N"] },
    },
  },
});
const words: Words = { view: VIEW, catalog, language: "en" };
const by = { who: "hagen", target: "robber", action_id: "a1" };
const rolled = { type: "Rolled", ...by, N: 2, C: 0, dice: [[5], [2], [6, 3]] };
const over = { type: "Over", who: "hagen", action_id: "a1" };

function frames(...told: Event[][]): Frame[] {
  return told.map((events, at) => ({ n: at + 1, at, events, patch: {}, step: 0 }));
}

function came(...told: Event[][]) {
  return outcomesOf(words, frames(...told)).map((outcome) => spoken(words, outcome));
}

test("a miss, a hit that is stopped, wounds and a fall: the result first, then who and whom", () => {
  expect(came([{ ...rolled, N: 0 }])).toEqual(["Hagen against Robber: missed."]);
  expect(came([rolled])).toEqual(["Hagen against Robber: 2 hits."]);
  expect(came([{ ...rolled, N: 0, C: 1 }])).toEqual(["Hagen against Robber: 1 critical."]);
  expect(came([rolled], [{ type: "Wounded", who: "robber", wounds: 0 }, over])).toEqual(["Hagen against Robber: 2 hits, unhurt."]);
  const down = { type: "Fell", who: "robber", status: "down", level: 1 };
  expect(came([rolled], [{ type: "Wounded", who: "robber", wounds: 3 }, down, over])).toEqual(["Hagen against Robber: 3 wounds, down."]);
  expect(came([rolled], [{ type: "Wounded", who: "robber", wounds: 3 }, down, { ...down, status: "dead" }])).toEqual(["Hagen against Robber: 3 wounds, dies."]);
});

test("an attacker who is told of no harm is told so once the act is over, where whom it was aimed at is seen", () => {
  expect(came([rolled], [over])).toEqual(["Hagen against Robber: 2 hits, unhurt."]);
  expect(came([{ ...rolled, N: 0 }], [over])).toEqual(["Hagen against Robber: missed."]);
  expect(came([{ ...rolled, target: "unseen" }], [over])).toEqual(["Hagen against someone unseen: 2 hits."]);
  expect(came([rolled], [{ ...over, nullified: true }])).toEqual(["Hagen against Robber: 2 hits."]);
  expect(came([rolled], [{ ...over, who: "robber" }], [{ ...over, action_id: "a2" }])).toEqual(["Hagen against Robber: 2 hits."]);
});

test("how much is not said where it is masked", () => {
  expect(came([{ type: "Struck", ...by, hit: true }], [{ type: "Hurt", who: "robber", amount: 0 }, over])).toEqual(["Hagen against Robber: wounded."]);
  expect(came([{ type: "Struck", ...by, hit: false }])).toEqual(["Hagen against Robber: missed."]);
});

test("how it came to nothing is said where that was told: what the target did, else what the roll says", () => {
  const warded = { type: "Warded", who: "robber", kind: "parry", attack: "a1" };
  const missed = { ...rolled, N: 0 };
  expect(came([missed, warded])).toEqual(["Hagen against Robber: parried."]);
  expect(came([warded, { ...missed, who: "hagen" }], [{ ...warded, kind: "dodge" }])).toEqual(["Hagen against Robber: dodged."]);
  expect(came([rolled, warded], [over])).toEqual(["Hagen against Robber: 2 hits, unhurt."]);
  expect(came([missed, { ...warded, attack: "a2" }, { ...warded, who: "hagen" }, over, warded])).toEqual(["Hagen against Robber: missed."]);
  expect(outcomesOf(words, frames([missed, warded]))[0]?.tone).toBe("missed");
});

test("a level of nothing is no fate, and what comes once an act is over is not of it", () => {
  expect(came([rolled, { type: "Fell", who: "robber", status: "down", level: 0 }])).toEqual(["Hagen against Robber: 2 hits."]);
  expect(came([rolled, over, { type: "Wounded", who: "robber", wounds: 1 }])).toEqual(["Hagen against Robber: 2 hits, unhurt."]);
});

test("as many of the best dice have hit as are counted; a roll that is improved is the same attack", () => {
  const [one] = outcomesOf(words, frames([rolled]));
  expect(one?.dice.map(({ isHit }) => isHit)).toEqual([true, false, true]);
  const improved = { ...rolled, type: "Improved", roll: "hit", N: 3, dice: [[5], [2], [6, 3], [5]] };
  const [better, ...others] = outcomesOf(words, frames([rolled], [improved]));
  expect(others).toEqual([]);
  expect(better?.dice.map(({ isHit }) => isHit)).toEqual([true, false, true, true]);
  expect(better?.at).toBe("2.0");
  expect(came([{ ...rolled, N: 0 }], [{ ...improved, roll: "parry" }])).toEqual(["Hagen against Robber: missed."]);
});

test("of one throw that hits all its dice have, but those that do not count", () => {
  const dice = [{ sides: 20, faces: [17] }, { sides: 20, faces: [3], kept: false }];
  const [hit] = outcomesOf(words, frames([{ type: "Struck", ...by, hit: true, dice }]));
  const [miss] = outcomesOf(words, frames([{ type: "Struck", ...by, hit: false, dice }]));
  expect([hit, miss].map((each) => each?.dice.map(({ isHit }) => isHit))).toEqual([[true, false], [false, false]]);
});

test("an attack within an attack keeps its own result", () => {
  const answer = { ...rolled, who: "robber", target: "hagen", action_id: "a2", N: 1 };
  expect(came([rolled, answer, { type: "Wounded", who: "hagen", wounds: 1 }, { ...over, who: "robber", action_id: "a2" }, { type: "Wounded", who: "robber", wounds: 2 }, over])).toEqual([
    "Hagen against Robber: 2 wounds.",
    "Robber against Hagen: 1 wound.",
  ]);
});

test("what was taken back has come to nothing, and a change tells what has come of it instead", () => {
  const rewound = { type: "Rewound", to: [1, 0] };
  expect(came([{ type: "Silent" }], [rolled], [rewound])).toEqual([]);
  const steps = [{ outcome: "amended", events: [{ ...rolled, N: 0 }] }];
  const amended = { type: "Amended", base: [1, 0], target: [2, 0], steps };
  expect(came([{ type: "Silent" }], [rolled], [amended])).toEqual(["Hagen against Robber: missed."]);
});

test("a check stands alone, a throw where it was aimed; said anew it is the same, and within an attack it is part of that", () => {
  const test = { type: "Tested", who: "hagen", action_id: "a1", success: true, dice: [[4]] };
  expect(came([test], [{ ...test, success: false }])).toEqual(["Hagen: fails."]);
  expect(came([{ ...test, action_id: undefined }], [{ ...test, action_id: undefined, success: false }])).toEqual(["Hagen: succeeds.", "Hagen: fails."]);
  expect(came([rolled, test], [over])).toEqual(["Hagen against Robber: 2 hits, unhurt."]);
  const thrown = { type: "Thrown", ...by, N: 0, dice: [[2]] };
  expect(came([thrown], [{ type: "Astray", who: "hagen", action_id: "a1", d6: 4 }], [over])).toEqual(["Hagen against Robber: 4 m astray."]);
  const [one] = outcomesOf(words, frames([thrown], [over]));
  expect([one?.isOver, one?.tone]).toEqual([true, "missed"]);
});

test("harm that comes while somebody tests a skill is not of the test", () => {
  const test = { type: "Thrown", who: "hagen", target: "robber", action_id: "a1", N: 1, dice: [[6]] };
  expect(came([test, { type: "Wounded", who: "robber", wounds: 1 }, over])).toEqual(["Hagen against Robber: 1 success."]);
});

test("of a throw that went astray no die has hit, though how far is told by an event without dice", () => {
  const thrown = { type: "Thrown", ...by, N: 0, dice: [[5], [2]] };
  const [astray] = outcomesOf(words, frames([thrown, { type: "Astray", who: "hagen", action_id: "a1", d6: 6 }]));
  expect(astray?.dice.map(({ isHit }) => isHit)).toEqual([false, false]);
});
