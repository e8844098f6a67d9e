/** Wishes that wait for an answer: players' to have something taken back (the GM grants or refuses, or the table votes),
 * and of those at the door to sit down. */
import type { Position } from "../../past/edits.ts";
import { type Event, isOnlyBack, moves } from "../../table/frames.ts";
import { speech } from "../../table/scene.ts";
import type { State } from "../../table/state.ts";
import { rulingWords } from "../../words/ruling_words.ts";
import { Claims, YesNo } from "../links/claims.tsx";
import { Icon } from "../parts/marks.tsx";
import type { SceneProps } from "../props.ts";
import { sentences } from "../ruling/sentences.ts";

export function Requests({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const { view } = scene;
  const { t } = speech(state, view);
  const r = rulingWords(state.language);
  if (!scene.isLive) return null;
  const isGm = state.me?.role === "gm";
  const mayAnswer = isGm || (view.votes === true && state.me?.role === "player");
  return (
    <>
      {isGm && <Claims ctrl={ctrl} view={view} />}
      {Object.entries(view.requests ?? {}).map(([id, { seat, reason, to, yes = 0, no = 0 }]) => {
        const name = view.seats?.[seat]?.name ?? seat;
        const answer = (isYes: boolean) => ctrl.submit({ type: "answer_undo", request: id, yes: isYes });
        return (
          <div class="banner request" role="status" key={id}>
            <Icon name="undo" />
            <span>
              {reason ? r("undo.reason", { name, reason }) : r("undo.asked", { name })}
              <Wanted state={state} to={to ?? toldTo(state, id)} />
            </span>
            {view.votes && <small>{r("undo.votes", { yes, no })}</small>}
            {isGm && to && (
              <button type="button" class="link-button" onClick={() => ctrl.rulings.rewind(to)}>
                {r("undo.look")}
              </button>
            )}
            {mayAnswer && <YesNo yes={t("undo.yes")} no={t("undo.no")} answer={answer} />}
          </div>
        );
      })}
    </>
  );
}

/** What would be taken back: the first act, and how many came after it. */
function Wanted({ state, to }: { state: State; to: Position | undefined }) {
  const r = rulingWords(state.language);
  const goes = to ? moves(state.past.frames, to[0]).goes.filter((frame) => !isOnlyBack(frame)) : [];
  const [first, ...later] = goes.flatMap((frame) => sentences(state, frame).slice(0, 1));
  if (first === undefined) return null;
  return (
    <small class="wanted">
      {r("undo.wanted", { act: first })} {later.length > 0 && r("undo.more", { count: later.length })}
    </small>
  );
}

/** Only the game master is shown where play would go; the others were told it when it was asked for. */
function toldTo({ past }: State, request: string): Position | undefined {
  const events = past.frames.flatMap((frame) => frame.events as Event[]);
  return events.find((event) => event.type === "UndoRequested" && event["request"] === request)?.["to"] as Position | undefined;
}
