import { expect, test } from "vitest";
import { bytesOf, hexOf, randomBytes } from "./bytes.ts";

test("bytes and hex digits lead to each other", () => {
  const bytes = Uint8Array.of(0, 7, 16, 255);
  expect(hexOf(bytes)).toBe("000710ff");
  expect(bytesOf("000710ff")).toEqual(bytes);
  expect(bytesOf("")).toEqual(new Uint8Array());
});

test("random bytes are as many as asked for, and others each time", () => {
  const [one, two] = [randomBytes(32), randomBytes(32)];
  expect(one.length).toBe(32);
  expect(hexOf(one)).not.toBe(hexOf(two));
});
