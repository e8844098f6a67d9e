/** The GM's switches over one combatant: whose it is, who sees it, where it stands. */
import { speech } from "../../table/scene.ts";
import { Icon, Sure } from "../parts/marks.tsx";
import type { SceneProps } from "../props.ts";
import "../../style/people.css";

/** What the GM can do to one combatant without any rule. */
export function GmTools({ ctrl, scene, who }: SceneProps & { who: string }) {
  const state = ctrl.state.value;
  const { t } = speech(state);
  const { view } = scene;
  const combatant = view.combatants?.[who];
  const seats = Object.entries(view.seats ?? {}).filter(([, seat]) => seat.role !== "spectator");
  return (
    <div class="gm-tools" role="group" aria-label={t("gm.title")}>
      <button
        type="button"
        class="button quiet"
        onClick={() => ctrl.submit({ type: combatant?.hidden ? "show" : "hide", who })}
      >
        <Icon name={combatant?.hidden ? "eye" : "eyeOff"} /> {t(combatant?.hidden ? "gm.show" : "gm.hide")}
      </button>
      <Sure name={t("gm.remove")} sure={t("gm.sure")} onSure={() => ctrl.submit({ type: "remove_combatant", who })} />
      <label class="hand-over">
        <span>{t("gm.handOver")}</span>
        <select
          value={combatant?.seat ?? "gm"}
          onChange={({ currentTarget }) => ctrl.submit({ type: "hand_over", who, seat: currentTarget.value })}
        >
          {seats.map(([seat, { name }]) => (
            <option value={seat} key={seat}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <p class="field-hint">{t("gm.placeHint")}</p>
    </div>
  );
}
