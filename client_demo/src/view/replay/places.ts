/** Where a replay stands: among how many places, and in a stretch that was taken back or not. Pure. */
import type { Gone } from "../../table/frames.ts";
import type { Replay } from "../../table/state.ts";

/** Of how many places the loaded ones are a part, and how many lie before them. What is not loaded counts by its numbers:
 * an amendment then shows its steps. */
export function wholeOf({ past, last = 0 }: Pick<Replay, "past" | "last">): { before: number; last: number } {
  const behind = Math.max(0, last - (past.frames.at(-1)?.n ?? past.after));
  return { before: past.after, last: past.after + past.frames.length + behind };
}

/** The stretch that is shown at a place, if what is shown there was taken back. */
export function goneAt(gone: Gone[], place: number): Gone | undefined {
  return gone.find(({ from, to }) => place > from && place <= to);
}
