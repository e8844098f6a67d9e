import { expect, test } from "vitest";
import { hexOf } from "../wire/bytes.ts";
import { encounterOf, isToken } from "./address.ts";
import { keyFor, markOf, newKey, tokenOf, sumOf } from "./claim.ts";

const ENCOUNTER = "0123456789abcdef0123456789abcdef";

test("asked again, a claim has the same key; another seat has another", () => {
  const first = keyFor(ENCOUNTER, "ann");
  expect(hexOf(keyFor(ENCOUNTER, "ann").key_h)).toBe(hexOf(first.key_h));
  expect(hexOf(keyFor(ENCOUNTER, "bob").key_h)).not.toBe(hexOf(first.key_h));
});

test("brought again, a file has the same key; another file has another", () => {
  const [file, same, other] = [[1, 2], [1, 2], [1, 3]].map((bytes) => hexOf(keyFor("file", sumOf(Uint8Array.from(bytes))).secret));
  expect(same).toBe(file);
  expect(other).not.toBe(file);
});

test("a link is made of the encounter and the secret", () => {
  const { secret, key_h } = newKey(new Uint8Array(32).fill(255));
  const token = tokenOf(ENCOUNTER, secret);
  expect(isToken(token)).toBe(true);
  expect(encounterOf(token)).toBe(ENCOUNTER);
  expect(markOf(token)).toBe(hexOf(key_h).slice(0, 16));
});
