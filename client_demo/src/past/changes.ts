/** The server's list of what would change, as sentences. Pure. */
import { type Speech } from "../table/scene.ts";
import type { Change } from "../wire/types.ts";
import { metres } from "../words/book.ts";
import type { Language } from "../words/language.ts";
import { rulingWords } from "../words/ruling_words.ts";

export function changeText(change: Change, speech: Speech, language: Language): string {
  const { label, name } = speech;
  const r = rulingWords(language);
  const who = name(change.who ?? "");
  const key = label(change.key ?? "");
  const { before, after } = change;
  const names = (value: unknown) => (isSomebody(value) ? value.map(name).join(", ") : "");
  switch (change.kind) {
    case "track":
      return r("change.track", { who, key, before: shown(before), after: shown(after) });
    case "stance":
      return r("change.track", { who, key: against(change, key, speech), before: shown(before, label), after: shown(after, label) });
    case "condition":
      if (isNone(before)) return r("change.gains", { who, key });
      if (isNone(after)) return r("change.loses", { who, key });
      return r("change.condition", { who, key, before: shown(before), after: shown(after) });
    case "place":
      return placeText(change, who, language);
    case "order":
      return isSomebody(after) ? r("change.order", { after: names(after) }) : r("change.orderNone");
    case "turn":
      return r(turnKey(before, after), { before: names(before), after: names(after) });
    case "round":
      return r("change.round", { before: shown(before ?? 0), after: shown(after ?? 0) });
    case "stage":
      return r("change.stage", { before: stage(speech, before), after: stage(speech, after) });
    case "prompt":
      return after ? r("change.prompt", { after: asked(after, speech) }) : r("change.promptOff", { before: asked(before, speech) });
    case "joins":
      return r("change.joins", { who });
    case "leaves":
      return r("change.leaves", { who });
    case "gear":
      return r("change.gear", { who, after: (after as string[]).map(label).join(", ") || r("change.nothing") });
    case "hidden":
      return r(after ? "change.hides" : "change.shows", { who });
    case "out":
      return r(after ? "change.out" : "change.in", { who });
    default:
      return `${who} ${label(change.kind)}`.trim();
  }
}

/** What beside somebody on the map would stand there otherwise, in a few words; undefined of what the piece shows by itself. */
export function valueText({ kind, key = "", before, after, towards }: Change, { label, t, name }: Speech): string | undefined {
  if (!["track", "stance", "condition"].includes(kind)) return undefined;
  const what = towards ? t("table.towards", { what: label(key), name: name(towards) }) : label(key);
  if (kind === "condition" && isNone(before)) return `+ ${what}`;
  if (kind === "condition" && isNone(after)) return `− ${what}`;
  return `${what} ${shown(before, label)} → ${shown(after, label)}`;
}

/** Between two turns it is nobody's: then one begins or ends, and goes to nobody. */
function turnKey(before: unknown, after: unknown): "change.turn" | "change.turnBegins" | "change.turnEnds" {
  if (!isSomebody(before)) return "change.turnBegins";
  return isSomebody(after) ? "change.turn" : "change.turnEnds";
}

function isSomebody(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0;
}

function isNone(value: unknown): boolean {
  return value === undefined || value === null;
}

/** Cover counts against somebody: two attackers, two lines. */
function against({ towards }: Change, what: string, { t, name }: Speech): string {
  return towards ? t("table.towards", { what, name: name(towards) }) : what;
}

/** What is there without a value just is. */
function shown(value: unknown, label?: (key: string) => string): string {
  if (value === "" && label) return label("yes");
  return isNone(value) ? "–" : String(value);
}

function stage({ t }: Speech, value: unknown): string {
  return t(`stage.${String(value)}` as "stage.setup");
}

function placeText({ before, after }: Change, who: string, language: Language): string {
  const r = rulingWords(language);
  if (!Array.isArray(before) || !Array.isArray(after)) return r("change.put", { who });
  const length_cm = Math.hypot(Number(after[0]) - Number(before[0]), Number(after[1]) - Number(before[1]));
  return r("change.place", { who, metres: metres(language, length_cm) });
}

function asked(prompt: unknown, { label, name }: Speech): string {
  const { kind, asks } = prompt as { kind: string; asks: string[] };
  return `${label(kind)} (${asks.map(name).join(", ")})`;
}
