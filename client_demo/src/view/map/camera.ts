/** Where the map looks: pure geometry between metres (y upward) and pixels (y downward). */
export interface Camera {
  /** The point in the middle, in metres. */
  x: number;
  y: number;
  /** Pixels per metre. */
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export const LEAST_SCALE = 4;
export const MOST_SCALE = 160;
/** Metres that are always shown around what is fitted in. */
const MARGIN_M = 2;
const LEAST_SPAN_M = 8;
/** Below everybody there is room for a name, and for what lies at the map's lower edge. */
const FOOT_PX = 56;

/** Shows all points (metres), with a margin. */
export function fitted(points: [number, number][], size: Size): Camera {
  if (points.length === 0) return { x: 0, y: 0, scale: 40 };
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right] = [Math.min(...xs) - MARGIN_M, Math.max(...xs) + MARGIN_M];
  const [low, high] = [Math.min(...ys) - MARGIN_M, Math.max(...ys) + MARGIN_M];
  const scale = Math.min(
    size.width / Math.max(LEAST_SPAN_M, right - left),
    (size.height - FOOT_PX) / Math.max(LEAST_SPAN_M, high - low),
  );
  return { x: (left + right) / 2, y: (low + high) / 2 - FOOT_PX / 2 / scale, scale: clamp(scale) };
}

function clamp(scale: number): number {
  return Math.min(MOST_SCALE, Math.max(LEAST_SCALE, scale));
}

export function toMetres(camera: Camera, size: Size, px: number, py: number): [number, number] {
  return [camera.x + (px - size.width / 2) / camera.scale, camera.y - (py - size.height / 2) / camera.scale];
}

export function toPixels(camera: Camera, size: Size, x: number, y: number): [number, number] {
  return [size.width / 2 + (x - camera.x) * camera.scale, size.height / 2 - (y - camera.y) * camera.scale];
}

/** Zooms so that the point under (px, py) stays where it is. */
export function zoomed(camera: Camera, size: Size, factor: number, px = size.width / 2, py = size.height / 2): Camera {
  const scale = clamp(camera.scale * factor);
  const [x, y] = toMetres(camera, size, px, py);
  const there = { ...camera, scale };
  const [nx, ny] = toMetres(there, size, px, py);
  return { x: camera.x + x - nx, y: camera.y + y - ny, scale };
}

export function panned(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x - dx / camera.scale, y: camera.y + dy / camera.scale };
}

export function isInside(camera: Camera, size: Size, [x, y]: [number, number]): boolean {
  const [px, py] = toPixels(camera, size, x, y);
  return px >= 24 && py >= 24 && px <= size.width - 24 && py <= size.height - 24;
}

/** Distance between grid lines in metres, so that they never crowd. */
export function gridStep(camera: Camera): number {
  return [1, 2, 5, 10, 20, 50].find((step) => step * camera.scale >= 22) ?? 100;
}

/** A path of grid lines in metres (y downward) over what is visible. */
export function grid(camera: Camera, size: Size, step: number): string {
  const [left, top] = toMetres(camera, size, 0, 0);
  const [right, bottom] = toMetres(camera, size, size.width, size.height);
  const lines: string[] = [];
  for (let x = Math.ceil(left / step) * step; x <= right; x += step) lines.push(`M${x} ${-top}V${-bottom}`);
  for (let y = Math.ceil(bottom / step) * step; y <= top; y += step) lines.push(`M${left} ${-y}H${right}`);
  return lines.join("");
}
