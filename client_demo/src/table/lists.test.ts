import { expect, test } from "vitest";
import type { Param } from "../wire/types.ts";
import { added, faults, mayAdd, moved, rows, usedUp, whyNotAdd } from "./lists.ts";

const once: Param = { name: "plan", kind: "list", most: 3, choices: [{ value: "strike" }, { value: "guard" }] };
const often: Param = { ...once, repeats: true };

const tired = { code: "tired", message: "One strike, no more." };
const sheathed = { code: "sheathed", message: "The sword is not in hand." };
const lame = { code: "lame", message: "No." };
const [DRAW, STRIKE, WAIT, RUN] = [0, 1, 2, 3];
const sword: Param = {
  name: "plan",
  kind: "list",
  most: 5,
  repeats: true,
  choices: [
    { value: "draw", uses: { sword: -5 } },
    { value: "strike", uses: { sword: 1, strikes: 1, breaths: 2 } },
    { value: "wait" },
    { value: "run", reason: lame },
  ],
  limits: [
    { name: "sword", most: 0, reason: sheathed },
    { name: "strikes", label: "Strikes", most: 1, reason: tired },
    { name: "breaths", label: "Breaths" },
  ],
};

test("a list grows at its end, and takes each choice once", () => {
  expect(added(once, [1], 0)).toEqual([1, 0]);
  expect(added(once, [1, 0], 0)).toEqual([1, 0]);
});

test("it may hold the same several times where that is offered, but no more than fit", () => {
  expect(added(often, [0, 0], 0)).toEqual([0, 0, 0]);
  expect(added(often, [0, 0, 0], 1)).toEqual([0, 0, 0]);
});

test("it is sorted by putting what stands at one place to another", () => {
  expect(moved([3, 1, 2], 2, 0)).toEqual([2, 3, 1]);
  expect(moved([3, 1, 2], 0, 1)).toEqual([1, 3, 2]);
});

test("what needs something before it has no room without that, in whatever order it was put", () => {
  expect(mayAdd(sword, [], STRIKE)).toBe(false);
  expect(whyNotAdd(sword, [], STRIKE)).toBe(sheathed);
  expect(mayAdd(sword, [WAIT, DRAW], STRIKE)).toBe(true);
  expect(faults(sword, [DRAW, STRIKE])).toEqual([undefined, undefined]);
  expect(faults(sword, [STRIKE, DRAW])).toEqual([sheathed, undefined]);
});

test("what is used up has no room left, and says so", () => {
  expect(added(sword, [DRAW, STRIKE], STRIKE)).toEqual([DRAW, STRIKE]);
  expect(whyNotAdd(sword, [DRAW, STRIKE], STRIKE)).toBe(tired);
  expect(mayAdd(sword, [DRAW, STRIKE], WAIT)).toBe(true);
  expect(faults(sword, [DRAW, STRIKE, STRIKE])).toEqual([undefined, undefined, tired]);
});

test("what is never possible says why", () => {
  expect(mayAdd(sword, [], RUN)).toBe(false);
  expect(faults(sword, [RUN, WAIT])).toEqual([lame, undefined]);
});

test("people are shown what is used of what has a name", () => {
  const used = usedUp(sword, [DRAW, STRIKE]).map((each) => [each.limit.label, each.used]);
  expect(used).toEqual([["Strikes", 1], ["Breaths", 2]]);
  expect(usedUp(once, [0])).toEqual([]);
});

test("choices of one label stand together, in their order", () => {
  const choices = [{ value: 1, label: "Walk" }, { value: 2, label: "Wait" }, { value: 3, label: "Walk", target: "robber" }];
  expect(rows(choices)).toEqual([
    { name: "Walk", kinds: [{ label: "Walk", indices: [0, 2] }] },
    { name: "Wait", kinds: [{ label: "Wait", indices: [1] }] },
  ]);
});

test("what differs only in how much is one row", () => {
  const shots = ["×2", "×3"].flatMap((label) => ["", "robber"].map((target) => ({ value: label + target, label, target, row: "×n" })));
  expect(rows(shots)).toEqual([{ name: "×n", kinds: [{ label: "×2", indices: [0, 1] }, { label: "×3", indices: [2, 3] }] }]);
});
