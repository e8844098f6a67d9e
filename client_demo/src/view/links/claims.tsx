/** Those at the door who wish to sit down, and the GM's answer. */
import { speech } from "../../table/scene.ts";
import type { View } from "../../wire/types.ts";
import { Icon } from "../parts/marks.tsx";
import type { Props } from "../props.ts";

export function Claims({ ctrl, view }: Props & { view: View }) {
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
            <YesNo yes={t("claim.yes")} no={t("undo.no")} answer={answer} />
          </div>
        );
      })}
    </>
  );
}

/** Grants a wish or refuses it. */
export function YesNo({ yes, no, answer }: { yes: string; no: string; answer: (isYes: boolean) => void }) {
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
