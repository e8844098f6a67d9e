/** Filling in an option: from its template and the chosen values to the intent. Pure; judges no rule of any game. */
import type { Choice, Option, Param, View } from "../wire/types.ts";
import { cost_cm, type Outline, type Point } from "./ground.ts";

/** By kind: choice -> index into `choices`; many and list -> indices; assign -> index of the unit that is laid against goal 0 as
 * `g0`, and so on; number, text, path and point -> the value itself. A parameter that is not there is still open. */
export type Value = number | string | number[] | Point[] | Point | Record<string, number>;
export type Values = Record<string, Value>;

/** Stable while the option stays offered. */
export function optionId(option: Option): string {
  return JSON.stringify([option.key, option.who ?? "", option.label ?? "", option.answers ?? false, option.intent]);
}

/** The open question, where the option answers it; else empty. */
export function decisionOf({ view }: { view?: View | undefined }, option: Option): string {
  return option.answers ? (view?.decision?.id ?? "") : "";
}

export function isOpen({ reason }: Pick<Choice, "reason">): boolean {
  return !reason;
}

const KINDS = ["choice", "many", "list", "number", "text", "path", "point", "assign"];

const SHOWN = new WeakMap<Option, Option>();

/** As it is shown: what this page can't fill in is not offered, for the server may be newer than the page. It is the same
 * object each time; what was told stays as it was, for it may be told of others that they are like it. */
export function fillable(option: Option): Option {
  const shown = SHOWN.get(option) ?? shownAs(option);
  SHOWN.set(option, shown);
  return shown;
}

function shownAs(option: Option): Option {
  const strange = option.params?.find(({ kind }) => !KINDS.includes(kind));
  if (strange === undefined || option.reason) return option.params ? { ...option, params: option.params.map(aimed) } : option;
  return { ...option, reason: { code: "unknown_param", message: "", detail: { kind: strange.kind } } };
}

/** With a choice for each combatant at whom one of its choices may be aimed; one that has been so made stays as it is. */
function aimed(param: Param): Param {
  if (!param.aim) return param;
  const at = (choice: Choice, who: string) => (who ? { ...choice, value: { ...(choice.value as object), [param.aim as string]: who }, target: who } : choice);
  return { ...param, choices: param.choices?.flatMap(({ aims, ...choice }) => aims?.map((who) => at(choice, who)) ?? choice) ?? [] };
}

/** What a form shows first: what the template says already, the only choice there is, the least number. */
export function initial(option: Option): Values {
  const values: Values = {};
  for (const param of option.params ?? []) {
    const value = presentValue(param, partOf(option.intent, param.name)) ?? initialValue(param);
    if (value !== undefined) values[param.name] = value;
  }
  return values;
}

/** What stands at a dotted path. */
export function partOf(intent: Record<string, unknown>, name: string): unknown {
  return name.split(".").reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], intent);
}

/** A value that the template holds is what counts now. */
function presentValue(param: Param, now: unknown): Value | undefined {
  if (param.kind === "choice" && now !== undefined) {
    const index = (param.choices ?? []).findIndex((choice) => isOpen(choice) && choice.value === now);
    return index < 0 ? undefined : index;
  }
  if (param.kind === "list" && Array.isArray(now)) {
    const places = now.map((value) => (param.choices ?? []).findIndex((choice) => isSame(choice.value, value)));
    return places.includes(-1) ? undefined : places;
  }
  const fits = (param.kind === "number" && typeof now === "number") || (param.kind === "text" && typeof now === "string");
  return fits ? (now as Value) : undefined;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function initialValue(param: Param): Value | undefined {
  const choices = param.choices ?? [];
  if (param.kind === "choice" && !param.optional) {
    const open = choices.flatMap((choice, index) => (isOpen(choice) ? index : []));
    return open.length === 1 ? open[0] : undefined;
  }
  if (param.kind === "number" && !param.optional) return param.initial ?? within(param, 0);
  if ((param.kind === "many" || param.kind === "list") && !param.optional) return [];
  if (param.kind === "assign") return {};
  return undefined;
}

/** The nearest number that the parameter takes: each has both bounds, and what is 0 of them goes without saying. */
export function within({ least = 0, most = 0 }: Param, value: number): number {
  return Math.min(Math.max(value, least), most);
}

/** Whether a value can be sent: a hint for the button, the server judges. */
export function isComplete(param: Param, value: Value | undefined): boolean {
  if (value === undefined || value === "") return param.optional === true;
  const { kind } = param;
  if (kind === "many" || kind === "list") {
    const count = (value as number[]).length;
    return count >= (param.least ?? 0) && (count <= (param.most ?? 0) || (!param.most && kind === "many"));
  }
  if (kind === "path") return (value as Point[]).length > 0;
  if (kind === "assign") return Object.keys(value).length > 0 || param.optional === true;
  return kind !== "number" || Number.isInteger(value);
}

export function isReady(option: Option, values: Values): boolean {
  return missing(option, values).length === 0;
}

/** The values with which one tap says it all: nothing else has to be chosen by hand. `given`: what has been chosen already, such
 * as whom somebody has tapped. What may be left out is left as it is. */
export function settledBy(option: Option, given: Values = {}): Values | false | undefined {
  const values = { ...initial(option), ...given };
  return option.params?.every(({ name, optional, choices }) => optional || name in given || choices?.length === 1) && isReady(option, values) && values;
}

/** What still has to be filled in. */
export function missing(option: Option, values: Values): Param[] {
  return option.params?.filter((param) => !isComplete(param, values[param.name])) ?? [];
}

/** The intent to send. */
export function filled(option: Option, values: Values): Record<string, unknown> {
  let intent: Record<string, unknown> = option.intent;
  for (const param of option.params ?? []) {
    const value = values[param.name];
    if (value === undefined || value === "") continue;
    intent = withPart(intent, param.name.split("."), sent(param, value));
  }
  return intent;
}

function sent(param: Param, value: Value): unknown {
  const choices = param.choices ?? [];
  if (param.kind === "choice") return choices[value as number]?.value;
  if (param.kind === "many" || param.kind === "list") return (value as number[]).map((index) => choices[index]?.value);
  if (param.kind === "assign") {
    const goals = param.goals ?? [];
    return Object.entries(value as Record<string, number>).map(([goal, unit]) => ({
      unit: choices[unit]?.value,
      hit: goals[Number(goal.slice(1))]?.value,
    }));
  }
  return value;
}

/** A copy with the part at a dotted path put in; a step into a list is the place of one of its items. */
function withPart<Whole extends object>(whole: Whole, path: string[], part: unknown): Whole {
  const [name, ...rest] = path as [string, ...string[]];
  const copy = (Array.isArray(whole) ? [...whole] : { ...whole }) as Record<string, unknown>;
  copy[name] = rest.length === 0 ? part : withPart(Object(copy[name]), rest, part);
  return copy as Whole;
}

/** The one parameter whose choices can stand as buttons of their own, so that one tap decides. */
export function oneTap(option: Option): Param | undefined {
  const [param, ...others] = option.params ?? [];
  if (param === undefined || others.length > 0 || param.kind !== "choice" || param.optional) return undefined;
  return param.choices?.[0] && !param.choices[8] ? param : undefined;
}

/** Options that say the same, but for whom: one tap can answer for all of these. */
export function alike(options: Option[]): Option[][] {
  const groups = new Map<string, Option[]>();
  for (const option of options) {
    const { who: _who, ...intent } = option.intent;
    const said = JSON.stringify([option.key, option.label ?? "", intent, option.params ?? []]);
    groups.set(said, [...(groups.get(said) ?? []), option]);
  }
  return [...groups.values()];
}

/** The parameter of a form that the map serves now: a path or point first, then the first open combatant. */
export function onMap(option: Option, values: Values): Param | undefined {
  const params = option.params ?? [];
  const places = params.filter((param) => param.kind === "path" || param.kind === "point");
  const place = places.find((param) => values[param.name] === undefined && !param.optional) ?? places.at(-1);
  const pickable = params.filter((param) => param.combatant);
  return place ?? pickable.find((param) => values[param.name] === undefined) ?? pickable[0];
}

/** A tap on one choice: it is taken, or where there may be several taken and given back in turn. */
export function picked(param: Param, value: Value | undefined, index: number): Value | undefined {
  if (param.kind !== "many" && param.kind !== "list") return value === index && param.optional ? undefined : index;
  const chosen = (value as number[] | undefined) ?? [];
  if (chosen.includes(index)) return chosen.filter((other) => other !== index);
  if (param.most && chosen.length >= param.most) return chosen;
  return [...chosen, index];
}

/** A unit laid against a goal, or none: it leaves the goal that it was laid against before. */
export function assigned(value: Record<string, number>, goal: number, unit: number | undefined): Record<string, number> {
  const others = Object.entries(value).filter(([key, taken]) => key !== `g${goal}` && taken !== unit);
  return Object.fromEntries(unit === undefined ? others : [...others, [`g${goal}`, unit]]);
}

export function length_cm(start: Point, path: Point[]): number {
  let [x, y] = start;
  let total = 0;
  for (const [px, py] of path) {
    total += Math.hypot(px - x, py - y);
    [x, y] = [px, py];
  }
  return Math.round(total);
}

/** The path with one more point, cut where it would cost more than `most` (0: no limit); whole centimetres. */
export function extended(start: Point, path: Point[], to: Point, most: number, rough: readonly Outline[] = []): Point[] {
  const from = path.at(-1) ?? start;
  const at = (share: number): Point => [0, 1].map((k) => Math.trunc(from[k]! + (to[k]! - from[k]!) * share)) as Point;
  const fits = (point: Point) => most <= 0 || cost_cm(start, [...path, point], rough) <= most;
  const whole: Point = [Math.round(to[0]), Math.round(to[1])];
  if (fits(whole)) return whole[0] === from[0] && whole[1] === from[1] ? path : [...path, whole];
  let [near, far] = [0, 1];
  for (let step = 0; step < 24; step++) {
    const middle = (near + far) / 2;
    if (fits(at(middle))) near = middle;
    else far = middle;
  }
  const end = at(near);
  return end[0] === from[0] && end[1] === from[1] ? path : [...path, end];
}
