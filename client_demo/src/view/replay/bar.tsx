/** The scrubber over everything this viewer was told. */
import { useEffect, useMemo } from "preact/hooks";
import { earliest, isWhole, undone } from "../../replay.ts";
import { speech } from "../../scene.ts";
import type { Props } from "../app.tsx";
import { IconButton } from "../marks.tsx";

const SPEEDS = [0.5, 1, 2, 4];

export function ReplayBar({ ctrl }: Props) {
  const state = ctrl.state.value;
  const { t } = speech(state);
  const { past, replay } = state;
  useKeys(ctrl);
  const gone = useMemo(() => undone(past.frames), [past.frames]);
  if (!replay) return null;
  const last = past.frames.length;
  const here = past.frames[replay.at - 1];
  return (
    <section class="replay" aria-label={t("replay.open")}>
      <div class="scrubber">
        <div class="slider">
          <input
            type="range"
            min={earliest(past)}
            max={last}
            value={replay.at}
            aria-label={t("replay.position", { at: replay.at, last })}
            onInput={({ currentTarget }) => ctrl.history.seek(currentTarget.valueAsNumber)}
          />
          <Marks gone={gone} numbers={past.frames.map(({ n }) => n)} />
        </div>
        <button type="button" class="button" onClick={() => ctrl.history.close()}>
          {t("replay.close")}
        </button>
      </div>
      <div class="replay-tools">
        <IconButton icon="first" name={t("replay.first")} onClick={() => ctrl.history.step(-last)} />
        <IconButton icon="back" name={t("replay.back")} onClick={() => ctrl.history.step(-1)} />
        <IconButton
          icon={replay.isPlaying ? "stop" : "play"}
          name={t(replay.isPlaying ? "replay.stop" : "replay.play")}
          onClick={() => ctrl.history.toggle()}
        />
        <IconButton icon="next" name={t("replay.next")} onClick={() => ctrl.history.step(1)} />
        <IconButton icon="last" name={t("replay.last")} onClick={() => ctrl.history.step(last)} />
        <output class="position">{t("replay.position", { at: replay.at, last })}</output>
        {here && <time>{new Date(here.at).toLocaleTimeString(state.language)}</time>}
        <div class="speeds" role="group" aria-label={t("replay.speed")}>
          {SPEEDS.map((speed) => (
            <button type="button" class="speed" aria-pressed={replay.speed === speed} onClick={() => ctrl.history.speed(speed)} key={speed}>
              {speed}×
            </button>
          ))}
        </div>
      </div>
      {here && gone.has(here.n) && <p class="hint">{t("replay.undone")}</p>}
      {!isWhole(past, 0) && <p class="hint">{t("replay.loading")}</p>}
    </section>
  );
}

/** Stretches that were taken back, under the scrubber. */
function Marks({ gone, numbers }: { gone: Set<number>; numbers: number[] }) {
  const last = numbers.length || 1;
  return (
    <svg class="marks" viewBox={`0 0 ${last} 1`} preserveAspectRatio="none" aria-hidden="true">
      {numbers.map((n, index) => (gone.has(n) ? <rect x={index} width="1" height="1" key={n} /> : null))}
    </svg>
  );
}

/** Space plays and stops, arrows step, Home and End jump. */
function useKeys(ctrl: Props["ctrl"]) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTaken = event.key === " " ? "input, select, textarea, button" : "input, select, textarea";
      const step = { ArrowLeft: -1, ArrowRight: 1, j: -1, l: 1, Home: -Infinity, End: Infinity }[event.key];
      if (event.target instanceof Element && event.target.closest(isTaken)) return;
      if (event.key === " " || event.key === "k") ctrl.history.toggle();
      else if (step !== undefined) ctrl.history.step(step);
      else if (event.key === "Escape") return ctrl.history.close();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}
