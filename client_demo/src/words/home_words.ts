/** The home page's words in the user's language. */
import { Book, type Gaps } from "./book.ts";
import type { HomeKey } from "./home_words_en.ts";
import type { Language } from "./language.ts";

const book = new Book<HomeKey>({
  en: async () => (await import("./home_words_en.ts")).EN,
  de: async () => (await import("./home_words_de.ts")).DE,
});

export type Say = (key: HomeKey, gaps?: Gaps) => string;

export function say({ language }: { language: Language }): Say {
  return (key, gaps) => book.text(language, key, gaps);
}
