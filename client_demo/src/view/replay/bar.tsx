/** The replay's controls: what is told here, the bar with its marks, stepping, whose eyes, what to take along. */
import { useLayoutEffect, useMemo } from "preact/hooks";
import type { Ctrl } from "../../ctrl.ts";
import { goneOf, roundsOf, stopsOf } from "../../table/frames.ts";
import { say } from "../../words/watch_words.ts";
import { IconButton } from "../parts/marks.tsx";
import type { ReplayProps, SceneProps } from "../props.ts";
import { Eyes, Speed } from "./choices.tsx";
import { Moment } from "./moment.tsx";
import { Playing } from "./playing.tsx";
import { Take } from "./take.tsx";
import { Timeline } from "./timeline.tsx";
import "../../style/replay.css";

export function ReplayBar({ ctrl, scene }: SceneProps) {
  const { replay } = ctrl.now;
  useKeys(ctrl);
  const { past, marks } = replay ?? {};
  const stops = useMemo(() => stopsOf(past?.frames ?? [], marks), [past?.frames, marks]);
  const rounds = useMemo(() => roundsOf(past?.frames ?? []), [past?.frames]);
  const gone = useMemo(() => goneOf(past?.frames ?? [], marks), [past?.frames, marks]);
  if (!replay) return null;
  const text = say(ctrl.now);
  const props = { ctrl, scene, replay };
  return (
    <section class="replay" aria-label={text("place")}>
      <Playing {...props} />
      <Moment {...props} gone={gone} />
      <Timeline {...props} stops={stops} rounds={rounds} gone={gone} />
      <div class="replay-row">
        <Moves {...props} />
        <div class="replay-tools">
          <Speed {...props} />
          <Eyes {...props} />
          <IconButton icon="skip" name={text("skip")} isOn={replay.skips} onClick={() => ctrl.replays.skip(!replay.skips)} />
          <Take {...props} />
        </div>
      </div>
    </section>
  );
}

function Moves({ ctrl, replay }: ReplayProps) {
  const text = say(ctrl.now);
  const { replays } = ctrl;
  return (
    <div class="moves" role="group" title={text("keys")}>
      <IconButton icon="first" name={text("first")} onClick={() => replays.edge(-1)} />
      <IconButton icon="roundBack" name={text("roundBack")} onClick={() => replays.round(-1)} />
      <IconButton icon="back" name={text("back")} onClick={() => replays.step(-1)} />
      <button type="button" class="play" aria-label={text(replay.isPlaying ? "stop" : "play")} onClick={() => replays.toggle()}>
        <PlaySign isPlaying={replay.isPlaying} />
      </button>
      <IconButton icon="next" name={text("next")} onClick={() => replays.step(1)} />
      <IconButton icon="roundNext" name={text("roundNext")} onClick={() => replays.round(1)} />
      <IconButton icon="last" name={text("last")} onClick={() => replays.edge(1)} />
      <IconButton icon="hit" name={text("hit")} onClick={() => replays.hit()} />
    </div>
  );
}

function PlaySign({ isPlaying }: { isPlaying: boolean }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={isPlaying ? "M8 5v14M16 5v14" : "M8 5l11 7l-11 7z"} />
    </svg>
  );
}

const STEPS: Record<string, 1 | -1> = { ArrowLeft: -1, ArrowRight: 1, j: -1, l: 1 };

/** Space and k play and stop, arrows and j/l step, with Shift by rounds; h goes to the next hit, Home and End jump. */
function useKeys({ replays }: Ctrl) {
  useLayoutEffect(() => {  // at once: whoever sees the bar may press a key
    const press = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (event.ctrlKey || event.altKey || event.metaKey || isTaken(target, key)) return;
      const step = STEPS[key];
      if (step && event.shiftKey) replays.round(step);
      else if (step) replays.step(step);
      else if (key === " " || key === "k") replays.toggle();
      else if (key === "h") replays.hit();
      else if (key === "Home" || key === "End") replays.edge(key === "Home" ? -1 : 1);
      else if (key === "Escape") replays.close();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [replays]);
}

/** What has a use of its own for the key: fields, an open sheet, and buttons for the space bar. */
function isTaken(target: EventTarget | null, key: string): boolean {
  if (document.querySelector("dialog[open]")) return true;
  if (!(target instanceof Element)) return false;
  const button = key === " " ? ", button, summary" : "";
  return target.closest(`select, textarea, input:not([type=range])${button}`) !== null;
}
