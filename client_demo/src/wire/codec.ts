/** MessagePack frames to typed messages and back. Knows no socket and no view. */
import { decode, encode } from "./msgpack.ts";
import type { ClientMessage, ServerMessage } from "./types.ts";

export const SUBPROTOCOL = "fray.v1.msgpack";

/** One binary frame. Fields that are undefined are left out: the server takes no null. */
export function encodeMessage(message: ClientMessage): Uint8Array<ArrayBuffer> {
  return encode(message);
}

/** What a binary frame holds. The server is trusted to keep to its types; a frame of no message at all throws. */
export function decodeMessage(frame: ArrayBuffer | Uint8Array): ServerMessage {
  const message = decode(new Uint8Array(frame)) as ServerMessage | null;
  if (typeof message?.type !== "string") throw new Error("no message");
  return message;
}
