/** Loads what was told before, page by page, for the log. */
import type { State } from "../table/state.ts";
import { paged } from "../table/update.ts";
import type { Sendable } from "../wire/socket.ts";
import type { HistoryPage, Rejected } from "../wire/types.ts";

const LOG_PAGE = 200;
const PAGE = 500;
const AGAIN_MS = 3_000;

/** What the log's past is asked through and kept in. */
export interface HistoryHost {
  readonly now: Pick<State, "past" | "met" | "n">;
  set(change: Pick<State, "past" | "met">): void;
  ask(question: Sendable): Promise<unknown>;
  later(run: () => void, wait_ms: number): void;
  saysNo(why: Rejected): void;
}

export class History {
  private isLoading = false;
  /** It has been said that something does not come. */
  private isMissed = false;

  constructor(private readonly host: HistoryHost) {}

  /** Keeps the log without gaps up to now: after a welcome it may lack what came before or meanwhile. */
  follow() {
    const { past, n } = this.host.now;
    const last = past.frames.at(-1)?.n ?? past.after;
    if (past.view === undefined) void this.load(Math.max(0, n - LOG_PAGE), LOG_PAGE);
    else if (last < n) void this.load(last, PAGE);
  }

  /** One page of what happened before the oldest line. */
  earlier(): Promise<void> {
    const { after } = this.host.now.past;
    const from = Math.max(0, after - LOG_PAGE);
    return after > 0 ? this.load(from, after - from) : Promise.resolve();
  }

  private async load(after: number, count: number): Promise<void> {
    if (this.isLoading) return;
    this.isLoading = true;
    try {
      const page = (await this.host.ask({ type: "history", after, count: Math.max(1, count) })) as HistoryPage;
      this.host.set(paged(this.host.now, page));
      this.isMissed = false;
    } catch (why) {
      if (!this.isMissed) this.host.saysNo(why as Rejected);
      this.isMissed = true;
      this.host.later(() => this.follow(), AGAIN_MS);
      return;
    } finally {
      this.isLoading = false;
    }
    this.follow();
  }
}
