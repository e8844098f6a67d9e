/** How a combatant stands: its tracks, its conditions, its stance. */
import { speech } from "../../table/scene.ts";
import { stancesOf } from "../../table/stance.ts";
import type { State } from "../../table/state.ts";
import type { View } from "../../wire/types.ts";
import { TrackMark } from "./marks.tsx";
import { Sign } from "./sign.tsx";

export function Tracks({ state, view, who }: { state: State; view: View; who: string }) {
  const { label } = speech(state, view);
  const tracks = Object.entries(view.combatants?.[who]?.tracks ?? {});
  if (tracks.length === 0) return null;
  return (
    <span class="tracks">
      {tracks.map(([key, track]) => (
        <TrackMark track={track} name={label(key)} key={key} />
      ))}
    </span>
  );
}

/** What somebody is going to do, as far as it is known. */
export function Plan({ state, view, who }: { state: State; view: View; who: string }) {
  const { label, name } = speech(state, view);
  const plan = view.combatants?.[who]?.plan ?? [];
  if (plan.length === 0) return null;
  return (
    <ol class="plan">
      {plan.map((step, place) => (
        <li key={place}>{[[label(step.label), step.text && label(step.text)].filter(Boolean).join(" "), step.target && name(step.target)].filter(Boolean).join(" → ")}</li>
      ))}
    </ol>
  );
}

export function Conditions({ state, view, who }: { state: State; view: View; who: string }) {
  const { label, icon } = speech(state, view);
  const conditions = Object.entries(view.combatants?.[who]?.conditions ?? {});
  const stances = stancesOf(state, view, who);
  if (conditions.length + stances.length === 0) return null;
  return (
    <span class="conditions">
      {stances.map(({ key, sign, text }) => (
        <em class="condition stance" key={key}>
          {sign && <Sign name={sign} />} {text}
        </em>
      ))}
      {conditions.map(([key, level]) => (
        <em class="condition" key={key}>
          {icon(key) && <Sign name={icon(key)} />} {label(key)}
          {level > 1 && !state.catalog.plain[key] && ` ${level}`}
        </em>
      ))}
    </span>
  );
}
