/** Are the dice the ones that were fixed beforehand? Follows seeds, salt and counters; recomputes every open draw. */
import { type Bytes, face, lp, same, sha, text } from "./hash.ts";
import type { Fact } from "./stored.ts";

/** What is wrong, and the first bad commit (GM's file) or number (another's); 0 where none is. */
export class Damage extends Error {
  constructor(
    readonly code: "format" | "chain" | "dice" | "heads" | "signature",
    readonly at: number,
    reason: string,
  ) {
    super(reason);
  }
}

type Draw = { at: number; stream: string; epoch: number; k: number; sides: number; face: number; salt: Bytes; nonce: Bytes };
type Chain = "open" | "secret";

const NOTHING = new Uint8Array();

export class DiceCheck {
  readonly players = new Set<string>();
  readonly counts: Record<string, number> = {};
  /** What is wrong with dice that may come of an earlier one: the first of all is named at the end. */
  readonly late: Damage[] = [];
  withheld: string[] = [];
  private epoch = 1;
  private salt: Bytes = NOTHING;
  private readonly seeds: Record<Chain, Map<number, Bytes>> = { open: new Map(), secret: new Map() };
  private readonly bound = new Map<string, Bytes>();
  private readonly values = new Map<string, Bytes>();
  private readonly revoked = new Set<string>();
  private readonly next = new Map<string, number>();
  private readonly draws: Draw[] = [];

  constructor(private readonly encounter: Bytes) {}

  count(kind: string, times = 1): void {
    if (times) this.counts[kind] = (this.counts[kind] ?? 0) + times;
  }

  /** Takes one event. */
  fact(at: number, fact: Fact): void {
    const seat = (fact["seat"] ?? fact["who"]) as string;
    switch (fact.type) {
      case "Created": {
        const tips = fact["tips"] as Record<Chain, Bytes>;
        this.seeds.open.set(0, tips.open);
        this.seeds.secret.set(0, tips.secret);
        break;
      }
      case "SeatOpened":
        if (fact["role"] === "player") this.players.add(seat);
        break;
      case "SeatJoined":
        this.bound.set(seat, fact["commitment"] as Bytes);
        break;
      case "SeatRevoked":
        this.revoked.add(seat);
        break;
      case "SeatFreed":
        this.bound.delete(seat);
        break;
      case "SeatRevealed":
        this.reveal(at, seat, fact["preimage"] as Bytes);
        break;
      case "SaltFixed":
        this.fixSalt(at, fact);
        break;
      case "SeedRevealed":
        this.learn(at, "open", fact["epoch"] as number, fact["seed"] as Bytes);
        this.epoch += 1;
        break;
      case "SecretsRevealed":
        this.learn(at, "secret", fact["epoch"] as number, fact["seed"] as Bytes);
        break;
      default:
    }
  }

  private reveal(at: number, seat: string, value: Bytes): void {
    if (!same(sha("fray/join/1", lp(this.encounter, text(seat), value)), this.bound.get(seat)))
      throw new Damage("dice", at, `seat ${seat} revealed a value that it was not bound to`);
    this.values.set(seat, value);
  }

  private fixSalt(at: number, fact: Fact): void {
    this.withheld = (fact["withheld"] as string[] | undefined) ?? [];
    const used = [...this.values].filter(([seat]) => !this.withheld.includes(seat)).sort(([a], [b]) => (a < b ? -1 : 1));
    const missing = [...this.bound.keys()].filter(
      (seat) => !used.some(([one]) => one === seat) && !this.withheld.includes(seat) && !this.revoked.has(seat),
    );
    if (missing.length) throw new Damage("dice", at, `the values of ${missing.join(", ")} are left out without a word`);
    const salt = sha("fray/T/1", lp(this.encounter, ...used.flatMap(([seat, value]) => [text(seat), value])));
    if (!same(salt, fact["salt"] as Bytes))
      throw new Damage("dice", at, "the dice's salt is not made of the values that the seats revealed");
    this.salt = salt;
  }

  /** Takes the seed of an epoch; those before it follow. */
  learn(at: number, chain: Chain, epoch: number, seed: Bytes): void {
    const known = this.seeds[chain];
    let [number, here] = [epoch, seed];
    for (; number > 0 && !known.has(number); number -= 1) {
      known.set(number, here);
      here = sha("fray/seed/1", here);
    }
    const isNext = chain === "secret" || epoch === this.epoch;
    if (!isNext || !same(known.get(number), here))
      throw new Damage("dice", at, `the seed of epoch ${epoch} does not lead to the tip that commit 1 holds`);
  }

  /** Takes the evidence of one die; a face of 0 was not shown. */
  drawn(at: number, by: { stream: string; epoch: number; k: number }, sides: number, shown: number, nonce: Bytes): void {
    const { stream, epoch, k } = by;
    const isPlayers = this.players.has(stream);
    if (!isPlayers && stream !== "gm" && stream !== "secret") throw new Damage("dice", at, `there is no stream ${stream}`);
    if (epoch !== this.epoch) throw new Damage("dice", at, `a die of epoch ${epoch} in epoch ${this.epoch}`);
    const next = this.next.get(stream) ?? 0;
    if (k !== next) throw new Damage("dice", at, `die ${k} of ${stream} where ${next} was next: dice were left out`);
    this.next.set(stream, next + 1);
    this.draws.push({ at, stream, epoch, k, sides, face: shown, salt: this.salt, nonce: isPlayers ? nonce : NOTHING });
  }

  /** Recomputes every draw whose seed is known; throws what was wrong first. */
  finish(): void {
    for (const die of this.draws) {
      const seed = this.seeds[die.stream === "secret" ? "secret" : "open"].get(die.epoch);
      if (die.face === 0) this.count("unseen");
      else if (seed === undefined) this.count(die.stream === "secret" ? "secret" : "unrevealed");
      else this.recompute(die, seed);
    }
    this.late.sort((a, b) => a.at - b.at);
    if (this.late[0]) throw this.late[0];
  }

  private recompute(die: Draw, seed: Bytes): void {
    const wanted = face(seed, this.encounter, die.stream, die.k, die.sides, die.salt, die.nonce);
    if (wanted !== die.face)
      this.late.push(new Damage("dice", die.at, `die ${die.k} of ${die.stream} is ${die.face}, the seeds give ${wanted}`));
    this.count("recomputed");
  }
}
