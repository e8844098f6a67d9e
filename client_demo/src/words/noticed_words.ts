/** The words of who notices somebody hidden come with the GM's list of people, in both languages: they are few. */
import { type Gaps, fill } from "./book.ts";
import type { Language } from "./language.ts";

const EN = {
  noticed: "Is noticed by",
  nobody: "nobody",
  party: "Side: {side}",
};

const DE: typeof EN = {
  noticed: "Wird bemerkt von",
  nobody: "niemandem",
  party: "Seite: {side}",
};

/** The words in a language. */
export function noticedWords(language: Language): (key: keyof typeof EN, gaps?: Gaps) => string {
  const words = language === "de" ? DE : EN;
  return (key, gaps) => fill(language, words[key], gaps);
}
