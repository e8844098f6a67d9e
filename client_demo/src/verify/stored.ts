/** Stored commits: decoded, but with each event also as the bytes that it is stored in, over which the heads run. */
import { decode } from "@msgpack/msgpack";
import type { Bytes } from "./hash.ts";

export type Value = Record<string, unknown>;

/** Where a die comes from. */
export type Origin =
  | { type: "drawn"; stream: string; epoch: number; k: number }
  | { type: "recorded" | "kept"; position: [number, number]; i: number }
  | { type: "typed"; seat: string }
  | { type: "scripted" };

export type Thrown = { sides: number; face: number; by: Origin };
export type Mark = { n: number; head: Bytes; refs: number[] };
export type Fact = Value & { type: string };

export type Stored = {
  version: number;
  told: Record<string, Mark>;
  submitted: { seat: string; nonce: Bytes };
  evidence: Thrown[];
  events: Bytes[];
  variants: Bytes[];
};

/** The commit in these bytes. Throws where they are none. */
export function stored(body: Bytes): Stored {
  const reader = new Reader(body);
  const found: Value = { evidence: [], events: [], variants: [] };
  for (let left = reader.size("map"); left > 0; left -= 1) {
    const key = decode(reader.next()) as string;
    found[key] = key === "events" || key === "variants" ? reader.items() : decode(reader.next());
  }
  return found as Stored;
}

export function fact(raw: Bytes): Fact {
  return decode(raw) as Fact;
}

/** Walks over MessagePack values without decoding them. */
class Reader {
  private at = 0;
  private readonly view: DataView;

  constructor(private readonly data: Bytes) {
    this.view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  }

  /** The bytes of the next value. */
  next(): Bytes {
    const start = this.at;
    this.skip();
    return this.data.slice(start, this.at);
  }

  /** The bytes of each item of the array that comes next. */
  items(): Bytes[] {
    return Array.from({ length: this.size("array") }, () => this.next());
  }

  /** The size of the map or array that comes next; the reader stands behind its header. */
  size(kind: "map" | "array"): number {
    const byte = this.byte();
    const [fix, mask, short] = kind === "map" ? [0x80, 0x0f, 0xde] : [0x90, 0x0f, 0xdc];
    if ((byte & 0xf0) === fix) return byte & mask;
    if (byte === short) return this.number(2);
    if (byte === short + 1) return this.number(4);
    throw new Error(`no ${kind} at byte ${this.at - 1}`);
  }

  private byte(): number {
    return this.number(1);
  }

  private number(size: 1 | 2 | 4): number {
    const at = this.at;
    this.at += size;
    if (this.at > this.data.length) throw new Error("the bytes end in the middle of a value");
    return size === 1 ? this.view.getUint8(at) : size === 2 ? this.view.getUint16(at) : this.view.getUint32(at);
  }

  private skip(): void {
    const byte = this.byte();
    if (byte <= 0x7f || byte >= 0xe0) return;
    if (byte <= 0x8f) this.skipAll(2 * (byte & 0x0f));
    else if (byte <= 0x9f) this.skipAll(byte & 0x0f);
    else if (byte <= 0xbf) this.pass(byte & 0x1f);
    else if (byte >= 0xdc) this.skipAll((byte >= 0xde ? 2 : 1) * this.number(byte % 2 === 0 ? 2 : 4));
    else this.pass(this.length(byte));
  }

  private skipAll(values: number): void {
    for (let left = values; left > 0; left -= 1) this.skip();
  }

  private pass(bytes: number): void {
    this.at += bytes;
    if (this.at > this.data.length) throw new Error("the bytes end in the middle of a value");
  }

  /** How many bytes follow the header of a scalar: 0xc0 to 0xdb. */
  private length(byte: number): number {
    if (byte <= 0xc3) return 0;
    if (byte >= 0xc4 && byte <= 0xc6) return this.number(WIDTHS[byte - 0xc4] ?? 1);
    if (byte >= 0xd9) return this.number(WIDTHS[byte - 0xd9] ?? 1);
    const size = FIXED[byte];
    if (size === undefined) throw new Error(`a value of the unknown kind ${byte}`);
    return size;
  }
}

const WIDTHS: (1 | 2 | 4)[] = [1, 2, 4];
/** Floats and whole numbers by their header. */
const FIXED: Record<number, number> = { 0xca: 4, 0xcb: 8, 0xcc: 1, 0xcd: 2, 0xce: 4, 0xcf: 8, 0xd0: 1, 0xd1: 2, 0xd2: 4, 0xd3: 8 };
