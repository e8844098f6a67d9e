/** What came of attacks, read once for all that show it. Pure. */
import type { Frame } from "../wire/types.ts";
import { keyOf } from "../table/frames.ts";
import type { Words } from "../table/log.ts";
import { type Outcome, outcomesOf } from "./outcome.ts";

let last: { words: Words; frames: Frame[]; all: Outcome[] } | undefined;

/** Of these updates; read anew only where something has changed. */
export function outcomesIn(words: Words, frames: Frame[]): Outcome[] {
  const isSame = last?.frames === frames && last.words.catalog === words.catalog && last.words.language === words.language;
  if (!isSame || last?.words.view?.combatants !== words.view?.combatants) last = { words, frames, all: outcomesOf(words, frames) };
  return last?.all ?? [];
}

/** What the newest update has said the last of. */
export function newestIn(words: Words, frames: Frame[]): Outcome[] {
  const end = frames.at(-1);
  return end ? outcomesIn(words, frames).filter(({ at }) => at === keyOf(end)) : [];
}
