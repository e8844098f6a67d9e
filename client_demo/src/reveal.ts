/** The random value with which a seat takes part in everybody's dice: bound by `join`, shown at the start.
 * A page on plain http has no WebCrypto digest, so a small library hashes; fetched by those who sit down. */
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

const PURPOSE = utf8ToBytes("fray/join/1\0");

/** Each field behind its length in four bytes, most significant first. */
function lp(...fields: Uint8Array[]): Uint8Array {
  const parts = fields.flatMap((field) => {
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, field.length);
    return [length, field];
  });
  return concatBytes(...parts);
}

/** What `join` carries. `encounter`: 32 hex digits. */
export function commitmentOf(encounter: string, seat: string, preimage: Uint8Array): Uint8Array {
  return sha256(concatBytes(PURPOSE, lp(hexToBytes(encounter), utf8ToBytes(seat), preimage)));
}
