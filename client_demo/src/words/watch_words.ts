/** The words of replay, branch and verdict in the user's language. */
import { Book, type Gaps } from "./book.ts";
import type { Language } from "./language.ts";
import type { WatchKey } from "./en/watch_words.ts";

const book = new Book<WatchKey>({
  en: async () => (await import("./en/watch_words.ts")).EN,
  de: async () => (await import("./de/watch_words.ts")).DE,
});

export type Say = (key: WatchKey, gaps?: Gaps) => string;

export function say({ language }: { language: Language }): Say {
  return (key, gaps) => book.text(language, key, gaps);
}
