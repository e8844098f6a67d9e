/** The server's list of what would change, as sentences. Pure. */
import { type Speech } from "./scene.ts";
import type { Language } from "./state.ts";
import { metres } from "./ui.ts";
import type { Change } from "./wire/types.ts";

export function changeText(change: Change, speech: Speech, language: Language): string {
  const { t, label, name } = speech;
  const who = name(change.who ?? "");
  const key = label(change.key ?? "");
  const { before, after } = change;
  const names = (value: unknown) =>
    Array.isArray(value) && value.length > 0 ? value.map((each) => name(String(each))).join(", ") : t("change.nobody");
  switch (change.kind) {
    case "track":
      return t("change.track", { who, key, before: shown(before), after: shown(after) });
    case "condition":
      if (before === undefined || before === null) return t("change.gains", { who, key });
      if (after === undefined || after === null) return t("change.loses", { who, key });
      return t("change.condition", { who, key, before: shown(before), after: shown(after) });
    case "place":
      return placeText(change, who, speech, language);
    case "order":
      return t("change.order", { after: names(after) });
    case "turn":
      return t("change.turn", { before: names(before), after: names(after) });
    case "round":
      return t("change.round", { before: shown(before ?? 0), after: shown(after ?? 0) });
    case "stage":
      return t("change.stage", { before: stage(speech, before), after: stage(speech, after) });
    case "prompt":
      return after ? t("change.prompt", { after: asked(after, speech) }) : t("change.promptOff", { before: asked(before, speech) });
    case "joins":
      return t("change.joins", { who });
    case "leaves":
      return t("change.leaves", { who });
    case "gear":
      return t("change.gear", { who, after: (after as string[]).map(label).join(", ") || t("change.nothing") });
    case "out":
      return t(after ? "change.out" : "change.in", { who });
    default:
      return `${who} ${label(change.kind)}`.trim();
  }
}

function shown(value: unknown): string {
  return value === undefined || value === null ? "–" : String(value);
}

function stage({ t }: Speech, value: unknown): string {
  return t(`stage.${String(value)}` as "stage.setup");
}

function placeText({ before, after }: Change, who: string, { t }: Speech, language: Language): string {
  if (!Array.isArray(before) || !Array.isArray(after)) return t("change.put", { who });
  const length_cm = Math.hypot(Number(after[0]) - Number(before[0]), Number(after[1]) - Number(before[1]));
  return t("change.place", { who, metres: metres(language, length_cm) });
}

function asked(prompt: unknown, { label, name, t }: Speech): string {
  const { kind, asks } = prompt as { kind: string; asks: string[] };
  return `${label(kind)} (${asks.length > 0 ? asks.map(name).join(", ") : t("change.nobody")})`;
}
