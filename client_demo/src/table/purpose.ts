/** What a roll is for, read from its name. Pure. */
import { written } from "../words/catalog.ts";
import { speech } from "./scene.ts";
import type { State } from "./state.ts";

/** A roll's name says what it is for and tells it apart: `tie.0` is a tie, `cover.normal` cover against normal hits. The
 * roll of an attack that is called as the attack is needs saying once. */
export function purposeOf(state: State, roll: string): string {
  const { label } = speech(state);
  const parts = roll.split(".").filter((part) => !/^\d+$/.test(part));
  const known = parts.filter((part) => written(state.catalog, state.language, part));
  return [...new Set(known.length > 0 ? known : parts.slice(-1))].map(label).join(" · ") || roll;
}
