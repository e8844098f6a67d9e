/** What the log says of an update, line by line, as plain text. */
import { linesOf, plain } from "../../table/log.ts";
import { everybody } from "../../table/scene.ts";
import type { State } from "../../table/state.ts";
import type { Frame } from "../../wire/types.ts";

export function sentences(state: State, frame: Frame): string[] {
  if (state.view === undefined) return [];
  const words = { view: everybody(state, state.view), catalog: state.catalog, language: state.language };
  return linesOf(words, frame).map(({ parts }) => plain(words, parts));
}
