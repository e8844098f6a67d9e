/** What the groups of options, options themselves and their choices are called. */
import { type Scene, type Speech, speech } from "../../table/scene.ts";
import type { State } from "../../table/state.ts";
import type { Choice, Option } from "../../wire/types.ts";
import { label } from "../../words/catalog.ts";

/** The system's word for a group (`group.<key>` where the key alone means something else), else the client's own. */
export function groupName({ catalog, language }: State, group: string): string {
  const own = catalog.labels[language];
  return own?.[`group.${group}`] ?? own?.[group] ?? label(catalog, language, `group.${group}`);
}

/** The option's label. Those that would read alike get what tells their intents apart. */
export function optionName(state: State, scene: Scene, option: Option, siblings: Option[] = []): string {
  const { label } = speech(state, scene.view);
  const name = (each: Option) => (each.label ? `${label(each.key)}: ${label(each.label)}` : label(each.key));
  const twin = siblings.find((other) => other !== option && other.who === option.who && name(other) === name(option));
  if (twin === undefined) return name(option);
  const differing = Object.keys({ ...option.intent, ...twin.intent }).filter((key) => option.intent[key] !== twin.intent[key]);
  const told = differing.map((key) => said(option.intent[key], key, label)).filter(Boolean);
  return told.length > 0 ? `${name(option)} (${told.join(", ")})` : name(option);
}

function said(value: unknown, key: string, label: (key: string) => string): string {
  if (value === true) return label(key);
  return typeof value === "string" || typeof value === "number" ? label(String(value)) : "";
}

/** What a choice is called: its label, or the combatant it is. */
export function choiceName(scene: Scene, { label, name, t }: Speech, choice: Choice): string {
  const somebody = scene.view.combatants?.[choice.value as string];
  if (somebody) return somebody.name;
  const said = label(choice.label || String(choice.value)) || t("form.none");
  return choice.target ? `${said} → ${name(choice.target)}` : said;
}
