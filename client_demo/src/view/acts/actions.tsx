/** What the chosen combatant may do: the server's options by group, greyed ones with their reason. */
import { isOpen } from "../../table/options.ts";
import { liveForm, type Scene, type Speech, speech } from "../../table/scene.ts";
import type { Form, State } from "../../table/state.ts";
import { isAnybodyAsked, isBetween, isInAct, isUnderWay, mine, waitingFor } from "../../table/update.ts";
import type { Option, View } from "../../wire/types.ts";
import { Conditions, Tracks } from "../parts/combatant.tsx";
import { lazy } from "../parts/lazy.tsx";
import { Badge } from "../parts/marks.tsx";
import type { SceneProps } from "../props.ts";
import { groupOf, Groups, OptionGroup } from "../menu/groups.tsx";
import { Explaining } from "../menu/explaining.tsx";

const Gathering = lazy<SceneProps>(async () => (await import("./gathering.tsx")).Gathering);

const loadForm = async () => (await import("./form.tsx")).OptionForm;
const OptionForm = lazy<SceneProps & { form: Form }>(loadForm);

type MenuProps = SceneProps & { options: Option[] };
const Menu = lazy<MenuProps>(async () => {
  void loadForm();  // so that it is there when something of the menu is tapped
  return (await import("../menu/menu.tsx")).Menu;
});
const Against = lazy<MenuProps & { target: string }>(async () => (await import("../menu/menu.tsx")).Against);

/** The acts of the combatant in hand. */
export function Actions({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const { t } = speech(state, scene.view);
  const isGm = state.me?.role === "gm";
  const actors = actorsOf(state, scene);
  const actor = state.selected;
  const open = scene.options.filter((option) => isForBar(option) && isOf(option, actor, scene));
  const form = liveForm(state);
  const isFormHere = form && !form.option.answers && isOf(form.option, actor, scene);
  return (
    <section class="actions" aria-label={t("tab.me")}>
      {(actors.length > 1 || (isGm && actors.length === 1)) && <Actors ctrl={ctrl} scene={scene} actors={actors} />}
      {actor && actors.length === 1 && !isGm && <Own state={state} scene={scene} who={actor} />}
      {actor && actors.length > 1 && !isGm && <Tracks state={state} view={scene.view} who={actor} />}
      {isFormHere ? (
        <OptionForm ctrl={ctrl} scene={scene} form={form} />
      ) : (
        <>
          {scene.view.stage === "setup" && scene.isLive && !scene.view.decision ? (
            <Gathering ctrl={ctrl} scene={scene} />
          ) : (
            <Standing state={state} scene={scene} options={open} />
          )}
          {state.target && scene.view.combatants?.[state.target] && <Against ctrl={ctrl} scene={scene} options={open} target={state.target} />}
          <Shown ctrl={ctrl} scene={scene} options={open.filter((option) => groupOf(option) !== "end")} />
          <Explaining ctrl={ctrl} scene={scene} options={open} />
          <Ends ctrl={ctrl} scene={scene} options={withGroupEnds(state, scene, open)} />
        </>
      )}
    </section>
  );
}

/** An option of the combatant in hand; before and after the fight also what concerns the table as such. */
function isOf(option: Option, actor: string | undefined, scene: Scene): boolean {
  return option.who ? option.who === actor : scene.view.stage !== "running";
}

/** For a player who can't act: whom the game waits for, as far as that is told. */
function Standing({ state, scene, options }: { state: State; scene: Scene; options: Option[] }) {
  const { view } = scene;
  const { t, name } = speech(state, view);
  const able = options.filter(isOpen);
  if (state.me?.role === "gm") {
    const goesOn = isBetween(view) ? `${t("act.waitTable")}.` : isUnderWay(view) ? t("act.underWay") : t("act.none");
    const isPause = view.decision !== undefined && !isAnybodyAsked(view);
    return able.length > 0 || isAnybodyAsked(view) ? null : <p class="hint">{(!isPause && standing(view, t, name)) || goesOn}</p>;
  }
  const own = mine({ view, me: state.me });
  const waiting = waitingFor(view);
  const isOnTurn = view.turn?.some((who) => own.includes(who)) && waiting.length === 0;
  const isOut = own.length > 0 && own.every((who) => view.combatants?.[who]?.out);
  const isActing = isOnTurn && able.some((option) => groupOf(option) !== "free");
  if (isActing || waiting.some((who) => own.includes(who)) || scene.options.some((option) => !isForBar(option))) return null;
  const idle = able.length > 0 || isBetween(view) || isUnderWay(view) ? `${t("act.waitTable")}.` : t("act.none");
  return (
    <p class="hint standing">
      {isOut && `${t("table.out")}.`} {(!isOnTurn && standing(view, t, name)) || (isInAct(view) ? t("act.underWay") : !isOut && idle)} {able.length > 0 && t("act.mayStill")}
    </p>
  );
}

/** What the game waits for, in one sentence. */
export function standing(view: View, t: Speech["t"], name: Speech["name"]): string | undefined {
  const waiting = waitingFor(view);
  if (waiting.length > 0) return t("act.waitAnswer", { names: waiting.map(name).join(", ") });
  if (view.stage === "setup") return t("act.waitStart");
  return view.turn?.length ? t("act.waitTurn", { names: view.turn.map(name).join(", ") }) : undefined;
}

/** Answers to the open question stand in the prompt, not here. */
export function isForBar(option: Option): boolean {
  return !option.answers;
}

/** Mine, and for the GM everybody who could do something now, whoever is on turn first. */
function actorsOf(state: State, scene: Scene): string[] {
  const able = scene.options.filter((option) => option.who && isForBar(option)).map((option) => option.who ?? "");
  const own = state.me?.role === "player" ? mine({ view: scene.view, me: state.me }) : [];
  return [...new Set([...own, ...(scene.view.turn ?? []).filter((who) => able.includes(who)), ...able])].filter((who) => scene.view.combatants?.[who]);
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

/** More than these are too many to be read at a glance. */
const GLANCE = 6;

/** All of it where it is little, else a menu. */
function Shown(props: MenuProps) {
  return props.options.length > GLANCE && props.scene.view.stage === "running" ? <Menu {...props} /> : <Groups {...props} />;
}

/** The turn of several ends also while one of them is in hand who can do nothing: then as another of them would end it. */
function withGroupEnds(state: State, scene: Scene, options: Option[]): Option[] {
  const own = mine({ view: scene.view, me: state.me }).filter((who) => scene.view.turn?.includes(who));
  if (own.length < 2 || !own.includes(state.selected ?? "") || options.some((option) => groupOf(option) === "end")) return options;
  const ends = scene.options.filter((option) => isForBar(option) && groupOf(option) === "end" && own.includes(option.who ?? ""));
  return [...options, ...ends.filter(({ who }) => who === ends[0]?.who)];
}

/** What ends a turn or begins the fight: never below the fold. */
function Ends({ ctrl, scene, options }: SceneProps & { options: Option[] }) {
  const ends = options.filter((option) => groupOf(option) === "end");
  if (ends.length === 0) return null;
  const isLeft = options.some((option) => !option.reason && !["end", "free"].includes(groupOf(option)));
  return (
    <div class={`ends${isLeft ? "" : " nothing-else"}`}>
      <OptionGroup ctrl={ctrl} scene={scene} title="" options={ends} />
    </div>
  );
}
