/** What is written about a combatant: its gear and what it can do; the GM also sets it here. */
import { speech } from "../../table/scene.ts";
import type { State } from "../../table/state.ts";
import { metres } from "../../words/book.ts";
import { named, written } from "../../words/catalog.ts";
import { lazy, Nothing } from "../parts/lazy.tsx";
import type { SceneProps } from "../props.ts";

const GmTools = lazy<SceneProps & { who: string }>(async () => (await import("../gm/gm_tools.tsx")).GmTools, Nothing);

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

export function Sheet({ ctrl, scene, who }: SceneProps & { who: string }) {
  const state = ctrl.state.value;
  const { view } = scene;
  const { t, label } = speech(state, view);
  const { gear = [], facts = {} } = view.combatants?.[who] ?? {};
  const isGm = state.me?.role === "gm" && scene.isLive;
  const rows = Object.entries(facts).map(([key, value]) => ({ key, name: factName(state, key, label), value: said(state, value) }));
  if (gear.length > 0) rows.unshift({ key: "", name: t("table.gear"), value: gear.map((each) => label(each)).join(", ") });
  if (rows.length === 0 && !isGm) return null;
  return (
    <div class="sheet">
      {rows.length > 0 && (
        <dl>
          {rows.map(({ key, name, value }) => (
            <div key={key} class={value.length <= SHORT ? "short" : ""}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {isGm && <GmTools ctrl={ctrl} scene={scene} who={who} />}
    </div>
  );
}
