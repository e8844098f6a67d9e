/** The replay: loads what an audience was told, step by step, and moves through it. Draws nothing. */
import { hashOf, type Moment } from "../seat/address.ts";
import { earliest, goneOf, nextStop, placeAfter, roundsOf, stepped, stopsOf, withPage } from "../table/frames.ts";
import { whyNot } from "../table/log.ts";
import type { Past, Replay, State } from "../table/state.ts";
import type { Sendable } from "../wire/socket.ts";
import type { Frame, HistoryPage, MarksShown, Rejected } from "../wire/types.ts";
import { loadRefusals } from "../words/refused.ts";

const PAGE = 500;
/** So many numbers on both sides of a moment are loaded first. */
const AROUND = 50;
/** Marks of what goes on are asked for so often at most: a spectator has one question a second. */
const MARKS_MS = 3_000;

/** What a replay is asked through and kept in. */
export interface ReplayHost {
  readonly now: Pick<State, "replay" | "me" | "view" | "tab" | "language" | "catalog">;
  set(change: Partial<Pick<State, "replay" | "form" | "eyes" | "tab">>): void;
  ask(question: Sendable): Promise<unknown>;
  /** Returns what calls it off. */
  later(run: () => void, wait_ms: number): () => void;
}

export class Replays {
  /** Counts what is looked through: an answer for other eyes comes too late. */
  private eyes = 0;
  /** The game went on while something was loading: it may have been told too late for the page that came. */
  private isBehind = false;
  private isMarkDue = false;
  /** Marks are asked for one after another: each question begins behind what the last one brought. */
  private marking = Promise.resolve();

  constructor(private readonly host: ReplayHost) {}

  get now(): Replay | undefined {
    return this.host.now.replay;
  }

  private set(change: Partial<Replay>) {
    if (this.now) this.host.set({ replay: { ...this.now, ...change } });
  }

  // --- opening -------------------------------------------------------------------------------------------------------

  /** Opens the replay at a moment, by default where the game is. */
  open(n?: number, step = 0, audience = this.host.now.me?.audience ?? "public"): Promise<void> {
    return this.begin(audience, (eyes) => (n === undefined ? this.whole(eyes, ({ length }) => length) : this.around(eyes, n, step)));
  }

  /** Opens the replay, or opens it anew; `first` loads what is shown at first. */
  private async begin(audience: string, first: (eyes: number) => Promise<void>) {
    const past: Past = { after: 0, frames: [] };
    const { speed = 1, skips = false } = this.now ?? {};
    this.host.set({
      replay: { audience, past, place: 0, isPlaying: false, speed, skips, isLoading: true, problem: "" },
      form: undefined,
      eyes: undefined,
      ...(this.host.now.tab === "me" && { tab: "map" as const }),
    });
    await this.load(++this.eyes, first);
  }

  /** The moment that a link led to. Without a right to those eyes it is said why, and one's own are shown. */
  async visit({ encounter, audience, n, step }: Moment) {
    const asked = { type: "moment", encounter, audience, n, step };
    try {
      await this.host.ask(asked);
      await this.open(n, step, audience);
    } catch (why) {
      await this.back(await this.because(why));
    }
  }

  /** Other eyes, at the time that is shown now. */
  async look(audience: string) {
    const { replay } = this.host.now;
    if (!replay || replay.audience === audience) return;
    const at = replay.past.frames[replay.place - 1]?.at ?? 0;
    await this.begin(audience, (eyes) => this.whole(eyes, (frames) => frames.findLastIndex((frame) => frame.at <= at) + 1));
    if (this.now?.problem) return this.back(this.now.problem);
  }

  private async back(problem: string) {
    await this.open();
    this.set({ problem });
  }

  private async because(why: unknown): Promise<string> {
    await loadRefusals(this.host.now.language);
    return whyNot(this.host.now, why as Rejected);
  }

  /** A moment with what lies around it comes first, then what came later, then what came before. */
  private async load(eyes: number, first?: (eyes: number) => Promise<void>) {
    this.isBehind = false;
    await this.tried(eyes, async () => {
      if (first) await first(eyes);
      while (await this.later(eyes));
      await this.earlier(eyes);
      if (first) await this.mark(eyes);
      else this.markLater();
    });
    if (eyes !== this.eyes) return;
    this.set({ isLoading: false });
    if (this.isBehind) this.extend();
  }

  /** Says why it failed, to those who still look through these eyes. */
  private async tried(eyes: number, load: () => Promise<void>) {
    try {
      await load();
    } catch (why) {
      const problem = await this.because(why);
      if (eyes === this.eyes) this.set({ problem });
    }
  }

  /** All of it, then the place, unless somebody has gone to another one meanwhile. */
  private async whole(eyes: number, placed: (frames: Frame[]) => number) {
    while (await this.later(eyes));
    if (eyes === this.eyes && this.now?.place === 0) this.seek(placed(this.now.past.frames));
  }

  private async around(eyes: number, n: number, step: number) {
    let more = await this.page(eyes, Math.max(0, n - AROUND), 2 * AROUND);
    while (more && (this.now?.past.frames.at(-1)?.n ?? 0) < n) more = await this.later(eyes);
    if (eyes === this.eyes && this.now) this.seek(placeAfter(this.now.past.frames, n, step));
  }

  /** The next page; says whether there is another one. */
  private async later(eyes: number): Promise<boolean> {
    const { past, last } = this.now ?? {};
    const after = past?.frames.at(-1)?.n ?? past?.after ?? 0;
    return (last === undefined || after < last) && (await this.page(eyes, after, PAGE));
  }

  /** All that came before. A page that the server cuts short, as too large, leaves a gap: then smaller ones are asked. */
  private async earlier(eyes: number) {
    let count = PAGE;
    while (eyes === this.eyes && this.now && this.now.past.after > 0 && count > 0) {
      const { after } = this.now.past;
      const first = Math.max(0, after - count);
      await this.page(eyes, first, after - first);
      if (this.now?.past.after === after) count = Math.floor(count / 2);
    }
  }

  /** One page, joined to what is there: the place that is shown stays the same. Says whether there are later ones. */
  private async page(eyes: number, after: number, count: number): Promise<boolean> {
    if (eyes !== this.eyes || !this.now) return false;
    const { audience } = this.now;
    const page = (await this.host.ask({ type: "history", after, count, audience, steps: true })) as HistoryPage;
    if (eyes !== this.eyes || !this.now) return false;
    const { past, place } = this.now;
    const next = withPage(past, page);
    const added = next.after < past.after ? next.frames.length - past.frames.length : 0;
    this.set({ past: next, last: page.last, place: place + added });
    return page.frames.length > 0 && (next.frames.at(-1)?.n ?? 0) < page.last;
  }

  /** What is marked behind that which is known, page by page; the last one says what is undone now. */
  private async mark(eyes: number) {
    let isMore = true;
    while (isMore && this.now) {
      const { audience, marks: known } = this.now;
      const page = (await this.host.ask({ type: "marks", audience, after: known?.until ?? 0 })) as MarksShown;
      if (eyes !== this.eyes) return;
      isMore = page.until < page.last;
      const marks = [...(known?.marks ?? []), ...page.marks];
      this.set({ marks: { ...page, marks, undone: isMore ? (known?.undone ?? []) : page.undone } });
    }
  }

  /** Once for all that comes meanwhile. */
  private markLater() {
    if (this.isMarkDue) return;
    this.isMarkDue = true;
    const begin = () => {
      this.isMarkDue = false;
      return this.tried(this.eyes, () => this.mark(this.eyes));
    };
    this.host.later(() => (this.marking = this.marking.then(begin)), MARKS_MS);
  }

  /** The game has gone on behind the replay, whose place stays what it is. */
  extend() {
    const { replay } = this.host.now;
    if (!replay) return;
    this.isBehind = replay.isLoading;
    if (this.isBehind) return;
    this.set({ isLoading: true, last: undefined });
    void this.load(this.eyes);
  }

  close() {
    this.eyes++;
    this.host.set({ replay: undefined });
  }

  // --- moving --------------------------------------------------------------------------------------------------------

  seek(place: number) {
    const { replay } = this.host.now;
    if (!replay) return;
    const { past } = replay;
    this.set({ place: Math.min(Math.max(earliest(past), place), past.frames.length), problem: "" });
  }

  step(by: 1 | -1) {
    this.pause();
    this.go(by);
  }

  private go(by: 1 | -1) {
    const { replay } = this.host.now;
    if (!replay) return;
    const { past, marks, place, skips } = replay;
    this.seek(stepped(goneOf(past.frames, marks), place, by, skips, past.frames.length));
  }

  /** To where the next round begins, or this or the last one; without one to the end or the beginning. */
  round(by: 1 | -1) {
    const { past } = this.now ?? {};
    if (past) this.jump(roundsOf(past.frames), by);
  }

  /** To the next hit; without one to the end. */
  hit() {
    const { past, marks } = this.now ?? {};
    if (past) this.jump(stopsOf(past.frames, marks).filter(({ kind }) => kind === "hit"), 1);
  }

  private jump(stops: { place: number }[], by: 1 | -1) {
    this.pause();
    const { past, place } = this.now as Replay;
    this.seek(nextStop(stops, place, by) ?? (by > 0 ? past.frames.length : 0));
  }

  edge(by: 1 | -1) {
    this.pause();
    this.seek(by * Infinity);
  }

  toggle() {
    if (this.now?.isPlaying) this.pause();
    else this.play();
  }

  speed(speed: number) {
    this.set({ speed });
  }

  skip(skips: boolean) {
    this.set({ skips });
  }

  private play() {
    const { past, place } = this.now ?? { place: 0 };
    if (!past?.frames.length) return;
    if (place >= past.frames.length) this.seek(0);
    this.set({ isPlaying: true });
  }

  pause() {
    if (this.now?.isPlaying) this.set({ isPlaying: false });
  }

  /** While it plays: to the next place, at the end to a stop. */
  on() {
    const { past, place = 0 } = this.now ?? {};
    if (place < (past?.frames.length ?? 0)) this.go(1);
    else this.pause();
  }

  // --- passing on ----------------------------------------------------------------------------------------------------

  /** The link to what is shown; it holds no key. */
  get link(): string {
    const { audience = "", past, place = 0 } = this.now ?? {};
    const { n = 0, step = 0 } = past?.frames[place - 1] ?? {};
    return hashOf({ encounter: this.host.now.view?.encounter ?? "", audience, n: Math.max(n, 1), step });
  }
}
