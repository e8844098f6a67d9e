/** The card of a place lies where nobody stands, as far as there is such a corner. */
import { expect, test } from "vitest";
import { cornerOf, type Spot } from "./corner.ts";

const WIDE = { width: 900, height: 900 };
const PHONE = { width: 390, height: 400 };

test("where nobody is in the way it lies on the other side of the map", () => {
  expect(cornerOf([800, 800], [], WIDE)).toBe("");
  expect(cornerOf([100, 800], [], WIDE)).toBe("right");
  expect(cornerOf([100, 100], [], WIDE)).toBe("right low");
});

test("it goes where fewer stand", () => {
  const left: Spot[] = [[50, 60], [100, 200]];
  expect(cornerOf([800, 800], left, WIDE)).toBe("right");
  expect(cornerOf([800, 800], [...left, [800, 100], [700, 100], [850, 200]], WIDE)).toBe("low");
});

test("on a phone it is as wide as the map, so only above or below counts", () => {
  const above: Spot[] = [[50, 60], [350, 60]];
  expect(cornerOf([200, 100], above, PHONE)).toContain("low");
  expect(cornerOf([200, 380], above, PHONE)).not.toContain("low"); // it never lies on the place itself
});
