/** The words of the menu come with it, in both languages: they are few. */
import { type Gaps, fill } from "./book.ts";
import type { Language } from "./language.ts";

const EN = {
  first: "Suggestions",
  more: "More: {count}",
  search: "Search",
  nothing: "Nothing is called so.",
  against: "To {name}",
  none: "Nothing can be done to {name} now.",
  explained: "What these words mean",
};

const DE: typeof EN = {
  first: "Vorschläge",
  more: "Mehr: {count}",
  search: "Suchen",
  nothing: "So heißt nichts.",
  against: "Gegen oder für {name}",
  none: "Mit {name} ist jetzt nichts zu machen.",
  explained: "Was diese Wörter bedeuten",
};

/** The words in a language. */
export function menuWords(language: Language): (key: keyof typeof EN, gaps?: Gaps) => string {
  const words = language === "de" ? DE : EN;
  return (key, gaps) => fill(language, words[key], gaps);
}
