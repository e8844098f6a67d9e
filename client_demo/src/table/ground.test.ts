import { describe, expect, test } from "vitest";
import { cost_cm, type Outline, type Point } from "./ground.ts";
import { extended } from "./options.ts";

const box = (left: number, bottom: number, right: number, top: number): Outline => [
  [left, bottom],
  [right, bottom],
  [right, top],
  [left, top],
];

describe("ground that counts double", () => {
  // The same numbers as in tests/rules/brink/test_terrain.py.
  test("a path across a fence of one metre costs one metre more", () => {
    const fence = [box(200, -500, 300, 500)];
    expect(cost_cm([0, 0], [[400, 0]], fence)).toBe(500);
    expect(cost_cm([0, 0], [[250, 0]], fence)).toBe(300);
    expect(cost_cm([0, 0], [[150, 0], [150, 100]], fence)).toBe(250);
  });

  test("under two areas it counts double only once, whichever way round their corners go", () => {
    const areas = [box(0, 0, 400, 100), [...box(200, 0, 600, 100)].reverse()];
    expect(cost_cm([-100, 50], [[700, 50]], areas)).toBe(800 + 600);
  });

  test("a path is cut where the allowance ends, not a centimetre before", () => {
    const mud = [box(100, -50, 900, 50)];
    const [end] = extended([0, 0], [], [1000, 0], 500, mud) as [Point];
    expect(end).toEqual([300, 0]);
    expect(extended([0, 0], [], [-1000, 0], 500, mud)).toEqual([[-500, 0]]);
    expect(extended([0, 0], [end], [300, 400], 500, mud)).toEqual([end]);
  });
});
