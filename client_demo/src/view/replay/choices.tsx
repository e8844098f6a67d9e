/** How fast, and through whose eyes. */
import { say } from "../../words/watch_words.ts";
import type { ReplayProps } from "../props.ts";

const SPEEDS = [0.5, 1, 2, 4, 8];

export function Speed({ ctrl, replay }: ReplayProps) {
  const text = say(ctrl.now);
  return (
    <select class="speed" aria-label={text("speed")} value={replay.speed} onChange={({ currentTarget }) => ctrl.replays.speed(Number(currentTarget.value))}>
      {SPEEDS.map((speed) => (
        <option value={speed} key={speed}>
          {speed.toLocaleString(ctrl.now.language)}×
        </option>
      ))}
    </select>
  );
}

/** The GM's at any time; everybody's once the encounter is closed and revealed. The server has the last word. */
export function Eyes({ ctrl, replay }: ReplayProps) {
  const { me, view } = ctrl.now;
  const text = say(ctrl.now);
  if (me?.role !== "gm" && !view?.revealed) return null;
  const seats = Object.entries(view?.seats ?? {}).filter(([, { role }]) => role === "player");
  return (
    <select
      class="replay-eyes"
      aria-label={text("eyes")}
      value={replay.audience}
      onChange={({ currentTarget }) => void ctrl.replays.look(currentTarget.value)}
    >
      <option value="gm">{text("eyesGm")}</option>
      {seats.map(([id, { name }]) => (
        <option value={`seat:${id}`} key={id}>
          {name}
        </option>
      ))}
      <option value="public">{text("eyesPublic")}</option>
    </select>
  );
}
