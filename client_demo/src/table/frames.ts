/** The past as this viewer was told it: views at every frame, and which stretches were taken back. Pure. */
import { apply, type Json, type Patch } from "../wire/patch.ts";
import type { Frame, HistoryPage, MarksShown, View } from "../wire/types.ts";
import type { Past } from "./state.ts";

export interface Event {
  type: string;
  [field: string]: unknown;
}

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
    ...(isEarlier && { most: widened(past, page.frames.length) }),
    after: isEarlier ? page.after : first,
    view: isEarlier ? (page.view as View) : past.view,
    frames: merged(past.frames, frames),
  };
}

/** So many frames the log keeps by itself; the server has the rest. */
export const MOST_FRAMES = 1_000;
/** The oldest leave so many at a time: not with every update. */
const SPARE_FRAMES = 200;

/** The past with one update more; a long one loses its oldest frames. */
export function withFrame(past: Past, frame: Frame): Past {
  const { most = MOST_FRAMES } = past;
  const frames = [...past.frames, frame];
  if (frames.length < most + SPARE_FRAMES) return { ...past, frames };
  const gone = frames.length - most;
  const view = viewAt({ ...past, frames }, gone) as View;
  return { ...past, after: (frames[gone - 1] as Frame).n, view, frames: frames.slice(gone) };
}

/** An earlier page was asked for: it is not to leave again. */
function widened(past: Past, added: number): number {
  return (past.most ?? MOST_FRAMES) + added;
}

function merged(kept: Frame[], more: Frame[]): Frame[] {
  const all = new Map([...more, ...kept].map((frame) => [keyOf(frame), frame]));
  return [...all.values()].sort((a, b) => a.n - b.n || (a.step ?? 0) - (b.step ?? 0));
}

/** How far a replay has got when it has shown a moment: 0 of nothing. Of a number with steps, step 0 is the last. */
export function placeAfter(frames: Frame[], n: number, step = 0): number {
  const found = frames.findLastIndex((frame) => frame.n === n && (step === 0 || frame.step === step));
  return found >= 0 ? found + 1 : frames.findLastIndex((frame) => frame.n <= n) + 1;
}

/** A place on the bar: after so many frames something happens that is worth a mark. */
export interface Stop {
  place: number;
  kind: string;
  who: string;
}

export function stopsOf(frames: Frame[], shown: MarksShown | undefined): Stop[] {
  return (shown?.marks ?? []).map(({ n, step = 0, kind, who = "" }) => ({ place: placeAfter(frames, n, step), kind, who }));
}

/** Where each round begins, by what the view says: after a rewind a round comes again under its own number. */
export function roundsOf(frames: Frame[]): { place: number; round: number }[] {
  let now = 0;
  return frames.flatMap(({ patch }, index) => {
    const said = (patch as { round?: number | null }).round;
    if (said === undefined || said === now) return [];
    now = said ?? 0;
    return now > 0 ? [{ place: index + 1, round: now }] : [];
  });
}

/** A stretch of frames that was taken back: the frames `from` to before `to`; what did it ends at place `by`. */
export interface Gone {
  from: number;
  to: number;
  by: number;
}

export function goneOf(frames: Frame[], shown: MarksShown | undefined): Gone[] {
  return (shown?.undone ?? []).map(({ first, last, by }) => ({
    from: frames.findIndex((frame) => frame.n >= first),
    to: placeAfter(frames, last),
    by: placeAfter(frames, by),
  }));
}

/** The next place in a direction; with `skips` not one that was taken back, nor the rewind that did it. */
export function stepped(gone: Gone[], place: number, by: 1 | -1, skips: boolean, last: number): number {
  let next = place + by;
  const isSkipped = (at: number) => gone.some(({ from, to, by: end }) => at > from && at <= Math.max(to, end - 1));
  while (skips && next > 0 && next < last && isSkipped(next)) next += by;
  return next;
}

/** The nearest of these places before or behind one. */
export function nextStop(stops: { place: number }[], place: number, by: 1 | -1): number | undefined {
  const places = stops.map((stop) => stop.place).filter((at) => (by > 0 ? at > place : at < place));
  return places.length === 0 ? undefined : by > 0 ? Math.min(...places) : Math.max(...places);
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

/** Answers after which nothing is otherwise but who is still asked: somebody passed, most often by itself. */
export function isMereAnswer({ patch }: Frame): boolean {
  const changed = patch as Record<string, object> | undefined;
  return Object.keys(changed ?? {}).join() === "decision" && Object.keys(changed?.["decision"] ?? {}).join() === "asks";
}

/** A request to take something back, a vote on it, its answer, the way back itself: nothing that was done in the game. */
export function isOnlyBack({ events }: Frame): boolean {
  return (events as Event[]).every(({ type }) => /^(Undo|Rewound)/.test(type));
}
