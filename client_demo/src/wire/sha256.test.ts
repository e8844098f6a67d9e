/** The same bytes as another implementation, around every length at which a block ends. */
import { sha256 as other } from "@noble/hashes/sha2.js";
import { expect, test } from "vitest";
import { hexOf } from "./bytes.ts";
import { sha256 } from "./sha256.ts";

test.each([0, 1, 3, 32, 54, 55, 56, 63, 64, 65, 119, 120, 1000, 100_000])("%d bytes", (length) => {
  const data = Uint8Array.from({ length }, (_, index) => (index * 7 + length) & 0xff);
  expect(hexOf(sha256(data))).toBe(hexOf(other(data)));
});
