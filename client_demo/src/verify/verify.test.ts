import { decode, encode } from "@msgpack/msgpack";
import { expect, test } from "vitest";
import ann from "../../../tests/golden/cups.ann.fray?inline";
import gm from "../../../tests/golden/cups.gm.fray?inline";
import spectators from "../../../tests/golden/cups.public.fray?inline";
import signed from "../../../tests/golden/signed.gm.fray?inline";
import { concat, sha256 } from "./hash.ts";
import { verify } from "./verify.ts";

function bytes(url: string): Uint8Array {
  return Uint8Array.from(atob(url.slice(url.indexOf(",") + 1)), (letter) => letter.charCodeAt(0));
}

const FILES = { gm: bytes(gm), ann: bytes(ann), public: bytes(spectators) };
type Row = [number, Uint8Array, Uint8Array, Uint8Array];
type Content = { entries: Row[]; signature?: { key: Uint8Array } };

function content(data: Uint8Array): Content {
  return decode(data.slice(0, -32)) as Content;
}

function sealed(changed: Content): Uint8Array {
  const body = encode(changed);
  return concat(body, sha256(body));
}

/** The same numbers in every run. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

function where(data: Uint8Array, part: Uint8Array): number {
  for (let at = 0; at <= data.length - part.length; at += 1) if (part.every((byte, i) => data[at + i] === byte)) return at;
  throw new Error("not in the file");
}

test.each(Object.entries(FILES))("the golden file of %s is intact", (_name, data) => {
  expect(verify(data)).toMatchObject({ intact: true, title: "Cups", rewinds: 1, amendments: 1, closed: true, withheld: [] });
});

test("all dice are accounted for, as the Python verifiers count them", () => {
  expect(verify(FILES.gm)).toMatchObject({ dice: { recomputed: 6, typed: 1, recorded: 2 } });
  expect(verify(FILES.ann)).toMatchObject({ dice: { recomputed: 4 } });
});

test.each(Object.entries(FILES))("a changed byte anywhere in the file of %s is found", (_name, data) => {
  const random = numbers(7);
  const draw = () => random.next().value as number;
  for (let turn = 0; turn < 150; turn += 1) {
    const damaged = data.slice();
    const at = Math.floor(draw() * data.length);
    damaged[at] = (damaged[at] ?? 0) ^ (1 + Math.floor(draw() * 255));
    expect(verify(damaged).intact).toBe(false);
  }
});

test.each(Object.entries(FILES))("a changed entry in the file of %s is named", (_name, data) => {
  const random = numbers(11);
  const draw = () => random.next().value as number;
  for (const [number, hash, , body] of content(data).entries) {
    for (const part of [hash, body]) {
      const damaged = data.slice();
      const at = where(data, part) + Math.floor(draw() * part.length);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      expect(verify(damaged)).toMatchObject({ intact: false, code: "chain", at: number });
    }
  }
});

test("entries that are left out or swapped are named", () => {
  const dropped = content(FILES.gm);
  dropped.entries.splice(8, 1);
  expect(verify(sealed(dropped))).toMatchObject({ intact: false, code: "chain", at: 9 });
  const swapped = content(FILES.ann);
  swapped.entries.splice(3, 2, swapped.entries[4] as Row, swapped.entries[3] as Row);
  expect(verify(sealed(swapped))).toMatchObject({ intact: false, code: "chain", at: 4 });
});

test("a file rolled back is told by a head that was seen live", () => {
  const shorter = content(FILES.ann);
  const row = shorter.entries[20] as Row;
  const head = (decode(row[3]) as { told: Record<string, { head: Uint8Array }> }).told["seat:ann"]?.head as Uint8Array;
  expect(verify(FILES.ann, [{ n: 21, head }]).intact).toBe(true);
  shorter.entries.length = 12;
  expect(verify(sealed(shorter)).intact).toBe(true);
  expect(verify(sealed(shorter), [{ n: 21, head }])).toMatchObject({ intact: false, code: "heads", at: 21 });
});

test("a file signed with another key than its first commit names is refused", () => {
  expect(verify(bytes(signed)).intact).toBe(true);
  const changed = content(bytes(signed));
  changed.signature?.key.fill(7);
  expect(verify(sealed(changed))).toMatchObject({ intact: false, code: "signature", at: 0 });
});

test.each([new Uint8Array(), new Uint8Array(200), encode({ format: "frey" })])("what is no export file is named so", (data) => {
  expect(verify(data)).toMatchObject({ intact: false, code: "format", at: 0 });
});

const FORGED = import.meta.glob<string>("../../../tests/golden/forged/*.fray", { eager: true, query: "?inline", import: "default" });

test.each(Object.entries(FORGED))("%s: told by its dice, although every hash was redone", (path, url) => {
  const at = Number(path.split(".").at(-2));
  expect(verify(bytes(url))).toMatchObject({ intact: false, code: "dice", at });
});

test("there are forged files", () => {
  expect(Object.keys(FORGED)).toHaveLength(8);
});
