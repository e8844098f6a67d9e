/**
 * Is an export file what it claims to be? Chain, heads and dice, in the browser, without asking any server.
 *
 * A second implementation of protocol/README.md, "Export files".
 */
import { decode } from "@msgpack/msgpack";
import { Damage, DiceCheck } from "./dice.ts";
import { type Bytes, concat, hex, lp, same, sha, sha256, text, u32, u64 } from "./hash.ts";
import { checkSignatures, type Signed } from "./signatures.ts";
import { type Fact, fact, type Stored, stored, type Thrown } from "./stored.ts";

/** A head seen live: of an audience (none: of the file's own count) at its number n. */
export type Witness = { audience?: string; n: number; head: Bytes };

export type Verdict =
  | {
      intact: true;
      encounter: string;
      system: string;
      title: string;
      audience: string;
      entries: number;
      dice: Record<string, number>;
      /** Acts that were copied from a file for which the server that copied them does not vouch. */
      unvouched: number;
      withheld: string[];
      rewinds: number;
      amendments: number;
      closed: boolean;
      /** By the key that commit 1 names, where it names one. */
      signed: boolean;
    }
  | { intact: false; code: Damage["code"]; at: number; reason: string };

type Row = [number, Bytes, Bytes, Bytes];
type File = {
  format: string;
  version: number;
  encounter: string;
  system: string;
  audience: string;
  entries: Row[];
  seeds?: { epoch: number; open: Bytes; secret: Bytes };
} & Signed;

/** The verdict on a file, and whether the heads that were seen live are in it. Never throws. */
export function verify(data: Bytes, seen: Witness[] = []): Verdict {
  let at = 0;
  try {
    const check = new Check(open(data));
    for (const row of check.file.entries) check.entry((at += 1), row);
    at = 0;
    if (!same(sha256(data.slice(0, -32)), data.slice(-32)) || !check.seen.get("Created"))
      throw new Damage("format", 0, "the entries are intact, but the file's header or its digest was changed");
    check.finish();
    for (const witness of seen) check.attest(witness);
    return check.verdict();
  } catch (error) {
    if (error instanceof Damage) return { intact: false, code: error.code, at: error.at, reason: error.message };
    return { intact: false, code: "format", at, reason: `entry ${at} can't be read: ${String(error)}` };
  }
}

function open(data: Bytes): File {
  const file = decode(data.slice(0, -32)) as File;
  if (file?.format !== "fray" || file.version !== 1) throw new Damage("format", 0, "this is no export file that is known here");
  if (!/^[0-9a-f]{32}$/.test(file.encounter)) throw new Damage("format", 0, "the encounter's id is no id");
  return file;
}

function unhex(digits: string): Bytes {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** How often each whole number stands anywhere in a value. */
function numbers(value: unknown, found = new Map<number, number>()): Map<number, number> {
  if (typeof value === "number") found.set(value, (found.get(value) ?? 0) + 1);
  else if (value instanceof Uint8Array || typeof value !== "object" || value === null) return found;
  else for (const inner of Object.values(value)) numbers(inner, found);
  return found;
}

class Check {
  readonly seen = new Map<string, number>();
  private readonly dice: DiceCheck;
  private readonly encounter: Bytes;
  private readonly heads = new Map<string, Bytes[]>();
  private readonly thrown = new Map<string, Thrown[]>();
  private readonly waiting = new Map<string, Stored["submitted"]>();
  private previous: Bytes = new Uint8Array(32);
  private title = "";
  private unvouched = 0;
  private signer: Bytes | undefined;

  constructor(readonly file: File) {
    this.encounter = unhex(file.encounter);
    this.dice = new DiceCheck(this.encounter);
  }

  entry(at: number, [number, hash, salt, body]: Row): void {
    const bytes = concat(this.encounter, u64(at), this.previous, salt, u32(body.length), body);
    if (number !== at || salt.length !== 16 || !same(sha("fray/log/1", bytes), hash))
      throw new Damage("chain", at, `entry ${at}: its hash is not that of its bytes and its predecessor`);
    this.previous = hash;
    const commit = stored(body);
    if (commit.version !== at) throw new Damage("format", at, `entry ${at} holds commit ${commit.version}`);
    for (const audience of Object.keys(commit.told)) this.head(at, audience, commit);
    const facts = commit.events.map(fact);
    for (const one of facts) this.take(at, one);
    this.draws(at, commit, facts);
    for (const one of facts) this.elsewhere(at, one);
  }

  private head(at: number, audience: string, commit: Stored): void {
    const mark = commit.told[audience] as Stored["told"][string];
    const raws = mark.refs.map((ref) => (ref >= 0 ? commit.events[ref] : commit.variants[-ref - 1]) as Bytes);
    const known = this.heads.get(audience) ?? [];
    const before = known.at(-1) ?? new Uint8Array(16);
    const head = sha("fray/told/1", lp(this.encounter, text(audience), u64(mark.n), before, ...raws)).slice(0, 16);
    if (mark.n !== known.length + 1 || !same(head, mark.head))
      throw new Damage("heads", at, `entry ${at}: the head of ${audience} is not made of what it was told`);
    this.heads.set(audience, [...known, head]);
  }

  private take(at: number, one: Fact): void {
    this.seen.set(one.type, (this.seen.get(one.type) ?? 0) + 1);
    if (one.type === "Created") {
      if (at !== 1 || one["encounter"] !== this.file.encounter || one["system"] !== this.file.system)
        throw new Damage("format", at, `entry ${at} belongs to another encounter or system than the file says`);
      this.title = one["title"] as string;
      this.signer = one["signer"] as Bytes | undefined;
    }
    this.dice.fact(at, one);
  }

  private draws(at: number, commit: Stored, facts: Fact[]): void {
    const sender = this.sender(commit, facts);
    const own = this.dice.players.has(sender.seat) ? sender.seat : "gm";
    this.throw(at, 0, commit.evidence, facts);
    for (const { by, sides, face } of commit.evidence) {
      if (by.type !== "drawn") continue;
      if (sender.seat && by.stream !== own && by.stream !== "secret")
        throw new Damage("dice", at, `entry ${at}: a die of ${sender.seat} is drawn from the stream ${by.stream}`);
      this.dice.drawn(at, by, sides, face, sender.nonce);
    }
  }

  /** Whose dice a commit's are: the submitter's, or of the act that waited for typed dice. */
  private sender(commit: Stored, facts: Fact[]): Stored["submitted"] {
    let sender = commit.submitted;
    let parked: Stored["submitted"] | undefined;
    for (const one of facts.flatMap((each) => (each.type === "Copied" ? eventsOf(each["step"]) : [each]))) {
      if (one.type === "ActParked") parked = one["parked"] as Stored["submitted"];
      else if (one.type === "DecisionOpened" && parked) this.waiting.set((one["decision"] as { id: string }).id, parked);
      else if (one.type === "DecisionClosed") sender = this.waiting.get(one["decision"] as string) ?? sender;
    }
    return sender;
  }

  /** Dice that were thrown in another commit or encounter. */
  private elsewhere(at: number, one: Fact): void {
    if (one.type === "Amended") {
      for (const [index, step] of ((one["steps"] as unknown[] | undefined) ?? []).entries()) {
        const evidence = evidenceOf(step);
        if (evidence.some(({ by }) => by.type === "drawn"))
          throw new Damage("dice", at, `entry ${at}: step ${index + 1} has dice that were never drawn in the open`);
        this.throw(at, index + 1, evidence, eventsOf(step));
        this.thrown.set(`${at}.0`, evidence);
      }
    } else if (one.type === "Copied") {
      const evidence = evidenceOf(one["step"]);
      this.show(at, 0, evidence, eventsOf(one["step"]));
      this.dice.count("copied", evidence.length);
      if ((one["step"] as { unvouched?: boolean }).unvouched && eventsOf(one["step"]).length > 0) this.unvouched += 1;
    }
  }

  /** Dice that are not drawn here are counted; those taken over must be the ones of the earlier position. */
  private throw(at: number, step: number, evidence: Thrown[], facts: Fact[]): void {
    this.show(at, step, evidence, facts);
    for (const { by, sides, face } of evidence) {
      if (face > sides || face < (this.file.audience === "gm" ? 1 : 0))
        throw new Damage("dice", at, `entry ${at}: a d${sides} shows ${face}`);
      if (by.type === "recorded" || by.type === "kept") {
        const then = this.thrown.get(by.position.join("."))?.[by.i];
        if (then?.sides !== sides || then.face !== face)
          this.dice.late.push(new Damage("dice", at, `entry ${at}: a recorded die shows another face than then`));
      }
      if (by.type !== "drawn") this.dice.count(by.type);
    }
  }

  /** Every face of the evidence stands in the events that were decided with it. */
  private show(at: number, step: number, evidence: Thrown[], facts: Fact[]): void {
    this.thrown.set(`${at}.${step}`, evidence);
    const left = numbers(facts);
    for (const { face } of evidence.filter((each) => each.face)) {
      const times = left.get(face) ?? 0;
      if (!times) throw new Damage("dice", at, `entry ${at}: a ${face} was rolled, but its events show no such face`);
      left.set(face, times - 1);
    }
  }

  finish(): void {
    const seeds = this.file.seeds;
    if (seeds) {
      this.dice.learn(0, "open", seeds.epoch, seeds.open);
      this.dice.learn(0, "secret", seeds.epoch, seeds.secret);
    }
    this.dice.finish();
    const hashes = this.file.entries.map(([, hash]) => hash);
    checkSignatures(this.file, hashes, this.signer?.length ? this.signer : undefined);
  }

  attest({ audience, n, head }: Witness): void {
    const known =
      head.length === 32 ? this.file.entries.map(([, hash]) => hash) : this.heads.get(audience ?? this.file.audience);
    if (!same(known?.[n - 1], head))
      throw new Damage("heads", n, `the head ${hex(head)} that was seen at ${n} is not in this file`);
  }

  verdict(): Verdict {
    const { encounter, system, audience, entries } = this.file;
    return {
      intact: true,
      encounter,
      system,
      title: this.title,
      audience,
      entries: entries.length,
      dice: this.dice.counts,
      unvouched: this.unvouched,
      withheld: this.dice.withheld,
      rewinds: this.seen.get("Rewound") ?? 0,
      amendments: this.seen.get("Amended") ?? 0,
      closed: this.seen.has("Closed"),
      signed: this.file.signature !== undefined,
    };
  }
}

function eventsOf(step: unknown): Fact[] {
  return (step as { events?: Fact[] }).events ?? [];
}

function evidenceOf(step: unknown): Thrown[] {
  return (step as { evidence?: Thrown[] }).evidence ?? [];
}
