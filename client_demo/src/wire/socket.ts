/** One socket that comes back by itself: version and resume, intents sent again until decided, questions asked again.
 * Knows messages and their numbers, not what they mean to the game. */
import { hexOf } from "./bytes.ts";
import { decodeMessage, encodeMessage, SUBPROTOCOL } from "./codec.ts";
import type { ClientMessage, Rejected, Resume, ServerMessage, Submit } from "./types.ts";

/** How the connection stands. `waiting`: it is lost and will be tried again at `until` (ms since the epoch). */
export type Link =
  | { kind: "connecting" }
  | { kind: "open" }
  | { kind: "waiting"; until: number; code?: string; message?: string }
  | { kind: "closed"; code: string; message: string };

/** An intent or a question: its type, with the fields that it has. */
export interface Sendable {
  type: string;
  [field: string]: unknown;
}

/** What is needed of a WebSocket, and of the world around it: tests bring their own. */
export interface World {
  open(): Channel;
  later(run: () => void, wait_ms: number): () => void;
  now(): number;
  random(): number;
}

export interface Channel {
  send(frame: Uint8Array<ArrayBuffer>): void;
  close(): void;
  onopen: (() => void) | null;
  onframe: ((frame: ArrayBuffer) => void) | null;
  onclose: ((code: number, reason: string) => void) | null;
}

export interface Listener {
  /** Every message that counts: repetitions are dropped, answers to questions go to their asker. */
  message(message: ServerMessage): void;
  link(link: Link): void;
}

export interface Socket {
  /** Sends it now or as soon as there is a connection, again after a lost one, until `ack` or `rejected` comes. */
  submit(message: Submit): void;
  /** The answer's body; rejects with the server's `Rejected`. Asked again after a lost connection, and when it may be. */
  ask(question: Sendable): Promise<unknown>;
  /** The answer to an errand that must not be run twice: where the connection is lost meanwhile, it rejects. */
  request(errand: Errand): Promise<unknown>;
  /** Tries at once, and anew, where there is no connection yet; looks whether a silent one still lives. */
  wake(): void;
  close(): void;
}

/** A message that is answered under its id and may have made something. */
type Errands = Exclude<Extract<ClientMessage, { id: number }>, { type: "ask" }>;
export type Errand = Errands extends infer Each ? (Each extends unknown ? Omit<Each, "id"> : never) : never;

/** What is said of an errand whose answer was lost. */
export const LOST: Rejected = { type: "rejected", code: "lost", message: "", detail: {} };

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
const QUIET_MS = 20_000;
const PONG_MS = 10_000;
/** So long may a new connection take to come about: a network that swallows everything says nothing either. */
const CONNECT_MS = 10_000;
/** Whoever wakes up finds out sooner. */
const WAKE_MS = 3_000;
const AGAIN_MS = 1_000;

/** Goodbyes that somebody has to do something about: it is said while the client goes on trying. */
const STUCK = new Set(["integrity", "rolled_back", "key_changed", "version"]);
/** Closes after which the same link leads nowhere. */
const FINAL = new Set([1002, 1003, 1007, 1009, 4400, 4401, 4403, 4404, 4406, 4409]);
/** The close after a hello that the server can't read. */
const HELLO_UNREAD = 4400;
/** Refusals that say nothing of the intent or question itself: the same message may be taken next time. */
const AGAIN = new Set(["unavailable", "rate", "busy"]);

export function idText(id: Uint8Array): string {
  return hexOf(id);
}

/** A question or errand on its way. `isOnce`: it is never sent again. */
interface Asked {
  message: ClientMessage;
  isOnce: boolean;
  isSent: boolean;
  done(body: unknown): void;
  failed(why: Rejected): void;
}

/** With a token to its seat; else to the lobby, with the key to its list where there is one. */
export interface Pass {
  token?: string | undefined;
  key?: string | undefined;
}

export function connect(world: World, { token, key }: Pass, listener: Listener): Socket {
  const submits = new Map<string, Submit>();
  const asks = new Map<number, Asked>();
  let channel: Channel | undefined;
  let isWelcome = false;
  let isClosed = false;
  let seen: Resume | undefined;
  let tries = 0;
  let lastAsk = 0;
  let bye: { code: string; message: string; retry_after_ms?: number } | undefined;
  /** What a server that is older than one of these words can't read. */
  let words = token ? { blocks: true, like: true } : undefined;
  let stopWaiting = () => {};
  let stopWatching = () => {};

  function open() {
    stopWaiting();
    leave();
    bye = undefined;
    listener.link({ kind: "connecting" });
    stopWatching = world.later(drop, CONNECT_MS);
    const mine = world.open();
    channel = mine;
    mine.onopen = () => {
      if (mine !== channel) return;
      send({ type: "hello", ...(token && { token, ...words, ...(seen && { resume: seen }) }), ...(key && { key }) });
      watch();
    };
    mine.onframe = (frame) => mine === channel && receive(decodeMessage(frame));
    mine.onclose = (code, reason) => mine === channel && lost(code, reason);
  }

  function send(message: ClientMessage) {
    channel?.send(encodeMessage(message));
  }

  /** A silent connection is asked for a sign of life; without one it is given up. */
  function watch(wait_ms = QUIET_MS, pong_ms = PONG_MS) {
    stopWatching();
    stopWatching = world.later(() => {
      send({ type: "ping" });
      stopWatching = world.later(drop, pong_ms);
    }, wait_ms);
  }

  /** Whatever still comes of the connection is not heard. */
  function leave() {
    stopWatching();
    isWelcome = false;
    const old = channel;
    channel = undefined;
    old?.close();
  }

  /** Gives the connection up and makes a new one. */
  function drop() {
    lost(1006, "");
  }

  function lost(code: number, reason: string) {
    leave();
    for (const [id, { isOnce, isSent, failed }] of asks) if (isOnce && isSent && asks.delete(id)) failed(LOST);
    if (isClosed) return;
    if (code === HELLO_UNREAD && words) words = undefined;
    else if (FINAL.has(code)) {
      listener.link({ kind: "closed", code: bye?.code ?? reason, message: bye?.message ?? reason });
      return;
    }
    if (bye?.code === "forked") seen = undefined;
    const grown = Math.min(FIRST_WAIT_MS * 2 ** tries, LONGEST_WAIT_MS);
    const wait_ms = bye?.retry_after_ms ?? Math.round(grown * (0.5 + world.random()));
    tries++;
    const why = bye && STUCK.has(bye.code) && { code: bye.code, message: bye.message };
    listener.link({ kind: "waiting", until: world.now() + wait_ms, ...why });
    stopWaiting = world.later(open, wait_ms);
  }

  function receive(message: ServerMessage) {
    watch();
    switch (message.type) {
      case "welcome":
        seen = { n: message.n, head: message.head };
        listener.message(message);
        return welcome();
      case "lobby":
        listener.message(message);
        return welcome();
      case "update":
        return follow(message);
      case "ack":
        submits.delete(idText(message.id));
        return listener.message(message);
      case "rejected":
        return refused(message);
      case "answer":
        asks.get(message.id)?.done(message.body);
        asks.delete(message.id);
        return;
      case "bye":
        bye = message;
        return listener.message(message);
      default:
        listener.message(message);
    }
  }

  function welcome() {
    isWelcome = true;
    tries = 0;
    listener.link({ kind: "open" });
    for (const submit of submits.values()) send(submit);
    for (const asked of asks.values()) put(asked);
  }

  function put(asked: Asked) {
    asked.isSent = true;
    send(asked.message);
  }

  function wait(message: ClientMessage & { id: number }, isOnce: boolean): Promise<unknown> {
    return new Promise((done, failed) => {
      const asked = { message, isOnce, isSent: false, done, failed };
      asks.set(message.id, asked);
      if (isWelcome) put(asked);
    });
  }

  /** The next number is taken, a lower one is a repetition, a higher one means that something was missed, as does one that
   * can't be taken: it names what is not known. */
  function follow(message: Extract<ServerMessage, { type: "update" }>) {
    const n = seen?.n ?? 0;
    if (message.n <= n) return;
    if (message.n > n + 1) return drop();
    try {
      listener.message(message);
      seen = { n: message.n, head: message.head };
    } catch (error) {
      drop();
      throw error;
    }
  }

  function refused(message: Rejected) {
    const { id, code } = message;
    if (!isWelcome && code === "schema") return; // of the hello, before its close
    if (typeof id === "number") {
      const asked = asks.get(id);
      if (asked && !asked.isOnce && AGAIN.has(message.code)) return again(message, () => asks.has(id) && put(asked));
      asks.delete(id);
      return asked?.failed(message);
    }
    const submit = id && submits.get(idText(id));
    if (submit && AGAIN.has(message.code)) return again(message, () => submits.has(idText(id)) && send(submit));
    if (id) submits.delete(idText(id));
    listener.message(message);
  }

  /** Sends it when it may be, over this connection: over a new one everything goes again. */
  function again({ detail }: Rejected, put: () => void) {
    const mine = channel;
    world.later(() => mine === channel && put(), Number(detail["retry_after_ms"] ?? AGAIN_MS));
  }

  open();
  return {
    submit(message) {
      submits.set(idText(message.id), message);
      if (isWelcome) send(message);
    },
    ask: (question) => wait({ type: "ask", id: ++lastAsk, question }, false),
    request: (errand) => wait({ ...errand, id: ++lastAsk } as ClientMessage & { id: number }, true),
    wake() {
      if (isClosed) return;
      if (isWelcome) watch(0, WAKE_MS);
      else open();
    },
    close() {
      isClosed = true;
      stopWaiting();
      stopWatching();
      channel?.close();
    },
  };
}

/** The browser's own WebSocket on the host that served the page. */
export function browserWorld(): World {
  const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
  return {
    open() {
      const socket = new WebSocket(url, SUBPROTOCOL);
      socket.binaryType = "arraybuffer";
      const channel: Channel = {
        send: (frame) => socket.readyState === WebSocket.OPEN && socket.send(frame),
        close: () => socket.close(),
        onopen: null,
        onframe: null,
        onclose: null,
      };
      socket.onopen = () => channel.onopen?.();
      socket.onmessage = ({ data }) => channel.onframe?.(data as ArrayBuffer);
      socket.onclose = ({ code, reason }) => channel.onclose?.(code, reason);
      return channel;
    },
    later(run, wait_ms) {
      const timer = setTimeout(run, wait_ms);
      return () => clearTimeout(timer);
    },
    now: () => Date.now(),
    random: () => Math.random(),
  };
}
