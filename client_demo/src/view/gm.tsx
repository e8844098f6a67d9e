/** The GM's switches over the table and over one combatant. Whatever rules are needed come as the server's options. */
import { speech } from "../scene.ts";
import { Icon, IconButton, Sure } from "./marks.tsx";
import type { SceneProps } from "./table.tsx";

/** The clocks of the whole table. */
export function GmSwitches({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const { t } = speech(state);
  const { view } = scene;
  if (!scene.isLive || view.stage === "closed") return null;
  return (
    <IconButton
      icon={view.paused ? "play" : "stop"}
      name={t(view.paused ? "gm.unpause" : "gm.pause")}
      isOn={view.paused ?? false}
      onClick={() => ctrl.submit({ type: view.paused ? "unpause" : "pause" })}
    />
  );
}

/** Whose eyes to look through. */
export function Eyes({ ctrl }: SceneProps) {
  const state = ctrl.state.value;
  const { t } = speech(state);
  const players = Object.entries(state.view?.seats ?? {}).filter(([, seat]) => seat.role === "player");
  return (
    <label class="eyes" title={t("gm.eyes")}>
      <Icon name="eye" />
      <span class="sr-only">{t("gm.eyes")}</span>
      <select
        value={state.eyes?.audience ?? ""}
        onChange={({ currentTarget }) => ctrl.see(currentTarget.value || undefined)}
      >
        <option value="">{t("gm.eyesOff")}</option>
        {players.map(([seat, { name }]) => (
          <option value={`seat:${seat}`} key={seat}>
            {name}
          </option>
        ))}
        <option value="public">{t("gm.public")}</option>
      </select>
    </label>
  );
}

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
