/** What has just happened, told over the map, act by act: what came of an attack, or what was rolled. The dice tumble, those that
 * explode flare up. What the viewer may do never waits for it. A replay that plays tells the same. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { isBack, isNews, SHOWN_MS } from "../../past/newest.ts";
import type { Words } from "../../table/log.ts";
import { everybody } from "../../table/scene.ts";
import type { Replay, State } from "../../table/state.ts";
import type { Frame, View } from "../../wire/types.ts";
import { EMPTY } from "../../words/catalog.ts";
import { tellingWords } from "../../words/telling_words.ts";
import { Dice } from "../parts/dice.tsx";
import { Sentence } from "../parts/marks.tsx";
import type { SceneProps } from "../props.ts";
import { type Beat, beatsOf, dwell_ms, queued } from "./beats.ts";
import { Came } from "./outcomes.tsx";
import "../../style/telling.css";

export function Telling({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const { catalog, language, replay } = state;
  const view = useMemo(() => everybody(state, scene.view), [state.met, scene.view.seats]);
  const words = { view, catalog, language };
  if (!replay) return catalog === EMPTY ? null : <Live state={state} words={words} key={`${language} ${language in catalog.lines}`} />;
  const skip = () => ctrl.replays.on();
  return replay.isPlaying ? <Played state={state} words={words} replay={replay} onSkip={skip} key={replay.place} /> : null;
}

interface TellingProps {
  state: State;
  words: Words & { view: View };
}

/** What comes while one looks on: in another language anew, and not before there are words for it. */
function Live({ state, words }: TellingProps) {
  const [waiting, wait] = useState<Beat[]>([]);
  useHeard(state, (frames) => {
    const isGone = frames.some(({ events }) => events.some(isBack));
    const fresh = frames.flatMap((frame) => beatsOf(words, state.past.frames, frame));
    wait((before) => queued(isGone ? [] : before, fresh));
  });
  const [beat, ...behind] = waiting;
  useNext(beat, beat && behind.length > 0 ? dwell_ms(beat, behind.length) : SHOWN_MS, () => wait((all) => all.slice(1)));
  return beat ? <Act state={state} words={words} beat={beat} behind={behind.length} onSkip={() => wait((all) => all.slice(-1))} /> : null;
}

/** Calls with the updates that have come since the last time. */
function useHeard({ past, me, view, skew_ms }: State, hear: (frames: Frame[]) => void) {
  const last = useRef(-1);
  useEffect(() => {
    const isLate = me?.role === "spectator" && Boolean(view?.delay_s || view?.delay_turns) && last.current >= 0;
    const now_ms = Date.now() + skew_ms;
    const fresh = past.frames.filter((frame) => frame.n > last.current && (isLate || isNews(frame, now_ms)));
    last.current = past.frames.at(-1)?.n ?? last.current;
    if (fresh.length > 0) hear(fresh);
  }, [past.frames]);
}

/** The place at which a replay stands. */
function Played({ state, words, replay, onSkip }: TellingProps & { replay: Replay; onSkip: () => void }) {
  const frame = replay.past.frames[replay.place - 1];
  const [waiting, wait] = useState(() => (frame ? queued([], beatsOf(words, replay.past.frames, frame)) : []));
  const [beat, ...behind] = waiting;
  const isLast = behind.length === 0;
  useNext(isLast ? undefined : beat, beat ? dwell_ms(beat, behind.length) / replay.speed : 0, () => wait((all) => all.slice(1)));
  return beat ? <Act state={state} words={words} beat={beat} behind={behind.length} onSkip={onSkip} /> : null;
}

/** The next one's turn comes when this one has been shown so long, whatever comes behind it meanwhile. */
function useNext(beat: Beat | undefined, wait_ms: number, next: () => void) {
  const shown = useRef({ beat, at: 0 });
  if (shown.current.beat !== beat) shown.current = { beat, at: performance.now() };
  useEffect(() => {
    if (!beat) return;
    const timer = setTimeout(next, shown.current.at + wait_ms - performance.now());
    return () => clearTimeout(timer);
  }, [beat, wait_ms]);
}

interface ActProps extends TellingProps {
  beat: Beat;
  /** So many wait behind it. */
  behind: number;
  onSkip(): void;
}

/** One act. It is shown, not read out: the log does that. */
function Act({ state, words, beat, behind, onSkip }: ActProps) {
  const t = tellingWords(state.language);
  return (
    <div class={`telling${behind > 0 ? "" : " last"}`}>
      <div class="telling-act" aria-hidden="true" key={beat.key}>
        {beat.came && (
          <div>
            <Came state={state} view={words.view} outcome={beat.came} />
          </div>
        )}
        {beat.lines.map((line) => (
          <div key={line.key}>
            <p>
              <Sentence state={state} view={words.view} parts={line.parts} />
            </p>
            <Dice state={state} dice={line.dice} />
          </div>
        ))}
      </div>
      {behind > 0 && (
        <button type="button" class="button telling-skip" onClick={onSkip}>
          {t("skip", { count: behind })}
        </button>
      )}
    </div>
  );
}
