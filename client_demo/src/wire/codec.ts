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
  const message: unknown = decode(frame instanceof Uint8Array ? frame : new Uint8Array(frame));
  if (typeof message !== "object" || message === null || !("type" in message) || typeof message.type !== "string") {
    throw new Error("the server sent a frame that is no message");
  }
  return message as ServerMessage;
}
