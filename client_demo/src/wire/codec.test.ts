import { expect, test } from "vitest";
import { decodeMessage, encodeMessage } from "./codec.ts";
import { MESSAGES } from "./golden.ts";
import type { ClientMessage, Submit } from "./types.ts";

function bytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hex(data: Uint8Array): string {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What the JSON subprotocol shows of a message: binary fields as base64. */
function shown(message: unknown): unknown {
  return JSON.parse(
    JSON.stringify(message, (_key, value: unknown) =>
      value instanceof Uint8Array ? btoa(String.fromCharCode(...value)) : value,
    ),
  );
}

test.each(MESSAGES)("$name: says what it says in Python", ({ json, msgpack }) => {
  expect(shown(decodeMessage(bytes(msgpack)))).toEqual(json);
});

test.each(MESSAGES.filter(({ from }) => from === "client"))("$name: is sent in the same bytes", ({ msgpack }) => {
  const message = decodeMessage(bytes(msgpack)) as unknown as ClientMessage;
  expect(hex(encodeMessage(message))).toBe(msgpack);
});

test("a field that is undefined is not sent", () => {
  const submit: Submit = { type: "submit", id: new Uint8Array(16), intent: { type: "pass" }, nonce: new Uint8Array(16) };
  const loose = { ...submit, decision: undefined, seen: undefined } as unknown as Submit;
  expect(encodeMessage(loose)).toEqual(encodeMessage(submit));
});

test.each([["c0"], ["93010203"], ["80"], ["81a47479706501"]])("%s is no message", (data) => {
  expect(() => decodeMessage(bytes(data))).toThrow("no message");
});

test("a frame from the socket may be an ArrayBuffer", () => {
  expect(decodeMessage(bytes("82a474797065a4706f6e67a2617407").buffer)).toEqual({ type: "pong", at: 7 });
});
