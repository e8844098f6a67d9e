/** Fetches an export file part by part. */
import type { Sendable } from "./socket.ts";
import type { FilePart, FileShown } from "./types.ts";

export interface Fetched {
  name: string;
  audience: string;
  data: Uint8Array<ArrayBuffer>;
}

type Ask = (question: Sendable) => Promise<unknown>;

/** Rejects with the server's `Rejected`. */
export async function fetchFile(ask: Ask, audience: string): Promise<Fetched> {
  const { file, name, size_bytes, data, audience: of } = (await ask({ type: "export", audience })) as FileShown;
  const whole = new Uint8Array(size_bytes);
  whole.set(data);
  let offset = data.length;
  while (offset < size_bytes) {
    const part = (await ask({ type: "part", file, offset })) as FilePart;
    if (part.data.length === 0) throw { message: "an empty part came" };
    whole.set(part.data, offset);
    offset += part.data.length;
  }
  return { name, audience: of, data: whole };
}
