import { expect, test } from "vitest";
import type { Ruling } from "../table/state.ts";
import type { Card, Need } from "../wire/types.ts";
import { answersOf, editsOf, isSound, needKey } from "./edits.ts";

const card: Card = {
  at: [12, 0],
  intent: {},
  seat: "gm",
  dice: [0, 1].map((index) => ({ roll: "hit", who: "robber", index, depth: 0, sides: 6, face: 4 })),
  rolls: [{ roll: "hit", who: "robber", event: "HitsRolled", terms: [{ key: "base", value: 5, rule: "R1" }, { key: "cover", value: 0, rule: "R2" }] }],
  events: [],
  amendable: true,
  options: [],
};

function ruling(change: Partial<Ruling> = {}): Ruling {
  return { kind: "amend", at: [12, 0], card, needs: [], faces: {}, terms: {}, struck: false, instead: {}, reason: "", isStale: false, ...change };
}

test("nothing changed is no edit", () => {
  expect(editsOf(ruling({ faces: { "0": 4 }, terms: { "0.0": 5 } }))).toEqual([]);
});

test("a face and a term are named by roll, combatant and place", () => {
  expect(editsOf(ruling({ faces: { "1": 6 }, terms: { "0.1": 2 } }))).toEqual([
    {
      at: [12, 0],
      faces: [{ roll: "hit", who: "robber", index: 1, face: 6, depth: 0 }],
      terms: [{ roll: "hit", who: "robber", key: "cover", value: 2 }],
      struck: false,
    },
  ]);
});

test("an act can be struck out as it is", () => {
  expect(editsOf(ruling({ struck: true }))).toEqual([{ at: [12, 0], faces: [], terms: [], struck: true }]);
});

test("dice that were lacking are sent along: behind the rolled ones here, as an edit of their own elsewhere", () => {
  const here: Need = { at: [12, 0], act: "a", roll: "hit", who: "robber", sides: 6, count: 1, index: 2, depth: 0, is_open: true };
  const there: Need = { at: [14, 2], act: "b", roll: "cover", who: "hagen", sides: 6, count: 2, index: 0, depth: 0, is_open: true };
  const faces = { "0": 5, [`${needKey(here)}.0`]: 3, [`${needKey(there)}.0`]: 1, [`${needKey(there)}.1`]: 2 };
  const edits = editsOf(ruling({ needs: [here, there], faces }));
  expect(edits.map(({ at }) => at)).toEqual([[12, 0], [14, 2]]);
  expect(edits[0]?.faces?.map(({ index, face }) => [index, face])).toEqual([[0, 5], [2, 3]]);
  expect(edits[1]?.faces?.map(({ index, face }) => [index, face])).toEqual([[0, 1], [1, 2]]);
});

test("another choice is an edit of its act, an answer to a new question is none", () => {
  const option = { key: "pass", intent: { type: "pass" } };
  const instead = {
    "12.0": { intent: { type: "pass" }, option, at: [12, 0] as [number, number] },
    "d1|hagen": { intent: { type: "parry" }, option, decision: "d1", who: "hagen" },
  };
  const changed = ruling({ instead, faces: { "0": 6 } });
  expect(editsOf(changed)).toEqual([
    { at: [12, 0], faces: [{ roll: "hit", who: "robber", index: 0, face: 6, depth: 0 }], terms: [], struck: false, intent: { type: "pass" } },
  ]);
  expect(answersOf(changed)).toEqual([{ decision: "d1", who: "hagen", intent: { type: "parry" } }]);
});

test("a nine on a die with six sides is not asked for", () => {
  expect(isSound(ruling({ faces: { "0": 6 } }))).toBe(true);
  expect(isSound(ruling({ faces: { "0": 9 } }))).toBe(false);
});
