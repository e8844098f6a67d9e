import { decode as theirs, encode as theirsOf } from "@msgpack/msgpack";
import { expect, test } from "vitest";
import { decode, encode } from "./msgpack.ts";

const text = (length: number) => "ä€😀a".repeat(length).slice(0, length);
const list = (length: number) => Array.from({ length }, (_, index) => index);
const map = (length: number) => Object.fromEntries(list(length).map((index) => [`k${index}`, index]));
const edges = [0, 1, 127, 128, 255, 256, 65_535, 65_536, 4_294_967_295, 4_294_967_296, Number.MAX_SAFE_INTEGER];

const VALUES: unknown[] = [
  null, true, false, 0.5, -1.25, 1e300,
  ...edges, ...edges.map((edge) => -edge).filter((edge) => edge !== 0), -32, -33, -129, -32_769, -2_147_483_649,
  ...[0, 1, 31, 32, 255, 256, 70_000].map((length) => "x".repeat(length)), text(12),
  ...[0, 1, 255, 256, 70_000].map((length) => new Uint8Array(length).fill(7)),
  ...[0, 15, 16, 70_000].map(list), ...[0, 15, 16, 70_000].map(map),
  { a: [{ b: new Uint8Array([1, 2]) }, null, "ü"], c: { d: {} } },
];

test.each(VALUES.map((value, index) => [index, value] as const))("value %# is written and read as another library does it", (_index, value) => {
  const bytes = encode(value);
  expect(theirs(bytes)).toEqual(value);
  expect(decode(theirsOf(value))).toEqual(value);
  expect(decode(bytes)).toEqual(value);
});

test.each([["c1"], ["d4"], ["92c0"], ["a3ff"], ["a1ff"], ["8101c0"], ["c0c0"], ["cf00"], ["dd"]])("%s is refused", (hex) => {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  expect(() => decode(bytes)).toThrow();
});
