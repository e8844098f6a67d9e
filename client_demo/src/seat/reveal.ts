/** The random value with which a seat takes part in everybody's dice: bound by `join`, shown at the start.
 * Fetched by those who sit down. */
import { bytesOf } from "../wire/bytes.ts";
import { concat, sha256 } from "../wire/sha256.ts";

const text = (words: string) => new TextEncoder().encode(words);

/** Each field behind its length in four bytes, most significant first. */
function lp(...fields: Uint8Array[]): Uint8Array {
  const parts = fields.flatMap((field) => {
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, field.length);
    return [length, field];
  });
  return concat(...parts);
}

/** What `join` carries. `encounter`: 32 hex digits. */
export function commitmentOf(encounter: string, seat: string, preimage: Uint8Array): Uint8Array {
  return sha256(concat(text("fray/join/1\0"), lp(bytesOf(encounter), text(seat), preimage)));
}
