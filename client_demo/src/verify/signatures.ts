/**
 * The signatures of an export file, as protocol/README.md gives them ("Export files"), and Ed25519 (RFC 8032) to check them.
 *
 * In plain BigInt: some milliseconds each, the same in every browser, also on a page without WebCrypto. For checking only.
 */
import { Damage } from "./dice.ts";
import { type Bytes, concat, hex, same, sha256, text } from "./hash.ts";
import { sha512 } from "./sha512.ts";

export type Signed = {
  encounter: string;
  audience: string;
  signature?: { key: Bytes; signature: Bytes };
  checkpoint?: string;
};

const NOTE = /^(fray\/([0-9a-f]{32})\n(\d{1,15})\n(\S{44})\n(?:accepted: .+\n)?)\n— fray (\S{92})\n$/u;

/** Throws Damage for a wrong signature. `hashes`: of the entries; `named`: the key that commit 1 names, if it names one. */
export function checkSignatures(file: Signed, hashes: Bytes[], named: Bytes | undefined): void {
  const { signature, checkpoint } = file;
  if (signature) {
    if (named && !same(signature.key, named))
      throw new Damage("signature", 0, "the file is signed with another key than the one that commit 1 names");
    const head = hashes.at(-1) ?? new Uint8Array(32);
    const note = `fray/head/1\n${file.encounter}/${file.audience}\n${hashes.length}\n${base64(head)}\n`;
    if (!isSigned(signature.key, signature.signature, text(note))) throw new Damage("signature", 0, "the signature is wrong");
  }
  if (checkpoint) checkNote(file, checkpoint, hashes, named ?? new Uint8Array());
}

function checkNote(file: Signed, checkpoint: string, hashes: Bytes[], key: Bytes): void {
  const [, note = "", encounter, number, hash = "", signed = ""] = NOTE.exec(checkpoint) ?? [];
  if (encounter !== file.encounter || file.audience !== "gm")
    throw new Damage("signature", 0, "the file's checkpoint is none of its log");
  const n = Number(number);
  const raw = unbase64(signed);
  const id = sha256(concat(text("fray\n\x01"), key)).slice(0, 4);
  if (!same(raw.slice(0, 4), id) || !isSigned(key, raw.slice(4), text(note)))
    throw new Damage("signature", n, `the checkpoint of ${n} is not signed with the key that commit 1 names`);
  if (n > hashes.length)
    throw new Damage("heads", n, `the file's own checkpoint is of commit ${n}, but the file ends at ${hashes.length}`);
  if (n > 0 && !same(hashes[n - 1], unbase64(hash)))
    throw new Damage("heads", n, `the head signed at ${n} is not the one in this file`);
}

function base64(raw: Bytes): string {
  return btoa(String.fromCharCode(...raw));
}

function unbase64(words: string): Bytes {
  return Uint8Array.from(atob(words), (letter) => letter.charCodeAt(0));
}

// --- Ed25519 ---------------------------------------------------------------------------------------------------------

const P = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const D = mod(-121665n * power(121666n, P - 2n));
/** A square root of -1. */
const ROOT = power(2n, (P - 1n) / 4n);
/** x and y as X/Z and Y/Z, and XY/Z. */
type Point = [bigint, bigint, bigint, bigint];
const BASE = point(little(mod(4n * power(5n, P - 2n)))) as Point;

/** Is this the key's signature of the text? False also for what is no key, or no signature. */
export function isSigned(key: Bytes, signature: Bytes, words: Bytes): boolean {
  const signer = point(key);
  const s = number(signature.slice(32));
  if (!signer || signature.length !== 64 || s >= ORDER) return false;
  const k = number(sha512(concat(signature.slice(0, 32), key, words))) % ORDER;
  const [x, y, z, t] = signer;
  const found = plus(times(s, BASE), times(k, [-x, y, z, -t]));
  const inverse = power(found[2], P - 2n);
  const odd = mod(found[0] * inverse) & 1n;
  return same(little(mod(found[1] * inverse) | (odd << 255n)), signature.slice(0, 32));
}

function mod(value: bigint): bigint {
  const rest = value % P;
  return rest < 0n ? rest + P : rest;
}

function power(base: bigint, exponent: bigint): bigint {
  let found = 1n;
  for (let square = mod(base), left = exponent; left > 0n; left >>= 1n, square = mod(square * square))
    if (left & 1n) found = mod(found * square);
  return found;
}

function plus(a: Point, b: Point): Point {
  const minus = (a[1] - a[0]) * (b[1] - b[0]);
  const sum = (a[1] + a[0]) * (b[1] + b[0]);
  const t = 2n * D * a[3] * b[3];
  const z = 2n * a[2] * b[2];
  const [e, f, g, h] = [sum - minus, z - t, z + t, sum + minus];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

function times(count: bigint, of: Point): Point {
  let found: Point = [0n, 1n, 1n, 0n];
  for (let twice = of, left = count; left > 0n; left >>= 1n, twice = plus(twice, twice))
    if (left & 1n) found = plus(found, twice);
  return found;
}

/** The point whose y, with the lowest bit of x above it, is given; undefined: it is none. */
function point(raw: Bytes): Point | undefined {
  const odd = number(raw) >> 255n;
  const y = number(raw) & (2n ** 255n - 1n);
  const square = mod((y * y - 1n) * power(D * y * y + 1n, P - 2n));
  let x = power(square, (P + 3n) / 8n);
  if (mod(x * x) !== square) x = mod(x * ROOT);
  if (raw.length !== 32 || y >= P || mod(x * x) !== square || (x === 0n && odd === 1n)) return undefined;
  if ((x & 1n) !== odd) x = P - x;
  return [x, y, 1n, mod(x * y)];
}

function number(raw: Bytes): bigint {
  return raw.length > 0 ? BigInt(`0x${hex(raw.slice().reverse())}`) : 0n;
}

function little(value: bigint): Bytes {
  return Uint8Array.from({ length: 32 }, (_, i) => Number((value >> BigInt(8 * i)) & 0xffn));
}
