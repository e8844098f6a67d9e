/** For tests: a server that the test plays by hand, a clock that it turns, and what a table looks like. */
import { decode, encode } from "@msgpack/msgpack";
import type { Channel, World } from "./socket.ts";
import type { ClientMessage, ServerMessage, View, Welcome } from "./types.ts";

/** Every connection that was opened; frames are real bytes both ways. */
export class FakeWorld implements World {
  readonly lines: FakeLine[] = [];
  time_ms = 1_000_000;
  chance = 0.5;
  private timers: { at: number; run: () => void }[] = [];

  open(): Channel {
    const line = new FakeLine();
    this.lines.push(line);
    return line;
  }

  later(run: () => void, wait_ms: number): () => void {
    const timer = { at: this.time_ms + wait_ms, run };
    this.timers.push(timer);
    return () => (this.timers = this.timers.filter((other) => other !== timer));
  }

  /** Lets time pass; what falls due runs in order. */
  pass(span_ms: number) {
    const end = this.time_ms + span_ms;
    for (;;) {
      const [next] = this.timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.timers = this.timers.filter((other) => other !== next);
      this.time_ms = next.at;
      next.run();
    }
    this.time_ms = end;
  }

  now = () => this.time_ms;
  random = () => this.chance;

  get line(): FakeLine {
    return this.lines.at(-1) as FakeLine;
  }
}

export class FakeLine implements Channel {
  sent: ClientMessage[] = [];
  isOpen = true;
  onopen: (() => void) | null = null;
  onframe: ((frame: ArrayBuffer) => void) | null = null;
  onclose: ((code: number, reason: string) => void) | null = null;

  send(frame: Uint8Array<ArrayBuffer>) {
    this.sent.push(decode(frame) as ClientMessage);
  }

  close() {
    this.isOpen = false;
  }

  /** The server accepts the connection. */
  accept() {
    this.onopen?.();
  }

  /** The server says something. */
  say(message: ServerMessage) {
    this.onframe?.(encode(message).slice().buffer);
  }

  /** The connection ends. */
  end(code: number, reason = "") {
    this.isOpen = false;
    this.onclose?.(code, reason);
  }

  last<T extends ClientMessage["type"]>(type: T): Extract<ClientMessage, { type: T }> {
    const found = this.sent.findLast((message) => message.type === type);
    if (found === undefined) throw new Error(`no ${type} was sent`);
    return found as Extract<ClientMessage, { type: T }>;
  }

  count(type: ClientMessage["type"]): number {
    return this.sent.filter((message) => message.type === type).length;
  }
}

export function head(n: number): Uint8Array {
  return new Uint8Array(16).fill(n);
}

export const VIEW: View = {
  encounter: "000102030405060708090a0b0c0d0e0f",
  title: "Toll at the Bridge",
  system: "cups",
  stage: "running",
  phase: "turn",
  round: 1,
  turn: ["hagen"],
  order: ["hagen", "robber"],
  combatants: {
    hagen: { name: "Hagen", side: "heroes", seat: "anna", x: 100, y: 200, tracks: { health: { value: 3, kind: "health", max: 4 } } },
    robber: { name: "Robber", side: "robbers", x: 500, y: 200 },
  },
  seats: {
    gm: { name: "GM", role: "gm" },
    anna: { name: "Anna", role: "player" },
    spectator: { name: "Spectators", role: "spectator" },
  },
};

export function welcome(change: Partial<Welcome> = {}): Welcome {
  return { type: "welcome", seat: "anna", audience: "seat:anna", n: 3, head: head(3), view: VIEW, options: [], ...change };
}
