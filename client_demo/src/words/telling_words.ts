/** The words of what is told act by act come with it, in both languages: they are few. */
import { type Gaps, fill } from "./book.ts";
import type { Language } from "./language.ts";

const EN = {
  skip: "Skip ({count}\u00a0more)",  // two lines on a phone, not three: no more have room
  how: "How it came about",
  gone: "What was taken back",
  walk: "Log: arrow keys lead from line to line, Tab to what can be done with it",
  against: "{who} against {target}: {what}.",
  alone: "{who}: {what}.",
};

const DE: typeof EN = {
  skip: "Weiter (noch\u00a0{count})",
  how: "Wie es dazu kam",
  gone: "Was zurückgenommen wurde",
  walk: "Protokoll: Pfeiltasten führen von Zeile zu Zeile, Tab zu dem, was sich damit tun lässt",
  against: "{who} gegen {target}: {what}.",
  alone: "{who}: {what}.",
};

/** The words in a language. */
export function tellingWords(language: Language): (key: keyof typeof EN, gaps?: Gaps) => string {
  const words = language === "de" ? DE : EN;
  return (key, gaps) => fill(language, words[key], gaps);
}
