/** Written by client_demo/generate_types.py from the server's Structs: change those, not this file. */

/** The intent has been taken; without `n` nothing had to happen. */
export interface Ack {
  type: "ack";
  id: Uint8Array;
  n?: number;
}

/** The answer to `ask`, `create` or `join`. */
export interface Answer {
  type: "answer";
  id: number;
  body: unknown;
}

/** A question that changes nothing: forecast, preview, replay range, log page. */
export interface Ask {
  type: "ask";
  id: number;
  question: unknown;
}

/** The last message before the server closes. */
export interface Bye {
  type: "bye";
  code: string;
  message: string;
  retry_after_ms?: number;
}

/** Lobby: make an encounter. */
export interface Create {
  type: "create";
  id: number;
  encounter: unknown;
}

/** The first message. Without a token it enters the lobby. */
export interface Hello {
  type: "hello";
  token?: string;
  resume?: Resume;
}

/** Lobby: ask for a seat by the code that the game master gave out. */
export interface Join {
  type: "join";
  id: number;
  code: string;
}

/** Answers a `hello` without token. */
export interface Lobby {
  type: "lobby";
  body: unknown;
}

/** The outcome is not known yet; `ack` or `rejected` follows. */
export interface Pending {
  type: "pending";
  id: Uint8Array;
}

/** Asks for a `pong`. */
export interface Ping {
  type: "ping";
}

/** Answers `ping` with the server's time. */
export interface Pong {
  type: "pong";
  at: number;
}

/** How many sessions each audience has open now. Not state, not numbered. */
export interface Presence {
  type: "presence";
  sessions: Record<string, number>;
}

/** The message changed nothing. `id` is missing where the bytes could not be read that far. */
export interface Rejected {
  type: "rejected";
  id?: Uint8Array | number;
  code: string;
  message: string;
  detail: Record<string, string | number | boolean>;
}

/** What a returning client last saw. */
export interface Resume {
  n: number;
  head: Uint8Array;
}

/** An intent; `seen` is the sender's n, `decision` what it answers. */
export interface Submit {
  type: "submit";
  id: Uint8Array;
  intent: unknown;
  nonce: Uint8Array;
  decision?: string;
  seen?: number;
}

/** One update that a returning client missed: its events without the patch. */
export interface Told {
  n: number;
  at: number;
  events: unknown;
}

/** What an audience learns of one commit. */
export interface Update {
  type: "update";
  n: number;
  head: Uint8Array;
  at: number;
  events: unknown;
  patch: unknown;
  options?: unknown;
}

/** The whole view at `n`. `more` says that missed events were left out. */
export interface Welcome {
  type: "welcome";
  seat?: string;
  audience: string;
  n: number;
  head: Uint8Array;
  view: unknown;
  options: unknown;
  events?: Told[];
  more?: boolean;
}

export type ClientMessage = Hello | Submit | Ask | Ping | Create | Join;

export type ServerMessage = Welcome | Lobby | Update | Ack | Rejected | Pending | Answer | Presence | Pong | Bye;
