/** The past as this viewer was told it: views at every frame, and which stretches were taken back. Pure. */
import type { Event } from "./log.ts";
import type { Past } from "./state.ts";
import { apply, type Json, type Patch } from "./wire/patch.ts";
import type { Frame, HistoryPage, View } from "./wire/types.ts";

/** The view after a frame never changes: each is reckoned once. */
const after = new WeakMap<Frame, View>();

/** The view after the first `count` loaded frames; undefined while nothing is loaded. */
export function viewAt(past: Past, count: number): View | undefined {
  let known = Math.min(count, past.frames.length);
  while (known > 0 && !after.has(past.frames[known - 1] as Frame)) known--;
  let view = known > 0 ? after.get(past.frames[known - 1] as Frame) : past.view;
  if (view === undefined) return undefined;
  for (const frame of past.frames.slice(known, count)) {
    view = apply(view as unknown as Json, frame.patch as Patch) as unknown as View;
    after.set(frame, view);
  }
  return view;
}

/** The earliest moment to look at: before the very first update there is no table yet. */
export function earliest(past: Past): number {
  return past.view?.encounter === undefined ? 1 : 0;
}

export function keyOf(frame: Frame): string {
  return `${frame.n}.${frame.step ?? 0}`;
}

/** Pages may come in any order and overlap what was told meanwhile. One that leaves a gap is not taken. */
export function withPage(past: Past, page: HistoryPage): Past {
  const frames = page.frames;
  if (past.view === undefined) return { after: page.after, view: page.view as View, frames: merged(frames, past.frames) };
  const first = past.after;
  const last = past.frames.at(-1)?.n ?? first;
  if (page.after > last || (frames.at(-1)?.n ?? page.after) < first) return past;
  const isEarlier = page.after < first;
  return {
    after: isEarlier ? page.after : first,
    view: isEarlier ? (page.view as View) : past.view,
    frames: merged(past.frames, frames),
  };
}

function merged(kept: Frame[], more: Frame[]): Frame[] {
  const all = new Map([...more, ...kept].map((frame) => [keyOf(frame), frame]));
  return [...all.values()].sort((a, b) => a.n - b.n || (a.step ?? 0) - (b.step ?? 0));
}

/** Whether everything since `after` is there without a gap: then a replay can run through. */
export function isWhole(past: Past, n: number): boolean {
  return past.view !== undefined && past.after === 0 && (past.frames.at(-1)?.n ?? 0) >= n;
}

/** The numbers of the updates that are no longer on the line: what a rewind or an amendment left behind. */
export function undone(frames: Frame[]): Set<number> {
  const left = new Set(frames.map((frame) => frame.n));
  for (const n of lineTo(frames, frames.at(-1)?.n ?? 0)) left.delete(n);
  return left;
}

/** The numbers of the updates that led to number `n`, newest first, as far as they are loaded. */
export function lineTo(frames: Frame[], n: number): number[] {
  const before = new Map<number, number>();
  const loaded = new Set<number>();
  for (const frame of frames) {
    loaded.add(frame.n);
    for (const event of frame.events as Event[]) {
      const to = leadsBackTo(event);
      if (to !== undefined) before.set(frame.n, to);
    }
  }
  const line: number[] = [];
  const seen = new Set<number>();
  for (let at = n; at > 0 && loaded.has(at) && !seen.has(at); at = before.get(at) ?? at - 1) {
    seen.add(at);
    line.push(at);
  }
  return line;
}

/** What going to number `n` takes from the line, and what it brings back that was off it; oldest first. */
export function moves(frames: Frame[], n: number): { goes: Frame[]; returns: Frame[] } {
  const now = new Set(lineTo(frames, frames.at(-1)?.n ?? 0));
  const then = new Set(lineTo(frames, n));
  return {
    goes: frames.filter((frame) => now.has(frame.n) && !then.has(frame.n)),
    returns: frames.filter((frame) => then.has(frame.n) && !now.has(frame.n)),
  };
}

/** The update after which the line goes on, where an event takes something back. An audience is told the base of an
 * amendment only if it is the GM; for others the act before the target stands for it. */
function leadsBackTo(event: Event): number | undefined {
  if (event.type === "Rewound") return (event["to"] as [number, number])[0];
  if (event.type !== "Amended") return undefined;
  const base = (event["base"] as [number, number])[0];
  return base > 0 ? base : (event["target"] as [number, number])[0] - 1;
}
