/** The open question, where it is put to me: prominent, never in the way, with its answers and its clock. */
import { useEffect, useState } from "preact/hooks";
import { fill } from "../log.ts";
import { isOpen, oneTap, optionId } from "../options.ts";
import { type Scene, speech } from "../scene.ts";
import type { State } from "../state.ts";
import { mine, waitingFor } from "../update.ts";
import type { Choice, DecisionView, Option } from "../wire/types.ts";
import { OptionGroup, optionName } from "./actions.tsx";
import { TypedDice } from "./dice_prompt.tsx";
import { choiceName, OptionForm } from "./form.tsx";
import { Badge, Icon, Sentence } from "./marks.tsx";
import type { SceneProps } from "./table.tsx";

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
  const answers = options.filter((option) => option.decision === decision.id);
  if (answers.length === 0) return null;
  if (folded === decision.id) return <Folded ctrl={ctrl} scene={scene} onOpen={() => fold("")} />;
  return <Question ctrl={ctrl} scene={scene} decision={decision} answers={answers} onLater={() => fold(decision.id)} />;
}

/** Answers in a list that has to be scrolled on a phone. */
const MANY = 6;

interface QuestionProps extends SceneProps {
  decision: DecisionView;
  answers: Option[];
  onLater(): void;
}

function Question({ ctrl, scene, decision, answers, onLater }: QuestionProps) {
  const state = ctrl.state.value;
  const { t, label } = speech(state, scene.view);
  const own = mine({ view: scene.view, me: state.me });
  const whom = [...new Set(answers.map((option) => option.who ?? ""))];
  const isWaiting = (who: string) => !decision.asks?.[who]?.answered;
  const first = whom.filter((who) => isMineToAnswer(state, own, who)).sort((a, b) => +isWaiting(b) - +isWaiting(a));
  const rest = whom.filter((who) => !first.includes(who));
  const isDone = first.length > 0 && !first.some(isWaiting);
  return (
    <section class={`prompt${isDone ? " done" : ""}`} aria-label={label(decision.kind)}>
      <header>
        <span class="prompt-sign">
          <Icon name="ask" />
        </span>
        <div>
          <h2>{label(decision.kind)}</h2>
          <Topic state={state} scene={scene} decision={decision} />
        </div>
        <Clock ctrl={ctrl} decision={decision} />
        <button type="button" class="link-button" onClick={onLater}>
          {t("prompt.later")}
        </button>
      </header>
      {first.map((who) => (
        <Answers ctrl={ctrl} scene={scene} who={who} decision={decision} options={answers} key={who} />
      ))}
      {rest.length > 0 && (
        <details class="for-others" open={first.length === 0}>
          <summary>{t("table.waitingFor", { names: rest.map(speech(state, scene.view).name).join(", ") })}</summary>
          {rest.map((who) => (
            <Answers ctrl={ctrl} scene={scene} who={who} decision={decision} options={answers} key={who} />
          ))}
        </details>
      )}
      {state.me?.role === "gm" && (
        <button
          type="button"
          class="link-button"
          onClick={() => ctrl.submit({ type: "close_decision", decision: decision.id })}
        >
          {t("prompt.close")}
        </button>
      )}
    </section>
  );
}

/** The GM answers for whom no seat plays; what players are asked waits behind a fold. */
function isMineToAnswer(state: State, own: string[], who: string): boolean {
  return state.me?.role === "player" || own.includes(who) || who === "" || who === "gm";
}

/** What the question is about: the catalogue's sentence for the kind, filled from its topic. */
function Topic({ state, scene, decision }: { state: State; scene: Scene; decision: DecisionView }) {
  const words = { view: scene.view, catalog: state.catalog, language: state.language };
  const template = state.catalog.lines[state.language]?.[decision.kind] ?? state.catalog.lines.en?.[decision.kind];
  const topic = { ...scene.view.act, ...decision.topic };
  const { who, target } = topic;
  const parts = template
    ? fill(words, template, topic)
    : fill(words, target ? "{who} → {target}" : who ? "{who}" : "", topic);
  return parts.length > 0 ? (
    <p class="topic">
      <Sentence state={state} view={scene.view} parts={parts} />
    </p>
  ) : null;
}

interface AnswersProps extends SceneProps {
  who: string;
  decision: DecisionView;
  options: Option[];
}

function Answers({ ctrl, scene, who, decision, options }: AnswersProps) {
  const state = ctrl.state.value;
  const { t, name } = speech(state, scene.view);
  const own = easiestFirst(options.filter((option) => (option.who ?? "") === who));
  const form = state.form?.option.decision === decision.id && (state.form.option.who ?? "") === who;
  const isOneOfMany = mine({ view: scene.view, me: state.me }).length !== 1 || state.me?.role === "gm";
  const single = own.length === 1 && own[0] ? oneTap(own[0]) : undefined;
  return (
    <div class="answers">
      {who && scene.view.combatants?.[who] && (isOneOfMany || decision.asks?.[who]?.answered) && (
        <p class="answers-who">
          <Badge view={scene.view} who={who} /> <b>{name(who)}</b>
          {decision.asks?.[who]?.answered && <small>{t("prompt.changed")}</small>}
        </p>
      )}
      {form && state.form ? (
        <OptionForm ctrl={ctrl} scene={scene} form={state.form} />
      ) : single && own[0] ? (
        <Taps ctrl={ctrl} scene={scene} option={own[0]} />
      ) : (
        <OptionGroup ctrl={ctrl} scene={scene} title="" options={own} />
      )}
    </div>
  );
}

/** In a long list those that cost nothing and ask nothing come first: a pass must not have to be looked for. */
function easiestFirst(options: Option[]): Option[] {
  const isEasy = (option: Option) => !option.cost && !option.reason && (option.params ?? []).length === 0;
  return options.length > MANY ? [...options].sort((a, b) => +isEasy(b) - +isEasy(a)) : options;
}

/** One option with a few choices: each choice is a button that decides. */
function Taps({ ctrl, scene, option }: SceneProps & { option: Option }) {
  const state = ctrl.state.value;
  const param = oneTap(option);
  const isPending = Object.values(state.pending).some(({ what }) => what === optionId(option));
  const send = (choice: Choice, index: number) =>
    param && isOpen(choice) && !isPending && !option.reason && ctrl.send(option, { [param.name]: index });
  return (
    <div class="group" role="group" aria-label={optionName(state, scene, option)}>
      {option.key !== scene.view.decision?.kind && <h3>{optionName(state, scene, option)}</h3>}
      <div class="buttons taps">
        {(param?.choices ?? []).map((choice, index) => (
          <button
            type="button"
            key={index}
            class={`option${isOpen(choice) ? "" : " grey"}${isPending ? " pending" : ""}`}
            aria-disabled={!isOpen(choice) || isPending}
            title={choice.reason?.message}
            onClick={() => send(choice, index)}
          >
            <span class="option-name">{choiceName(scene, speech(state, scene.view), choice)}</span>
          </button>
        ))}
      </div>
    </div>
  );
}

function Folded({ ctrl, scene, onOpen }: SceneProps & { onOpen(): void }) {
  const { t, label } = speech(ctrl.state.value, scene.view);
  return (
    <button type="button" class="prompt folded" onClick={onOpen}>
      <Icon name="ask" /> <b>{label(scene.view.decision?.kind ?? "")}</b> <span>{t("prompt.open")}</span>
    </button>
  );
}

/** Seconds left by the server's clock, and a way to get more. */
function Clock({ ctrl, decision }: { ctrl: SceneProps["ctrl"]; decision: DecisionView }) {
  const state = ctrl.state.value;
  const { t } = speech(state);
  const seconds = useSecondsUntil(decision.closes_at, state.skew_ms);
  if (seconds === undefined) return null;
  return (
    <span class={`clock${seconds <= 10 ? " short" : ""}`}>
      <Icon name="clock" /> <span role="timer">{t("prompt.left", { seconds })}</span>
      <button
        type="button"
        class="link-button"
        onClick={() => ctrl.submit({ type: "more_time", decision: decision.id })}
      >
        {t("prompt.moreTime")}
      </button>
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
