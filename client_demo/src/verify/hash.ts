/** Hashes of export files, as protocol/README.md gives them ("Export files"). */
import { hexOf as hex } from "../wire/bytes.ts";
import { concat, sha256 } from "../wire/sha256.ts";

export type Bytes = Uint8Array;

export { concat, hex, sha256 };

/** SHA-256 of a tag, a zero byte and the parts. */
export function sha(tag: string, ...parts: Bytes[]): Bytes {
  return sha256(concat(text(`${tag}\0`), ...parts));
}

/** Each part behind its length, so that no two lists of parts collide. */
export function lp(...parts: Bytes[]): Bytes {
  return concat(...parts.flatMap((part) => [u32(part.length), part]));
}

export function u32(value: number): Bytes {
  return big(BigInt(value), 4);
}

export function u64(value: number): Bytes {
  return big(BigInt(value), 8);
}

function big(value: bigint, size: number): Bytes {
  return Uint8Array.from({ length: size }, (_, i) => Number((value >> BigInt(8 * (size - 1 - i))) & 0xffn));
}

export function text(value: string): Bytes {
  return new TextEncoder().encode(value);
}

export function same(a: Bytes | undefined, b: Bytes | undefined): boolean {
  return a !== undefined && b !== undefined && a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** HMAC-SHA-256 (RFC 2104). `key`: a block or less. */
function hmac(key: Bytes, data: Bytes): Bytes {
  const padded = (by: number) => Uint8Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ by);
  return sha256(concat(padded(0x5c), sha256(concat(padded(0x36), data))));
}

/** Face `k` of a stream: the first 8 bytes of an HMAC, rejected above the largest multiple of `sides`. */
export function face(seed: Bytes, encounter: Bytes, stream: string, k: number, sides: number, salt: Bytes, nonce: Bytes): number {
  const limit = (2n ** 64n / BigInt(sides)) * BigInt(sides);
  for (let j = 0; ; j += 1) {
    const key = concat(u64(k), u32(sides), u32(j));
    const data = concat(text("fray/die/1\0"), lp(encounter, text(stream), key, salt, nonce));
    const drawn = BigInt(`0x${hex(hmac(seed, data).slice(0, 8))}`);
    if (drawn < limit) return Number(drawn % BigInt(sides)) + 1;
  }
}
