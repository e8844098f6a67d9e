/** What came of each act, in a few words: read from what was told of it and from nothing else, so that everybody is
 * told what they may know. Which events say what is in the system's catalogue. Pure; judges no rule of any game. */
import type { Frame } from "../wire/types.ts";
import { type Outcomes, sidesOf } from "../words/catalog.ts";
import { type Event, keyOf, undone } from "../table/frames.ts";
import { tellingWords } from "../words/telling_words.ts";
import { capital, diceOf, fill, inSteps, type Part, plain, type ShownDie, type Words } from "../table/log.ts";

export type Tone = "missed" | "hit" | "unhurt" | "harm" | "fate";

export interface Outcome {
  key: string;
  /** The key of the update that said the last of it. */
  at: string;
  who: string;
  /** Empty where it was aimed at nobody. */
  target: string;
  parts: Part[];
  tone: Tone;
  /** Nothing more can come of it. */
  isOver: boolean;
  /** Those that have hit are marked. */
  dice: ShownDie[];
}

interface Said {
  parts: Part[];
  /** It says that there is nothing: a miss, no wound. */
  isNothing: boolean;
}

/** One attack at one target, or one check, as far as it has been told. */
interface Act {
  key: string;
  at: string;
  id: unknown;
  who: string;
  target: string;
  isCheck: boolean;
  roll?: Said;
  /** What its target has done against it. */
  defence?: Said;
  harm: Said[];
  fate?: Said;
  /** Nothing that comes now is of it. */
  isOver: boolean;
  dice: ShownDie[];
  /** It was told how many of the dice have hit. */
  isCounted?: boolean;
}

/** An event that says something of an act. */
interface Told {
  part: keyof Outcomes;
  template: string;
  best?: string[] | undefined;
  event: Event;
  key: string;
}

/** Oldest first; those of which there is nothing to say yet are left out. */
export function outcomesOf(words: Words, frames: Frame[]): Outcome[] {
  const gone = undone(frames);
  const acts: Act[] = [];
  for (const frame of frames) {
    if (gone.has(frame.n)) continue;
    for (const told of toldIn(words, frame)) take(acts, told, said(words, told), keyOf(frame), sidesOf(words.catalog));
  }
  return acts.map(outcome).filter(({ parts }) => parts.length > 0);
}

/** What a frame says never changes while the words are the same: each is searched once. */
const searched = new WeakMap<Frame, { outcomes: Outcomes; told: Told[] }>();

function toldIn({ catalog, language }: Words, frame: Frame): Told[] {
  const outcomes = catalog.outcomes[language] ?? catalog.outcomes.en;
  if (outcomes === undefined) return [];
  const known = searched.get(frame);
  if (known?.outcomes === outcomes) return known.told;
  const events = (frame.events as Event[]).flatMap(inSteps);
  const told = events.flatMap((event, index) => toldBy(outcomes, event, `${frame.n}.${index}`));
  searched.set(frame, { outcomes, told });
  return told;
}

function toldBy(outcomes: Outcomes, event: Event, key: string): Told[] {
  const { best, ...parts } = outcomes;
  for (const [part, named] of Object.entries(parts) as [keyof Outcomes, Record<string, string>][]) {
    const template = fitting(named, event);
    if (template !== undefined) return [{ part, template, best: best && fitting(best, event), event, key }];
  }
  return [];
}

/** `Type`, or `Type:field=value,other`: with that value, and something in the other field. */
function fitting<Entry>(named: Record<string, Entry>, event: Event): Entry | undefined {
  const fits = (condition: string) => {
    const [field = "", value] = condition.split("=");
    return value === undefined ? Boolean(event[field]) : String(event[field]) === value;
  };
  const found = Object.entries(named).find(([key]) => {
    const [type, conditions = ""] = key.split(":");
    return type === event.type && conditions.split(",").filter(Boolean).every(fits);
  });
  return found?.[1];
}

/** In place of nothing stands what is said where all stretches before it are left out. */
const INSTEAD = /\[\?[^\]]*\]/;

function said(words: Words, { template, event }: Told): Said {
  const parts = fill(words, template, event);
  const [first, ...rest] = parts;
  const isNothing = INSTEAD.test(template) && fill(words, template.replace(INSTEAD, ""), event).length === 0;
  return { parts: typeof first === "string" ? [first.replace(/^, /, ""), ...rest] : parts, isNothing };
}

function take(acts: Act[], told: Told, said: Said, at: string, sides: number) {
  const { part, event } = told;
  const who = String(event["who"]);
  if (part === "roll" || (part === "check" && !isWithin(acts, event))) return roll(acts, told, said, at, sides);
  if (part === "defence") return defend(acts, event, said, at);
  if (part === "over") return acts.filter((act) => isOf(act, event) && !act.isOver).forEach((act) => end(act, said, at));
  const act = acts.findLast((each) => each.target === who && !each.isOver && !each.isCheck);
  if (act === undefined) return;
  act.at = at;
  if (part === "fate") act.fate = said;
  else act.harm.push(said);
}

/** By its target, where the act that it belongs to was told. */
function defend(acts: Act[], event: Event, said: Said, at: string) {
  const act = acts.findLast((each) => each.target === event["who"] && each.id === idOf(event) && !each.isOver);
  if (act !== undefined) Object.assign(act, { defence: said, at });
}

/** Is the check a part of an attack that is under way? */
function isWithin(acts: Act[], event: Event): boolean {
  const id = idOf(event);
  return id !== undefined && acts.some((act) => !act.isCheck && !act.isOver && act.id === id);
}

function roll(acts: Act[], { part, event, key, best }: Told, said: Said, at: string, sides: number) {
  const [who, target, id, isCheck] = [String(event["who"]), String(event["target"] ?? ""), idOf(event), part === "check"];
  const isSame = (each: Act) => isOf(each, event) && (isCheck ? each.isCheck && id !== undefined : each.target === target);
  let act = acts.findLast((each) => isSame(each) && !each.isOver);
  if (act === undefined) acts.push((act = { key, at, id, who, target, isCheck, harm: [], isOver: isCheck && id === undefined, dice: [] }));
  const dice = diceOf(event, sides);
  act.at = at;
  act.dice = best ? marked(dice.length > 0 ? dice : act.dice, counted(event, best)) : dice.length > 0 ? dice : act.dice;
  if (said.parts.length > 0) act.roll = said;
  // an event without dice of its own, as one that tells how far it went astray, leaves those marked that have hit
  if (best) act.isCounted = true;
  else if (dice.length > 0 || !act.isCounted) act.dice = act.dice.map((die) => ({ ...die, isHit: act.roll !== undefined && !act.roll.isNothing && !die.isDropped }));
}

/** The act that an event belongs to has its id, where ids are told, and the same doer. */
function isOf(act: Act, event: Event): boolean {
  const id = idOf(event);
  return act.who === event["who"] && (id === undefined || act.id === undefined || act.id === id);
}

function idOf(event: Event): unknown {
  return event["action_id"] ?? event["attack"] ?? event["action"];
}

/** Whoever has hit and was told of no harm has done none, unless the harm can't be seen. */
function end(act: Act, said: Said, at: string) {
  act.isOver = true;
  const isHit = act.roll !== undefined && !act.roll.isNothing;
  if (act.isCheck || !isHit || act.harm.length > 0 || act.fate || act.target === "unseen" || said.parts.length === 0) return;
  act.harm.push({ ...said, isNothing: true });
  act.at = at;
}

function counted(event: Event, best: string[]): number {
  return best.reduce((sum, field) => sum + Number(event[field] ?? 0), 0);
}

/** As many of the highest have hit. */
function marked(dice: ShownDie[], hits: number): ShownDie[] {
  const sum = ({ faces }: ShownDie) => faces.reduce((total, face) => total + face, 0);
  const best = new Set([...dice].sort((a, b) => sum(b) - sum(a)).slice(0, hits));
  return dice.map((die) => ({ ...die, isHit: best.has(die) }));
}

function outcome(act: Act): Outcome {
  const { key, at, who, target, roll, defence, harm, fate, isOver, dice } = act;
  const came = roll?.isNothing ? (defence ?? roll) : roll;
  const isUnhurt = harm.length > 0 && harm.every(({ isNothing }) => isNothing);
  const stands = isUnhurt ? [came, harm[0]] : harm.length > 0 ? harm : [came];
  const parts = [...stands, fate].flatMap((said) => (said && said.parts.length > 0 ? [", ", ...said.parts] : [])).slice(1);
  const tone = fate ? "fate" : isUnhurt ? "unhurt" : harm.length > 0 ? "harm" : roll?.isNothing ? "missed" : "hit";
  return { key, at, who, target, parts, tone, isOver, dice };
}

/** Who did it, and to whom. */
export function between({ who, target }: Pick<Outcome, "who" | "target">): Part[] {
  return target === "" ? [{ who }] : [{ who }, " → ", { who: target }];
}

/** As it is read out: a sentence. */
export function spoken(words: Words, { who, target, parts }: Outcome): string {
  const name = (id: string) => plain(words, [{ who: id }]);
  const gaps = { who: name(who), target: target && name(target), what: plain(words, parts) };
  return plain(words, capital([tellingWords(words.language)(target === "" ? "alone" : "against", gaps)]));
}
