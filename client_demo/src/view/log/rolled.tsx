/** The newest dice, large for a moment: they tumble, those that explode flare up, and all lie still within a second.
 * Where they have decided something, the result stands over them, and those that have hit are drawn so. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { keyOf } from "../../table/frames.ts";
import { linesOf } from "../../table/log.ts";
import { newestIn } from "../../past/newest.ts";
import { everybody } from "../../table/scene.ts";
import { Dice } from "../parts/dice.tsx";
import { Sentence } from "../parts/marks.tsx";
import type { SceneProps } from "../props.ts";
import { Came } from "./outcomes.tsx";
import "../../style/rolled.css";

const SHOWN_MS = 2_600;
/** What was told longer ago is no news: the page was opened, or the line came back. */
const NEWS_MS = 5_000;
const MOST = 2;
/** Real dice do not say which they were; the act that they belong to does. */
const TYPED = "DiceTyped";

export function Rolled({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const { past, catalog, language, skew_ms } = state;
  const last = past.frames.at(-1);
  const [seen, see] = useState("");
  const isNews = last !== undefined && Date.now() + skew_ms - last.at < NEWS_MS && seen !== keyOf(last);
  const view = useMemo(() => everybody(state, scene.view), [state.met, scene.view.seats]);
  const lines = useMemo(
    () => (isNews && last ? linesOf({ view, catalog, language }, last).filter(({ dice, type }) => dice.length > 0 && type !== TYPED).slice(-MOST) : []),
    [last, isNews, catalog, language, view],
  );
  const came = isNews ? newestIn({ view, catalog, language }, past.frames).slice(-MOST) : [];
  const count = lines.length + came.length;
  useEffect(() => {
    if (count === 0 || last === undefined) return;
    const timer = setTimeout(() => see(keyOf(last)), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [last, count]);
  if (count === 0 || state.replay) return null;
  return (
    <div class="rolled" aria-hidden="true">
      {came.map((outcome) => (
        <div key={outcome.key}>
          <Came state={state} view={view} outcome={outcome} />
        </div>
      ))}
      {(came.length > 0 ? [] : lines).map((line) => (
        <div key={line.key}>
          <p>
            <Sentence state={state} view={view} parts={line.parts} />
          </p>
          <Dice state={state} dice={line.dice} />
        </div>
      ))}
    </div>
  );
}
