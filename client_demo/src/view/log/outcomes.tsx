/** What came of an attack, the result first: in the log where the last of it was told, and the newest for a phone. */
import { cameAt, outcomesIn } from "../../past/newest.ts";
import type { Outcome } from "../../past/outcome.ts";
import { everybody } from "../../table/scene.ts";
import type { State } from "../../table/state.ts";
import type { Frame, View } from "../../wire/types.ts";
import { Dice } from "../parts/dice.tsx";
import { Sentence } from "../parts/marks.tsx";
import type { Props, SceneProps } from "../props.ts";
import "../../style/outcome.css";

export interface OutcomesProps extends Props {
  /** By which everybody is named. */
  view: View;
  frames: Frame[];
  frame: Frame;
  place: string;
}

/** Of the attacks of which this update said the last. */
export function Outcomes({ ctrl, view, frames, frame, place }: OutcomesProps) {
  const state = ctrl.state.value;
  const { catalog, language } = state;
  const here = cameAt({ view, catalog, language }, frames, frame);
  return (
    <>
      {here.map((outcome) => (
        <li class={`told came ${place}`} key={outcome.key}>
          <Came state={state} view={view} outcome={outcome} />
        </li>
      ))}
    </>
  );
}

/** The result, then who did it to whom, then the dice. */
export function Came({ state, view, outcome }: { state: State; view: View; outcome: Outcome }) {
  const { parts, who, target, tone, dice } = outcome;
  return (
    <>
      <p class={`result ${tone}`}>
        <strong>
          <Sentence state={state} view={view} parts={parts} />
        </strong>{" "}
        <span>
          <Sentence state={state} view={view} parts={[{ who }, " → ", { who: target }]} />
        </span>
      </p>
      <Dice state={state} dice={dice} />
    </>
  );
}

/** Of the last attack of all. */
export function Newest({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const { past, catalog, language } = state;
  const view = everybody(state, scene.view);
  const outcome = outcomesIn({ view, catalog, language }, past.frames).at(-1);
  return outcome ? (
    <div class="newest">
      <Came state={state} view={view} outcome={outcome} />
    </div>
  ) : null;
}
