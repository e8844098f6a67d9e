import { describe, expect, test } from "vitest";
import { NUMBERS, PATCHES } from "./golden.ts";
import { apply, canonical, diff, type Json } from "./patch.ts";

describe.each(PATCHES)("$name", ({ before, after, patch, canonical: bytes }) => {
  test("the same patch as in Python", () => {
    expect(diff(before, after)).toEqual(patch);
  });

  test("the patch leads to the same bytes", () => {
    const untouched = structuredClone(before);
    expect(canonical(apply(before, patch))).toBe(bytes);
    expect(canonical(after)).toBe(bytes);
    expect(before).toEqual(untouched);
  });
});

test.each(NUMBERS)("$text is written as $canonical", ({ text, canonical: bytes }) => {
  expect(canonical(JSON.parse(text) as Json)).toBe(bytes);
});

test.each(["__proto__", "constructor", "prototype"])("a patch with the key %s is none", (key) => {
  const patch = JSON.parse(`{"a": {"${key}": {"x": 1}}}`) as Parameters<typeof apply>[1];
  expect(() => apply({ a: {} }, patch)).toThrow(key);
});

test("what a patch does not name stays the same object", () => {
  const before = { map: { walls: [1, 2] }, round: 1 };
  const after = apply(before, { round: 2 }) as typeof before;
  expect(after.map).toBe(before.map);
  expect(after.round).toBe(2);
});

/** A small repeatable source of views that share parts, differ in kind only, or nest alike. */
function views(seed: number): Json[] {
  let state = seed;
  const next = (below: number) => {
    state = (state + 0x6d2b79f5) | 0; // mulberry32
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    return ((mixed ^ (mixed >>> 13)) >>> 0) % below;
  };
  const leaves: Json[] = [true, false, 0, 1, 1.5, "", "1", "é", {}, []];
  const part = (depth: number): Json => {
    const kind = depth === 0 ? 0 : next(4);
    if (kind < 2) return leaves[next(leaves.length)] as Json;
    if (kind === 2) return Array.from({ length: next(3) }, () => part(depth - 1));
    return view(depth - 1);
  };
  const view = (depth: number): Json =>
    Object.fromEntries(["a", "b", "order", "é", "\u{1F600}"].filter(() => next(3) > 0).map((key) => [key, part(depth)]));
  return [view(3), view(3)];
}

test("a patch leads to the same bytes between any two views", () => {
  for (let seed = 1; seed <= 2000; seed++) {
    const [before, after] = views(seed) as [Json, Json];
    const patch = diff(before, after);
    expect(canonical(apply(before, patch))).toBe(canonical(after));
    expect(Object.keys(patch as object).length === 0).toBe(canonical(before) === canonical(after));
  }
});
