/** An ordered list that is being put together: what has room in it, what it uses up. Pure; judges no rule of any game. */
import type { Choice, Limit, Param, Reason } from "../wire/types.ts";
import { isOpen } from "./options.ts";

/** With one more at the end, as far as there is room for it. */
export function added(param: Param, value: number[], index: number): number[] {
  return mayAdd(param, value, index) ? [...value, index] : value;
}

/** Whether there is room in a list for one more, and for this one. */
export function mayAdd(param: Param, value: number[], index: number): boolean {
  const { most = 0, repeats, choices = [] } = param;
  const isFree = value.length < most && (repeats === true || !value.includes(index));
  return isFree && isOpen(choices[index] as Choice) && overdrawn(param, [...value, index]).at(-1) === undefined;
}

/** A list with what stands at one place put to another. */
export function moved(value: number[], from: number, to: number): number[] {
  const rest = value.filter((_, place) => place !== from);
  return [...rest.slice(0, to), value[from] as number, ...rest.slice(to)];
}

/** By entry: the limit beyond which it leads, if it leads beyond one. */
export function overdrawn({ limits = [], choices = [] }: Param, value: number[]): (Limit | undefined)[] {
  const used: Record<string, number> = {};
  return value.map((index) => {
    const { uses = {} } = choices[index] ?? ({} as Choice);
    for (const { name } of limits) used[name] = (used[name] ?? 0) + (uses[name] ?? 0);
    return limits.find(({ name, most }) => most !== undefined && most !== null && (uses[name] ?? 0) > 0 && (used[name] as number) > most);
  });
}

/** By entry: why it is not possible as the list stands. */
export function faults(param: Param, value: number[]): (Reason | undefined)[] {
  return overdrawn(param, value).map((limit, place) => param.choices?.[value[place] as number]?.reason ?? limit?.reason ?? undefined);
}

/** Why a choice can't be added now, where that is not plain to see. */
export function whyNotAdd(param: Param, value: number[], index: number): Reason | undefined {
  return faults(param, [...value, index]).at(-1);
}

/** How much a list uses of what people are shown. */
export function usedUp({ limits = [], choices = [] }: Param, value: number[]): { limit: Limit; used: number }[] {
  const shown = limits.filter(({ label }) => label);
  return shown.map((limit) => ({ limit, used: value.reduce((sum, index) => sum + (choices[index]?.uses?.[limit.name] ?? 0), 0) }));
}

/** Choices that differ only in whom they aim at. */
export interface Kind {
  label: string;
  indices: number[];
}

/** The choices under their labels, in their order; those that differ only in how much are one row. */
export function rows(choices: Choice[]): { name: string; kinds: Kind[] }[] {
  const found = new Map<string, Map<string, number[]>>();
  choices.forEach((choice, index) => {
    const label = choice.label || String(choice.value);
    const name = choice.row || label;
    const row = found.get(name) ?? new Map<string, number[]>();
    found.set(name, row.set(label, [...(row.get(label) ?? []), index]));
  });
  return [...found].map(([name, row]) => ({ name, kinds: [...row].map(([label, indices]) => ({ label, indices })) }));
}
