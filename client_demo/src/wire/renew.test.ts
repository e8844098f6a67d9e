import { expect, test } from "vitest";
import { LISTS } from "./golden.ts";
import { renewed } from "./renew.ts";

test.each(LISTS)("$name", ({ before, told, after }) => {
  expect(renewed(before, told)).toEqual(after);
});

test("what is named by its place stays the same object", () => {
  const before = [{ key: "attack" }, { key: "pass" }];
  expect(renewed(before, [1])[0]).toBe(before[1]);
  expect(renewed(before, undefined)).toBe(before);
});
