/** The log act by act: the updates of one act stand together, with what came of it. Pure. */
import { type Event, keyOf, undone } from "../table/frames.ts";
import { inSteps, type Words } from "../table/log.ts";
import type { Frame, View } from "../wire/types.ts";
import { isBack, outcomesIn } from "./newest.ts";
import type { Outcome } from "./outcome.ts";

/** `from`: what can be done with it concerns that earlier update, in whose place it tells. */
export interface Drawn extends Frame {
  from?: number;
}

export interface Act {
  /** Empty: an update that belongs to none. */
  id: string;
  /** No act, but what was taken back, one behind the other. */
  isGone: boolean;
  key: string;
  frames: Frame[];
  /** These as they are drawn: what is told once by a later one is left out of an earlier one. */
  drawn: Drawn[];
  /** The place of its first update among all. */
  at: number;
  outcomes: Outcome[];
  /** Nothing more can come of it. */
  isOver: boolean;
  /** All that was told of it can stand under what came of it. */
  isFolded: boolean;
}

/** In place of an act's id: what was taken back. */
const GONE = "gone";

/** Updates behind one another that name the same act, or that were taken back; each other one stands by itself. */
export function actsOf(words: Words, frames: Frame[]): Act[] {
  const gone = undone(frames);
  const ids = frames.map((frame) => (gone.has(frame.n) ? GONE : actIn(frame)));
  const newest = ids.findLast((id) => id !== "" && id !== GONE);
  const begins = beginsOf(ids);
  const came = byUpdate(outcomesIn(words, frames));
  const pairs = pairsIn(words);
  return begins.map((at, index) => {
    const own = frames.slice(at, begins[index + 1]);
    const outcomes = own.flatMap((frame) => came.get(keyOf(frame)) ?? []);
    const isOver = ids[at] !== newest || outcomes.every((outcome) => outcome.isOver);
    const id = ids[at] as string;
    const isGone = id === GONE;
    const drawn = id === "" || isGone || outcomes.length > 0 ? own : once(own, pairs);
    const isFolded = isGone || (isOver && outcomes.length > 0 && id !== "");
    return { id, isGone, key: keyOf(own[0] as Frame), frames: own, drawn, at, outcomes, isOver, isFolded };
  });
}

/** The position at which it was told what an outcome began with: of an amendment, its step. */
export function beginOf({ frames }: Act, { key }: Outcome): [number, number] {
  const [n, index] = key.split(".").map(Number) as [number, number];
  const events = (frames.find((each) => each.n === n)?.events ?? []) as Event[];
  return [n, events.flatMap(numbers)[index] ?? 0];
}

/** Of each event that is told there, the number of the step that tells it; 0 where there are none. */
function numbers(event: Event): number[] {
  const steps = (event.type === "Amended" && event["steps"]) as { events?: unknown[] }[] | false;
  return steps ? steps.flatMap(({ events = [] }, at) => events.map(() => at + 1)) : inSteps(event).map(() => 0);
}

/** Where the next act begins. */
function beginsOf(ids: string[]): number[] {
  return ids.flatMap((id, at) => (at > 0 && id !== "" && id === ids[at - 1] ? [] : [at]));
}

/** These updates as they are read out, each thing once: what is only announced waits for the next update, which may say
 * how it went, unless that depends on somebody who is asked. */
export function heard(words: Words, frames: Frame[], asks: Asks = {}): Drawn[] {
  const pairs = pairsIn(words);
  const announced = new Set([...pairs].map((pair) => pair.split(":")[0]));
  const newest = frames.at(-1)?.events as Event[] | undefined;
  const isAnybodyAsked = Object.values(asks).some(({ answered, passes }) => !answered && !passes);
  const waits = !isAnybodyAsked && newest?.some(({ type }) => announced.has(type));
  const due = waits ? frames.slice(0, -1) : frames;
  const begins = beginsOf(due.map(actIn));
  return begins.flatMap((at, index) => once(due.slice(at, begins[index + 1]), pairs));
}

type Asks = NonNullable<View["decision"]>["asks"];

/** `Declared:Moved` with an empty sentence: what was declared need not be said once it is said that somebody has moved. */
function pairsIn({ catalog, language }: Words): Set<string> {
  const lines = Object.entries(catalog.lines[language] ?? catalog.lines.en ?? {});
  return new Set(lines.filter(([key, line]) => line === "" && key.includes(":")).map(([key]) => key));
}

/** An update is changed once at the most, so that it is drawn anew only then. */
const changed = new WeakMap<Frame, Drawn>();

/** Each thing once, by the update that says how it went. What nobody sees any more leads nowhere, so that one leads to both. */
function once(frames: Frame[], pairs: Set<string>): Drawn[] {
  const drawn: Drawn[] = [...frames];
  frames.forEach((frame, at) => {
    const isSaid = (event: Event, by: Frame) => (by.events as Event[]).some((each) => each["who"] === event["who"] && pairs.has(`${event.type}:${each.type}`));
    const to = frames.findIndex((by, place) => place > at && (frame.events as Event[]).some((event) => isSaid(event, by)));
    if (to < 0) return;
    const by = frames[to] as Frame;
    const events = (frame.events as Event[]).map((event) => (isSaid(event, by) ? { type: "" } : event));
    drawn[at] = kept(frame, { ...frame, events });
    drawn[to] = kept(by, { ...by, from: frame.n });
  });
  return drawn;
}

function kept(frame: Frame, as: Drawn): Drawn {
  const known = changed.get(frame) ?? as;
  changed.set(frame, known);
  return known;
}

function byUpdate(all: Outcome[]): Map<string, Outcome[]> {
  const found = new Map<string, Outcome[]>();
  for (const outcome of all) found.set(outcome.at, [...(found.get(outcome.at) ?? []), outcome]);
  return found;
}

/** Which act an update belongs to never changes. */
const known = new WeakMap<Frame, string>();

/** The act's id, with which all ids begin that are given out in it; empty where it names none, or changes others. */
function actIn(frame: Frame): string {
  let id = known.get(frame);
  if (id === undefined) known.set(frame, (id = frame.events.some(isBack) ? "" : (frame.events.map(named).find(Boolean) ?? "")));
  return id;
}

const ID = /^[0-9a-f]{32}(?=\/)/;

/** What is told by name alone, or with the id inside. */
function named(event: unknown): string | undefined {
  const values = Object.values(event as object).flatMap((value) => (typeof value === "object" && value !== null && "id" in value ? value.id : value));
  return values.map((value) => (typeof value === "string" ? ID.exec(value)?.[0] : undefined)).find(Boolean);
}
