/** Loads what was told before, page by page, and moves the replay's cursor. */
import type { Moment } from "./address.ts";
import type { Ctrl } from "./ctrl.ts";
import { earliest, isWhole } from "./replay.ts";
import type { World } from "./socket.ts";
import { paged } from "./update.ts";
import type { HistoryPage, Rejected } from "./wire/types.ts";

const LOG_PAGE = 200;
const PAGE = 500;
/** Between two steps at speed 1. */
const STEP_MS = 1_200;

export class History {
  private isLoading = false;
  private stopTicking = () => {};

  constructor(
    private readonly ctrl: Ctrl,
    private readonly world: World,
  ) {}

  /** Keeps the log without gaps up to now: after a welcome it may lack what came before or meanwhile. */
  follow() {
    const { past, n } = this.ctrl.now;
    const last = past.frames.at(-1)?.n ?? past.after;
    if (past.view === undefined) void this.load(Math.max(0, n - LOG_PAGE), LOG_PAGE);
    else if (last < n) void this.load(last, PAGE);
  }

  /** One page of what happened before the oldest line. */
  earlier(): Promise<void> {
    const { after } = this.ctrl.now.past;
    const from = Math.max(0, after - LOG_PAGE);
    return after > 0 ? this.load(from, after - from) : Promise.resolve();
  }

  private async load(after: number, count: number): Promise<void> {
    if (this.isLoading) return;
    this.isLoading = true;
    try {
      const page = (await this.ctrl.ask({ type: "history", after, count: Math.max(1, count) })) as HistoryPage;
      this.ctrl.state.value = paged(this.ctrl.now, page);
    } catch (why) {
      this.ctrl.saysNo(why as Rejected);
      return;
    } finally {
      this.isLoading = false;
    }
    this.follow();
  }

  /** Opens the replay at an update, by default the newest; the rest of the past is loaded meanwhile. */
  async open(n?: number) {
    const { past } = this.ctrl.now;
    const found = past.frames.findIndex((frame) => frame.n === n);
    this.ctrl.set({
      replay: { at: found < 0 ? past.frames.length : found + 1, isPlaying: false, speed: 1 },
      form: undefined,
      eyes: undefined,
    });
    while (this.ctrl.now.replay && !isWhole(this.ctrl.now.past, 0)) {
      const before = this.ctrl.now.past;
      await this.earlier();
      const added = this.ctrl.now.past.frames.length - before.frames.length;
      if (this.ctrl.now.past === before) return;
      this.seek((this.ctrl.now.replay?.at ?? 0) + added);
    }
  }

  /** The moment that a link led to: the replay opens there, as far as this viewer may look. */
  async visit({ n }: Moment) {
    await this.open(n);
  }

  close() {
    this.stopTicking();
    this.ctrl.set({ replay: undefined });
  }

  seek(at: number) {
    const { replay, past } = this.ctrl.now;
    if (replay) this.ctrl.set({ replay: { ...replay, at: Math.min(Math.max(earliest(past), at), past.frames.length) } });
  }

  step(by: number) {
    this.pause();
    this.seek((this.ctrl.now.replay?.at ?? 0) + by);
  }

  toggle() {
    if (this.ctrl.now.replay?.isPlaying) this.pause();
    else this.play();
  }

  speed(speed: number) {
    const { replay } = this.ctrl.now;
    if (replay) this.ctrl.set({ replay: { ...replay, speed } });
  }

  private play() {
    const { replay, past } = this.ctrl.now;
    if (!replay) return;
    const at = replay.at >= past.frames.length ? earliest(past) : replay.at;
    this.ctrl.set({ replay: { ...replay, at, isPlaying: true } });
    this.tick();
  }

  private pause() {
    this.stopTicking();
    const { replay } = this.ctrl.now;
    if (replay?.isPlaying) this.ctrl.set({ replay: { ...replay, isPlaying: false } });
  }

  private tick() {
    const { replay, past } = this.ctrl.now;
    if (!replay?.isPlaying) return;
    if (replay.at >= past.frames.length) return this.pause();
    this.stopTicking = this.world.later(() => {
      this.seek((this.ctrl.now.replay?.at ?? 0) + 1);
      this.tick();
    }, STEP_MS / replay.speed);
  }
}
