/** The answers of one who is asked: grouped, the likeliest first, the rest behind folds; and the answer that was given. */
import { useEffect, useState } from "preact/hooks";
import type { Ctrl } from "../../ctrl.ts";
import { alike, isOpen, oneTap, optionId } from "../../table/options.ts";
import { liveForm, type Scene, speech } from "../../table/scene.ts";
import type { State } from "../../table/state.ts";
import { isOnItsWay } from "../../table/update.ts";
import type { Choice, DecisionView, Option } from "../../wire/types.ts";
import { Badge, Icon } from "../parts/marks.tsx";
import { Sign } from "../parts/sign.tsx";
import type { SceneProps } from "../props.ts";
import { OptionGroup } from "../menu/groups.tsx";
import { OptionForm } from "./form.tsx";
import { choiceName, groupName, optionName } from "../menu/names.ts";

export interface AnswersProps extends SceneProps {
  who: string;
  decision: DecisionView;
  options: Option[];
  /** Nobody else is asked here, so nobody needs to be named. */
  isOne: boolean;
}

/** More answers than these stand in groups. */
const MANY = 6;

/** One click and it is said: a pass, a no. Not where the same may also be said with more to it: those stand together. */
export function isPlain(option: Option, among: Option[]): boolean {
  const isLonger = ({ key, who, params = [], reason }: Option) => key === option.key && who === option.who && params.length > 0 && !reason;
  return !option.cost && !option.reason && (option.params ?? []).length === 0 && option.group !== "free" && !among.some(isLonger);
}

export function Answers({ ctrl, scene, who, decision, options, isOne }: AnswersProps) {
  const state = ctrl.state.value;
  const { t, name } = speech(state, scene.view);
  const plain = options.filter((option) => isPlain(option, options));
  const rich = options.filter((option) => !plain.includes(option));
  const form = liveForm(state);
  const isFormHere = form?.decision === decision.id && form.option.answers && (form.option.who ?? "") === who;
  const [only] = rich;
  const single = rich.length === 1 && only ? oneTap(only) : undefined;
  const isKnown = scene.view.combatants?.[who] !== undefined;
  useOpen(ctrl, isOne && !single && rich.length === 1 ? only : undefined);
  if (rich.length === 0 && isOne) {
    const isAll = scene.options.filter((option) => option.who === who && !option.reason).length < 2;
    if (state.me?.role === "gm" && isKnown) return <Who state={state} scene={scene} who={who} />;
    return isKnown && isAll ? <p class="field-hint">{t("prompt.onlyPass", { name: name(who) })}</p> : null;
  }
  return (
    <div class="answers">
      {isKnown && (!isOne || state.me?.role === "gm") && (
        <Who state={state} scene={scene} who={who} />
      )}
      {isFormHere ? (
        <OptionForm ctrl={ctrl} scene={scene} form={form} />
      ) : single && only ? (
        <Taps ctrl={ctrl} scene={scene} same={[only]} />
      ) : (
        <Grouped ctrl={ctrl} scene={scene} options={rich} />
      )}
      {!isOne && !isFormHere && <Plain ctrl={ctrl} scene={scene} options={plain} siblings={options} />}
    </div>
  );
}

/** Who is asked, for whoever answers for more than one. */
function Who({ state, scene: { view }, who }: { state: State; scene: Scene; who: string }) {
  return (
    <div class="answers-who">
      <Badge view={view} who={who} /> <b>{speech(state, view).name(who)}</b>
    </div>
  );
}

/** The one thing that can be answered needs no button first: its form is open, unless it was closed by hand. Not where
 * the same can be said with one tap: the form would hide that. What has no form is never sent by itself. */
function useOpen(ctrl: Ctrl, option: Option | undefined) {
  const id = option && !option.reason ? optionId(option) : undefined;
  useEffect(() => {
    if (option?.params?.length && id !== undefined && !ctrl.now.form) ctrl.choose(option);
  }, [id]);
}

/** True answers at once; what one could also do, by group, behind folds where that is much. A group of which nothing is
 * possible stands behind those of which something is. Where whom to strike at is all that an answer asks, and there are few,
 * each is a button that decides. */
function Grouped({ ctrl, scene, options }: SceneProps & { options: Option[] }) {
  const state = ctrl.state.value;
  const { t } = speech(state, scene.view);
  const blows = options.filter((option) => option.goal === "harm" && !option.reason && !option.cost && oneTap(option));
  const inside = (group: string) => openFirst(options.filter((option) => (option.group ?? "act") === group && !blows.includes(option)));
  const rank = (group: string) => 2 * +inside(group).every(({ reason }) => reason) + +(group !== "answer");
  const groups = [...new Set(options.map(({ group = "act" }) => group))].filter((group) => inside(group)[0]).sort((a, b) => rank(a) - rank(b));
  const isFolded = options.length > MANY && groups.length > 1;
  return (
    <div class="answer-groups">
      {blows.map((option) => (
        <Taps ctrl={ctrl} scene={scene} same={[option]} key={optionId(option)} />
      ))}
      {groups.map((group) =>
        isFolded && group !== "answer" && inside(group).length > 2 ? (
          <details class="many" key={group}>
            <summary>{t("prompt.more", { group: groupName(state, group), count: inside(group).length })}</summary>
            <OptionGroup ctrl={ctrl} scene={scene} title="" options={inside(group)} />
          </details>
        ) : (
          <OptionGroup ctrl={ctrl} scene={scene} title="" options={inside(group)} key={group} />
        ),
      )}
    </div>
  );
}

function openFirst(options: Option[]): Option[] {
  return [...options].sort((a, b) => +Boolean(a.reason) - +Boolean(b.reason));
}

/** The answers that need nothing more; where several are asked the same, one click for all of them. */
export function Plain({ ctrl, scene, options, siblings }: SceneProps & { options: Option[]; siblings: Option[] }) {
  const { t } = speech(ctrl.state.value, scene.view);
  return (
    <div class="buttons taps plain-answers">
      {alike(options).map((same) => {
        const [first] = same as [Option];
        if (same.length === 1) return <Tap ctrl={ctrl} scene={scene} option={first} siblings={siblings} key={optionId(first)} />;
        const said = t("prompt.all", { answer: optionName(ctrl.state.value, scene, first), count: same.length });
        return (
          <button type="button" class="option" key={optionId(first)} onClick={() => same.forEach((option) => ctrl.choose(option))}>
            {said}
          </button>
        );
      })}
    </div>
  );
}

function Tap({ ctrl, scene, option, siblings }: SceneProps & { option: Option; siblings: Option[] }) {
  const state = ctrl.state.value;
  const { icon, t } = speech(state, scene.view);
  const onItsWay = Object.values(state.pending).find(({ what }) => what === optionId(option));
  const isPending = onItsWay !== undefined;
  return (
    <button
      type="button"
      class={`option${isPending ? " pending" : ""}`}
      aria-disabled={isPending}
      onClick={() => !isPending && ctrl.choose(option)}
    >
      {icon(option.key) && <Sign name={icon(option.key)} />}
      <span class="option-name">{optionName(state, scene, option, siblings)}</span>
      {onItsWay && <span class="sr-only">{t(onItsWay.isDoubtful ? "act.doubtful" : "act.pending")}</span>}
    </button>
  );
}

/** An option with a few choices: each choice is a button that decides, for all who have the same. */
export function Taps({ ctrl, scene, same }: SceneProps & { same: [Option, ...Option[]] }) {
  const state = ctrl.state.value;
  const words = speech(state, scene.view);
  const [option] = same;
  const param = oneTap(option);
  const then = state.catalog.follows[option.key];
  const isPending = same.some((each) => isOnItsWay(state, optionId(each)));
  const canTake = (choice: Choice) => isOpen(choice) && isOpen(option);
  const send = (choice: Choice, index: number) => param && canTake(choice) && !isPending && same.forEach((each) => ctrl.send(each, { [param.name]: index }, undefined, true));
  const own = [optionName(state, scene, option), then && words.label(then)].filter(Boolean).join(" · ");
  const name = same.length > 1 ? words.t("prompt.all", { answer: own, count: same.length }) : own;
  return (
    <div class="group" role="group" aria-label={name}>
      {(same.length > 1 || option.key !== scene.view.decision?.kind) && <h3>{name}</h3>}
      <div class="buttons taps">
        {(param?.choices ?? []).map((choice, index) => (
          <button
            type="button"
            key={index}
            class={`option${canTake(choice) ? "" : " grey"}${isPending ? " pending" : ""}`}
            aria-disabled={!canTake(choice) || isPending}
            title={choice.reason ? words.why(choice.reason) : undefined}
            onClick={() => send(choice, index)}
          >
            <span class="option-name">{choiceName(scene, words, choice)}</span>
            {choice.reason && <small>{words.why(choice.reason)}</small>}
          </button>
        ))}
      </div>
      {option.reason && <p class="why-not">{words.why(option.reason)}</p>}
    </div>
  );
}

/** What was answered, as far as this window knows, and the way to another answer while the question is open. */
export function Given(props: AnswersProps) {
  const { ctrl, scene, who, decision, isOne } = props;
  const state = ctrl.state.value;
  const { t, label, name } = speech(state, scene.view);
  const [changing, change] = useState<unknown>();
  const given = state.answers.decision === decision.id ? state.answers.given[who] : undefined;
  const standing = given ?? decision.id;
  const said = given && (given.label ? `${label(given.key)}: ${label(given.label)}` : label(given.key));
  if (changing === standing) return <Answers {...props} isOne={false} />;
  return (
    <p class="given">
      <Icon name="check" />
      {(!isOne || state.me?.role === "gm") && scene.view.combatants?.[who] && <b>{name(who)}</b>}
      <span>{said ? t("prompt.answeredWith", { answer: said }) : t("prompt.answered")}</span>
      <button type="button" class="link-button" onClick={() => change(standing)}>
        {t("prompt.change")}
      </button>
    </p>
  );
}
