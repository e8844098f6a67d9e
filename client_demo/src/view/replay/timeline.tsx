/** The bar: everything that was told, with rounds, falls, hits and rulings, and the stretches that were taken back. */
import { earliest, type Gone, type Stop } from "../../table/frames.ts";
import { say } from "../../words/watch_words.ts";
import { memo } from "../parts/memo.ts";
import type { ReplayProps } from "../props.ts";
import { wholeOf } from "./places.ts";

/** More marks than this only blur: the small ones are left out then. */
const MOST_MARKS = 400;
const SMALL = ["hit", "turn"];
/** So many names of rounds have room side by side on a phone. */
const MOST_NAMES = 12;

type Round = { place: number; round: number };

export function Timeline({ ctrl, replay, stops, rounds, gone }: ReplayProps & { stops: Stop[]; rounds: Round[]; gone: Gone[] }) {
  const text = say(ctrl.now);
  const { past, place } = replay;
  const { before, last } = wholeOf(replay);
  return (
    <div class="timeline">
      <Track stops={stops} rounds={rounds} gone={gone} before={before} last={last} letter={text("mark.round")} />
      <input
        type="range"
        min={before > 0 ? 0 : earliest(past)}
        max={last}
        value={before + place}
        aria-label={text("place")}
        aria-valuetext={text("position", { at: before + place, last })}
        onInput={({ currentTarget }) => {
          ctrl.replays.pause();
          ctrl.replays.seek(currentTarget.valueAsNumber - before);
        }}
      />
    </div>
  );
}

interface TrackProps {
  stops: Stop[];
  gone: Gone[];
  rounds: Round[];
  /** So many places lie before the loaded ones. */
  before: number;
  last: number;
  letter: string;
}

/** The line itself, with all that is marked on it. */
export const Track = memo(function Track({ stops, rounds, gone, before, last, letter }: TrackProps) {
  const part = (places: number) => `${(100 * places) / Math.max(last, 1)}%`;
  const at = (place: number) => part(before + place);
  const shown = stops.length > MOST_MARKS ? stops.filter(({ kind }) => !SMALL.includes(kind)) : stops;
  const named = namedOf(rounds, last);
  return (
    <div class="track-lane" aria-hidden="true">
      {gone.map(({ from, to }) => (
        <i class="gone-lane" style={{ left: at(from), width: part(to - from) }} key={from} />
      ))}
      {rounds.map(({ place, round }, index) => (
        <span class={`round-mark${named.has(index) ? "" : " mute"}`} style={{ left: at(place) }} key={index}>
          <b>
            {letter}
            {round}
          </b>
        </span>
      ))}
      {shown.map(({ place, kind }, index) =>
        kind in MARKS ? <i class={`mark mark-${kind}`} style={{ left: at(place) }} key={index} /> : null,
      )}
    </div>
  );
});

/** The kinds that have a mark. Its class is its own: a plain `ruling` would take what the panel of a ruling looks like. */
const MARKS = { hit: 1, fall: 1, ruling: 1, rewind: 1, redo: 1, amendment: 1 };

/** Of many rounds only those are named whose names don't meet. */
function namedOf(rounds: Round[], last: number): Set<number> {
  const named = new Set<number>();
  let before = -Infinity;
  for (const [index, { place }] of rounds.entries()) {
    if (place - before < last / MOST_NAMES) continue;
    named.add(index);
    before = place;
  }
  return named;
}
