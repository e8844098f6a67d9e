/** Words under pieces that stand close together can all be read. */
import { expect, test } from "vitest";
import { stacked } from "./stacked.ts";

const at = (x: number, y: number) => ({ x, y, width: 60, height: 30 });

test("what lies free stays where it is", () => {
  expect(stacked([at(0, 0), at(60, 0), at(0, 30)])).toEqual([0, 0, 0]);
});

test("of those over each other the lower ones go down, one under the other", () => {
  expect(stacked([at(10, 5), at(0, 0), at(20, 10)])).toEqual([25, 0, 50]);
});

test("what is fixed is gone around, and does not move", () => {
  expect(stacked([at(0, 0)], [at(30, 20), at(0, 50)])).toEqual([80]);
});
