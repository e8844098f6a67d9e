/** Events as lines for people: sentences from the catalogue, dice, terms. Pure; draws nothing. */
import type { Frame, Term } from "../wire/types.ts";
import { metres, text } from "../words/book.ts";
import { humanised, icon, label, line as sentence, refusal, sidesOf, written } from "../words/catalog.ts";
import { GAP, gapOf, noun } from "../words/plural.ts";
import { refusedText } from "../words/refused.ts";
import { type Event, isOnlyBack, undone } from "./frames.ts";
import type { State } from "./state.ts";

/** A piece of a sentence: plain text, or a combatant to be drawn by name and side. */
export type Part = string | { who: string };

/** One die. `faces` in rolling order, more than one where it was thrown again. */
export interface ShownDie {
  sides: number;
  faces: number[];
  /** It was thrown and does not count. */
  isDropped: boolean;
  /** Of a roll that is known to have hit: it is one of those by which it has. */
  isHit?: boolean;
}

export interface Line {
  key: string;
  type: string;
  icon: string;
  parts: Part[];
  dice: ShownDie[];
  /** Those that its sentence does not name, to be drawn behind it. */
  unsaid: ShownDie[];
  /** What counted: what is 0 or no is left out. */
  terms: Term[];
  /** Of an amendment: which of its steps (from 1), and what that came to. 0: no step. */
  step: number;
  outcome?: string;
  /** What it tells of, where its terms can be shown. */
  event?: Event;
  /** Nobody chose it: somebody who did not answer got the default. */
  isDefault?: boolean;
  /** It was copied from a file, and the server that did so had not seen it happen. */
  isUnvouched?: boolean;
}

/** What a line needs to know: names, words, language. */
export type Words = Pick<State, "view" | "catalog" | "language">;

/** The lines of one update. An event whose sentence is empty has none. */
export function linesOf(words: Words, frame: Frame): Line[] {
  const told = frame.events as Event[];
  const events = told.flatMap(original);
  const isUnvouched = frame.step > 0 ? frame.unvouched === true : told.some(isFromFile);
  const isLaying = events.some(({ type }) => type === "Created");
  const cut = events.findIndex(isCut);
  const lines = together(words, events).map((event, index) => {
    if (event === undefined || (isLaying && event.type === "ControlGiven")) return [];
    const key = `${frame.n}.${frame.step ?? 0}.${index}`;
    if (event.type === "Amended") return amended(words, event, key);
    return lineOf(words, event, key, events[index + 1]?.type).map((line) => ({ ...line, ...(index < cut && { isDefault: true }), ...(isUnvouched && { isUnvouched }) }));
  });
  return (cut < 0 ? lines : [cutLine(words, frame, events[cut] as Event), ...lines]).flat();
}

/** The number of the newest update that has done anything and says so: going back to it, or to a later one, would take
 * back nothing. `gone`: those that are undone. */
export function newestDone(words: Words, frames: Frame[], gone: Set<number>): number {
  return frames.findLast((frame) => !gone.has(frame.n) && !isOnlyBack(frame) && linesOf(words, frame).length > 0)?.n ?? 0;
}

/** Events behind one another of which the same is said are one event of all of them, in the place of the first, where
 * their sentence has a word for several: `{who has|have}`. */
function together(words: Words, events: Event[]): (Event | undefined)[] {
  const told: (Event | undefined)[] = [...events];
  const alike = new Map<string, number>();
  events.forEach((event, index) => {
    if (event.type !== events[index - 1]?.type) alike.clear();
    const said = saidOfSeveral(words, event);
    const first = alike.get(said ?? "");
    if (said !== undefined && first === undefined) alike.set(said, index);
    if (first === undefined) return;
    const before = told[first] as Event;
    told[first] = { ...before, who: [before["who"], event["who"]].flat() };
    told[index] = undefined;
  });
  return told;
}

/** All that the sentence says but of whom, if it could be of several: each has its own dice, and its own reasons. */
function saidOfSeveral(words: Words, event: Event): string | undefined {
  const template = templateOf(words, event);
  if (!template || !/\{who [^{}]*\|/.test(template) || event["terms"] || diceOf(event).length > 0) return undefined;
  return JSON.stringify(fieldsIn(template).map((field) => field !== "who" && at(event, field)));
}

function isFromFile(event: Event): boolean {
  return event.type === "Copied" && (event["step"] as Step).unvouched === true;
}

/** A question that ended before all had answered: what was told before it in the same update are the defaults. */
function isCut(event: Event): boolean {
  return event.type === "DecisionClosed" && (event["by"] === "gm" || event["by"] === "expired");
}

function cutLine(words: Words, frame: Frame, event: Event): Line[] {
  const said = text(words.language, event["by"] === "gm" ? "log.closed.gm" : "log.closed.expired");
  return [{ key: `${frame.n}.cut`, type: "DecisionClosed", icon: "", parts: [said], dice: [], unsaid: [], terms: [], step: 0 }];
}

/** What was told of one act by the events that name its id: its rolls, or before any how it was declared. */
export function linesOfAct(words: Words, frames: Frame[], id: string, most = 3): Line[] {
  const isOfAct = (event: Event) => Object.values(event).some((value) => value === id || idIn(value) === id);
  const recent = frames.slice(-RECENT_FRAMES);
  const gone = undone(recent);
  const lines = recent
    .filter(({ n }) => !gone.has(n))
    .flatMap((frame) => linesOf(words, { ...frame, events: (frame.events as Event[]).flatMap(inSteps).filter(isOfAct) }));
  const rolled = lines.filter(({ dice }) => dice.length > 0);
  return rolled.length > 0 ? [...rolled.slice(0, 1), ...rolled.slice(1).slice(1 - most)] : lines.slice(0, 1);
}

/** An amendment tells what its steps tell. */
export function inSteps(event: Event): Event[] {
  return event.type === "Amended" ? ((event["steps"] ?? []) as Step[]).flatMap(({ events = [] }) => events) : original(event);
}

/** In a branch: what was copied into it. */
export function original(event: Event): Event[] {
  return event.type === "Copied" ? ((event["step"] as Step).events ?? []) : [event];
}

/** An act may have gone on for as many updates. */
const RECENT_FRAMES = 24;

function idIn(value: unknown): unknown {
  return typeof value === "object" && value !== null && "id" in value ? value.id : undefined;
}

interface Step {
  outcome: string;
  intent?: { type?: string; who?: string } | null;
  events?: Event[];
  unvouched?: boolean;
}

function amended(words: Words, event: Event, key: string): Line[] {
  const steps = (event["steps"] ?? []) as Step[];
  const inner = steps.flatMap((step, index) => stepLines(words, step, `${key}.${index}`, index + 1));
  return [...lineOf(words, event, key), ...inner];
}

/** What needs no word: it is as it was, or the server only went on. */
const SILENT = ["stands", "continued"];
export const CAME_TO_NOTHING = ["moot", "falls", "struck"];

/** A step that came to nothing is told by what had been wanted, to those who know it. */
function stepLines(words: Words, step: Step, key: string, number: number): Line[] {
  const lines = together(words, step.events ?? []).flatMap((each, at) => (each ? lineOf(words, each, `${key}.${at}`) : []));
  const { type, who } = step.intent ?? {};
  if (CAME_TO_NOTHING.includes(step.outcome) && type !== undefined) {
    const parts = fill(words, "[{who}: ]{type}", { who, type: label(words.catalog, words.language, type) });
    lines.push({ key, type: "", icon: "", parts, dice: [], unsaid: [], terms: [], step: number });
  }
  const told = SILENT.includes(step.outcome) ? {} : { outcome: step.outcome };
  const vouched = step.unvouched ? { isUnvouched: true } : {};
  return lines.map((line, at) => ({ ...line, step: number, ...vouched, ...(at === 0 && told) }));
}

function lineOf(words: Words, event: Event, key: string, next?: string): Line[] {
  const template = templateOf(words, event, next);
  const parts = template === undefined ? fallback(words, event) : fill(words, template, event);
  if (parts.length === 0) return [];
  const terms = ((event["terms"] ?? []) as Term[]).filter(({ value, was }) => value || was);
  const [said, sides] = [fieldsIn(template ?? ""), sidesOf(words.catalog)];
  const unsaid = Object.fromEntries(Object.entries(event).filter(([field]) => field === "sides" || !said.includes(field)));
  const dice = { dice: diceOf(event, sides), unsaid: diceOf(unsaid, sides) };
  return [{ key, type: event.type, icon: icon(words.catalog, event.type), parts: capital(parts), ...dice, terms, step: 0, ...(terms.length > 0 && { event }) }];
}

/** A sentence begins with a capital, also where no name stands at its beginning. */
export function capital(parts: Part[]): Part[] {
  return parts.map((part, at) => (at === 0 && typeof part === "string" ? part.charAt(0).toUpperCase() + part.slice(1) : part));
}

/** How a roll's terms and dice came to its result, where its system has a sentence for it. */
export function sumOf(words: Words, { event }: Line): Part[] {
  const template = event && sentence(words.catalog, words.language, `sum.${event.type}`);
  return template ? fill(words, template, event as Event) : [];
}

/** `TurnStarted:TurnEnded` is the sentence of a turn that is over at once: what comes next may say something else of it.
 * So may the value of a field, `RulingGiven:ruling=refuse`, or of two: `ConditionChanged:condition=dead,level=0`. */
function templateOf({ catalog, language }: Words, event: Event, next = ""): string | undefined {
  const type = event["redo"] === true ? "Redone" : event["granted"] === false ? "UndoRefused" : event.type;
  const values = Object.keys(event).map((field) => `${field}=${event[field]}`);
  const pairs = values.flatMap((one, at) => values.slice(at + 1).map((other) => `${one},${other}`));
  const keys = [next, ...pairs, ...values].map((key) => `${type}:${key}`);
  return [...keys, type].map((key) => sentence(catalog, language, key)).find((found) => found !== undefined);
}

/** An event that nobody has written a sentence for: who, what, whom. Where nobody does anything it says nothing, as most
 * of core's. */
function fallback(words: Words, event: Event): Part[] {
  const { who, target } = event;
  if (typeof who !== "string" || /^(DiceAsked|SeatRevealed|StopsSet|AskedInPerson)$/.test(event.type)) return [];
  const parts: Part[][] = [[...shown(words, "who", who), `: ${humanised(event.type)}`]];
  if (typeof target === "string") parts.push([" → ", ...shown(words, "target", target)]);
  return joined(parts);
}

/** A template's `{field}` are filled, `{field!}` with what people have written; a `[stretch]` is left out where one of its fields is missing, and `[?text]` stands
 * where all stretches before it are left out. */
export function fill(words: Words, template: string, event: Record<string, unknown>): Part[] {
  const parts: Part[][] = [];
  let isAny = false;
  for (const piece of template.split(/(\[[^\]]*\])/)) {
    const isStretch = piece.startsWith("[");
    const isElse = piece.startsWith("[?");
    const inner = isStretch ? piece.slice(isElse ? 2 : 1, -1) : piece;
    if (isElse ? isAny : isStretch && fieldsIn(inner).some((field) => isMissing(at(event, field)))) continue;
    isAny ||= isStretch;
    for (const bit of inner.split(/(\{[^{}]+\})/)) {
      const gap = gapOf(bit);
      const value = gap && (at(event, gap.field) ?? (gap.one && 0));  // of what is left out there is none
      const isChosen = gap?.one && typeof value === "boolean";  // of a yes or no one of two words
      const isPlain = gap?.isWritten && typeof value === "string";
      parts.push(gap === undefined ? [bit] : isPlain ? [value] : isChosen ? [(value ? gap.one : gap.other) as string] : [...shown(words, gap.field, value, event["who"]), noun(words.language, gap, value)]);
    }
  }
  return tidied(joined(parts));
}

/** The fields that a template names. */
function fieldsIn(template: string): string[] {
  return [...template.matchAll(GAP)].map((match) => match[1] as string);
}

/** Without the gaps that missing fields leave. */
function tidied(parts: Part[]): Part[] {
  const single = parts.map((part) => (typeof part === "string" ? part.replace(/ {2,}/g, " ") : part));
  const last = single.at(-1);
  return typeof last === "string" ? [...single.slice(0, -1), last.trimEnd()].filter((part) => part !== "") : single;
}

function at(event: Record<string, unknown>, path: string): unknown {
  return path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], event);
}

function isMissing(value: unknown): boolean {
  return !value || (Array.isArray(value) && !value.length);
}

/** A value for people: combatants as themselves, keys by their label, lengths in metres, what somebody has by the name
 * that it has there. */
function shown(words: Words, field: string, given: unknown, who?: unknown): Part[] {
  const { view, catalog, language } = words;
  const isThing = /^(item|weapon|key)$/.test(field);
  const isCarried = isThing || /(^|\.)object$/.test(field);  // which may also be something that lies about, in one's own words
  const facts = view?.combatants?.[who as string]?.facts;
  const value = (isCarried && (facts?.[`item.${given}`] ?? facts?.[`thing.${given}`])?.split(" · ")[0]) || given;
  if (Array.isArray(value)) return list(value.map((each) => shown(words, field, each)));
  if (value === undefined || value === null) return [];
  if (typeof value === "boolean") return [label(catalog, language, value ? "yes" : "no")];
  if (typeof value === "object" && Object.keys(value).some((key) => view?.combatants?.[key])) {
    return list(Object.entries(value).map(([who, each]) => [...shown(words, "who", who), " ", ...shown(words, field, each)]));
  }
  if (typeof value === "object") return inTurn(Object.values(value).filter((each) => typeof each === "string" && each !== "").map((each) => shown(words, field, each)));
  if (typeof value === "number") return [field.endsWith("_cm") ? `${metres(language, value)} m` : numeral(language, value)];
  if (typeof value !== "string") return [];
  if (value === "unseen") return [text(language, "table.unseen")];
  if (view?.combatants?.[value]) return [{ who: value }];
  if (field === "seat" || field === "who") return [nameOf(words, value)];
  if (Object.values(view?.combatants ?? {}).some(({ name }) => name === value)) return [value];  // no name is a key
  const isKey = () => isThing || (isCarried && /^\w+_\w+$/.test(value)) || Object.values(view?.combatants ?? {}).some(({ side }) => side === value);
  return [written(catalog, language, value) ?? (isKey() ? humanised(value) : value)];
}

function numeral(language: Words["language"], value: number): string {
  return Number.isInteger(value) ? String(value) : value.toLocaleString(language);
}

/** What belongs together: a deed and at whom it is aimed. */
function inTurn(items: Part[][]): Part[] {
  return items.flatMap((item, index) => (index === 0 ? item : [" → ", ...item]));
}

function list(items: Part[][]): Part[] {
  return items.flatMap((item, index) => (index === 0 ? item : [", ", ...item]));
}

/** Neighbouring texts become one. */
function joined(parts: Part[][]): Part[] {
  const result: Part[] = [];
  for (const part of parts.flat()) {
    const last = result.at(-1);
    if (part === "") continue;
    if (typeof part === "string" && typeof last === "string") result[result.length - 1] = last + part;
    else result.push(part);
  }
  return result;
}

/** The dice in an event's fields that are called `face`, `faces`, `dice` or end so. A die that does not say how many sides
 * it has is the event's, else the system's. */
export function diceOf(event: Record<string, unknown>, usual = 6): ShownDie[] {
  const { sides } = event;
  return Object.entries(event).flatMap(([field, value]) =>
    /(^|_)(face|faces|dice)$/.test(field) ? diceIn(value, typeof sides === "number" ? sides : usual) : [],
  );
}

function diceIn(value: unknown, sides: number): ShownDie[] {
  if (typeof value === "number") return [{ sides, faces: [value], isDropped: false }];
  if (Array.isArray(value)) {
    return value.flatMap((each) => (isFaces(each) ? [{ sides, faces: each, isDropped: false }] : diceIn(each, sides)));
  }
  if (typeof value !== "object" || value === null || !("faces" in value)) return [];
  const own = "sides" in value && typeof value.sides === "number" ? value.sides : sides;
  if (!isFaces(value.faces)) return diceIn(value.faces, own);
  return [{ sides: own, faces: value.faces, isDropped: "kept" in value && value.kept === false }];
}

function isFaces(value: unknown): value is number[] {
  return Array.isArray(value) && value.length > 0 && value.every((face) => typeof face === "number");
}

/** Why something is refused, in the user's language: the code's sentence with the details filled in, else the server's
 * own words. */
export function whyNot(words: Words, reason: { code: string; message: string; detail?: Record<string, unknown> }): string {
  const template = refusal(words.catalog, words.language, reason.code);
  return template === undefined ? refusedText(words.language, reason) : plain(words, fill(words, template, reason.detail ?? {}));
}

/** A sentence as plain text, for the live region and for labels. */
export function plain(words: Words, parts: Part[]): string {
  return parts.map((part) => (typeof part === "string" ? part : nameOf(words, part.who))).join("");
}

/** As the game master's seat is called where the encounter gives it no name. */
const UNNAMED = "GM";

export function nameOf(words: Pick<Words, "view" | "language">, who: string): string {
  if (who === "unseen") return text(words.language, "table.unseen");
  const { combatants, seats } = words.view ?? {};
  const seat = seats?.[who];
  const isUnnamed = seat?.role === "gm" && seat.name === UNNAMED;
  return combatants?.[who]?.name ?? (isUnnamed ? text(words.language, "table.master") : (seat?.name ?? who));
}
