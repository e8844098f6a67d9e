/** The last lines of the log, for a screen that has no room for the log itself. What was taken back is left out, and of an
 * amendment it is said that there was one: its steps, most as they were, would push that out of sight. */
import { useMemo } from "preact/hooks";
import { undone } from "../../table/frames.ts";
import { type Line, linesOf } from "../../table/log.ts";
import { everybody, speech } from "../../table/scene.ts";
import { Dice } from "../parts/dice.tsx";
import { lazy } from "../parts/lazy.tsx";
import { Sentence } from "../parts/marks.tsx";
import type { SceneProps } from "../props.ts";

const Newest = lazy<SceneProps>(async () => (await import("./outcomes.tsx")).Newest);

const LINES = 4;
/** Enough updates to find so many lines in; most tell more than one. */
const FRAMES = 16;

/** Lines of one kind behind one another, without dice, become one: five who pass are one line. */
function merged(lines: Line[]): Line[] {
  return lines.reduce<Line[]>((found, line) => {
    const last = found.at(-1);
    const isLike = last?.type === line.type && last.isDefault === line.isDefault && last.isUnvouched === line.isUnvouched;
    if (!last || !isLike || last.unsaid.length > 0 || line.unsaid.length > 0) return [...found, line];
    const end = last.parts.at(-1);
    const between = typeof end === "string" && /[.!?]$/.test(end) ? " " : " · ";
    return [...found.slice(0, -1), { ...last, parts: [...last.parts, between, ...line.parts] }];
  }, []);
}

export function Recent({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const { past, catalog, language } = state;
  const { t } = speech(state);
  const view = useMemo(() => everybody(state, scene.view), [state.met, scene.view.seats]);
  const lines = useMemo(() => {
    const gone = undone(past.frames);
    const left = past.frames.filter(({ n }) => !gone.has(n)).slice(-FRAMES);
    const told = left.flatMap((frame) => linesOf({ view, catalog, language }, frame));
    return merged(told.filter(({ step }) => !step)).slice(-LINES);
  }, [past.frames, catalog, language, view]);
  if (lines.length === 0) return null;
  return (
    <section class="recent" aria-label={t("log.recent")}>
      <h3>{t("log.recent")}</h3>
      {scene.view.stage !== "setup" && <Newest ctrl={ctrl} scene={scene} />}
      <ol>
        {lines.map((line) => (
          <li key={line.key}>
            <Sentence state={state} view={view} parts={line.parts} />
            {line.isDefault && <small> ({t("log.byDefault")})</small>}
            {line.isUnvouched && <small> ({t("log.unvouched")})</small>}
            <Dice state={state} dice={line.unsaid} />
          </li>
        ))}
      </ol>
      <button type="button" class="link-button" onClick={() => ctrl.show("log")}>
        {t("log.title")}
      </button>
    </section>
  );
}
