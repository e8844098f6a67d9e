/** The home page's words in the user's language. */
import { Book, type Gaps } from "./book.ts";
import type { HomeKey } from "./en/home_words.ts";
import type { Language } from "./language.ts";

const book = new Book<HomeKey>({
  en: async () => (await import("./en/home_words.ts")).EN,
  de: async () => (await import("./de/home_words.ts")).DE,
});

export type Say = (key: HomeKey, gaps?: Gaps) => string;

export function say({ language }: { language: Language }): Say {
  return (key, gaps) => book.text(language, key, gaps);
}
