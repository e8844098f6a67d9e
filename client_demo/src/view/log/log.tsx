/** What has happened, one line per event, newest last; a line with terms unfolds to its why-card. */
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Drawn, heard } from "../../past/acts.ts";
import { keyOf, undone } from "../../table/frames.ts";
import { CAME_TO_NOTHING, type Line, linesOf, newestDone, plain } from "../../table/log.ts";
import { everybody, speech } from "../../table/scene.ts";
import type { State } from "../../table/state.ts";
import type { Frame, View } from "../../wire/types.ts";
import { text } from "../../words/book.ts";
import { EMPTY } from "../../words/catalog.ts";
import { lazy } from "../parts/lazy.tsx";
import { Dice } from "../parts/dice.tsx";
import { Icon, IconButton, Sentence } from "../parts/marks.tsx";
import { Sign } from "../parts/sign.tsx";
import { memo } from "../parts/memo.ts";
import type { Props, SceneProps } from "../props.ts";
import type { LinesProps, Position } from "./outcomes.tsx";
import type { WhyProps } from "./why_card.tsx";

/** One update after another. */
function Lines({ frames, draw }: LinesProps) {
  return <ol>{frames.map(draw)}</ol>;
}

/** How updates are read out act by act, once there are acts. */
let hear: typeof heard = (_, frames) => frames;

const Acts = lazy<LinesProps>(async () => {
  const acts = await import("./outcomes.tsx");
  hear = acts.heard;
  return acts.Acts;
}, Lines);
const WhyCard = lazy<WhyProps>(async () => (await import("./why_card.tsx")).WhyCard);

export function Log({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const { replay } = state;
  const past = replay?.past ?? state.past;
  const { t } = speech(state);
  const view = useMemo(() => everybody(state, scene.view), [state.met, scene.view.seats]);
  const gone = useMemo(() => undone(past.frames), [past.frames]);
  const newest = useMemo(() => newestDone({ view, catalog: state.catalog, language: state.language }, past.frames, gone), [past.frames, state.catalog, view]);
  const end = useRef<HTMLDivElement>(null);
  const [isAway, toEnd] = useFollow(end, `${replay ? replay.place : past.frames.length} ${state.tab}`);
  const place = (index: number): GroupProps["place"] =>
    replay === undefined ? "live" : index + 1 === replay.place ? "here" : index < replay.place ? "before" : "after";
  const draw = (frame: Drawn, index: number) => (
    <Group ctrl={ctrl} state={state} view={view} frame={frame} isGone={gone.has(frame.n)} isNewest={!gone.has(frame.n) && (frame.from ?? frame.n) >= newest} place={place(index)} key={keyOf(frame)} />
  );
  const handles = (last: number, change: Position, first: number, at: string) => (
    <Handles ctrl={ctrl} state={state} at={[last, 0]} change={change} first={first} isGone={false} isLast={last >= newest} {...deedsOf(state, at, false)} />
  );
  const All = state.view?.stage === "setup" ? Lines : Acts;
  return (
    <>
      <div class="log-head">
        <h2 class="part-title">{t("log.title")}</h2>
        <Undo ctrl={ctrl} scene={scene} />
      </div>
      <div class="log" ref={end}>
        {past.after > 0 && !replay && (
          <button type="button" class="button quiet earlier" onClick={() => void ctrl.history.earlier()}>
            {t("log.earlier")}
          </button>
        )}
        {past.frames.length === 0 && <p class="empty">{t("log.empty")}</p>}
        <All ctrl={ctrl} view={view} frames={past.frames} place={place} draw={draw} handles={handles} />
      </div>
      {isAway && (
        <button type="button" class="button to-newest" onClick={toEnd}>
          {t("log.newest")}
        </button>
      )}
      <Spoken state={state} view={view} />
    </>
  );
}

/** GM: the newest act back, or the last taking back undone; both only after a look at what they would do. A player asks
 * for it. */
function Undo({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const { t } = speech(state);
  const { redo, stage } = scene.view;
  if (state.me?.role === "spectator" || !scene.isLive || stage === "setup" || stage === "closed") return null;
  if (state.me?.role !== "gm") {
    return scene.view.requests ? null : (
      <span class="log-undo">
        <button type="button" class="link-button" onClick={() => ctrl.rulings.askLast()}>
          <Icon name="undo" /> {t("undo.askLast")}
        </button>
      </span>
    );
  }
  return (
    <span class="log-undo">
      {redo && (
        <button type="button" class="link-button" onClick={() => ctrl.rulings.redo()}>
          <Icon name="redo" /> {t("gm.redo")}
        </button>
      )}
      <button type="button" class="link-button" onClick={() => ctrl.rulings.takeBackLast()}>
        <Icon name="undo" /> {t("gm.undoLast")}
      </button>
    </span>
  );
}

/** Stays at the newest line, or at the replay's, unless the reader has scrolled away; also when room is taken from it.
 * Returns whether that is so, and the way back. */
function useFollow(log: { current: HTMLDivElement | null }, at: string): [boolean, () => void] {
  const isNear = useRef(true);
  const [isAway, leave] = useState(false);
  const height = useRef(0);  // when it was last followed: neither lines that have come since nor folded ones are scrolling away
  useEffect(() => {
    const box = log.current;
    if (!box) return;
    const look = () => {
      isNear.current = Math.min(height.current, box.scrollHeight) - box.scrollTop - box.clientHeight < 80;
      leave(!isNear.current);
    };
    box.addEventListener("scroll", look, { passive: true });
    return () => box.removeEventListener("scroll", look);
  }, []);
  useEffect(() => {
    const box = log.current;
    if (!box) return;
    const observer = new ResizeObserver(() => {
      const here = box.querySelector<HTMLElement>(".here");
      if (here) box.scrollTop = here.offsetTop - box.clientHeight / 2;
      else if (isNear.current) box.scrollTop = box.scrollHeight;
      height.current = box.scrollHeight;
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [at]);
  return [isAway, () => log.current?.scrollTo(0, log.current.scrollHeight)];
}

interface GroupProps extends Props {
  state: State;
  view: View;
  frame: Drawn;
  isGone: boolean;
  /** Nothing was done behind it. */
  isNewest: boolean;
  place: "live" | "before" | "here" | "after";
}

/** All lines of one update. */
function Group(props: GroupProps) {
  const { state, view, frame, isGone, place } = props;
  const { catalog, language } = state;
  const lines = useMemo(() => linesOf({ view, catalog, language }, frame), [frame, catalog, language, view]);
  const why = state.why !== undefined && lines.some(({ key }) => key === state.why) ? state.why : undefined;
  return lines.length > 0 ? <Told {...props} lines={lines} why={why} {...deedsOf(state, place, isGone)} /> : null;
}

/** Who may do what with a line, which only lies in the past while one looks back. */
function deedsOf({ me }: State, place: string, isGone: boolean) {
  const isLive = place === "live";
  return { isGm: isLive && me?.role === "gm", mayAsk: isLive && me?.role === "player" && !isGone };
}

interface ToldProps extends GroupProps {
  lines: Line[];
  why: string | undefined;
  isGm: boolean;
  mayAsk: boolean;
}

/** Drawn once, and again only when something that it shows has changed. */
const Told = memo(
  ({ ctrl, state, view, frame, isGone, isNewest, place, lines, why, isGm, mayAsk }: ToldProps) => (
    <li class={`told ${place}${isGone ? " gone" : ""}`}>
      {isGone && <span class="sr-only">{text(state.language, "log.undone")}</span>}
      <Folded state={state} blocks={blocksOf(lines)}>
        {(block) => (
          <div class="block" tabIndex={-1} key={block[0]?.key}>
            {block.map((line, index) => (
              <LogLine ctrl={ctrl} state={state} view={view} line={line} isOpen={line.key === why} isFirst={index === 0} key={line.key} />
            ))}
            <Handles ctrl={ctrl} state={state} at={[frame.from ?? frame.n, block[0]?.step ?? 0]} isLast={isNewest && isLastOf(lines, block)} {...{ mayAsk, isGm, isGone }} />
          </div>
        )}
      </Folded>
    </li>
  ),
  ["lines", "isGone", "isNewest", "place", "why", "isGm", "mayAsk"],
);

/** An update is one block; an amendment's steps are one each, for each can be taken back to or changed again. */
function blocksOf(lines: Line[]): Line[][] {
  const steps = [...new Set(lines.map(({ step }) => step))];
  return steps.map((step) => lines.filter((line) => line.step === step));
}

/** Does all of the update stand, going back to this block? An amendment as a whole stands for its last step. */
function isLastOf(lines: Line[], [first]: Line[]): boolean {
  return !first?.step || first.step === Math.max(...lines.map(({ step }) => step));
}

/** Of a change, what was said and what has come out otherwise; the rest of it, as it was or come to nothing, is folded. */
function Folded({ state, blocks, children }: { state: State; blocks: Line[][]; children(block: Line[]): ComponentChildren }) {
  const rest = blocks.filter(([first]) => first?.step && (first.outcome === undefined || CAME_TO_NOTHING.includes(first.outcome)));
  return (
    <>
      {blocks.filter((block) => !rest.includes(block)).map(children)}
      {rest.length > 0 && (
        <details class="many">
          <summary>{text(state.language, "log.rest", { count: rest.length })}</summary>
          {rest.map(children)}
        </details>
      )}
    </>
  );
}

interface LogLineProps extends Pick<GroupProps, "ctrl" | "state" | "view"> {
  line: Line;
  isOpen: boolean;
  /** What holds for a whole block is said at its first line. */
  isFirst: boolean;
}

function LogLine({ ctrl, state, view, line, isOpen, isFirst }: LogLineProps) {
  const { t } = speech(state, view);
  const toggle = () => {
    ctrl.needRules();
    ctrl.set({ why: isOpen ? undefined : line.key });
  };
  return (
    <div class={`line type-${line.type.toLowerCase()}`}>
      <span class="line-icon" aria-hidden="true">
        {line.icon && <Sign name={line.icon} />}
      </span>
      <div class="line-body">
        <p>
          <Sentence state={state} view={view} parts={line.parts} />
          {line.isDefault && <em class="outcome defaulted">{t("log.byDefault")}</em>}
          {isFirst && line.isUnvouched && <em class="outcome unvouched">{t("log.unvouched")}</em>}
          {line.outcome && <em class={`outcome ${line.outcome}`}>{t(`outcome.${line.outcome}` as "outcome.changed")}</em>}
        </p>
        {(line.unsaid.length > 0 || line.terms.length > 0) && (
          <div class="line-foot">
            <Dice state={state} dice={line.unsaid} />
            {line.terms.length > 0 && (
              <button type="button" class="why" aria-expanded={isOpen} onClick={toggle}>
                {t("log.why")}
              </button>
            )}
          </div>
        )}
        {isOpen && <WhyCard ctrl={ctrl} view={view} line={line} />}
      </div>
    </div>
  );
}

interface HandlesProps extends Props {
  state: State;
  /** The last position that is to stay. */
  at: Position;
  /** What of an act is changed, and the update with which it began, where that is not all one. */
  change?: Position;
  first?: number;
  mayAsk: boolean;
  isGm: boolean;
  isGone: boolean;
  /** Going back to it would take back nothing. */
  isLast: boolean;
}

/** What can be done with one update, or with what came of an act: look at it again; the GM takes back or changes, a player asks for it. */
function Handles({ ctrl, state, at, change = at, first: n = at[0], mayAsk, isGm, isGone, isLast }: HandlesProps) {
  const { t } = speech(state);
  return (
    <span class="handles">
      {isGm && !isLast && <IconButton icon="undo" name={t("gm.rewind")} onClick={() => ctrl.rulings.rewind(at)} />}
      {isGm && !isGone && <IconButton icon="pen" name={t("gm.amend")} onClick={() => ctrl.rulings.amend(change)} />}
      {mayAsk && (
        <IconButton icon="undo" name={t("undo.ask")} onClick={() => ctrl.submit({ type: "request_undo", n })} />
      )}
      <IconButton icon="history" name={t("replay.from")} onClick={() => void ctrl.replays.open(n)} />
    </span>
  );
}

/** At most so many updates are read out at once, when many were missed. */
const MOST_SPOKEN = 8;

/** New lines, read out politely: of all updates since the last drawing, and they stay until there are others. Nothing is
 * read before there are words for it, and all of it in the language that is wished for by now. */
function Spoken({ state, view }: { state: State; view: View }) {
  const { catalog, language, past } = state;
  const spoken = useRef({ n: -1, frames: [] as Frame[] });
  const words = { view, catalog, language };
  const linesIn = (frames: Frame[]) => frames.flatMap((frame) => linesOf(words, frame).map(({ parts }) => plain(words, parts)));
  const last = past.frames.at(-1)?.n ?? 0;
  if (spoken.current.n !== last && catalog !== EMPTY) {
    const { n, frames } = spoken.current;
    const fresh = hear(words, past.frames.filter((frame) => frame.n > n).slice(n < 0 ? -1 : -MOST_SPOKEN), state.view?.decision?.asks);
    spoken.current = { n: fresh.at(-1)?.n ?? n, frames: linesIn(fresh).length > 0 ? fresh : frames };
  }
  const { frames } = spoken.current;
  const said = useMemo(() => linesIn(frames).map((line) => (/[.!?]$/.test(line) ? line : `${line}.`)), [frames, catalog, language]);
  return (
    <p class="sr-only" aria-live="polite">
      {said.join(" ")}
    </p>
  );
}
