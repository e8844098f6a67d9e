/** Why something was refused, where no rule system's words are at hand: by the code, else as the server says it. */
import type { Link } from "../wire/socket.ts";
import { fill, text } from "./book.ts";
import type { Language } from "./language.ts";

export interface Refused {
  code: string;
  message: string;
  detail?: Record<string, unknown>;
}

let german: Record<string, string> = {};

/** The sentences are fetched behind everything else: seldom does anybody need one. The server itself speaks English. */
export async function loadRefusals(language: Language): Promise<void> {
  if (language === "de") german = (await import("./de/code_words.ts")).CODES_DE;
}

export function refusedText(language: Language, { code, message, detail }: Refused): string {
  if (code === "lost") return text(language, "link.lost");
  if (code === "unknown_param") return text(language, "form.unknown");
  const sentence = language === "de" ? german[code] : undefined;
  return sentence === undefined ? message || code : fill(language, sentence, detail as Record<string, string>);
}

/** Why the connection ended, where somebody has to do something about it. */
export function troubleOf({ link, language }: { link: Link; language: Language }): string | undefined {
  if (link.kind === "closed") return refusedText(language, link) || text(language, "link.closed");
  return link.kind === "waiting" && link.code ? refusedText(language, { code: link.code, message: link.message ?? "" }) : undefined;
}
