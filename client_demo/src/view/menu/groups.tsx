/** Options as buttons under the names of their groups, greyed ones with their reason. */
import { useState } from "preact/hooks";
import { optionId, settledBy } from "../../table/options.ts";
import { speech } from "../../table/scene.ts";
import type { Option } from "../../wire/types.ts";
import { Sign } from "../parts/sign.tsx";
import type { SceneProps } from "../props.ts";
import { groupName, optionName } from "./names.ts";

const GROUPS = ["act", "move", "prepare", "free", "gm", "end"];
/** More greyed options than these wait behind a fold. */
const FEW = 3;

/** `siblings`: among all these each is told from what is called alike; else among those that stand with it. */
type GroupProps = SceneProps & { options: Option[]; siblings?: Option[] | undefined };

export function Groups({ ctrl, scene, options, siblings }: GroupProps) {
  const state = ctrl.state.value;
  const known = [...GROUPS, ...new Set(options.map(groupOf).filter((group) => !GROUPS.includes(group)))];
  const groups = known.map((group) => [group, options.filter((option) => groupOf(option) === group)] as const);
  return (
    <div class="groups">
      {groups
        .filter(([, inside]) => inside.length > 0)
        .map(([group, inside]) => (
          <OptionGroup ctrl={ctrl} scene={scene} title={groupName(state, group)} options={inside} siblings={siblings} key={group} />
        ))}
    </div>
  );
}

export function groupOf(option: Option): string {
  return option.group ?? "act";
}

/** Buttons under one heading. The reason of a greyed one appears below when it is touched or focused, and stays: were it
 * gone when the next button is pressed, that would move from under the finger. A greyed answer has it in its button. */
export function OptionGroup({ ctrl, scene, title, options, siblings = options }: GroupProps & { title: string }) {
  const { t, why } = speech(ctrl.state.value, scene.view);
  const [asked, setAsked] = useState<string>();
  const shown = options.find((option) => optionId(option) === asked);
  const [able, grey] = [options.filter(({ reason }) => !reason), options.filter(({ reason }) => reason)];
  const isFolded = grey.length > FEW;
  const button = (option: Option) => (
    <OptionButton
      ctrl={ctrl}
      scene={scene}
      option={option}
      siblings={siblings}
      key={optionId(option)}
      onWhy={() => setAsked(optionId(option))}
    />
  );
  return (
    <div class="group" role="group" aria-label={title}>
      {title && <h3>{title}</h3>}
      <div class="buttons">{[...able, ...(isFolded ? [] : grey)].map(button)}</div>
      {isFolded && (
        <details class="many">
          <summary>{t("act.grey", { count: grey.length })}</summary>
          <div class="buttons">{grey.map(button)}</div>
        </details>
      )}
      <p class="why-not" role="status">
        {shown?.reason && !shown.answers && why(shown.reason)}
      </p>
    </div>
  );
}

/** Whoever gives up is asked once more: it ends more than a turn, and stands among what is done at any time. */
function isGrave({ who, goal, group, answers }: Option): boolean {
  return Boolean(who) && goal === "end" && group !== "end" && !answers;
}

interface ButtonProps extends SceneProps {
  option: Option;
  siblings: Option[];
  onWhy(): void;
}

function OptionButton({ ctrl, scene, option, siblings, onWhy }: ButtonProps) {
  const state = ctrl.state.value;
  const { t, icon, cost, why } = speech(state, scene.view);
  const onItsWay = Object.values(state.pending).find(({ what }) => what === optionId(option));
  const isPending = onItsWay !== undefined;
  const isGrey = Boolean(option.reason);
  const sign = icon(option.key);
  const [isSure, ask] = useState(false);
  const blow = option.goal === "harm" && !option.cost && settledBy(option);
  const touch = () => (isGrey ? onWhy() : isGrave(option) && !isSure ? ask(true) : blow ? ctrl.send(option, blow) : ctrl.choose(option));
  return (
    <>
      <button
        type="button"
        class={`option${isGrey ? " grey" : ""}${isPending ? " pending" : ""}`}
        aria-disabled={isGrey || isPending}
        title={option.reason ? why(option.reason) : undefined}
        onClick={() => !isPending && touch()}
        onFocus={() => isGrey && onWhy()}
        onBlur={() => ask(false)}
      >
        {sign && <Sign name={sign} />}
        <span class="option-name">
          {isSure && `${t("gm.sure")} `}
          {optionName(state, scene, option, siblings)}
        </span>
        {option.params?.[0] && !isGrey && !blow && <span class="option-more">…</span>}
        {option.cost && <span class="option-cost">{cost(option.cost)}</span>}
        {option.answers && option.reason && <small>{why(option.reason)}</small>}
        {onItsWay && <span class="sr-only">{t(onItsWay.isDoubtful ? "act.doubtful" : "act.pending")}</span>}
      </button>
      {blow && <Besides ctrl={ctrl} option={option} onOpen={() => ctrl.choose(option)} />}
    </>
  );
}

/** Where one tap does it, what may be said besides is behind a button beside it. */
export function Besides({ ctrl, option, onOpen }: Pick<ButtonProps, "ctrl" | "option"> & { onOpen(): void }) {
  const { t, label } = speech(ctrl.state.value);
  return option.params?.some(({ optional }) => optional) ? (
    <button type="button" class="option" onClick={onOpen}>
      {`${t("form.more")}: ${label(option.key)}`}
    </button>
  ) : null;
}
