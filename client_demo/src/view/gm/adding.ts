/** GM: somebody new on the table, with the sheet of one who was there, from a file, or of the system's samples. The server
 * reads and judges it. */
import type { Ctrl } from "../../ctrl.ts";
import type { Event } from "../../table/frames.ts";
import { sidesOf } from "../../table/scene.ts";
import { hexOf, randomBytes } from "../../wire/bytes.ts";
import type { Card, Choice, Option, Rejected, View } from "../../wire/types.ts";

export interface Found {
  name: string;
  sheet: unknown;
}

/** A system that offers an option with this key takes an intent of this type with the fields below
 *  (server/kit/newcomers.py). */
const KEY = "add_combatant";

export function isAdding(option: Option | undefined): boolean {
  return option?.key === KEY;
}

/** The sheets with which people came to the table, each once. */
export function sheetsIn(events: Event[]): Found[] {
  const found = events.flatMap((event) =>
    event.type === "CombatantAdded" && event["sheet"] ? [{ name: String(event["name"]), sheet: event["sheet"] }] : [],
  );
  return [...new Map(found.map((one) => [JSON.stringify(one.sheet), one])).values()];
}

/** The sheets that the system offers by name. */
export function samplesOf(option: Option | undefined): Found[] {
  const choices = option?.params?.find(({ name }) => name === "sheet")?.choices ?? [];
  return choices.map(({ value, label = "" }) => ({ name: label, sheet: value }));
}

/** An option like those of the server, so that one form serves. `id`: of the new combatant. */
export function addOption(view: View, sheets: Found[], id: string): Option {
  const players = Object.entries(view.seats ?? {}).filter(([, { role }]) => role !== "spectator");
  const choices = (all: [unknown, string][]): Choice[] => all.map(([value, label]) => ({ value, label }));
  return {
    key: KEY,
    group: "gm",
    intent: { type: KEY, who: id },
    params: [
      { name: "sheet", kind: "choice", label: "whose_sheet", choices: choices(sheets.map(({ name, sheet }) => [sheet, name])) },
      { name: "name", kind: "text", label: "name", most: 80 },
      { name: "side", kind: "choice", label: "side", choices: choices(sidesOf(view).map((side) => [side, side])) },
      { name: "at", kind: "point", label: "place", optional: true },
      { name: "seat", kind: "choice", label: "seat", optional: true, choices: choices(players.map(([seat, { name }]) => [seat, name])) },
      { name: "hidden", kind: "choice", label: "hidden", optional: true, choices: choices([[true, "yes"], [false, "no"]]) },
    ],
  };
}

/** Opens the form with the sheets of the encounter as it was laid, of all who came later, and those that are offered. */
export async function openAdding(ctrl: Ctrl, offered: Option | undefined) {
  const told = ctrl.now.past.frames.flatMap(({ events }) => events as Event[]);
  const first = (await ctrl.ask({ type: "act_card", at: [1, 0] }).catch(() => ({ events: [] }))) as Pick<Card, "events">;
  show(ctrl, [...sheetsIn([...(first.events as Event[]), ...told]), ...samplesOf(offered)], newId(offered));
}

/** The one that is offered: with another the form would be told apart from the option, by ids that nobody can read. */
export function newId(offered: Option | undefined): string {
  const id = offered?.intent["who"];
  return typeof id === "string" ? id : `added_${hexOf(randomBytes(4))}`;
}

function show(ctrl: Ctrl, sheets: Found[], id: string) {
  const { view, form } = ctrl.now;
  if (view === undefined) return;
  const values = isAdding(form?.option) ? { ...form?.values, sheet: 0 } : {};
  ctrl.set({ form: { option: addOption(view, sheets, id), values, purpose: "add" } });
}

/** The sheets of a file come first. */
export async function readSheets(ctrl: Ctrl, file: Uint8Array) {
  const before = ctrl.now.form?.option.params?.[0]?.choices ?? [];
  try {
    const found = (await ctrl.ask({ type: "read_sheets", file })) as Found[];
    show(ctrl, [...found, ...before.map(({ value, label = "" }) => ({ name: label, sheet: value }))], newId(ctrl.now.form?.option));
  } catch (why) {
    ctrl.saysNo(why as Rejected);
  }
}
