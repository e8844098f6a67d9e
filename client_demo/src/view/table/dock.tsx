/** Under the map: what one can do now. The GM's has parts: acting, ruling, combatants. Its height never changes. */
import { useEffect } from "preact/hooks";
import { liveForm, type Scene, speech } from "../../table/scene.ts";
import type { GmPart } from "../../table/state.ts";
import { isUnmanned, waitingFor } from "../../table/update.ts";
import { Actions, standing } from "../acts/actions.tsx";
import { Clock } from "../acts/clock.tsx";
import { Recent } from "../log/recent.tsx";
import { lazy } from "../parts/lazy.tsx";
import { Icon, type IconName } from "../parts/marks.tsx";
import type { SceneProps } from "../props.ts";

const loadPrompt = async () => (await import("../acts/prompt.tsx")).Prompt;
const Prompt = lazy<SceneProps>(loadPrompt);
const Stops = lazy<SceneProps>(async () => (await import("../acts/stops.tsx")).Stops);
const People = lazy<SceneProps>(async () => (await import("../gm/people.tsx")).People);
const Rulings = lazy<SceneProps>(async () => (await import("../gm/rule_part.tsx")).Rulings);
const Ending = lazy<SceneProps>(async () => (await import("../end/ending.tsx")).Ending);
const Through = lazy<SceneProps>(async () => (await import("../gm/through.tsx")).Through);

/** So long after the start it is there, before the first question. */
const BEHIND_MS = 3_000;

export function Dock({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  useEffect(() => ctrl.later(() => void loadPrompt(), BEHIND_MS), []);
  const isGm = state.me?.role === "gm" && scene.isLive;
  if (state.me?.role === "spectator" && scene.isLive) return <Watching ctrl={ctrl} scene={scene} />;
  if (state.eyes) return <Through ctrl={ctrl} scene={scene} />;
  const form = liveForm(state);
  const isActing = !isGm || state.gmPart === "act";
  return (
    <>
      {isGm && <Parts ctrl={ctrl} scene={scene} />}
      {isEnding(scene) && <Ending ctrl={ctrl} scene={scene} />}
      {isActing && scene.view.decision && <Prompt ctrl={ctrl} scene={scene} />}
      {isActing && (!isEnding(scene) || scene.options.length > 0) && <Actions ctrl={ctrl} scene={scene} />}
      {isGm && state.gmPart === "rule" && <Rulings ctrl={ctrl} scene={scene} />}
      {isGm && state.gmPart === "people" && <People ctrl={ctrl} scene={scene} />}
      {isActing && scene.isLive && hasStops(scene.view) && <Stops ctrl={ctrl} scene={scene} />}
      {!form && <Recent ctrl={ctrl} scene={scene} />}
    </>
  );
}

/** It is over, or only the game master's word is missing. */
function isEnding({ view, options }: Scene): boolean {
  return ["ended", "closed"].includes(view.stage ?? "") || options.some(({ key }) => key === "side_out");
}

/** Where there is something to set: else its words need not be fetched. */
function hasStops({ decision, stops, auto_pass }: SceneProps["scene"]["view"]): boolean {
  return Boolean(decision || stops || auto_pass);
}

function Watching({ ctrl, scene }: SceneProps) {
  const { t, name } = speech(ctrl.state.value, scene.view);
  const { decision, stage } = scene.view;
  const said = stage === "setup" ? undefined : standing(scene.view, t, name);
  return (
    <>
      {isEnding(scene) && <Ending ctrl={ctrl} scene={scene} />}
      <p class="hint watching">
        {t("table.watching")} {said} {decision && <Clock ctrl={ctrl} decision={decision} />}
      </p>
      <Recent ctrl={ctrl} scene={scene} />
    </>
  );
}

const PARTS: [GmPart, IconName][] = [
  ["act", "bolt"],
  ["rule", "pen"],
  ["people", "person"],
];

function Parts({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const { t, label } = speech(state);
  const isAsked = waitingFor(scene.view).some((who) => isUnmanned(state, who) && scene.options.some((option) => option.answers && (option.who ?? "gm") === who));
  return (
    <div class="gm-parts" role="group" aria-label={t("gm.which")}>
      {PARTS.map(([part, icon]) => (
        <button
          type="button"
          key={part}
          class={part === "act" && isAsked ? "asked" : ""}
          aria-pressed={state.gmPart === part}
          onClick={() => ctrl.set({ gmPart: part, form: undefined })}
        >
          <Icon name={icon} />
          {t(`gm.part.${part}`)}
          {part === "act" && isAsked && <span class="sr-only">{t("table.asked")}</span>}
        </button>
      ))}
      {isAsked && state.gmPart !== "act" && (
        <button type="button" class="asked-chip" onClick={() => ctrl.set({ gmPart: "act", form: undefined })}>
          <Icon name="ask" /> {label(scene.view.decision?.kind ?? "")}
        </button>
      )}
    </div>
  );
}
