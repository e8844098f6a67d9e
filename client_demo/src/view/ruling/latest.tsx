/** What happened last, among the game master's rulings: each act with what can be done with it. */
import { isMereAnswer, lineTo, undone } from "../../table/frames.ts";
import { newestDone } from "../../table/log.ts";
import { everybody, speech } from "../../table/scene.ts";
import { rulingWords } from "../../words/ruling_words.ts";
import type { SceneProps } from "../props.ts";
import { sentences } from "./sentences.ts";
import "../../style/latest.css";

const MOST = 6;
/** Enough updates to find so many in that say anything. */
const FRAMES = 30;

export function Latest({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const { t } = speech(state);
  if (scene.view.stage === "setup" || scene.view.stage === "closed") return null;
  const { frames } = state.past;
  const newest = newestDone({ ...state, view: everybody(state, scene.view) }, frames, undone(frames));
  const line = lineTo(frames, state.n).slice(0, FRAMES);
  const told = frames
    .filter((frame) => line.includes(frame.n) && !isMereAnswer(frame))
    .flatMap((frame) => sentences(state, frame).slice(0, 1).map((said) => ({ frame, said })));
  return (
    <section class="latest">
      <h3>{rulingWords(state.language)("ruling.latest")}</h3>
      <ol>
        {told.slice(-MOST).reverse().map(({ frame: { n }, said }) => (
          <li key={n}>
            <span>{said}</span>
            {n < newest && <Deed name={t("gm.rewind")} of={said} onClick={() => ctrl.rulings.rewind([n, 0])} />}
            <Deed name={t("gm.amend")} of={said} onClick={() => ctrl.rulings.amend([n, 0])} />
            <Deed name={t("replay.from")} of={said} onClick={() => void ctrl.replays.open(n)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Deed({ name, of, onClick }: { name: string; of: string; onClick(): void }) {
  return (
    <button type="button" class="link-button" aria-label={`${name}: ${of}`} onClick={onClick}>
      {name}
    </button>
  );
}
