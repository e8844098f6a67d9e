/** Loads what was told before, page by page, for the log. */
import type { Ctrl } from "../ctrl.ts";
import { paged } from "../table/update.ts";
import type { HistoryPage, Rejected } from "../wire/types.ts";

const LOG_PAGE = 200;
const PAGE = 500;
const AGAIN_MS = 3_000;

export class History {
  private isLoading = false;
  /** It has been said that something does not come. */
  private isMissed = false;

  constructor(private readonly ctrl: Ctrl) {}

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
      this.isMissed = false;
    } catch (why) {
      if (!this.isMissed) this.ctrl.saysNo(why as Rejected);
      this.isMissed = true;
      this.ctrl.later(() => this.follow(), AGAIN_MS);
      return;
    } finally {
      this.isLoading = false;
    }
    this.follow();
  }
}
