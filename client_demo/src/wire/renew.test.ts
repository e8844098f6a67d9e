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

test.each<[string, Told]>([
  ["an option", 1],
  ["an option behind the end", -1],
  ["what it is like", { like: 1, who: "ann" }],
  ["a parameter", { key: "strike", params: [1] }],
  ["a parameter that is not told yet", { key: "strike", params: [-1] }],
  ["a choice", { like: 0, params: [{ name: "target", kind: "choice", choices: [2] }] }],
  ["a choice of a parameter that is not there", { like: 0, params: [0, { name: "target", kind: "choice", choices: [0] }] }],
])("a number that is not known is an error: %s", (_name, told) => {
  const target = { name: "target", kind: "choice", choices: [{ value: "bob" }, { value: "cat" }] };
  const known = [{ key: "attack", intent: {}, params: [target] }] as Option[];
  expect(() => offered(known, [told])).toThrow("not known");
});

test("of what is no longer offered 256 are known, the newest first", () => {
  let known: Option[] = [];
  for (let turn = 0; turn < 300; turn++) known = remembered(known, [{ key: `deed ${turn}`, intent: {} }]);
  expect(known.map(({ key }) => key)).toEqual(Array.from({ length: 257 }, (_, back) => `deed ${299 - back}`));
});
