/** The bar: everything that was told, with rounds, falls, hits and rulings, and the stretches that were taken back. */
import { memo } from "../memo.ts";
import { earliest, type Gone, type Stop } from "../../replay.ts";
import type { BarProps } from "./bar.tsx";
import { say } from "./words.ts";

/** More marks than this only blur: the small ones are left out then. */
const MOST_MARKS = 400;
const SMALL = ["hit", "turn"];

export function Timeline({ ctrl, replay, stops, gone }: BarProps & { stops: Stop[]; gone: Gone[] }) {
  const text = say(ctrl.now);
  const { past, place } = replay;
  const last = past.frames.length;
  return (
    <div class="timeline">
      <Track stops={stops} gone={gone} last={last} round={text("mark.round")} />
      <input
        type="range"
        min={earliest(past)}
        max={last}
        value={place}
        aria-label={text("place")}
        aria-valuetext={text("position", { at: place, last })}
        onInput={({ currentTarget }) => {
          ctrl.replays.pause();
          ctrl.replays.seek(currentTarget.valueAsNumber);
        }}
      />
    </div>
  );
}

interface TrackProps {
  stops: Stop[];
  gone: Gone[];
  last: number;
  round: string;
}

const Track = memo(function Track({ stops, gone, last, round }: TrackProps) {
  const at = (place: number) => `${(100 * place) / Math.max(last, 1)}%`;
  const shown = stops.length > MOST_MARKS ? stops.filter(({ kind }) => !SMALL.includes(kind)) : stops;
  const rounds = shown.filter(({ kind }) => kind === "begin" || kind === "round");
  return (
    <div class="track-lane" aria-hidden="true">
      {gone.map(({ from, to }) => (
        <i class="gone-lane" style={{ left: at(from), width: at(to - from) }} key={from} />
      ))}
      {rounds.map(({ place }, index) => (
        <span class={`round-mark${index % step(rounds.length) ? " mute" : ""}`} style={{ left: at(place) }} key={index}>
          <b>
            {round}
            {index + 1}
          </b>
        </span>
      ))}
      {shown.map(({ place, kind }, index) =>
        kind in MARKS ? <i class={`mark ${kind}`} style={{ left: at(place) }} key={index} /> : null,
      )}
    </div>
  );
});

const MARKS = { hit: 1, fall: 1, ruling: 1, rewind: 1, redo: 1, amendment: 1 };

/** Of many rounds only some are named. */
function step(rounds: number): number {
  return Math.ceil(rounds / 12);
}
