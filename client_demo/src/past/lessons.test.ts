import { expect, test } from "vitest";
import type { Frame, Tutorial } from "../wire/types.ts";
import { BEGINNING, reached } from "./lessons.ts";

const STEPS: Tutorial["steps"] = [
  { say: { en: "Wait." }, until: [{ type: "TurnStarted", slot: "ida" }] },
  { say: { en: "Go." }, until: [{ type: "Moved", who: "ida" }, { type: "Declared", action: { deed: { kind: "shift" } } }] },
  { say: { en: "Done." }, until: [] },
];

/** As they come, some told together. */
function told(...frames: object[][]): Frame[] {
  return frames.map((events, n) => ({ n: n + 1, at: 0, events, patch: {}, step: 0 }));
}

function stepAt(steps: typeof STEPS, frames: Frame[]) {
  return reached(steps, frames, BEGINNING).step;
}

test("a step waits for the right act, whoever else does something and whatever else is done", () => {
  const turn = { type: "TurnStarted", slot: "ida", round: 1 };
  expect(stepAt(STEPS, told([]))).toBe(0);
  expect(stepAt(STEPS, told([{ ...turn, slot: "bruno" }]))).toBe(0);
  expect(stepAt(STEPS, told([turn]))).toBe(1);
  expect(stepAt(STEPS, told([turn, { type: "Moved", who: "bruno" }], [{ type: "Declared", action: { deed: { kind: "swap" } } }, { type: "Declared" }]))).toBe(1);
  expect(stepAt(STEPS, told([turn], [{ type: "Declared", who: "ida", action: { id: "1", deed: { kind: "shift", path: [] } } }]))).toBe(2);
});

test("what was done before its step counts for nothing, and nothing comes behind the last", () => {
  const moved = { type: "Moved", who: "ida" };
  expect(stepAt(STEPS, told([moved], [{ type: "TurnStarted", slot: "ida" }]))).toBe(1);
  expect(stepAt(STEPS, told([{ type: "TurnStarted", slot: "ida" }, moved, moved], [moved]))).toBe(2);
});

test("whoever loads the page anew is where they were, though it holds no more of the fight than its end", () => {
  const fight = told([{ type: "TurnStarted", slot: "ida" }], [{ type: "Moved", who: "bruno" }], [{ type: "TurnStarted", slot: "ida" }], [{ type: "Moved", who: "ida" }]);
  const there = reached(STEPS, fight.slice(0, 1), BEGINNING);
  expect(there).toEqual({ step: 1, n: 1 });
  expect(reached(STEPS, fight.slice(2, 3), there)).toEqual(there);
  expect(reached(STEPS, fight.slice(2), there)).toEqual({ step: 2, n: 4 });
  expect(reached(STEPS, fight, { step: 1, n: 3 }).step).toBe(2);
});
