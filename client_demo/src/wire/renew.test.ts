import { expect, test } from "vitest";
import { BLOCKS, LIKES, LISTS } from "./golden.ts";
import { offered, remembered, type Told } from "./renew.ts";
import type { Option } from "./types.ts";

test.each([...BLOCKS, ...LIKES])("$name", ({ steps, late }) => {
  let known: Option[] = [];
  for (const { told, offered: expected } of steps) {
    const now = offered(known, told);
    expect(now).toEqual(expected);
    known = remembered(known, now);
  }
  const all = offered([], late.options);
  expect(all).toEqual(known);
  expect(all.slice(0, late.offered)).toEqual(steps.at(-1)?.offered);
});

test.each(LISTS)("as to clients that know no blocks: $name", ({ before, told, after }) => {
  expect(offered(before as Option[], told as Told[])).toEqual(after);
});

test("what is named by its number stays the same object", () => {
  const known = [{ key: "attack" }, { key: "pass" }] as Option[];
  expect(offered(known, [1])[0]).toBe(known[1]);
});

test("for what is like a number that is not known there is nothing", () => {
  const known = [{ key: "attack", intent: {} }] as Option[];
  expect(offered(known, [{ like: 1, who: "ann" }])).toEqual([undefined]);
  expect(offered(known, [{ like: 0, who: "ann" }])).toEqual([{ key: "attack", who: "ann", intent: {} }]);
});

test("of what is no longer offered 256 are known, the newest first", () => {
  let known: Option[] = [];
  for (let turn = 0; turn < 300; turn++) known = remembered(known, [{ key: `deed ${turn}`, intent: {} }]);
  expect(known.map(({ key }) => key)).toEqual(Array.from({ length: 257 }, (_, back) => `deed ${299 - back}`));
});
