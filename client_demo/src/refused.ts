/** Why something was refused, where no rule system's words are at hand: by the code, else as the server says it. */
import type { Language } from "./state.ts";
import { Book, text } from "./ui.ts";

const book = new Book<string>({
  en: async () => ({}),
  de: async () => (await import("./code_words_de.ts")).CODES_DE,
});

export interface Refused {
  code: string;
  message: string;
  detail?: Record<string, unknown>;
}

export function refusedText(language: Language, { code, message, detail }: Refused): string {
  if (code === "lost") return text(language, "link.lost");
  if (language === "en" || book.find(language, code) === undefined) return message || code;
  return book.text(language, code, detail as Record<string, string>);
}
