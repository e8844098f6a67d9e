/** How combatants stand, in words and signs: cover, a raised shield. From the view and the catalogue alone. */
import type { View } from "../wire/types.ts";
import { speech } from "./scene.ts";
import type { State } from "./state.ts";

export interface StanceShown {
  key: string;
  /** A drawing that says what it is; empty where the system has none. */
  sign: string;
  /** `5+`: as little as a piece on the map has room for. */
  short: string;
  /** The words and numbers of it, as they stand in the piece's name. */
  said: string;
  /** `Cover 5+ against Sela`. */
  text: string;
}

/** How somebody stands, and what is special about the act that it is the target of. */
export function stancesOf(state: State, view: View, who: string): StanceShown[] {
  const { t, label, icon, name } = speech(state, view);
  const stances = (view.combatants?.[who]?.stance ?? []).map(({ label: kind, text: value = "", towards = "" }) => {
    const what = [label(kind), value].filter(Boolean).join(" ");
    const sign = icon(kind);
    const short = [!sign && label(kind).charAt(0), value].filter(Boolean).join(" ");
    return {
      key: `${kind}|${towards}`,
      sign,
      short,
      said: short,
      text: towards ? t("table.towards", { what, name: name(towards) }) : what,
    };
  });
  const target = { ...view.act, ...view.decision?.topic }["target"];
  const special = target === who ? circumstancesOf(state, view) : [];
  return [...special.map((text) => ({ key: text, sign: "", short: text, said: text, text })), ...stances];
}

/** On the map also what is so of somebody, where there is a sign for it: who has given up does not look like who is down. */
export function signsOf(state: State, view: View, who: string): StanceShown[] {
  const { label, icon } = speech(state, view);
  const conditions = Object.keys(view.combatants?.[who]?.conditions ?? {}).filter((key) => icon(key));
  return [...conditions.map((key) => ({ key, sign: icon(key), short: "", said: label(key), text: label(key) })), ...stancesOf(state, view, who)];
}

/** What is special about the act in progress: from behind. */
export function circumstancesOf(state: State, view: View): string[] {
  const { circumstances } = { ...view.act } as { circumstances?: unknown };
  return Array.isArray(circumstances) ? circumstances.map((key) => speech(state, view).label(String(key))) : [];
}
