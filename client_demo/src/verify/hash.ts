/** Hashes of export files, as protocol/README.md gives them ("Export files"). WebCrypto is missing on plain http. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";

export type Bytes = Uint8Array;

export { bytesToHex as hex, concatBytes as concat, sha256 };

/** SHA-256 of a tag, a zero byte and the parts. */
export function sha(tag: string, ...parts: Bytes[]): Bytes {
  return sha256(concatBytes(utf8ToBytes(`${tag}\0`), ...parts));
}

/** Each part behind its length, so that no two lists of parts collide. */
export function lp(...parts: Bytes[]): Bytes {
  return concatBytes(...parts.flatMap((part) => [u32(part.length), part]));
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
  return utf8ToBytes(value);
}

export function same(a: Bytes | undefined, b: Bytes | undefined): boolean {
  return a !== undefined && b !== undefined && a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** Face `k` of a stream: the first 8 bytes of an HMAC, rejected above the largest multiple of `sides`. */
export function face(seed: Bytes, encounter: Bytes, stream: string, k: number, sides: number, salt: Bytes, nonce: Bytes): number {
  const limit = (2n ** 64n / BigInt(sides)) * BigInt(sides);
  for (let j = 0; ; j += 1) {
    const key = concatBytes(u64(k), u32(sides), u32(j));
    const data = concatBytes(text("fray/die/1\0"), lp(encounter, text(stream), key, salt, nonce));
    const drawn = BigInt(`0x${bytesToHex(hmac(sha256, seed, data).slice(0, 8))}`);
    if (drawn < limit) return Number(drawn % BigInt(sides)) + 1;
  }
}
