/** For whom the game waits, as one seat sees it. */
import { expect, test } from "vitest";
import type { Option, View } from "../../wire/types.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { callOf, waitOf } from "./calling.ts";
import type { State } from "../../table/state.ts";

const ANNA: State["me"] = { seat: "anna", audience: "seat:anna", role: "player" };
const GM: State["me"] = { seat: "gm", audience: "gm", role: "gm" };
const WATCHER: State["me"] = { seat: "spectator", audience: "public", role: "spectator" };

const act: Option = { key: "attack", who: "hagen", intent: { type: "attack", who: "hagen" } };
const answer: Option = { ...act, key: "dodge", answers: true };
const waits = (view: View, options: Option[] = []) => waitOf({ view, options });
const asked = (who: string, ask = {}): NonNullable<View["decision"]> => ({ id: "d1", kind: "react", asks: { [who]: ask } });

function called(me: State["me"], view: Partial<View>, options: Option[] = [act], isLive = true) {
  return callOf(me, { view: { ...VIEW, ...view } as View, options, isLive });
}

test("a turn of one's own calls, as long as something can be done in it", () => {
  expect(called(ANNA, { turn: ["hagen"] })).toMatchObject({ kind: "turn", who: ["hagen"] });
  expect(called(ANNA, { turn: ["hagen"] }, [{ ...act, reason: { code: "resource", message: "" } }])).toBeUndefined();
  expect(called(ANNA, { turn: ["robber"] })).toBeUndefined();
  expect(called(GM, { turn: ["robber"] }, [{ ...act, who: "robber" }])).toMatchObject({ kind: "turn", who: ["robber"] });
});

test("each turn is another call", () => {
  expect(called(ANNA, { turn: ["hagen"], round: 1 })?.key).not.toBe(called(ANNA, { turn: ["hagen"], round: 2 })?.key);
});

test("a question calls whom it asks, until that one has answered, also in another's turn", () => {
  const turn = ["robber"];
  expect(called(ANNA, { turn, decision: asked("hagen") }, [answer])).toEqual({ kind: "asked", key: "d1", who: ["hagen"] });
  expect(called(ANNA, { turn, decision: asked("hagen", { answered: true }) }, [answer])).toBeUndefined();
  expect(called(ANNA, { turn, decision: asked("hagen", { passes: true }) }, [answer])).toBeUndefined();
  expect(called(GM, { turn, decision: asked("gm") }, [{ key: "rule", intent: {}, answers: true }])).toMatchObject({ who: ["gm"] });
});

test("dice that are thrown by hand are called for", () => {
  expect(called(ANNA, { decision: asked("hagen"), dice_for: "hagen" }, [])).toMatchObject({ kind: "asked" });
});

test("nobody is called while others are waited for, nor in the past, nor who only watches", () => {
  expect(called(ANNA, { turn: ["hagen"], decision: asked("robber") })).toBeUndefined();
  expect(called(ANNA, { turn: ["hagen"] }, [act], false)).toBeUndefined();
  expect(called(WATCHER, { turn: ["hagen"] })).toBeUndefined();
});

test("those who are asked are waited for; else an act that goes on without a question that is seen", () => {
  expect(waits({ ...VIEW, decision: asked("robber") } as View)).toEqual({ key: "d1", who: ["robber"] });
  expect(waits({ ...VIEW, act: { id: "a1", who: "hagen" } } as View)).toEqual({ key: "act a1", who: [] });
  expect(waits({ ...VIEW, act: {} } as View)).toBeUndefined();
});

test("between two turns the table is waited for, but by nobody who can act then", () => {
  const between = { ...VIEW, turn: [], act: undefined } as unknown as View;
  expect(waits(between)).toEqual({ key: `round ${VIEW.round}`, who: [] });
  expect(waits({ ...between, decision: { id: "d1", kind: "turn" } } as View)).toEqual(waits(between));
  expect(waits({ ...between, held: true, decision: { id: "d1", kind: "turn" } } as unknown as View)).toBeUndefined();
  expect(waits(between, [{ ...act, group: "free" }])).toBeDefined();
  expect(waits(between, [act])).toBeUndefined();
  expect(waits({ ...between, stage: "ended" } as View)).toBeUndefined();
});
