/** Options in blocks: what was told before is named by its number. Known is what is offered, then what was before. */
import { apply, type Json, type Patch } from "./patch.ts";
import type { Choice, Option, Param } from "./types.ts";

/** A parameter as it is told: of its choices, too, some may be named. */
type ToldParam = Omit<Param, "choices"> & { choices?: (number | Choice)[] };

/** An option as it is told, whole or as a patch onto the known one that it is like: of its parameters, too, some may be named. */
export type Told = number | ({ like?: number; params?: (number | ToldParam)[] | null } & Record<string, unknown>);

/** So many that are no longer offered may be named. */
const OPTIONS_BEFORE = 256;

/** What is offered now. Throws where a number is not known. */
export function offered(known: Option[], told: Told[]): Option[] {
  const params: Record<number, Param> = known.flatMap((option) => option.params ?? []);
  let fresh = 0;
  return told.map((one) => {
    if (typeof one !== "object") return there(known[one]);
    const { like, ...patch } = one;
    const base = like === undefined ? ({} as Option) : there(known[like]);
    const choice = (part: number | Choice, place: number) => (typeof part === "object" ? part : there(base.params?.[place]?.choices?.[part]));
    const param = (part: number | ToldParam, place: number) =>
      typeof part === "object"
        ? (params[--fresh] = (part.choices ? { ...part, choices: part.choices.map((each) => choice(each, place)) } : part) as Param)
        : there(params[part]);
    if (patch.params) patch.params = patch.params.map(param) as Param[];
    return apply(base as unknown as Json, patch as Patch) as unknown as Option;
  });
}

function there<T>(one: T | undefined): T {
  if (one === undefined) throw new Error("a number that is not known");
  return one;
}

/** What is known once this is offered. */
export function remembered(known: Option[], options: Option[]): Option[] {
  return [...new Set([...options, ...known])].slice(0, options.length + OPTIONS_BEFORE);
}
