/** What is on screen: the live table, an audience's eyes or a moment of the past. One code path draws them all. */
import type { CombatantView, Option, Reason, View } from "../wire/types.ts";
import { text, type TextKey } from "../words/book.ts";
import { costText, icon as iconOf, label } from "../words/catalog.ts";
import { viewAt } from "./frames.ts";
import { nameOf, whyNot } from "./log.ts";
import type { Form, State } from "./state.ts";

export interface Scene {
  view: View;
  /** Clicks act on the game; false while looking back or through other eyes. */
  isLive: boolean;
  options: Option[];
}

export function sceneOf(state: State): Scene | undefined {
  if (state.view?.encounter === undefined) return undefined; // a delayed spectator is told nothing at first
  if (state.replay) {
    return { view: viewAt(state.replay.past, state.replay.place) ?? state.view, isLive: false, options: [] };
  }
  if (state.eyes) return { view: state.eyes.view ?? state.view, isLive: false, options: [] };
  return { view: state.view, isLive: true, options: state.options };
}

/** Short hands for words in the user's language. */
export interface Speech {
  t(key: TextKey, gaps?: Record<string, string | number>): string;
  label(key: string): string;
  icon(key: string): string;
  name(who: string): string;
  /** What an option costs. */
  cost(text: string): string;
  /** Why something is not possible. */
  why(reason: Reason): string;
}

export function speech(state: State, view: View | undefined = state.view): Speech {
  const { language, catalog } = state;
  return {
    t: (key, gaps) => text(language, key, gaps),
    label: (key) => label(catalog, language, key),
    icon: (key) => iconOf(catalog, key),
    name: (who) => nameOf({ view, language }, who),
    cost: (cost) => costText(catalog, language, cost),
    why: (reason) => whyNot({ view, catalog, language }, reason),
  };
}

/** The sides in the order in which they entered: colours and shapes go by it. */
export function sidesOf(view: View): string[] {
  return [...new Set(Object.values(view.combatants ?? {}).map(({ side }) => side))];
}

export function sideIndex(view: View, combatant: CombatantView | undefined): number {
  return combatant === undefined ? 0 : Math.max(0, sidesOf(view).indexOf(combatant.side)) % 6;
}

/** A view by which the log names people: also those who are out of sight or gone. */
export function everybody(state: Pick<State, "met">, view: View): View {
  return { ...view, combatants: state.met };
}

/** Two letters that stand for a name; of "Robber 3" R3, of "Robber 12" 12. */
export function initials(name: string): string {
  const words = name.split(/[\s-]+/).filter(Boolean);
  const number = /^\d+$/.test(words.at(-1) ?? "") ? String(Number(words.at(-1))) : "";
  if (words.length > 1 && number) return number.length > 1 ? number.slice(-2) : (Array.from(name)[0] ?? "") + number;
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  const first = letters.map((word) => Array.from(word ?? "")[0] ?? "").join("");
  return (words.length > 1 ? first : Array.from(words[0] ?? "?").slice(0, 2).join("")).toLocaleUpperCase();
}

/** Those in the order of turns, then everybody else. */
export function ranks(view: View): { order: string[]; others: string[] } {
  const all = Object.keys(view.combatants ?? {});
  const order = (view.order ?? []).filter((who) => all.includes(who));
  return { order, others: all.filter((who) => !order.includes(who)) };
}

/** Points in centimetres of a combatant, where it has a place. */
export function placeOf(combatant: CombatantView | undefined): [number, number] | undefined {
  return combatant?.x === undefined || combatant.y === undefined ? undefined : [combatant.x, combatant.y];
}

/** The form that belongs to the game as it stands; one about the past is the ruling's own. */
export function liveForm(state: State): Form | undefined {
  return state.form?.purpose === "ruling" ? undefined : state.form;
}
