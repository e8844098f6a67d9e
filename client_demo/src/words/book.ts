/** The client's own texts in the user's language. */
import type { Language } from "./language.ts";
import { GAP, noun } from "./plural.ts";
import type { TextKey } from "./en/client_words.ts";

export type { TextKey };

type Words<Key extends string> = Record<Key, string>;

/** Words that are fetched with the screens that need them. */
interface Loading {
  load(language: Language): Promise<void>;
}

const books = new Set<Loading>();

/** A part of the catalogue in its languages. */
export class Book<Key extends string> {
  private readonly loaded: Partial<Record<Language, Words<Key>>> = {};

  constructor(private readonly fetches: Record<Language, () => Promise<Words<Key>>>) {
    books.add(this);
  }

  async load(language: Language): Promise<void> {
    this.loaded[language] ??= await this.fetches[language]();
  }

  /** A text with its `{gaps}` filled; empty until words are there. */
  text(language: Language, key: Key, gaps: Gaps = {}): string {
    return fill(language, this.find(language, key) ?? "", gaps);
  }

  /** The words under a key that may not exist. */
  find(language: Language, key: string): string | undefined {
    const words = this.loaded[language] ?? Object.values(this.loaded)[0];
    return (words as Record<string, string> | undefined)?.[key];
  }
}

/** The words of the table, and of what every screen shares. */
const table = new Book<TextKey>({
  en: async () => (await import("./en/client_words.ts")).EN,
  de: async () => (await import("./de/client_words.ts")).DE,
});

/** The words of every screen that there is so far. */
export async function loadWords(language: Language): Promise<void> {
  await Promise.all([...books].map((book) => book.load(language)));
}

export type Gaps = Record<string, string | number>;

/** A sentence with its `{gaps}` filled; unknown ones stay. */
export function fill(language: Language, words: string, gaps: Gaps = {}): string {
  return words.replace(GAP, (gap, field: string, one?: string, other?: string) =>
    gaps[field] === undefined ? gap : `${gaps[field]}${noun(language, { field, one, other }, gaps[field])}`,
  );
}

/** A text with its `{gaps}` filled. */
export function text(language: Language, key: TextKey, gaps: Gaps = {}): string {
  return table.text(language, key, gaps);
}

/** The text under a key that may not exist. */
export function uiText(language: Language, key: string): string | undefined {
  return table.find(language, key);
}

/** Centimetres as metres: 450 -> "4.5" ("4,5" in German). What is more than nothing never becomes nothing. */
export function metres(language: Language, length_cm: number): string {
  return (length_cm / 100).toLocaleString(language, { maximumFractionDigits: length_cm < 5 ? 2 : 1 });
}
