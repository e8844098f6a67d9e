/** Wishes that wait for an answer: players' to have something taken back (the GM grants or refuses, or the table votes),
 * and of those at the door to sit down. */
import { type Scene, speech } from "../../table/scene.ts";
import type { Ctrl } from "../../ctrl.ts";
import type { View } from "../../wire/types.ts";
import { Icon } from "../parts/marks.tsx";

export function Requests({ ctrl, scene }: { ctrl: Ctrl; scene: Scene }) {
  const state = ctrl.state.value;
  const { view } = scene;
  const { t } = speech(state, view);
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
            <span>{reason ? t("undo.reason", { name, reason }) : t("undo.asked", { name })}</span>
            {view.votes && <small>{t("undo.votes", { yes, no })}</small>}
            {isGm && to && (
              <button type="button" class="link-button" onClick={() => ctrl.rulings.rewind(to)}>
                {t("undo.look")}
              </button>
            )}
            {mayAnswer && <Answers yes={t("undo.yes")} no={t("undo.no")} answer={answer} />}
          </div>
        );
      })}
    </>
  );
}

export function Claims({ ctrl, view }: { ctrl: Ctrl; view: View }) {
  const { t } = speech(ctrl.state.value, view);
  return (
    <>
      {Object.entries(view.claims ?? {}).map(([claim, { seat, player }]) => {
        const name = view.seats?.[seat]?.name ?? seat;
        const answer = (yes: boolean) => ctrl.submit({ type: "answer_claim", claim, yes });
        return (
          <div class="banner request" role="status" key={claim}>
            <Icon name="person" />
            <span>{t("claim.asked", { name, player: player ?? t("claim.somebody") })}</span>
            <Answers yes={t("claim.yes")} no={t("undo.no")} answer={answer} />
          </div>
        );
      })}
    </>
  );
}

function Answers({ yes, no, answer }: { yes: string; no: string; answer: (isYes: boolean) => void }) {
  return (
    <>
      <button type="button" class="link-button" onClick={() => answer(true)}>
        {yes}
      </button>
      <button type="button" class="link-button" onClick={() => answer(false)}>
        {no}
      </button>
    </>
  );
}
