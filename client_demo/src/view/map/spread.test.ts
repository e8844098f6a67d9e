import { expect, test } from "vitest";
import { type Spot, spread } from "./spread.ts";

function drawn(spots: Spot[], gap: number): Spot[] {
  return spread(spots, gap).map(([dx, dy], index) => [(spots[index] as Spot)[0] + dx, (spots[index] as Spot)[1] + dy]);
}

function nearest(spots: Spot[]): number {
  const pairs = spots.flatMap((a, i) => spots.slice(i + 1).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1])));
  return Math.min(...pairs);
}

test("nobody who stands free is moved", () => {
  expect(spread([[0, 0], [40, 0], [0, 41]], 30)).toEqual([[0, 0], [0, 0], [0, 0]]);
});

test.each([
  [[[0, 0], [0, 0]]],
  [[[0, 0], [0, 0], [0, 0]]],
  [[[0, 0], [5, 0], [10, 2], [100, 0]]],
] as [Spot[]][])("%j can be told apart", (spots) => {
  expect(nearest(drawn(spots, 30))).toBeGreaterThan(20);
});

test("nobody is drawn far from where it stands, whatever the crowd", () => {
  const crowd: Spot[] = Array.from({ length: 20 }, () => [7, 7]);
  for (const [dx, dy] of spread(crowd, 30)) expect(Math.hypot(dx, dy)).toBeLessThanOrEqual(60.001);
});
