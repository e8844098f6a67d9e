/** SHA-256 (FIPS 180-4): a page on plain http has no WebCrypto digest. */
const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter((n) => n > 1 && !Array.from({ length: n }, (_, d) => d).some((d) => d > 1 && n % d === 0));

/** The first 32 bits behind the point of a prime's root: far fewer than a float holds. */
const fraction = (prime: number, degree: number) => (prime ** (1 / degree) * 2 ** 32) | 0;
const ROUNDS = Int32Array.from(PRIMES, (prime) => fraction(prime, 3));

const mixed = (x: number, a: number, b: number, c: number) => turned(x, a) ^ turned(x, b) ^ turned(x, c);
const spread = (x: number, a: number, b: number, by: number) => turned(x, a) ^ turned(x, b) ^ (x >>> by);
const turned = (x: number, by: number) => (x >>> by) | (x << (32 - by));

export function concat(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** 32 bytes. */
export function sha256(data: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(Math.ceil((data.length + 9) / 64) * 64);
  whole.set(data);
  whole[data.length] = 0x80;
  const words = new DataView(whole.buffer);
  words.setBigUint64(whole.length - 8, BigInt(data.length) * 8n);
  const state = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(prime, 2));
  for (let at = 0; at < whole.length; at += 64) compress(state, words, at);
  const found = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => found.setInt32(4 * index, word));
  return new Uint8Array(found.buffer);
}

/** The words of a block, and what they grow to; made once, for a file has thousands of blocks. */
const w = new Int32Array(64);
const word = (index: number) => w[index] as number;

function compress(state: Int32Array, words: DataView, at: number) {
  for (let t = 0; t < 16; t++) w[t] = words.getInt32(at + 4 * t);
  for (let t = 16; t < 64; t++) w[t] = spread(word(t - 2), 17, 19, 10) + word(t - 7) + spread(word(t - 15), 7, 18, 3) + word(t - 16);
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let t = 0; t < 64; t++) {
    const first = h + mixed(e, 6, 11, 25) + ((e & f) ^ (~e & g)) + (ROUNDS[t] as number) + word(t);
    const second = mixed(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c));
    // One by one: as a swap of arrays it is slower, and a file has megabytes.
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] as number) + value;
}
