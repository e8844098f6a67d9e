/** The words of what is told act by act come with it, in both languages: they are few. */
import { type Gaps, fill } from "./book.ts";
import type { Language } from "./language.ts";

const EN = { skip: "Skip ({count} more)" };

const DE: typeof EN = { skip: "Überspringen (noch {count})" };

/** The words in a language. */
export function tellingWords(language: Language): (key: keyof typeof EN, gaps?: Gaps) => string {
  const words = language === "de" ? DE : EN;
  return (key, gaps) => fill(language, words[key], gaps);
}
