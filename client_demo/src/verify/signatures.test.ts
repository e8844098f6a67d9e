import { decode, encode } from "@msgpack/msgpack";
import { expect, test } from "vitest";
import wycheproof from "../../../tests/audit/outside/wycheproof_ed25519.json";
import vectors from "../../../tests/golden/ed25519.json";
import signed from "../../../tests/golden/signed.gm.fray?inline";
import { concat, sha256 } from "./hash.ts";
import { isSigned } from "./signatures.ts";
import { verify } from "./verify.ts";

const FILE = Uint8Array.from(atob(signed.slice(signed.indexOf(",") + 1)), (letter) => letter.charCodeAt(0));

type Content = { entries: [number, Uint8Array, Uint8Array, Uint8Array][]; signature: { key: Uint8Array; signature: Uint8Array }; checkpoint: string };

function changed(change: (content: Content) => void): Uint8Array {
  const content = decode(FILE.slice(0, -32)) as Content;
  change(content);
  const body = encode(content);
  return concat(body, sha256(body));
}

function unhex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

test.each(vectors)("Ed25519: $name", ({ key, text, signature, good }) => {
  expect(isSigned(unhex(key), unhex(signature), unhex(text))).toBe(good);
});

test("Ed25519: every vector of Wycheproof is told for what it is", () => {
  const misjudged = wycheproof.testGroups.flatMap(({ publicKey, tests }) =>
    tests.filter(({ msg, sig, result }) => isSigned(unhex(publicKey.pk), unhex(sig), unhex(msg)) !== (result === "valid")),
  );
  expect(misjudged.map(({ tcId, comment }) => `${tcId} ${comment}`)).toEqual([]);
});

test("the golden signed file is signed", () => {
  expect(verify(FILE)).toMatchObject({ intact: true, signed: true });
});

test("one bit changed anywhere in the signature is named", () => {
  for (let bit = 0; bit < 512; bit += 37) {
    const data = changed(({ signature }) => void ((signature.signature[bit >> 3] as number) ^= 1 << (bit & 7)));
    expect(verify(data)).toMatchObject({ intact: false, code: "signature", at: 0, reason: "the signature is wrong" });
  }
});

test("one letter changed in the checkpoint is named with its number", () => {
  const note = (decode(FILE.slice(0, -32)) as Content).checkpoint;
  const at = note.indexOf("— fray ") + 20;
  const other = note[at] === "A" ? "B" : "A";
  const data = changed((content) => void (content.checkpoint = note.slice(0, at) + other + note.slice(at + 1)));
  expect(verify(data)).toMatchObject({ intact: false, code: "signature", at: 6 });
  expect(verify(changed((content) => void (content.checkpoint = "none")))).toMatchObject({ code: "signature", at: 0 });
});

test("a file that is cut back behind its own checkpoint is named, also without its signature", () => {
  const data = changed((content) => {
    content.entries.pop();
    delete (content as Partial<Content>).signature;
  });
  expect(verify(data)).toMatchObject({ intact: false, code: "heads", at: 6 });
});

test("a file that is cut back is told by its signature", () => {
  const data = changed(({ entries }) => void entries.pop());
  expect(verify(data)).toMatchObject({ intact: false, code: "signature", at: 0 });
});
