/** What is told at the place that is shown, in words, and whether it still holds. Its height never changes. */
import { useMemo } from "preact/hooks";
import type { Gone } from "../../table/frames.ts";
import { linesOf } from "../../table/log.ts";
import { everybody } from "../../table/scene.ts";
import { say } from "../../words/watch_words.ts";
import { Sentence } from "../parts/marks.tsx";
import type { ReplayProps } from "../props.ts";
import { goneAt, wholeOf } from "./places.ts";

export function Moment({ ctrl, scene, replay, gone }: ReplayProps & { gone: Gone[] }) {
  const state = ctrl.now;
  const text = say(state);
  const { past, place } = replay;
  const frame = past.frames[place - 1];
  const view = useMemo(() => everybody(state, scene.view), [state.met, scene.view.seats]);
  const lines = useMemo(
    () => (frame ? linesOf({ view, catalog: state.catalog, language: state.language }, frame) : []),
    [frame, view, state.catalog, state.language],
  );
  const { before, last } = wholeOf(replay);
  const time = frame && new Date(frame.at).toLocaleTimeString(state.language);
  return (
    <div class="moment">
      <p class="moment-words" role="status">
        {lines.some(({ isUnvouched }) => isUnvouched) && <em class="outcome unvouched">{text("unvouched")}</em>}{" "}
        {lines.map((line) => (
          <span key={line.key}>
            <Sentence state={state} view={view} parts={line.parts} />{" "}
          </span>
        ))}
        {lines.length === 0 && <span class="hint">{text(frame ? "quiet" : "start")}</span>}
      </p>
      <p class="moment-place">
        <Standing ctrl={ctrl} scene={scene} replay={replay} gone={gone} />
        {time && <time>{time}</time>}
        <b>{text("position", { at: before + place, last })}</b>
      </p>
    </div>
  );
}

/** Loading, refused, taken back, or the place where it was. */
function Standing({ ctrl, replay, gone }: ReplayProps & { gone: Gone[] }) {
  const text = say(ctrl.now);
  const { place, past, marks, problem, isLoading } = replay;
  if (problem) return <span class="standing problem" role="alert">{problem}</span>;
  if (isLoading && !marks) return <span class="standing">{text("loading")}</span>;
  const here = goneAt(gone, place);
  if (here) {
    return (
      <span class="standing bad">
        <span>{text("gone")}</span>
        <button type="button" class="link-button" onClick={() => ctrl.replays.seek(here.by)}>
          {text("instead")}
        </button>
      </span>
    );
  }
  const taken = gone.find(({ by }) => by === place);
  if (taken) {
    return (
      <span class="standing">
        <span>{text("took")}</span>
        <button type="button" class="link-button" onClick={() => ctrl.replays.seek(taken.from + 1)}>
          {text("look")}
        </button>
      </span>
    );
  }
  const step = past.frames[place - 1]?.step ?? 0;
  return step > 0 ? <span class="standing">{text("step", { step })}</span> : null;
}
