/** MessagePack as the socket needs it: maps, lists, text, bytes, numbers up to 2^53. No extensions. The verifier, which
 * reads stored files, uses a whole library; this one is here because a first visit has to load it. */

/** Fields that are undefined are left out. */
export function encode(value: unknown): Uint8Array<ArrayBuffer> {
  const writer = new Writer();
  writer.write(value);
  return writer.done();
}

export function decode(bytes: Uint8Array): unknown {
  const reader = new Reader(bytes);
  const value = reader.read();
  if (reader.at !== bytes.length) throw new Error("too long");
  return value;
}

const TEXT = new TextEncoder();
const DOUBLE = 0xcb;

class Writer {
  private bytes = new Uint8Array(512);
  private view = new DataView(this.bytes.buffer);
  private at = 0;

  done(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.at);
  }

  write(value: unknown): void {
    if (value === null || value === undefined) this.byte(0xc0);
    else if (typeof value === "boolean") this.byte(value ? 0xc3 : 0xc2);
    else if (typeof value === "number") this.number(value);
    else if (typeof value === "string") this.text(value);
    else if (value instanceof Uint8Array) this.binary(value);
    else if (Array.isArray(value)) this.list(value);
    else this.map(value as Record<string, unknown>);
  }

  private list(items: unknown[]) {
    this.head(items.length, 0x90, 15, 0, 0xdc);
    for (const item of items) this.write(item);
  }

  private map(value: Record<string, unknown>) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    this.head(fields.length, 0x80, 15, 0, 0xde);
    for (const [key, field] of fields) {
      this.text(key);
      this.write(field);
    }
  }

  private text(value: string) {
    const bytes = TEXT.encode(value);
    this.head(bytes.length, 0xa0, 31, 0xd9, 0xda);
    this.raw(bytes);
  }

  private binary(bytes: Uint8Array) {
    this.head(bytes.length, 0, -1, 0xc4, 0xc5);
    this.raw(bytes);
  }

  /** A length in the shortest form: within the first byte, then one, two or four bytes. `one` is 0 where there is none. */
  private head(length: number, fixed: number, most: number, one: number, two: number) {
    if (length <= most) this.byte(fixed | length);
    else if (one && length < 0x100) this.sized(one, 1, length);
    else if (length < 0x10000) this.sized(two, 2, length);
    else this.sized(two + 1, 4, length);
  }

  /** In as few bytes as it needs: one, two, four or eight. */
  private number(value: number) {
    if (!Number.isSafeInteger(value)) return this.sized(DOUBLE, 8, value);
    if (value >= -32 && value < 0x80) return this.byte(value & 0xff);
    const most = value < 0 ? -2 * value - 1 : value; // the sign takes a bit
    const power = most < 0x100 ? 0 : most < 0x10000 ? 1 : most < 0x100000000 ? 2 : 3;
    this.sized((value < 0 ? 0xd0 : 0xcc) + power, 1 << power, value);
  }

  private room(count: number) {
    if (this.at + count <= this.bytes.length) return;
    const larger = new Uint8Array(2 * (this.at + count));
    larger.set(this.bytes);
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }

  private byte(value: number) {
    this.room(1);
    this.bytes[this.at++] = value;
  }

  private sized(head: number, size: number, value: number) {
    this.byte(head);
    this.room(size);
    if (size === 1) this.view.setUint8(this.at, value);
    else if (size === 2) this.view.setUint16(this.at, value);
    else if (size === 4) this.view.setUint32(this.at, value);
    else if (head === DOUBLE) this.view.setFloat64(this.at, value);
    else this.view.setBigInt64(this.at, BigInt(value));
    this.at += size;
  }

  private raw(bytes: Uint8Array) {
    this.room(bytes.length);
    this.bytes.set(bytes, this.at);
    this.at += bytes.length;
  }
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

class Reader {
  at = 0;
  private readonly view: DataView;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  read(): unknown {
    const head = this.unsigned(1);
    if (head < 0x80) return head;
    if (head < 0x90) return this.map(head & 15);
    if (head < 0xa0) return this.list(head & 15);
    if (head < 0xc0) return this.text(head & 31);
    if (head >= 0xe0) return head - 0x100;
    return this.long(head);
  }

  /** What has its length or value in the bytes behind the first. */
  private long(head: number): unknown {
    if (head === 0xc0) return null;
    if (head === 0xc2 || head === 0xc3) return head === 0xc3;
    if (head >= 0xc4 && head <= 0xc6) return this.raw(this.unsigned(SIZES[head - 0xc4])).slice();
    if (head === 0xca) return this.view.getFloat32(this.past(4));
    if (head === DOUBLE) return this.view.getFloat64(this.past(8));
    if (head >= 0xcc && head <= 0xce) return this.unsigned(SIZES[head - 0xcc]);
    if (head === 0xcf) return Number(this.view.getBigUint64(this.past(8)));
    if (head === 0xd3) return Number(this.view.getBigInt64(this.past(8)));
    if (head >= 0xd0 && head <= 0xd2) return this.signed(SIZES[head - 0xd0]);
    if (head >= 0xd9 && head <= 0xdb) return this.text(this.unsigned(SIZES[head - 0xd9]));
    if (head === 0xdc || head === 0xdd) return this.list(this.unsigned(SIZES[head - 0xdb]));
    if (head === 0xde || head === 0xdf) return this.map(this.unsigned(SIZES[head - 0xdd]));
    throw new Error(`byte ${head}`);
  }

  private list(count: number): unknown[] {
    return Array.from({ length: count }, () => this.read());
  }

  private map(count: number): Record<string, unknown> {
    const fields: Record<string, unknown> = {};
    for (let index = 0; index < count; index++) {
      const key = this.read();
      if (typeof key !== "string" || key === "__proto__") throw new Error("no name");
      fields[key] = this.read();
    }
    return fields;
  }

  private text(length: number): string {
    return UTF8.decode(this.raw(length));
  }

  private raw(length: number): Uint8Array {
    if (this.at + length > this.bytes.length) throw new RangeError("too short");
    return this.bytes.subarray(this.past(length), this.at);
  }

  /** Goes on behind so many bytes; returns where they begin. */
  private past(size: number): number {
    this.at += size;
    return this.at - size;
  }

  private unsigned(size = 1): number {
    const at = this.past(size);
    if (size === 1) return this.view.getUint8(at);
    return size === 2 ? this.view.getUint16(at) : this.view.getUint32(at);
  }

  private signed(size = 1): number {
    const spare = 32 - 8 * size;
    return (this.unsigned(size) << spare) >> spare;
  }
}

/** Of lengths and numbers, in bytes. */
const SIZES: readonly (1 | 2 | 4)[] = [1, 2, 4];
