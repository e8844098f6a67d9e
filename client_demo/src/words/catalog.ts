/** A system's words and icons, and what to say where it has none. Knows no system. */
import { uiText } from "./book.ts";
import type { Language } from "./language.ts";

type Words = Partial<Record<string, Record<string, string>>>;

/** `/catalog/<system>.json`. Texts by language, then by key. */
export interface Catalog {
  titles: Record<string, string>;
  labels: Words;
  lines: Words;
  icons: Record<string, string>;
  /** Conditions that have no level. */
  plain: Record<string, boolean>;
  /** By an option's key the tag of what may be sent right behind it, with the same tap. */
  follows: Partial<Record<string, string>>;
  /** Sentences by refusal code, with the names of the details in braces. */
  refusals: Words;
  rules: Record<string, string>;
  /** The moments at which one may be asked, by preset. */
  stops: Partial<Record<string, string[]>>;
  /** What these moments are called. */
  moments: Words;
  /** What came of acts, by language; it comes behind everything else. */
  outcomes: Partial<Record<string, Outcomes>>;
  /** What the demos are about, by title. */
  stories: Words;
  /** What a track, a condition, a stance or a fact means. */
  terms: Words;
}

/** By event, the words for its part of what came of an act; and of which fields the sum has hit. */
export interface Outcomes {
  roll?: Record<string, string>;
  check?: Record<string, string>;
  defence?: Record<string, string>;
  harm?: Record<string, string>;
  fate?: Record<string, string>;
  over?: Record<string, string>;
  best?: Record<string, string[]>;
}

/** `shield_parry` -> "Shield parry", `HitsRolled` -> "Hits rolled", `modifier.fog` -> "Modifier: fog". */
export function humanised(key: string): string {
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/\./g, ": ")
    .replace(/_/g, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function found(words: Words, language: Language, key: string): string | undefined {
  return words[language]?.[key] ?? words.en?.[key];
}

/** The system's label, the client's own, or the key made readable. What is no key is a text already. */
export function label(catalog: Catalog, language: Language, key: string): string {
  return written(catalog, language, key) ?? (KEY.test(key) ? humanised(key) : SIGN.test(key) ? named(catalog, language, key) : key);
}

/** Whoever has written something without any of these may have said it. */
const SIGN = /[→↑↻×\d]/;

/** `1. Long sword → Ilva: Rifle ×3` with the words for its names; of whom it is aimed at, behind an arrow, that is one's own. */
export function named(catalog: Catalog, language: Language, text: string): string {
  return text.replace(/(?<![\d\p{L}]|. → [^:]*)\p{L}[\p{L}' _-]*\p{L}/gu, (name) => found(catalog.labels, language, name) ?? name);
}

/** `shield_parry`, `modifier.fog`, `HitsRolled`: but not `Long sword`, `Ilva`, `4+`. */
const KEY = /^([a-z][a-z0-9]*([._][a-z0-9]+)*|([A-Z][a-z0-9]+){2,})$/;

/** What a term of a sum or a phase is called: `term.<key>` where the key alone means something else elsewhere. */
export function labelOf(what: "phase" | "term", catalog: Catalog, language: Language, key: string): string {
  return written(catalog, language, `${what}.${key}`) ?? label(catalog, language, key);
}

/** The label that somebody has written for the key. */
export function written(catalog: Catalog, language: Language, key: string): string | undefined {
  return found(catalog.labels, language, key) ?? uiText(language, `key.${key}`);
}

/** The sentence for an event type; an empty one says that the event is not worth a line. */
export function line(catalog: Catalog, language: Language, type: string): string | undefined {
  return found(catalog.lines, language, type) ?? uiText(language, `line.${type}`);
}

/** The sentence for a refusal's code. */
export function refusal(catalog: Catalog, language: Language, code: string): string | undefined {
  return found(catalog.refusals, language, code);
}

/** `2 actions, 1 ep` by the labels `cost.actions` and `cost.ep`; what is no such piece is a key or a text. */
export function costText(catalog: Catalog, language: Language, cost: string): string {
  const pieces = cost.split(", ").map((piece) => {
    const [, count, unit] = /^(\d+) (\w+)$/.exec(piece) ?? [];
    if (unit === undefined) return label(catalog, language, piece);
    return `${count} ${found(catalog.labels, language, `cost.${unit}`) ?? unit}`;
  });
  return pieces.join(", ");
}

export function icon(catalog: Catalog, key: string): string {
  return catalog.icons[key] ?? "";
}

/** How many sides the system's dice have. */
export function sidesOf(catalog: Catalog): number {
  return Number(icon(catalog, "die") || 6);
}

export function rule(catalog: Catalog, id: string): string {
  return catalog.rules[id] ?? "";
}

export const EMPTY: Catalog = { titles: {}, labels: {}, lines: {}, icons: {}, plain: {}, follows: {}, refusals: {}, rules: {}, stops: {}, moments: {}, outcomes: {}, stories: {}, terms: {} };

/** With what a part of it brings. */
export function enriched(catalog: Catalog, given: Partial<Catalog>): Catalog {
  const both = Object.keys(catalog).map((key) => [key, { ...catalog[key as keyof Catalog], ...given[key as keyof Catalog] }]);
  return Object.fromEntries(both) as Catalog;
}
