/** The replay: loads what an audience was told, step by step, and moves through it. Draws nothing. */
import { hashOf, type Moment } from "./address.ts";
import type { Ctrl } from "./ctrl.ts";
import { earliest, goneOf, nextStop, pause_ms, placeAfter, roundsOf, stepped, stopsOf, withPage } from "./replay.ts";
import type { World } from "./socket.ts";
import type { Past, Replay } from "./state.ts";
import type { HistoryPage, MarksShown, Rejected } from "./wire/types.ts";

const PAGE = 500;
export const SPEEDS = [0.5, 1, 2, 4, 8];

export class Replays {
  private stopTicking = () => {};
  /** Counts what is looked through: an answer for other eyes comes too late. */
  private eyes = 0;

  constructor(
    private readonly ctrl: Ctrl,
    private readonly world: World,
  ) {}

  get now(): Replay | undefined {
    return this.ctrl.now.replay;
  }

  private set(change: Partial<Replay>) {
    if (this.now) this.ctrl.set({ replay: { ...this.now, ...change } });
  }

  // --- opening -------------------------------------------------------------------------------------------------------

  /** Opens the replay at a moment, by default where the game is. */
  async open(n?: number, step = 0, audience = this.ctrl.now.me?.audience ?? "public") {
    const past: Past = { after: 0, frames: [] };
    const { speed = 1, skips = false } = this.now ?? {};
    this.stopTicking();
    this.ctrl.set({
      replay: { audience, past, place: 0, isPlaying: false, speed, skips, isLoading: true, problem: "" },
      form: undefined,
      eyes: undefined,
      ...(this.ctrl.now.tab === "me" && { tab: "map" as const }),
    });
    await this.load(++this.eyes);
    if (this.now) this.seek(n === undefined ? this.now.past.frames.length : placeAfter(this.now.past.frames, n, step));
  }

  /** The moment that a link led to. Without a right to those eyes it is said why, and one's own are shown. */
  async visit({ encounter, audience, n, step }: Moment) {
    const asked = { type: "moment", encounter, audience, n, step };
    try {
      await this.ctrl.ask(asked);
      await this.open(n, step, audience);
    } catch (why) {
      await this.open();
      this.set({ problem: (why as Rejected).message });
    }
  }

  /** Other eyes, at the time that is shown now. */
  async look(audience: string) {
    const { replay } = this.ctrl.now;
    if (!replay || replay.audience === audience) return;
    const at = replay.past.frames[replay.place - 1]?.at ?? 0;
    await this.open(undefined, 0, audience);
    const frames = this.now?.past.frames ?? [];
    if (this.now?.problem) return this.back(this.now.problem);
    this.seek(frames.findLastIndex((frame) => frame.at <= at) + 1);
  }

  private async back(problem: string) {
    await this.open();
    this.set({ problem });
  }

  private async load(eyes: number) {
    try {
      while (eyes === this.eyes && this.now && (await this.page(eyes)));
      await this.mark(eyes);
    } catch (why) {
      if (eyes === this.eyes) this.set({ problem: (why as Rejected).message });
    }
    if (eyes === this.eyes) this.set({ isLoading: false });
  }

  /** One page more; says whether there is another one. */
  private async page(eyes: number): Promise<boolean> {
    const { audience, past } = this.now as Replay;
    const after = past.frames.at(-1)?.n ?? 0;
    const page = (await this.ctrl.ask({ type: "history", after, count: PAGE, audience, steps: true })) as HistoryPage;
    if (eyes !== this.eyes || !this.now) return false;
    const next = withPage(this.now.past, page);
    this.set({ past: next });
    return page.frames.length > 0 && (next.frames.at(-1)?.n ?? 0) < page.last;
  }

  private async mark(eyes: number) {
    const { audience } = this.now ?? {};
    if (audience === undefined) return;
    const marks = (await this.ctrl.ask({ type: "marks", audience })) as MarksShown;
    if (eyes === this.eyes) this.set({ marks });
  }

  /** The game has gone on behind the replay. */
  extend() {
    const { replay } = this.ctrl.now;
    if (!replay || replay.isLoading || replay.problem) return;
    this.set({ isLoading: true });
    void this.load(this.eyes);
  }

  close() {
    this.stopTicking();
    this.eyes++;
    this.ctrl.set({ replay: undefined });
  }

  // --- moving --------------------------------------------------------------------------------------------------------

  seek(place: number) {
    const { replay } = this.ctrl.now;
    if (!replay) return;
    const { past } = replay;
    this.set({ place: Math.min(Math.max(earliest(past), place), past.frames.length) });
  }

  step(by: 1 | -1) {
    this.pause();
    this.go(by);
  }

  private go(by: 1 | -1) {
    const { replay } = this.ctrl.now;
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
    if (this.now?.isPlaying) this.tick();
  }

  skip(skips: boolean) {
    this.set({ skips });
  }

  private play() {
    const { replay } = this.ctrl.now;
    if (!replay) return;
    const { past, place } = replay;
    this.set({ place: place >= past.frames.length ? earliest(past) : place, isPlaying: true });
    this.tick();
  }

  pause() {
    this.stopTicking();
    if (this.now?.isPlaying) this.set({ isPlaying: false });
  }

  private tick() {
    this.stopTicking();
    const { replay } = this.ctrl.now;
    if (!replay?.isPlaying) return;
    const { past, place, speed } = replay;
    if (place >= past.frames.length) return this.pause();
    this.stopTicking = this.world.later(() => {
      this.go(1);
      this.tick();
    }, pause_ms(past.frames, place) / speed);
  }

  // --- passing on ----------------------------------------------------------------------------------------------------

  /** The link to what is shown; it holds no key. */
  get link(): string {
    const { audience = "", past, place = 0 } = this.now ?? {};
    const { n = 0, step = 0 } = past?.frames[place - 1] ?? {};
    return hashOf({ encounter: this.ctrl.now.view?.encounter ?? "", audience, n: Math.max(n, 1), step });
  }
}
