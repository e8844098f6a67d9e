/** How long a question stays open by the server's clock, for everybody; and a way to get more time for those asked. */
import { useEffect, useState } from "preact/hooks";
import { speech } from "../../table/scene.ts";
import { mine } from "../../table/update.ts";
import type { DecisionView } from "../../wire/types.ts";
import { Icon } from "../parts/marks.tsx";
import type { Props } from "../props.ts";

const SHORT_S = 10;

export function Clock({ ctrl, decision }: Props & { decision: DecisionView }) {
  const state = ctrl.state.value;
  const { t } = speech(state);
  const seconds = useSecondsUntil(decision.closes_at, state.clock_ms);
  if (seconds === undefined) return null;
  const isAsked = state.me?.role === "gm" || mine(state).some((who) => decision.asks?.[who]);
  return (
    <span class={`clock${seconds <= SHORT_S ? " short" : ""}`}>
      <Icon name="clock" /> <span role="timer">{t("prompt.left", { seconds })}</span>
      {isAsked && (
        <button
          type="button"
          class="link-button"
          onClick={() => ctrl.submit({ type: "more_time", decision: decision.id })}
        >
          {t("prompt.moreTime")}
        </button>
      )}
    </span>
  );
}

function useSecondsUntil(at: number | undefined, skew_ms: number): number | undefined {
  const left = () => (at === undefined ? undefined : Math.max(0, Math.ceil((at - Date.now() - skew_ms) / 1000)));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    setSeconds(left());
    if (at === undefined) return;
    const timer = setInterval(() => setSeconds(left()), 250);
    return () => clearInterval(timer);
  }, [at, skew_ms]);
  return seconds;
}
