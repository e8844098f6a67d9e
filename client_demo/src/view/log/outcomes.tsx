/** What came of an act, the result first: in the log with all that was told of it folded under it, and the newest for a
 * phone. */
import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Act, actsOf, beginOf, type Drawn } from "../../past/acts.ts";
import { outcomesIn } from "../../past/newest.ts";
import { between, type Outcome, spoken } from "../../past/outcome.ts";
import type { Words } from "../../table/log.ts";
import { everybody } from "../../table/scene.ts";
import type { State } from "../../table/state.ts";
import type { Frame, View } from "../../wire/types.ts";
import { tellingWords } from "../../words/telling_words.ts";
import { Dice } from "../parts/dice.tsx";
import { Sentence } from "../parts/marks.tsx";
import type { Props, SceneProps } from "../props.ts";
import "../../style/outcome.css";

export { heard } from "../../past/acts.ts";

export type Position = [version: number, step: number];

export interface LinesProps extends Props {
  /** By which everybody is named. */
  view: View;
  frames: Frame[];
  /** Of the update at this place among them: where a replay stands to it. */
  place(index: number): string;
  draw(frame: Drawn, index: number): VNode;
  /** What can be done with what came of an act: back to behind its last update, change a part of it, and from its first. */
  handles(last: number, change: Position, first: number, place: string): VNode;
}

/** The whole log, act by act. */
export function Acts({ ctrl, view, frames, place, draw, handles }: LinesProps) {
  const state = ctrl.state.value;
  const { catalog, language } = state;
  const acts = useMemo(() => actsOf({ view, catalog, language }, frames), [frames, catalog, language, view]);
  return (
    <>
      <ol class="acts" tabIndex={0} aria-label={tellingWords(language)("walk")} onKeyDown={walk}>
        {acts.map((act) => {
          const lines = act.drawn.map((frame, index) => draw(frame, act.at + index));
          const places = act.frames.map((_, index) => place(act.at + index));
          const props = { state, view, act, places, handles };
          return act.id !== "" ? <Folded {...props} lines={lines} key={`act ${act.key}`} /> : [...lines, <Changed {...props} key={`came ${act.key}`} />];
        })}
      </ol>
      <Resolved words={{ view, catalog, language }} acts={acts} />
    </>
  );
}

/** Arrow keys lead from line to line, also into a fold and out of it: what can be done with a line shows where the focus is. */
function walk(event: KeyboardEvent & { currentTarget: HTMLElement }) {
  const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (by === 0) return;
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>(".block, summary")].filter((line) => !isShut(line));
  const at = lines.findIndex((line) => line.contains(document.activeElement));
  const to = at < 0 ? lines.at(-1) : lines[at + by];
  to?.focus();
  event.preventDefault();
}

function isShut(line: HTMLElement): boolean {
  const within = line.matches("summary") ? line.parentElement?.parentElement : line;
  return line.matches(".whole > summary") || Boolean(within?.closest("details:not([open])"));
}

interface ActProps extends Pick<LinesProps, "view" | "handles"> {
  state: State;
  act: Act;
  places: string[];
}

/** All that was told of one act, under what came of it. Once it is over that is folded, unless somebody is at it, and so
 * is what was taken back; a replay that stands in it unfolds it. */
function Folded({ lines, ...props }: ActProps & { lines: VNode[] }) {
  const { state, act, places } = props;
  const box = useRef<HTMLLIElement>(null);
  const [isOpen, open] = useState(!act.isFolded);
  useEffect(() => {
    const { current } = box;
    const isSomebodyAtIt = current?.contains(document.activeElement) || current?.matches(":hover");
    if (act.isFolded && !isSomebodyAtIt) open(false);
  }, [act.isFolded]);
  const isHere = places.includes("here");
  return (
    <li class={`told${act.outcomes.length > 0 ? " came" : ""} ${isHere ? "" : places.at(-1)}`} ref={box}>
      {act.outcomes.map((outcome) => (
        <Result {...props} outcome={outcome} key={outcome.key} />
      ))}
      <details class={`many${act.isFolded ? "" : " whole"}`} open={isOpen || isHere} onToggle={({ currentTarget }) => open(currentTarget.open)}>
        <summary>{tellingWords(state.language)(act.isGone ? "gone" : "how")}</summary>
        <ol>{lines}</ol>
      </details>
    </li>
  );
}

/** What came of an act that was changed, behind what changed it. */
function Changed(props: ActProps) {
  const { act, places } = props;
  return (
    <>
      {act.outcomes.map((outcome) => (
        <li class={`told came ${places.at(-1)}`} key={outcome.key}>
          <Result {...props} outcome={outcome} />
        </li>
      ))}
    </>
  );
}

/** A line like the others: what can be done with it is done with its act, and what is changed is its roll. */
function Result({ state, view, act, places, handles, outcome }: ActProps & { outcome: Outcome }) {
  const [first, last] = [act.frames[0], act.frames.at(-1)].map((frame) => frame?.n ?? 0) as [number, number];
  return (
    <div class="block" tabIndex={-1}>
      <Came state={state} view={view} outcome={outcome} />
      {handles(last, beginOf(act, outcome), first, places.at(-1) ?? "")}
    </div>
  );
}

/** One sentence for each act that is over, read out when it is and there are words for it; what was over before one came
 * is not. After a change of language it stands there in the new one. */
function Resolved({ words, acts }: { words: Words; acts: Act[] }) {
  const last = useRef<{ n: number; after: number } | undefined>(undefined);
  const over = acts.filter(({ isOver, outcomes }) => isOver && outcomes.length > 0);
  const [newest, n] = [acts, over].map((all) => all.at(-1)?.frames.at(-1)?.n);
  if (newest !== undefined) last.current ??= { n: newest, after: newest };
  if (last.current && n !== undefined && n > last.current.n) last.current = { n, after: last.current.n };
  const after = last.current?.after ?? 0;
  const fresh = over.filter(({ frames }) => (frames.at(-1)?.n ?? 0) > after).flatMap(({ outcomes }) => outcomes);
  return (
    <p class="sr-only resolved" aria-live="polite">
      {fresh.map((outcome) => spoken(words, outcome)).join(" ")}
    </p>
  );
}

/** The result, then who did it to whom, then the dice. */
export function Came({ state, view, outcome }: { state: State; view: View; outcome: Outcome }) {
  const { parts, tone, dice } = outcome;
  return (
    <>
      <p class={`result ${tone}`}>
        <strong>
          <Sentence state={state} view={view} parts={parts} />
        </strong>{" "}
        <span>
          <Sentence state={state} view={view} parts={between(outcome)} />
        </span>
      </p>
      <Dice state={state} dice={dice} />
    </>
  );
}

/** Of the last act of all. */
export function Newest({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const { past, catalog, language } = state;
  const view = everybody(state, scene.view);
  const outcome = outcomesIn({ view, catalog, language }, past.frames).at(-1);
  return outcome ? (
    <div class="newest">
      <Came state={state} view={view} outcome={outcome} />
    </div>
  ) : null;
}
