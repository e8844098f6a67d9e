/** What stands first among all that can be done, and what can be done to somebody. Pure; reads what an option says it is
 * for and at whom it is aimed, judges no rule of any game. */
import type { Option, Param, Reason } from "../../wire/types.ts";
import { isOpen } from "../../table/options.ts";

const TOP = 3;

/** What a turn is mostly about comes first. */
const GOALS = ["harm", "move", "defend", "help", "hinder", "prepare"];

/** Up to three that are possible, each for something else as far as there is as much to choose from. To harm those alone
 * who are no foes that stand is nobody's first thought. Where nobody can be harmed, or not in the way that comes first, what
 * prepares for it is. */
export function suggested(options: Option[], isSpared: Spared = () => false): Option[] {
  const able = options.filter((option) => isOpen(option) && option.goal !== "end" && !(option.goal === "harm" && isForNobody(option, isSpared)));
  const first = (goal: string) => able.find((option) => option.goal === goal);
  const usual = options.find(({ goal }) => goal === "harm");
  const goals = !first("harm") ? ["move", "prepare", ...GOALS] : usual && isOpen(usual) ? GOALS : ["harm", "move", "prepare", ...GOALS];
  const firsts = goals.flatMap((goal) => first(goal) ?? []);
  return [...new Set([...firsts, ...able])].slice(0, TOP);
}

/** Would whoever acts not strike at this one: is it out of the fight, or a friend? */
export type Spared = (who: unknown, actor: string | undefined) => boolean;

/** Is there nobody whom it could be aimed at but such as are spared? */
function isForNobody(option: Option, isSpared: Spared): boolean {
  const open = option.params?.find(({ name }) => name === option.whom)?.choices?.filter(isOpen);
  const aims = open?.map(({ value }) => value) ?? [settledOn(option)];
  return aims.length > 0 && aims.every((who) => isSpared(who, option.who));
}

/** Whom it is aimed at already, where that is not left to choose: to walk up to somebody and strike. */
function settledOn({ intent, whom = "" }: Option): unknown {
  return whom.split(".").reduce<unknown>((within, part) => (within as Record<string, unknown> | undefined)?.[part], intent);
}

/** Something that can be done to somebody: the option, and which choice of which of its parts that is, if it is one. */
export interface Aimed {
  option: Option;
  param?: Param;
  index: number;
  reason: Reason | undefined;
}

/** Why not this one. Where none of them can be chosen the option has the reason of one of them, perhaps another's. */
function reasonOf({ reason }: Option, { choices = [] }: Param, index: number): Reason | undefined {
  const isSame = (other: Reason | null | undefined) => JSON.stringify(other) === JSON.stringify(reason);
  const own = choices?.[index]?.reason ?? undefined;
  return choices?.some((choice) => isSame(choice.reason)) ? own : (reason ?? own);
}

/** What is possible comes first. */
export function against(options: Option[], who: string): Aimed[] {
  const found = options.flatMap((option) => {
    const param = option.params?.find(({ name, kind }) => name === option.whom && kind === "choice");
    const index = param?.choices?.findIndex(({ value }) => value === who) ?? -1;
    if (param === undefined && settledOn(option) === who) return [{ option, index, reason: option.reason ?? undefined }];
    return param && index >= 0 ? [{ option, param, index, reason: reasonOf(option, param, index) }] : [];
  });
  return found.sort((a, b) => +Boolean(a.reason) - +Boolean(b.reason));
}

/** Those of which what they are called has all these words in it. */
export function searched<Entry extends { name: string }>(entries: Entry[], query: string): Entry[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(({ name }) => words.every((word) => name.toLocaleLowerCase().includes(word)));
}
