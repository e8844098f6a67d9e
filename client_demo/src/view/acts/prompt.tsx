/** The open question, where it is put to me: what it is about, my answers, a pass within reach, its clock. */
import { useState } from "preact/hooks";
import { alike, oneTap } from "../../table/options.ts";
import { type Scene, speech } from "../../table/scene.ts";
import type { State } from "../../table/state.ts";
import { isUnmanned, mine, waitingFor } from "../../table/update.ts";
import type { DecisionView, Option } from "../../wire/types.ts";
import { Plan } from "../parts/combatant.tsx";
import { lazy } from "../parts/lazy.tsx";
import { Icon } from "../parts/marks.tsx";
import type { SceneProps } from "../props.ts";
import { Answers, Given, isPlain, Plain, Taps } from "./answers.tsx";
import { Clock } from "./clock.tsx";
import { Explaining } from "../menu/explaining.tsx";
import { toHand } from "./form.tsx";
import { Topic } from "./topic.tsx";
import "../../style/prompt.css";

const TypedDice = lazy<SceneProps & { who: string }>(async () => (await import("./dice_prompt.tsx")).TypedDice);

const Passing = lazy<SceneProps>(async () => (await import("./stops.tsx")).Passing);

export function Prompt({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const { view, options } = scene;
  const { decision } = view;
  const [folded, fold] = useState("");
  if (!scene.isLive || state.me?.role === "spectator") return null;
  if (decision === undefined) return null;
  if (view.held && waitingFor(view).length === 0) return <Held ctrl={ctrl} scene={scene} decision={decision} />;
  if (view.dice_for) return <TypedDice ctrl={ctrl} scene={scene} who={view.dice_for} />;
  if (decision.kind === "reveal") return <p class="prompt plain">{speech(state).t("prompt.reveal")}</p>;
  const answers = options.filter((option) => option.answers);
  if (answers.length === 0) {
    return (
      <>
        <Clock ctrl={ctrl} decision={decision} />
        <Again ctrl={ctrl} scene={scene} decision={decision} />
      </>
    );
  }
  const own = mine({ view, me: state.me }).filter((who) => waitingFor(view).includes(who));
  if (own.length > 0 && own.every((who) => decision.asks?.[who]?.passes)) return <Passing ctrl={ctrl} scene={scene} />;
  if (folded === decision.id) return <Folded ctrl={ctrl} scene={scene} onOpen={() => fold("")} />;
  return <Question ctrl={ctrl} scene={scene} decision={decision} answers={answers} onLater={() => fold(decision.id)} key={decision.id} />;
}

interface QuestionProps extends SceneProps {
  decision: DecisionView;
  answers: Option[];
  onLater(): void;
}

function Question({ ctrl, scene, decision, answers, onLater }: QuestionProps) {
  const state = ctrl.state.value;
  const { t, label, name } = speech(state, scene.view);
  const { first, rest } = askedOf(state, scene, answers);
  const waiting = first.filter((who) => !decision.asks?.[who]?.answered);
  const of = (who: string) => answers.filter((option) => (option.who ?? "") === who);
  const isDone = first.length > 0 && waiting.length === 0;
  const isLeft = rest.some((who) => isUnmanned(state, who));
  const isOthers = first.length === 0 && !isLeft;
  const block = (who: string) => {
    const Block = decision.asks?.[who]?.answered ? Given : Answers;
    return <Block ctrl={ctrl} scene={scene} who={who} decision={decision} options={of(who)} isOne={first.length === 1} key={who} />;
  };
  return (
    <section class={isDone || isOthers ? "prompt done" : "prompt"} ref={toHand} tabIndex={-1} aria-label={label(decision.kind)}>
      <header>
        <span class="prompt-sign">
          <Icon name={isDone ? "check" : isOthers ? "clock" : "ask"} />
        </span>
        <div>
          <h2>{label(decision.kind)}</h2>
          <Topic state={state} scene={scene} decision={decision} />
        </div>
        <Clock ctrl={ctrl} decision={decision} />
        {!isDone && !isOthers && (
          <button type="button" class="link-button" onClick={onLater}>
            {t("prompt.later")}
          </button>
        )}
      </header>
      {first.map(block)}
      <Again ctrl={ctrl} scene={scene} decision={decision} />
      {(isDone || isOthers) && <Missing state={state} scene={scene} />}
      {rest.length > 0 && (
        <details class="for-others" open={first.length === 0 && isLeft}>
          <summary>{t("prompt.forOthers", { names: rest.map(name).join(", ") })}</summary>
          {rest.map(block)}
        </details>
      )}
      <Plans state={state} scene={scene} />
      {!isDone && <Explaining ctrl={ctrl} scene={scene} options={answers} />}
      <Foot ctrl={ctrl} scene={scene} decision={decision} waiting={waiting} options={answers} />
    </section>
  );
}

/** What several of mine who have answered can do with one tap: think again. */
function Again({ ctrl, scene, decision: { asks } }: SceneProps & { decision: DecisionView }) {
  const answered = mine({ view: scene.view, me: ctrl.state.value.me }).filter((who) => asks?.[who]?.answered);
  const same = shared(scene.options.filter(({ who = "", group, params, reason }) => answered.includes(who) && group === "free" && !params && !reason));
  return same.length > 0 ? <Plain ctrl={ctrl} scene={scene} options={same.flat()} siblings={[]} /> : null;
}

/** Whom I answer for, and whom only if need be: the GM answers for whom no seat plays. */
function askedOf(state: State, scene: Scene, answers: Option[]): { first: string[]; rest: string[] } {
  const own = mine({ view: scene.view, me: state.me });
  const whom = [...new Set(answers.map((option) => option.who ?? ""))];
  const first = whom.filter((who) => state.me?.role === "player" || own.includes(who) || who === "" || who === "gm");
  return { first, rest: whom.filter((who) => !first.includes(who)) };
}

/** What everybody plans so far: below the answers, which do not move under the finger then while others plan. */
function Plans({ state, scene: { view } }: { state: State; scene: Scene }) {
  const { t, name } = speech(state, view);
  const planning = Object.keys(view.combatants ?? {}).filter((who) => view.combatants?.[who]?.plan?.length);
  if (planning.length === 0) return null;
  return (
    <dl class="plans" aria-label={t("table.plans")}>
      {planning.map((who) => (
        <div key={who}>
          <dt>{name(who)}</dt>
          <dd>
            <Plan state={state} view={view} who={who} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Who has not answered yet. */
function Missing({ state, scene }: { state: State; scene: Scene }) {
  const { t, name } = speech(state, scene.view);
  const missing = waitingFor(scene.view);
  return missing.length > 0 ? <p class="field-hint">{t("prompt.others", { names: missing.map(name).join(", ") })}</p> : null;
}

interface FootProps extends SceneProps {
  decision: DecisionView;
  waiting: string[];
  options: Option[];
}

/** Always in reach: the answers that need nothing, for one or for all; closing it. */
function Foot({ ctrl, scene, decision, waiting, options }: FootProps) {
  const state = ctrl.state.value;
  const { t } = speech(state, scene.view);
  const isGm = state.me?.role === "gm";
  const plain = plainOf(options, waiting);
  const taps = tapsOf(options, waiting);
  if (!isGm && plain.length + taps.length === 0) return null;
  return (
    <footer class="prompt-foot">
      {taps.map((same) => (
        <Taps ctrl={ctrl} scene={scene} same={same as [Option, ...Option[]]} key={same[0]?.key} />
      ))}
      <Plain ctrl={ctrl} scene={scene} options={plain} siblings={options} />
      {isGm && (
        <button
          type="button"
          class="link-button"
          title={t("prompt.closeHint")}
          onClick={() => ctrl.submit({ type: "close_decision", decision: decision.id })}
        >
          {t("prompt.close")}
        </button>
      )}
    </footer>
  );
}

/** Of one who is asked all of them; of several only what all can say at once, for each has its own beside it. */
function plainOf(options: Option[], waiting: string[]): Option[] {
  const plain = options.filter((option) => isPlain(option, options) && waiting.includes(option.who ?? ""));
  return waiting.length < 2 ? plain : shared(plain).flat();
}

/** What several who are asked can answer with one tap on a choice. */
function tapsOf(options: Option[], waiting: string[]): Option[][] {
  return shared(options.filter((option) => waiting.includes(option.who ?? "") && !option.reason && oneTap(option)));
}

function shared(options: Option[]): Option[][] {
  return alike(options).filter((same) => same.length > 1);
}

function Folded({ ctrl, scene, onOpen }: SceneProps & { onOpen(): void }) {
  const { t, label } = speech(ctrl.state.value, scene.view);
  return (
    <button type="button" class="prompt folded" onClick={onOpen}>
      <Icon name="ask" /> <b>{label(scene.view.decision?.kind ?? "")}</b> <span>{t("prompt.open")}</span>
    </button>
  );
}

/** GM: after a rewind or an amendment nothing goes on by itself. */
function Held({ ctrl, scene, decision }: SceneProps & { decision: DecisionView }) {
  const { t } = speech(ctrl.state.value, scene.view);
  return (
    <section class="prompt">
      <p>{t("prompt.held")}</p>
      <button
        type="button"
        class="button primary"
        onClick={() => ctrl.submit({ type: "continue", decision: decision.id })}
      >
        {t("prompt.continue")}
      </button>
    </section>
  );
}
