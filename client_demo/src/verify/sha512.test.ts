/** The same bytes as another implementation, around every length at which a block ends. */
import { sha512 as other } from "@noble/hashes/sha2.js";
import { expect, test } from "vitest";
import { hex } from "./hash.ts";
import { sha512 } from "./sha512.ts";

test.each([0, 1, 3, 110, 111, 112, 127, 128, 129, 239, 240, 1000])("%d bytes", (length) => {
  const data = Uint8Array.from({ length }, (_, index) => (index * 7 + length) & 0xff);
  expect(hex(sha512(data))).toBe(hex(other(data) as Uint8Array<ArrayBuffer>));
});
