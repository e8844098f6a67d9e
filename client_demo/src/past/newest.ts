/** What came of attacks, read once for all that show it. Pure. */
import type { Frame } from "../wire/types.ts";
import { type Event, keyOf } from "../table/frames.ts";
import type { Words } from "../table/log.ts";
import { type Outcome, outcomesOf } from "./outcome.ts";

/** What was told longer ago is no news: the page was opened, or the line came back. */
const NEWS_MS = 5_000;
/** How long news stay in sight where nothing follows them. */
export const SHOWN_MS = 2_600;

export function isNews({ at }: Frame, now_ms: number): boolean {
  return now_ms - at < NEWS_MS;
}

/** It takes back something that may still wait to be told. */
export function isBack(event: unknown): boolean {
  return ["Rewound", "Amended"].includes((event as Event).type);
}

let last: { words: Words; frames: Frame[]; all: Outcome[] } | undefined;

/** Of these updates; read anew only where something has changed. */
export function outcomesIn(words: Words, frames: Frame[]): Outcome[] {
  const isSame = last?.frames === frames && last.words.catalog === words.catalog && last.words.language === words.language;
  if (!isSame || last?.words.view?.combatants !== words.view?.combatants) last = { words, frames, all: outcomesOf(words, frames) };
  return last?.all ?? [];
}

/** Those of which one of these updates has said the last. */
export function cameAt(words: Words, frames: Frame[], frame: Frame): Outcome[] {
  const key = keyOf(frame);
  return outcomesIn(words, frames).filter(({ at }) => at === key);
}
