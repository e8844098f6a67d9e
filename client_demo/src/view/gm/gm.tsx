/** The GM's switches over the table. Whatever rules are needed come as the server's options. */
import { speech } from "../../table/scene.ts";
import { Icon, IconButton } from "../parts/marks.tsx";
import type { SceneProps } from "../props.ts";

export function GmSwitches(props: SceneProps) {
  return (
    <>
      <Clocks {...props} />
      <Eyes {...props} />
    </>
  );
}

/** The clocks of the whole table. */
function Clocks({ ctrl, scene }: SceneProps) {
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
function Eyes({ ctrl }: SceneProps) {
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
