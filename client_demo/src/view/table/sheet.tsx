/** What is written about a combatant: its gear and what it can do; the GM also sets it here. */
import { useState } from "preact/hooks";
import { type Scene, speech } from "../../table/scene.ts";
import type { State } from "../../table/state.ts";
import type { View } from "../../wire/types.ts";
import { metres } from "../../words/book.ts";
import { named, written } from "../../words/catalog.ts";
import { stopsWords } from "../../words/stops_words.ts";
import { askedWhen } from "../acts/stops.tsx";
import { holding } from "../menu/holding.ts";
import { choiceName } from "../menu/names.ts";
import { lazy } from "../parts/lazy.tsx";
import { Meaning, meaning, Tap } from "../parts/word.tsx";
import type { SceneProps } from "../props.ts";
import "../../style/sheet.css";

const GmTools = lazy<SceneProps & { who: string }>(async () => (await import("../gm/gm_tools.tsx")).GmTools);

/** Facts as short as this stand in two columns. */
const SHORT = 4;

/** `weapon.long_sword` is a weapon: what comes after the dot is told by the value. */
function factName(state: State, key: string, label: (key: string) => string): string {
  const known = [`fact.${key}`, key].find((each) => written(state.catalog, state.language, each));
  return label(known ?? key.split(".")[0] ?? key);
}

/** Lengths as everywhere else: `6.32 m` is 6,3 m in German; and words that have a name, such as `Mail` in `Mail 3/5`. */
function said({ catalog, language }: State, value: string): string {
  return named(catalog, language, value.replace(/\d+(\.\d+)?(?= m\b)/g, (number) => metres(language, 100 * Number(number))));
}

/** Always in the same order, for what is told later comes last until one comes back: what is one number or word as the
 * system lists it, then things and skills. */
function inOrder({ catalog, language }: State, facts: Record<string, string>): [string, string][] {
  const listed = Object.keys(catalog.labels[language] ?? {});
  const place = (key: string) => [`fact.${key}`, key, key.split(".")[0] ?? key].map((each) => listed.indexOf(each)).find((at) => at >= 0) ?? listed.length;
  return Object.entries(facts).sort(([a], [b]) => +a.includes(".") - +b.includes(".") || place(a) - place(b) || (a < b ? -1 : 1));
}

export function Sheet({ ctrl, scene, who }: SceneProps & { who: string }) {
  const state = ctrl.state.value;
  const { view } = scene;
  const { t, label } = speech(state, view);
  const [open, setOpen] = useState<string>();
  const { gear = [], facts = {} } = view.combatants?.[who] ?? {};
  const isGm = state.me?.role === "gm" && scene.isLive;
  const rows = inOrder(state, facts).map(([key, value]) => ({ key, name: factName(state, key, label), value: key === "group" ? value : said(state, value) }));
  if (gear.length > 0) rows.unshift({ key: "", name: t("table.gear"), value: gear.map((each) => label(each)).join(", ") });
  for (const [name, value] of standingOf(state, scene, who)) rows.push({ key: `standing ${name}`, name, value });
  const marks = marksOf(view, who).filter((key) => meaning(state, key));
  if (rows.length + marks.length === 0 && !isGm) return null;
  const term = (id: string, name: string) => (
    <Tap key={id} name={name} isOpen={open === id} onTap={() => setOpen(open === id ? undefined : id)} />
  );
  return (
    <div class="sheet">
      {marks.length > 0 && (
        <div>
          <div class="terms">{marks.map((key) => term(`mark ${key}`, label(key)))}</div>
          {marks.map((key) => open === `mark ${key}` && <Meaning key={key} text={meaning(state, key) ?? ""} />)}
        </div>
      )}
      {rows.length > 0 && (
        <dl>
          {rows.map(({ key, name, value }) => {
            const told = meaning(state, key.split(".")[0] ?? key);
            return (
              <div key={key} class={value.length <= SHORT && open !== key ? "short" : ""}>
                <dt>{told ? term(key, name) : name}</dt>
                <dd title={told}>{value}</dd>
                {told && open === key && <dd><Meaning text={told} /></dd>}
              </div>
            );
          })}
        </dl>
      )}
      {isGm && <GmTools ctrl={ctrl} scene={scene} who={who} />}
    </div>
  );
}

/** What it answers without being asked: when it is asked at all, and its standing answers as far as they can be set now. */
function standingOf(state: State, scene: Scene, who: string): [string, string][] {
  const words = speech(state, scene.view);
  const when = askedWhen(state, scene.view, who);
  const orders = scene.options.filter((option) => option.who === who).flatMap(holding);
  const rows = orders.map(([param, choice]): [string, string] => [words.label(param.label || param.name), choiceName(scene, words, choice)]);
  return when ? [[stopsWords(state.language)("title"), when], ...rows] : rows;
}

/** What is drawn beside the name: tracks, how it stands, conditions. */
function marksOf(view: View, who: string): string[] {
  const { tracks = {}, stance = [], conditions = {} } = view.combatants?.[who] ?? {};
  return [...new Set([...Object.keys(tracks), ...stance.map(({ label }) => label), ...Object.keys(conditions)])];
}
