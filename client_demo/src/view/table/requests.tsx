/** Wishes that wait for an answer: players' to have something taken back (the GM grants or refuses, or the table votes),
 * and of those at the door to sit down. */
import { speech } from "../../table/scene.ts";
import { Claims, YesNo } from "../links/claims.tsx";
import { Icon } from "../parts/marks.tsx";
import type { SceneProps } from "../props.ts";

export function Requests({ ctrl, scene }: SceneProps) {
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
            {mayAnswer && <YesNo yes={t("undo.yes")} no={t("undo.no")} answer={answer} />}
          </div>
        );
      })}
    </>
  );
}
