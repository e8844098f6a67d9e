/** When my combatants are asked: at the moments that are chosen here. At all others they pass by themselves, at the end of
 * the window, and until then it can be taken back. */
import { speech } from "../../table/scene.ts";
import type { State } from "../../table/state.ts";
import { mine, waitingFor } from "../../table/update.ts";
import type { View } from "../../wire/types.ts";
import { stopsWords } from "../../words/stops_words.ts";
import { Icon } from "../parts/marks.tsx";
import type { SceneProps } from "../props.ts";
import "../../style/chip.css";
import "../../style/stops.css";

const PRESETS = ["usual", "mine", "everything"] as const;
type At = Record<string, number>;
type Moments = Partial<Record<string, string[]>>;

/** The moments with which each preset stops. */
export function presetsOf(moments: Moments): Record<(typeof PRESETS)[number], At> {
  const names = PRESETS.map((_, last) => PRESETS.slice(0, last + 1).flatMap((each) => moments[each] ?? []));
  const [usual, all, everything] = names.map((each) => Object.fromEntries(each.map((name) => [name, 1])));
  return { usual: usual ?? {}, mine: all ?? {}, everything: everything ?? {} };
}

/** The presets that differ: one that stops where a narrower one does already is no choice. */
export function choicesOf(presets: ReturnType<typeof presetsOf>): (typeof PRESETS)[number][] {
  return PRESETS.filter((preset, place) => !PRESETS.slice(0, place).some((narrower) => isSame(presets[narrower], presets[preset])));
}

/** The same moments with one more, or one less. */
export function toggled(at: At, name: string): At {
  const { [name]: was, ...rest } = at;
  return was === undefined ? { ...rest, [name]: 1 } : rest;
}

function isSame(one: At, other: At): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

/** When one of mine is asked, in a word; undefined where the system knows no such moments, or it is somebody else's. */
export function askedWhen(state: State, view: View, who: string): string | undefined {
  const presets = presetsOf(state.catalog.stops as Moments);
  if (Object.keys(presets.everything).length === 0 || !mine({ view, me: state.me }).includes(who)) return undefined;
  const at = view.stops?.[who] ?? presets.everything;
  return stopsWords(state.language)(PRESETS.find((preset) => isSame(presets[preset], at)) ?? "own");
}

export function Stops({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const { name } = speech(state, scene.view);
  const words = stopsWords(state.language);
  const named = (moment: string) => state.catalog.moments[state.language]?.[moment] ?? moment;
  const moments = state.catalog.stops as Moments;
  const presets = presetsOf(moments);
  const all = Object.keys(presets.everything);
  const own = all.length > 0 && scene.view.stage !== "ended" ? mine({ view: scene.view, me: state.me }) : [];
  const set = (who: string, at: At) => ctrl.submit({ type: "set_stops", who, at });
  const called = (who: string) => askedWhen(state, scene.view, who);
  const [only, ...others] = own;
  return (
    <>
      <Always ctrl={ctrl} scene={scene} />
      <Hold ctrl={ctrl} scene={scene} />
      {own.length > 0 && (
        <details class="auto-pass stops">
          <summary>
            {words("title")}
            {only && others.length === 0 && `: ${called(only)}`}
          </summary>
          {own.map((who) => {
            const at = scene.view.stops?.[who] ?? presets.everything;
            return (
              <details key={who}>
                <summary>
                  {name(who)}: {called(who)}
                </summary>
                <fieldset>
                  <legend class="sr-only">{name(who)}</legend>
                  {choicesOf(presets).map((preset) => (
                    <button
                      type="button"
                      class="chip"
                      key={preset}
                      aria-pressed={isSame(presets[preset], at)}
                      onClick={() => set(who, presets[preset])}
                    >
                      {words(preset)}
                    </button>
                  ))}
                  {all.map((moment) => (
                    <label key={moment}>
                      <input type="checkbox" checked={moment in at} onChange={() => set(who, toggled(at, moment))} />
                      {named(moment)}
                      {moment in at && moments["sized"]?.includes(moment) && (
                        <input
                          type="number"
                          min={1}
                          max={99}
                          aria-label={`${named(moment)}: ${words("from")}`}
                          value={at[moment]}
                          onChange={({ currentTarget }) => set(who, { ...at, [moment]: Math.max(1, currentTarget.valueAsNumber || 1) })}
                        />
                      )}
                    </label>
                  ))}
                </fieldset>
              </details>
            );
          })}
        </details>
      )}
    </>
  );
}

/** Kinds of questions on which this seat always passes, each to be taken back. */
function Always({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const { label } = speech(state, scene.view);
  const words = stopsWords(state.language);
  const kinds = scene.view.auto_pass ?? [];
  if (kinds.length === 0) return null;
  return (
    <p class="auto-pass">
      {words("always")}
      {kinds.map((kind) => (
        <button
          type="button"
          class="chip"
          key={kind}
          aria-label={words("ask", { kind: label(kind) })}
          title={words("ask", { kind: label(kind) })}
          onClick={() => ctrl.submit({ type: "auto_pass", kinds: kinds.filter((other) => other !== kind) })}
        >
          {label(kind)} <Icon name="close" />
        </button>
      ))}
    </p>
  );
}

/** The GM keeps a window open that would close by itself, and lets it go on. */
function Hold({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const words = stopsWords(state.language);
  const { decision, held = false } = scene.view;
  if (state.me?.role !== "gm" || decision === undefined || waitingFor(scene.view).length === 0) return null;
  const hold = () => ctrl.submit({ type: "hold_window", decision: decision.id, is_on: !held });
  return (
    <p class="auto-pass">
      <button type="button" class="chip" aria-pressed={held} onClick={hold}>
        {words(held ? "letGo" : "hold")}
      </button>
    </p>
  );
}

/** Instead of a question: mine will pass, unless I want them to react after all. */
export function Passing({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const { name } = speech(state, scene.view);
  const words = stopsWords(state.language);
  const { decision } = scene.view;
  const own = Object.entries(decision?.asks ?? {}).flatMap(([who, ask]) => (ask.passes ? [who] : []));
  return (
    <section class="prompt plain passing" aria-label={words("react")}>
      <span>{words("passes", { names: own.map(name).join(", ") })}</span>
      {own.map((who) => (
        <button
          type="button"
          class="button"
          key={who}
          aria-label={words("reactFor", { name: name(who) })}
          onClick={() => ctrl.submit({ type: "react", who, decision: decision?.id })}
        >
          {own.length > 1 ? words("reactFor", { name: name(who) }) : words("react")}
        </button>
      ))}
    </section>
  );
}
