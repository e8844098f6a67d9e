/** Options in blocks: what was told before is named by its number. Known is what is offered, then what was before. */
import type { Option, Param } from "./types.ts";

/** An option as it is told: of its parameters, too, some may be named. */
export type Told = number | (Omit<Option, "params"> & { params?: (number | Param)[] });

/** So many that are no longer offered may be named. */
const OPTIONS_BEFORE = 256;

/** What is offered now; `taken`: how a new one is kept. For a number that is not known there is nothing. */
export function offered(known: Option[], told: Told[], taken: (option: Option) => Option): Option[] {
  const params: Record<number, Param> = known.flatMap((option) => option.params ?? []);
  let fresh = 0;
  const param = (one: number | Param) => (typeof one === "object" ? (params[--fresh] = one) : params[one]);
  return told.map((one) => (typeof one === "object" ? taken({ ...one, params: one.params?.map(param) } as Option) : (known[one] as Option)));
}

/** What is known once this is offered. */
export function remembered(known: Option[], options: Option[]): Option[] {
  return [...new Set([...options, ...known])].slice(0, options.length + OPTIONS_BEFORE);
}
