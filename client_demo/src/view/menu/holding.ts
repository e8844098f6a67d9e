/** The standing answers that hold: what an option changes says what it is now. Pure; names no rule of any game. */
import { partOf } from "../../table/options.ts";
import type { Choice, Option, Param } from "../../wire/types.ts";

/** Each part of a standing answer with the choice that holds; none where the option asks for anything else as well. */
export function holding({ answers, group, cost, intent, params = [] }: Option): [Param, Choice][] {
  if (answers || group !== "free" || cost) return [];
  const found = params.flatMap((param): [Param, Choice][] => {
    const now = partOf(intent, param.name);
    const choice = param.kind === "choice" && now !== undefined ? param.choices?.find(({ value }) => value === now) : undefined;
    return choice ? [[param, choice]] : [];
  });
  return found.length === params.length ? found : [];
}
