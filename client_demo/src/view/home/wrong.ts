/** What is wrong with an encounter file, in the user's language: by its kind, else as the server says it in English. */
import type { Problem } from "../../home/draft.ts";
import type { State } from "../../table/state.ts";
import type { Setup } from "../../wire/types.ts";
import { fill } from "../../words/book.ts";
import { type Say, say } from "../../words/home_words.ts";
import type { HomeKey } from "../../words/en/home_words.ts";

export function wrongText(state: Pick<State, "language">, setups: Setup[], problem: Problem): string {
  const text = say(state);
  const { kind, detail, system } = problem;
  const own = setups.find((setup) => setup.system === system)?.problems?.[state.language]?.[kind];
  if (own) return fill(state.language, own, detail);
  return (kind && text(`wrong.${kind}` as HomeKey, worded(text, detail))) || problem.text;
}

/** Names of types as people say them; a value too long to be shown is told by its type. */
function worded(text: Say, detail: Problem["detail"]): Problem["detail"] {
  const type = (name: string) => text(`type.${name}` as HomeKey) || name;
  const wanted = String(detail["wanted"] ?? "").split(" | ").map(type);
  const either = (a: string, b: string) => text("type.or", { a, b });
  return { ...detail, wanted: wanted.reduce(either), value: detail["value"] || type(String(detail["got"] ?? "")) };
}
