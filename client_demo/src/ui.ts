/** The client's own texts in the user's language. */
import type { Language } from "./state.ts";
import { EN, type TextKey } from "./words_en.ts";

export type { TextKey };

type Words = Record<TextKey, string>;

const loaded: Partial<Record<Language, Words>> = { en: EN };

/** English is always there; the other language comes when somebody wants it. */
export async function loadWords(language: Language): Promise<void> {
  if (language === "de") loaded.de ??= (await import("./words_de.ts")).DE;
}

function wordsOf(language: Language): Words {
  return loaded[language] ?? EN;
}

/** A text with its `{gaps}` filled. */
export function text(language: Language, key: TextKey, gaps: Record<string, string | number> = {}): string {
  return wordsOf(language)[key].replace(/\{(\w+)\}/g, (gap, name: string) => String(gaps[name] ?? gap));
}

/** The text under a key that may not exist. */
export function uiText(language: Language, key: string): string | undefined {
  return (wordsOf(language) as Record<string, string>)[key];
}

/** Centimetres as metres: 450 -> "4.5" ("4,5" in German). */
export function metres(language: Language, length_cm: number): string {
  return (length_cm / 100).toLocaleString(language, { maximumFractionDigits: 1 });
}

/** The browser's first language that there is. */
export function preferred(languages: readonly string[]): Language {
  const found = languages.map((language) => language.slice(0, 2)).find((short) => short === "de" || short === "en");
  return found === "de" ? "de" : "en";
}
