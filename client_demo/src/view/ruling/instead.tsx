/** Another choice for a past act, or an answer to a question that had not been asked: by the options of that moment. */
import { useState } from "preact/hooks";
import type { Ctrl } from "../../ctrl.ts";
import { initial, isOpen, optionId } from "../../table/options.ts";
import { sceneOf, speech } from "../../table/scene.ts";
import type { Chosen, Ruling } from "../../table/state.ts";
import type { Option } from "../../wire/types.ts";
import { rulingWords } from "../../words/ruling_words.ts";
import { OptionForm } from "../acts/form.tsx";
import { groupName, optionName } from "../menu/names.ts";
import { Icon } from "../parts/marks.tsx";
import type { Props, RulingProps } from "../props.ts";

/** What was chosen for the disputed act, what is to take its place, and the way there. */
export function Choice({ ctrl, ruling, at, hasOptions }: RulingProps & { at: [number, number]; hasOptions: boolean }) {
  const state = ctrl.state.value;
  const r = rulingWords(state.language);
  const key = at.join(".");
  const chosen = ruling.instead[key];
  if (!hasOptions && !chosen) return null;
  return (
    <p class={`choice${chosen ? " edited" : ""}`}>
      <span>{chosen ? r("ruling.instead", { option: said(ctrl, chosen) }) : r("ruling.choice")}</span>
      <button type="button" class="link-button" disabled={ruling.struck} onClick={() => ctrl.rulings.chooseInstead(at)}>
        {r("ruling.choose")}
      </button>
      {chosen && (
        <button type="button" class="link-button" onClick={() => ctrl.rulings.forget(key)}>
          {r("ruling.asItWas")}
        </button>
      )}
    </p>
  );
}

/** A choice as its button names it, with the combatants it is about. */
export function said(ctrl: Ctrl, { option, intent }: Chosen): string {
  const state = ctrl.state.value;
  const scene = sceneOf(state);
  if (scene === undefined) return option.key;
  const { name } = speech(state);
  const of = (value: unknown): string[] =>
    typeof value === "string" && scene.view.combatants?.[value] ? [name(value)] : Array.isArray(value) ? value.flatMap(of) : inside(value).flatMap(of);
  const whom = of(intent).filter((each) => each !== name(option.who ?? ""));
  return [optionName(state, scene, option), ...new Set(whom)].join(" → ");
}

function inside(value: unknown): unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value) : [];
}

/** The options of that moment, by group; one that asks for more opens its form. */
export function Choosing({ ctrl, choosing }: Props & { choosing: NonNullable<Ruling["choosing"]> }) {
  const state = ctrl.state.value;
  const { t, why } = speech(state);
  const r = rulingWords(state.language);
  const scene = sceneOf(state);
  const [wanted, want] = useState("");
  if (scene === undefined) return null;
  const { form } = state;
  const found = choosing.options.filter((option) => optionName(state, scene, option).toLowerCase().includes(wanted.toLowerCase()));
  const groups = [...new Set(found.map(({ group = "act" }) => group))];
  const choose = (option: Option) =>
    (option.params ?? []).length === 0
      ? ctrl.rulings.take(option, {})
      : ctrl.set({ form: { option, values: initial(option), purpose: "ruling" } });
  return (
    <section class="choosing" aria-label={r("ruling.chooseTitle")}>
      <h3>{r("ruling.chooseTitle")}</h3>
      {form?.purpose === "ruling" ? (
        <OptionForm ctrl={ctrl} scene={scene} form={form} />
      ) : (
        <>
          {choosing.options.length > MANY && (
            <input type="text" aria-label={r("ruling.find")} placeholder={r("ruling.find")} value={wanted} onInput={({ currentTarget }) => want(currentTarget.value)} />
          )}
          {groups.map((group) => (
            <div class="group" role="group" aria-label={groupName(state, group)} key={group}>
              <h4>{groupName(state, group)}</h4>
              <div class="buttons">
                {found
                  .filter((option) => (option.group ?? "act") === group)
                  .map((option) => (
                    <button
                      type="button"
                      class={`option${option.reason ? " grey" : ""}`}
                      key={optionId(option)}
                      aria-disabled={!isOpen(option)}
                      onClick={() => isOpen(option) && choose(option)}
                    >
                      <span class="option-name">{optionName(state, scene, option, found)}</span>
                      {option.reason && <small>{why(option.reason)}</small>}
                    </button>
                  ))}
              </div>
            </div>
          ))}
          <button type="button" class="button quiet" onClick={() => ctrl.rulings.stopChoosing()}>
            <Icon name="back" /> {t("app.back")}
          </button>
        </>
      )}
    </section>
  );
}

/** More options than these can be searched. */
const MANY = 12;
