/** The open parts of an option, each as its kind wants it, and the button that sends it. */
import type { ComponentType } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { cost_cm, type Point } from "../../table/ground.ts";
import { filled, isOpen, missing, optionId, within } from "../../table/options.ts";
import { placeOf, type Scene, speech } from "../../table/scene.ts";
import type { Form, State } from "../../table/state.ts";
import type { Choice, CombatantView, Option, Param, View } from "../../wire/types.ts";
import { metres } from "../../words/book.ts";
import { written } from "../../words/catalog.ts";
import { lazy } from "../parts/lazy.tsx";
import { Badge, Icon } from "../parts/marks.tsx";
import { meaning, Word } from "../parts/word.tsx";
import type { FieldProps, SceneProps } from "../props.ts";
import type { Sendable } from "../../wire/socket.ts";
import { choiceName, optionName } from "../menu/names.ts";
import { besides, chosen, isForEach, toggled } from "../menu/several.ts";
import "../../style/chip.css";
import "../../style/form.css";

export function OptionForm({ ctrl, scene, form }: SceneProps & { form: Form }) {
  const state = ctrl.state.value;
  const { t, cost, label, name } = speech(state, scene.view);
  const { option, values } = form;
  const title = optionName(state, scene, option, scene.options);
  const then = state.catalog.follows[option.key];
  const open = missing(option, values).map((param) => label(param.label ?? param.name));
  const submit = (event: Event) => {
    event.preventDefault();
    const { form: now = form } = ctrl.now;  // now: taps may come faster than frames
    ctrl.sendForm();
    for (const more of besides(now)) ctrl.submit(filled(now.option, more) as Sendable, { what: optionId(now.option) });
  };
  const cancel = () => ctrl.set({ form: undefined });
  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    cancel();
  };
  return (
    <form class="option-form" aria-label={title} onSubmit={submit} key={optionId(option)} ref={toHand} tabIndex={-1} onKeyDown={leave}>
      <header>
        <h3>
          <Word ctrl={ctrl} name={title} term={option.key} />
        </h3>
        {option.cost && <span class="option-cost">{cost(option.cost)}</span>}
        <button type="button" class="button quiet" onClick={cancel}>
          {t("app.cancel")}
        </button>
      </header>
      {option.risks && <p class="why-not">{t("form.risks", { names: option.risks.map(name).join(", ") })}</p>}
      {(option.params ?? []).map((param) => (
        <Field ctrl={ctrl} scene={scene} form={form} param={param} key={param.name} />
      ))}
      <footer>
        <button type="submit" class="button primary" disabled={open.length > 0}>
          {t("act.send")}
        </button>
        {then && form.purpose !== "ruling" && (
          <button type="button" class="button" disabled={open.length > 0} onClick={() => ctrl.sendForm(true)}>
            {`${t("act.send")} · ${label(then)}`}
          </button>
        )}
        {open.length > 0 && <small class="field-hint">{t("act.missing", { names: open.join(", ") })}</small>}
      </footer>
    </form>
  );
}

/** What opens in place of what was tapped is in sight, and under the keys; it takes them from nothing else. */
export const toHand = (part: HTMLElement | null) => {
  if (document.activeElement === document.body) part?.focus();
};

function Field({ ctrl, scene, form, param }: FieldProps) {
  const state = ctrl.state.value;
  const { t, label } = speech(state, scene.view);
  const own = param.name.split(".").at(-1) ?? param.name;
  const key = param.label || own;
  const isWritten = written(state.catalog, state.language, key);
  const name = label(isWritten ? key : key.replace(/_cm$/, ""));
  const Body = BODIES[param.kind];
  return (
    <fieldset class={`field ${param.kind}`}>
      <legend>
        <Word ctrl={ctrl} name={name} term={meaning(state, key) ? key : own} />
        {param.optional && <small> {t("form.optional")}</small>}
      </legend>
      {Body ? <Body ctrl={ctrl} scene={scene} form={form} param={param} /> : null}
    </fieldset>
  );
}

const BODIES: Record<string, ComponentType<FieldProps>> = {
  choice: Choices,
  many: Choices,
  number: NumberField,
  text: TextField,
  path: PathField,
  point: PathField,
  list: lazy<FieldProps>(async () => (await import("./ordered.tsx")).OrderedField),
  assign: lazy<FieldProps>(async () => (await import("./assign.tsx")).AssignField),
};

function Choices({ ctrl, scene, form, param }: FieldProps) {
  const state = ctrl.state.value;
  const words = speech(state, scene.view);
  const { t, why } = words;
  const value = form.values[param.name];
  const isMany = param.kind === "many";
  const isEach = isForEach(form, param);
  const all = isEach ? chosen(form, param) : isMany ? ((value as number[]) ?? []) : [value];
  const foe = isEach ? undefined : onlyFoe(scene.view, form.option, param);
  useLayoutEffect(() => {
    if (foe !== undefined && value === undefined) ctrl.setValue(param.name, foe);
  }, [foe]);
  const tap = (index: number) => (isEach ? takeMore(ctrl, param, index) : ctrl.pick(param, index));
  return (
    <>
      {(isMany || isEach) && <p class="field-hint">{manyHint(t, isEach ? { ...param, least: 1 } : param)}</p>}
      <div class="chips">
        {openFirst(param.choices ?? []).map(([choice, index]) => (
          <button
            type="button"
            key={index}
            class={`chip${isOpen(choice) ? "" : " grey"}`}
            aria-pressed={all.includes(index)}
            aria-disabled={!isOpen(choice)}
            title={choice.reason ? why(choice.reason) : undefined}
            onClick={() => isOpen(choice) && tap(index)}
          >
            {param.combatant && <Badge view={scene.view} who={String(choice.value)} />}
            <span>{choiceName(scene, words, choice)}</span>
            {param.combatant && <Distance state={state} scene={scene} from={form.option.who} to={String(choice.value)} />}
            {choice.reason && <small>{why(choice.reason)}</small>}
          </button>
        ))}
      </div>
    </>
  );
}

/** One more of those for whom the same is sent, or one less. */
function takeMore(ctrl: FieldProps["ctrl"], param: Param, index: number) {
  const { form } = ctrl.now;
  if (form && ctrl.isAsSeen(param)) ctrl.set({ form: toggled(form, param, index) });
}

/** An attack is meant for the only foe within reach, though one could strike at friends and at the fallen as well. */
function onlyFoe({ combatants }: View, { goal, who, whom }: Option, { name, kind, optional, choices = [] }: Param): number | undefined {
  if (goal !== "harm" || name !== whom || kind !== "choice" || optional) return undefined;
  const isFoe = ({ side, out }: CombatantView) => side !== combatants?.[who ?? ""]?.side && !out;
  const foes = choices.flatMap((choice, index) => {
    const somebody = combatants?.[String(choice.value)];
    return isOpen(choice) && somebody && isFoe(somebody) ? index : [];
  });
  return foes.length === 1 ? foes[0] : undefined;
}

/** What is possible stands before what is not; each keeps the number by which it is chosen. */
function openFirst(choices: Choice[]): [Choice, number][] {
  const numbered = choices.map((choice, index): [Choice, number] => [choice, index]);
  return numbered.sort(([a], [b]) => +!isOpen(a) - +!isOpen(b));
}

/** How far somebody is from the one who acts. */
function Distance({ state, scene, from, to }: { state: State; scene: Scene; from: string | undefined; to: string }) {
  const [a, b] = [from, to].map((who) => placeOf(scene.view.combatants?.[who ?? ""]));
  if (!a || !b || from === to) return null;
  return <small class="distance">{`${metres(state.language, cost_cm(a, [b]))} m`}</small>;
}

function manyHint(t: ReturnType<typeof speech>["t"], { least = 0, most = 0 }: Param): string {
  if (least > 0) return t(most ? "form.chooseMany" : "form.chooseLeast", { least, most });
  return most > 0 ? t("form.chooseUpTo", { most }) : t("form.chooseAny");
}

const CM_PER_M = 100;

/** What the number to be set is now, where the form says whose and which: a track, condition or fact of that name. */
function present(view: View, { option, values: given }: Form): number | undefined {
  const chosen = (option.params ?? []).map((param) => param.choices?.[given[param.name] as number]?.value);
  const words = [...chosen, ...Object.values(option.intent)].filter((value) => typeof value === "string");
  const who = view.combatants?.[words.find((word) => view.combatants?.[word]) ?? ""];
  const values = words.map((word) => who?.tracks?.[word]?.value ?? who?.conditions?.[word] ?? numberIn(who?.facts?.[word]));
  return values.find((value) => value !== undefined);
}

function numberIn(fact: string | undefined): number | undefined {
  return fact !== undefined && /^-?\d+$/.test(fact) ? Number(fact) : undefined;
}

/** A number; a length is shown in metres and sent in centimetres. */
function NumberField({ ctrl, scene, form, param }: FieldProps) {
  const { t } = speech(ctrl.state.value);
  const now = present(scene.view, form);
  useLayoutEffect(() => {  // at once: later it would take the place of what somebody types
    if (now !== undefined && !param.optional) ctrl.setValue(param.name, within(param, now));
  }, [now, param.name]);
  const isLength = param.name.endsWith("_cm");
  const unit = isLength ? CM_PER_M : 1;
  const [least, most] = [(param.least ?? 0) / unit, (param.most ?? 0) / unit];
  const given = form.values[param.name] as number | undefined;
  const value = given === undefined ? undefined : given / unit;
  const take = (next: number) => ctrl.setValue(param.name, Math.round(next * unit));
  const step = (by: 1 | -1) => {
    const typed = ctrl.now.form?.values[param.name] as number | undefined;  // now: taps may come faster than frames
    const next = typed === undefined ? Math.max(least, by > 0 ? 1 : 0) : typed / unit + by;
    take(Math.min(Math.max(next, least), most));
  };
  return (
    <div class="stepper">
      <button type="button" class="button quiet" aria-label={t("form.less")} onClick={() => step(-1)}>
        <Icon name="minus" />
      </button>
      <input
        type="number"
        inputMode="numeric"
        aria-label={param.label || param.name}
        min={least}
        max={most}
        step={isLength ? "any" : 1}
        value={value ?? ""}
        onInput={({ currentTarget: { valueAsNumber } }) =>
          Number.isNaN(valueAsNumber) ? ctrl.setValue(param.name, undefined) : take(valueAsNumber)
        }
      />
      <button type="button" class="button quiet" aria-label={t("form.more")} onClick={() => step(1)}>
        <Icon name="plus" />
      </button>
      {now !== undefined && <small>{t("gm.now", { value: now })}</small>}
      <small>{`${least} – ${most}${isLength ? " m" : ""}`}</small>
    </div>
  );
}

function TextField({ ctrl, form, param }: FieldProps) {
  return (
    <input
      type="text"
      aria-label={param.label || param.name}
      maxLength={param.most || 500}
      value={(form.values[param.name] as string | undefined) ?? ""}
      onInput={({ currentTarget }) => ctrl.setValue(param.name, currentTarget.value)}
    />
  );
}

/** Drawn on the map; here its length, and ways that need no map. */
function PathField({ ctrl, scene, form, param }: FieldProps) {
  const state = ctrl.state.value;
  const { t } = speech(state, scene.view);
  const value = form.values[param.name] as Point[] | Point | undefined;
  if (param.kind === "point") {
    const said = value ? (value as Point).map((cm) => metres(state.language, cm)).join(" / ") : t("map.pickPoint");
    const centre = placeOf(scene.view.combatants?.[param.around || (form.option.who ?? "")]);
    const away = centre && value ? metres(state.language, cost_cm(centre, [value as Point])) : "0";
    return (
      <div class="path-field">
        <p class="field-hint">{said}</p>
        {param.most && centre ? <output>{t("map.of", { metres: away, most: metres(state.language, param.most) })}</output> : null}
      </div>
    );
  }
  const path = (value as Point[] | undefined) ?? [];
  const start = placeOf(scene.view.combatants?.[form.option.who ?? ""]) ?? [0, 0];
  const length = metres(state.language, cost_cm(start, path, param.rough));
  const most = metres(state.language, param.most ?? 0);
  return (
    <div class="path-field">
      <p class="field-hint">{t("map.pickPath")}</p>
      <output>{param.most ? t("map.of", { metres: length, most }) : t("map.metres", { metres: length })}</output>
      {path.length > 0 && (
        <button
          type="button"
          class="button quiet"
          onClick={() => ctrl.setValue(param.name, path.length > 1 ? path.slice(0, -1) : undefined)}
        >
          <Icon name="undo" /> {t("map.undoPoint")}
        </button>
      )}
    </div>
  );
}
