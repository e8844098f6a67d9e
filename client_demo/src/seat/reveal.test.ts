import { expect, test } from "vitest";
import { hexOf } from "../wire/bytes.ts";
import { commitmentOf } from "./reveal.ts";

function counting(count: number): Uint8Array {
  return Uint8Array.from({ length: count }, (_, index) => index);
}

test("a seat is bound by the same bytes as the server reckons", () => {
  // From server.core.dice.commitment_of with the same input.
  const expected = "5bcc825ef376869941d02d732fa06bb4d96b4fb37655d44d17f3c802d4632e80";
  expect(hexOf(commitmentOf("000102030405060708090a0b0c0d0e0f", "hagen", counting(32)))).toBe(expected);
});
