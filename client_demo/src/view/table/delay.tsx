/** The badge of a feed that is behind the game. */
import { speech } from "../../table/scene.ts";
import { Icon } from "../parts/marks.tsx";
import type { SceneProps } from "../props.ts";

/** How far behind the game the spectators are: they must know it, and so must the table. */
export function Delay({ ctrl, scene }: SceneProps) {
  const { t } = speech(ctrl.state.value);
  const { delay_s = 0, delay_turns = 0 } = scene.view;
  const parts = [delay_s > 0 && t("table.delayS", { count: delay_s }), delay_turns > 0 && t("table.delayTurns", { count: delay_turns })];
  const text = parts.filter(Boolean).join(" + ");
  const isMine = ctrl.state.value.me?.role === "spectator";
  return (
    <p class="delay" title={t(isMine ? "table.delayMine" : "table.delayTheirs", { delay: text })}>
      <Icon name="clock" /> <span aria-hidden="true">{text}</span>
      <span class="sr-only">{t(isMine ? "table.delayMine" : "table.delayTheirs", { delay: text })}</span>
    </p>
  );
}
