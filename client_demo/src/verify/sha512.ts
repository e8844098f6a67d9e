/** SHA-512 (FIPS 180-4) in plain BigInt: slow, but a file has few signatures, and the first load carries nothing of it. */
import type { Bytes } from "./hash.ts";

const WORD = 2n ** 64n - 1n;
const PRIMES = Array.from({ length: 410 }, (_, n) => n).filter((n) => n > 1 && !Array.from({ length: n }, (_, d) => d).some((d) => d > 1 && n % d === 0));

/** The first 64 bits behind the point of a prime's root of this degree. */
function fraction(prime: number, degree: bigint): bigint {
  const wanted = BigInt(prime) << (64n * degree);
  let root = 0n;
  for (let bit = 1n << 69n; bit > 0n; bit >>= 1n) if ((root + bit) ** degree <= wanted) root += bit;
  return root & WORD;
}

const turned = (x: bigint, by: bigint) => ((x >> by) | (x << (64n - by))) & WORD;
const mixed = (x: bigint, a: bigint, b: bigint, c: bigint) => turned(x, a) ^ turned(x, b) ^ turned(x, c);
const spread = (x: bigint, a: bigint, b: bigint, by: bigint) => turned(x, a) ^ turned(x, b) ^ (x >> by);

/** 64 bytes. */
export function sha512(data: Bytes): Bytes {
  const rounds = PRIMES.slice(0, 80).map((prime) => fraction(prime, 3n));
  let state = PRIMES.slice(0, 8).map((prime) => fraction(prime, 2n));
  const whole = new Uint8Array(Math.ceil((data.length + 17) / 128) * 128);
  whole.set(data);
  whole[data.length] = 0x80;
  const words = new DataView(whole.buffer);
  words.setBigUint64(whole.length - 8, BigInt(data.length) * 8n);
  for (let at = 0; at < whole.length; at += 128) state = compressed(state, words, at, rounds);
  const found = new DataView(new ArrayBuffer(64));
  state.forEach((word, index) => found.setBigUint64(8 * index, word));
  return new Uint8Array(found.buffer);
}

function compressed(state: bigint[], words: DataView, at: number, rounds: bigint[]): bigint[] {
  const w = Array.from({ length: 16 }, (_, index) => words.getBigUint64(at + 8 * index));
  const word = (index: number) => w[index] as bigint;
  for (let t = 16; t < 80; t++)
    w.push((spread(word(t - 2), 19n, 61n, 6n) + word(t - 7) + spread(word(t - 15), 1n, 8n, 7n) + word(t - 16)) & WORD);
  let [a, b, c, d, e, f, g, h] = state as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint];
  for (const [t, k] of rounds.entries()) {
    const first = h + mixed(e, 14n, 18n, 41n) + ((e & f) ^ (~e & WORD & g)) + k + word(t);
    const second = mixed(a, 28n, 34n, 39n) + ((a & b) ^ (a & c) ^ (b & c));
    [a, b, c, d, e, f, g, h] = [(first + second) & WORD, a, b, c, (d + first) & WORD, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((value, index) => ((state[index] as bigint) + value) & WORD);
}
