import { expect, test } from "vitest";
import { fitted, grid, gridStep, isInside, panned, toMetres, toPixels, zoomed } from "./camera.ts";

const size = { width: 800, height: 600 };

test("everybody is inside, north is up", () => {
  const points: [number, number][] = [[0, 0], [30, 5], [-4, 22]];
  const camera = fitted(points, size);
  for (const point of points) expect(isInside(camera, size, point)).toBe(true);
  const [, high] = toPixels(camera, size, -4, 22);
  const [, low] = toPixels(camera, size, 0, 0);
  expect(high).toBeLessThan(low);
});

test("pixels and metres lead back to each other", () => {
  const camera = fitted([[1, 2], [9, 7]], size);
  const [x, y] = toMetres(camera, size, ...toPixels(camera, size, 3.25, 6.5));
  expect(x).toBeCloseTo(3.25);
  expect(y).toBeCloseTo(6.5);
});

test("zooming keeps the point under the finger, and has limits", () => {
  const camera = fitted([[0, 0], [10, 10]], size);
  const before = toMetres(camera, size, 200, 450);
  const after = toMetres(zoomed(camera, size, 1.7, 200, 450), size, 200, 450);
  expect(after[0]).toBeCloseTo(before[0]);
  expect(after[1]).toBeCloseTo(before[1]);
  expect(zoomed(camera, size, 1e9).scale).toBe(160);
  expect(zoomed(camera, size, 1e-9).scale).toBe(4);
});

test("panning moves the map with the finger", () => {
  const camera = fitted([[0, 0]], size);
  const [px, py] = toPixels(camera, size, 1, 1);
  const [qx, qy] = toPixels(panned(camera, 30, -20), size, 1, 1);
  expect([qx - px, qy - py].map(Math.round)).toEqual([30, -20]);
});

test("grid lines never crowd", () => {
  for (const scale of [4, 11, 23, 60, 160]) {
    const camera = { x: 0, y: 0, scale };
    expect(gridStep(camera) * scale).toBeGreaterThanOrEqual(22);
    expect(grid(camera, size, gridStep(camera)).split("M").length).toBeLessThan(90);
  }
});
