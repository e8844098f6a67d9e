/** What the chosen combatant may do: the server's options by group, greyed ones with their reason. */
import { useState } from "preact/hooks";
import { label } from "../catalog.ts";
import { optionId } from "../options.ts";
import { type Scene, speech } from "../scene.ts";
import type { State } from "../state.ts";
import { mine } from "../update.ts";
import type { Option } from "../wire/types.ts";
import { OptionForm } from "./form.tsx";
import { Badge, Sure } from "./marks.tsx";
import { Conditions, Tracks } from "./rail.tsx";
import type { SceneProps } from "./table.tsx";

/** The system's word for a group, else the client's own. */
function groupName(state: State, group: string): string {
  const { catalog, language } = state;
  return catalog.labels[language]?.[group] ?? catalog.labels.en?.[group] ?? label(catalog, language, `group.${group}`);
}

const GROUPS = ["act", "move", "prepare", "free", "end", "gm"];
/** More rulings, or greyed options, than these wait behind a fold. */
const FEW = 3;

export function Actions({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const { t } = speech(state, scene.view);
  const { me } = state;
  if (me?.role === "spectator") return <p class="hint watching">{t("table.watching")}</p>;
  if (!scene.isLive) return null;
  const isGm = me?.role === "gm";
  const actors = actorsOf(state, scene);
  const actor = state.selected;
  const open = scene.options.filter((option) => isForBar(option, scene) && (!option.who || option.who === actor));
  const isOne = actors.length === 1;
  const isFormHere = state.form && !state.form.option.decision;
  return (
    <section class="actions" aria-label={t("tab.me")}>
      {(actors.length > 1 || (isGm && isOne)) && <Actors ctrl={ctrl} scene={scene} actors={actors} />}
      {actor && isOne && !isGm && <Own state={state} scene={scene} who={actor} />}
      {actor && actors.length > 1 && !isGm && <Tracks state={state} view={scene.view} who={actor} />}
      {isGm && scene.view.stage === "ended" && (
        <Sure name={t("gm.closeTable")} sure={t("gm.sure")} onSure={() => ctrl.submit({ type: "close" })} />
      )}
      {isFormHere && state.form ? (
        <OptionForm ctrl={ctrl} scene={scene} form={state.form} />
      ) : (
        <Groups ctrl={ctrl} scene={scene} options={open} />
      )}
    </section>
  );
}

/** Answers to the open question stand in the prompt, not here. */
function isForBar(option: Option, scene: Scene): boolean {
  return !option.decision || option.decision !== scene.view.decision?.id;
}

/** Mine, and for the GM everybody who could do something now. */
function actorsOf(state: State, scene: Scene): string[] {
  const able = scene.options.filter((option) => option.who && isForBar(option, scene)).map((option) => option.who ?? "");
  const own = state.me?.role === "player" ? mine({ view: scene.view, me: state.me }) : [];
  return [...new Set([...own, ...able])].filter((who) => scene.view.combatants?.[who]);
}

function Actors({ ctrl, scene, actors }: SceneProps & { actors: string[] }) {
  const state = ctrl.state.value;
  const { t, name } = speech(state, scene.view);
  return (
    <div class="actors" role="group" aria-label={t("act.who")}>
      {actors.map((who) => (
        <button
          type="button"
          key={who}
          class={`actor${scene.view.turn?.includes(who) ? " on-turn" : ""}`}
          aria-pressed={state.selected === who}
          onClick={() => ctrl.set({ selected: who, form: undefined })}
        >
          <Badge view={scene.view} who={who} />
          <span>{name(who)}</span>
        </button>
      ))}
    </div>
  );
}

function Own({ state, scene, who }: { state: State; scene: Scene; who: string }) {
  const { name } = speech(state, scene.view);
  return (
    <header class="own">
      <Badge view={scene.view} who={who} />
      <div class="own-text">
        <h2 title={name(who)}>{name(who)}</h2>
        <Tracks state={state} view={scene.view} who={who} />
        <Conditions state={state} view={scene.view} who={who} />
      </div>
    </header>
  );
}

function Groups({ ctrl, scene, options }: SceneProps & { options: Option[] }) {
  const state = ctrl.state.value;
  const { t } = speech(state, scene.view);
  const isAsked = scene.options.some((option) => !isForBar(option, scene));
  if (options.length === 0) return isAsked ? null : <p class="hint">{t("act.none")}</p>;
  const known = [...GROUPS, ...new Set(options.map(groupOf).filter((group) => !GROUPS.includes(group)))];
  const groups = known.map((group) => [group, options.filter((option) => groupOf(option) === group)] as const);
  return (
    <div class="groups">
      {groups
        .filter(([, inside]) => inside.length > 0)
        .map(([group, inside]) =>
          group === "gm" && inside.length > FEW ? (
            <details class="many" key={group}>
              <summary>{groupName(state, group)}</summary>
              <OptionGroup ctrl={ctrl} scene={scene} title="" options={inside} />
            </details>
          ) : (
            <OptionGroup ctrl={ctrl} scene={scene} title={groupName(state, group)} options={inside} key={group} />
          ),
        )}
    </div>
  );
}

function groupOf(option: Option): string {
  return option.group ?? "act";
}

/** Buttons under one heading. The reason of a greyed one appears below when it is touched or focused. */
export function OptionGroup({ ctrl, scene, title, options }: SceneProps & { title: string; options: Option[] }) {
  const { t } = speech(ctrl.state.value, scene.view);
  const [why, setWhy] = useState<string>();
  const shown = options.find((option) => optionId(option) === why);
  const grey = options.filter(({ reason }) => reason);
  const isFolded = grey.length > FEW;
  const button = (option: Option) => (
    <OptionButton
      ctrl={ctrl}
      scene={scene}
      option={option}
      siblings={options}
      key={optionId(option)}
      onWhy={(is) => setWhy(is ? optionId(option) : undefined)}
    />
  );
  return (
    <div class="group" role="group" aria-label={title}>
      {title && <h3>{title}</h3>}
      <div class="buttons">{(isFolded ? options.filter(({ reason }) => !reason) : options).map(button)}</div>
      {isFolded && (
        <details class="many">
          <summary>{t("act.grey", { count: grey.length })}</summary>
          <div class="buttons">{grey.map(button)}</div>
        </details>
      )}
      <p class="why-not" role="status">
        {shown?.reason?.message}
      </p>
    </div>
  );
}

interface ButtonProps extends SceneProps {
  option: Option;
  siblings: Option[];
  onWhy(is: boolean): void;
}

function OptionButton({ ctrl, scene, option, siblings, onWhy }: ButtonProps) {
  const state = ctrl.state.value;
  const { t, icon, label } = speech(state, scene.view);
  const onItsWay = Object.values(state.pending).find(({ what }) => what === optionId(option));
  const isPending = onItsWay !== undefined;
  const isGrey = option.reason !== undefined && option.reason !== null;
  const sign = icon(option.key);
  const touch = () => (isGrey ? onWhy(true) : ctrl.choose(option));
  return (
    <button
      type="button"
      class={`option${isGrey ? " grey" : ""}${isPending ? " pending" : ""}`}
      aria-disabled={isGrey || isPending}
      title={option.reason?.message}
      onClick={() => !isPending && touch()}
      onFocus={() => isGrey && onWhy(true)}
      onBlur={() => isGrey && onWhy(false)}
    >
      {sign && <span class="option-icon">{sign}</span>}
      <span class="option-name">{optionName(state, scene, option, siblings)}</span>
      {(option.params ?? []).length > 0 && !isGrey && <span class="option-more">…</span>}
      {option.cost && <span class="option-cost">{label(option.cost)}</span>}
      {onItsWay && <span class="sr-only">{t(onItsWay.isDoubtful ? "act.doubtful" : "act.pending")}</span>}
    </button>
  );
}

/** The option's label. Those that would read alike get what tells their intents apart. */
export function optionName(state: State, scene: Scene, option: Option, siblings: Option[] = []): string {
  const { label } = speech(state, scene.view);
  const name = (each: Option) => (each.label ? `${label(each.key)}: ${label(each.label)}` : label(each.key));
  const twin = siblings.find((other) => other !== option && other.who === option.who && name(other) === name(option));
  if (twin === undefined) return name(option);
  const differing = Object.keys({ ...option.intent, ...twin.intent }).filter((key) => option.intent[key] !== twin.intent[key]);
  const told = differing.map((key) => said(option.intent[key], key, label)).filter(Boolean);
  return told.length > 0 ? `${name(option)} (${told.join(", ")})` : name(option);
}

function said(value: unknown, key: string, label: (key: string) => string): string {
  if (value === true) return label(key);
  return typeof value === "string" || typeof value === "number" ? label(String(value)) : "";
}
