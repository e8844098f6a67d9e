/** Numbers with their nouns: `{wounds wound|wounds}` in a sentence is `1 wound` or `2 wounds`, by the language's rules. */
import type { Language } from "./language.ts";

/** What stands in the braces of a sentence: a field, and perhaps the noun for one and for others. */
export interface Gap {
  field: string;
  isWritten?: boolean;
  one?: string | undefined;
  other?: string | undefined;
}

/** With a `!` it holds what people have written: that is shown as it is, for it may be the same as a key. */
export const GAP = /\{([\w.]+)!?(?: ([^{}|]+)\|([^{}|]+))?\}/g;

/** The gap that this text is as a whole. */
export function gapOf(text: string): Gap | undefined {
  const [found] = text.matchAll(GAP);
  if (found?.[0] !== text) return undefined;
  return { field: found[1] as string, isWritten: text.endsWith("!}"), one: found[2], other: found[3] };
}

const rules: Partial<Record<Language, Intl.PluralRules>> = {};

/** ` wound` or ` wounds`, behind a list ` waits` or ` wait`, behind one name ` waits`; nothing where the sentence names
 * neither. */
export function noun(language: Language, { one, other }: Gap, count: unknown): string {
  if (one === undefined) return "";
  rules[language] ??= new Intl.PluralRules(language);
  const number = Array.isArray(count) ? count.length : Number(count);
  return ` ${rules[language].select(Number.isNaN(number) ? 1 : number) === "one" ? one : other}`;
}
