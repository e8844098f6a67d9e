/** The words of taking back and changing come with their panel. */
import { Book, type Gaps } from "./book.ts";
import type { Language } from "./language.ts";
import type { RULING_EN } from "./en/ruling_words.ts";

export type RulingKey = keyof typeof RULING_EN;

const book = new Book<RulingKey>({
  en: async () => (await import("./en/ruling_words.ts")).RULING_EN,
  de: async () => (await import("./de/ruling_words.ts")).RULING_DE,
});

/** The words in a language. */
export function rulingWords(language: Language): (key: RulingKey, gaps?: Gaps) => string {
  return (key, gaps) => book.text(language, key, gaps);
}
