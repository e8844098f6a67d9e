/** What a path costs over ground that counts double. Pure; whole centimetres in, whole centimetres out. */

export type Point = [number, number];

/** The corners of a convex area, one after another. */
export type Outline = readonly (readonly [number, number])[];
type Span = [number, number];

/** Each centimetre inside an outline counts as two; where outlines overlap, no more than that. */
export function cost_cm(start: Point, path: Point[], rough: readonly Outline[] = []): number {
  const total = path.reduce((sum, to, index) => sum + segment(index > 0 ? (path[index - 1] as Point) : start, to, rough), 0);
  return Math.round(total);
}

function segment(a: Point, b: Point, rough: readonly Outline[]): number {
  const spans = rough.map((outline) => inside(a, b, outline)).filter((span) => span !== undefined);
  return Math.hypot(b[0] - a[0], b[1] - a[1]) * (1 + together(spans));
}

/** The part (0 to 1) of a segment that lies in an outline: cut off behind each of its edges. */
function inside(a: Point, b: Point, outline: Outline): Span | undefined {
  let [enter, leave] = [0, 1];
  const turn = Math.sign(outline.reduce((sum, [x, y], k) => sum + x * next(outline, k)[1] - next(outline, k)[0] * y, 0));
  for (let k = 0; k < outline.length; k++) {
    const [x, y] = outline[k] as Point;
    const [u, v] = next(outline, k);
    const side = ([px, py]: Point) => turn * ((u - x) * (py - y) - (v - y) * (px - x));
    const [from, to] = [side(a), side(b)];
    if (from < 0 && to < 0) return undefined;
    if (from === to) continue;
    const at = from / (from - to);
    if (to > from) enter = Math.max(enter, at);
    else leave = Math.min(leave, at);
  }
  return enter < leave ? [enter, leave] : undefined;
}

function next(outline: Outline, k: number): Point {
  return outline[(k + 1) % outline.length] as Point;
}

/** How much of a segment the spans cover together. */
function together(spans: Span[]): number {
  let [covered, reached] = [0, 0];
  for (const [enter, leave] of spans.sort((one, other) => one[0] - other[0])) {
    covered += Math.max(0, leave - Math.max(enter, reached));
    reached = Math.max(reached, leave);
  }
  return covered;
}
