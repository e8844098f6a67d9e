/** GM: one combatant after another, without any rule: where, whose, seen by whom; its values; and new ones. */
import type { Ctrl } from "../../ctrl.ts";
import { initial } from "../../table/options.ts";
import { liveForm, speech } from "../../table/scene.ts";
import type { Option } from "../../wire/types.ts";
import { OptionForm } from "../acts/form.tsx";
import { optionName } from "../menu/names.ts";
import { Links } from "../links/table_links.tsx";
import { Conditions, Tracks } from "../parts/combatant.tsx";
import { Badge, Icon } from "../parts/marks.tsx";
import type { SceneProps } from "../props.ts";
import { isOneOfMany, kindsOf } from "./many.ts";
import { isAdding, openAdding, readSheets } from "./adding.ts";
import { GmTools } from "./gm_tools.tsx";
import { Noticing } from "./noticing.tsx";

export function People({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const { view } = scene;
  const { t, name } = speech(state, view);
  const isNew = isAdding(state.form?.option);
  const all = Object.keys(view.combatants ?? {});
  const who = state.selected !== undefined && all.includes(state.selected) ? state.selected : all[0];
  const form = liveForm(state);
  const isFormHere = form && !form.option.answers && !form.option.who;
  return (
    <section class="actions people" aria-label={t("gm.part.people")}>
      <div class="actors" role="group" aria-label={t("table.order")}>
        {all.map((each) => (
          <button
            type="button"
            key={each}
            class="actor"
            aria-pressed={!isNew && each === who}
            onClick={() => ctrl.set({ selected: each, form: undefined })}
          >
            <Badge view={view} who={each} />
            <span>{name(each)}</span>
          </button>
        ))}
        {(isNew || scene.options.some(isAdding)) && (
          <button type="button" class="actor" aria-pressed={isNew} onClick={() => void openAdding(ctrl, scene.options.find(isAdding))}>
            <Icon name="plus" /> <span>{t("gm.add")}</span>
          </button>
        )}
      </div>
      {isNew && <SheetFile ctrl={ctrl} />}
      {isFormHere ? (
        <OptionForm ctrl={ctrl} scene={scene} form={form} />
      ) : who ? (
        <One ctrl={ctrl} scene={scene} who={who} />
      ) : null}
      {!isFormHere && <Links ctrl={ctrl} scene={scene} isNamed />}
    </section>
  );
}

function One({ ctrl, scene, who }: SceneProps & { who: string }) {
  const state = ctrl.state.value;
  const { label } = speech(state, scene.view);
  const about = aboutOf(scene.options, who);
  const rest = about.filter((option) => !isOneOfMany(option, about));
  const button = (option: Option, name: string) => (
    <button type="button" class="option" key={JSON.stringify(option.intent)} onClick={() => open(ctrl, option, who)}>
      <span class="option-name">{name}</span>
      <span class="option-more">…</span>
    </button>
  );
  return (
    <>
      <Tracks state={state} view={scene.view} who={who} />
      <Conditions state={state} view={scene.view} who={who} />
      <div class="buttons">{rest.map((option) => button(option, optionName(state, scene, option, rest)))}</div>
      {kindsOf(about.filter((option) => isOneOfMany(option, about))).map(([key, options]) => (
        <div class="group" role="group" aria-label={label(key)} key={key}>
          <h3>{label(key)}</h3>
          <div class="buttons">{options.map((option) => button(option, label(option.label ?? option.key)))}</div>
        </div>
      ))}
      <GmTools ctrl={ctrl} scene={scene} who={who} />
      {scene.view.combatants?.[who]?.hidden && <Noticing ctrl={ctrl} scene={scene} who={who} />}
    </>
  );
}

/** Rulings whose first question is about whom, and those that are about this one alone. */
function aboutOf(options: Option[], who: string): Option[] {
  const asksWhom = ({ params: [first] = [] }: Option) => first?.kind === "choice" && first.combatant && !first.optional;
  const open = options.filter((option) => !option.who && !option.answers && !option.reason);
  return open.filter((option) => asksWhom(option) || option.intent["who"] === who);
}

/** The form with this combatant already chosen. */
function open(ctrl: Ctrl, option: Option, who: string) {
  const [param] = option.params ?? [];
  const index = param?.choices?.findIndex(({ value }) => value === who) ?? -1;
  ctrl.set({ form: { option, values: { ...initial(option), ...(param && index >= 0 && { [param.name]: index }) } } });
}

/** A sheet, or an encounter with several, from the GM's own device. */
function SheetFile({ ctrl }: Pick<SceneProps, "ctrl">) {
  const { t } = speech(ctrl.state.value);
  const read = async (file: File | undefined) => file && readSheets(ctrl, new Uint8Array(await file.arrayBuffer()));
  return (
    <label class="button quiet sheet-file">
      <span>{t("gm.addFile")}</span>
      <input type="file" class="sr-only" accept=".toml,.json" onChange={({ currentTarget }) => void read(currentTarget.files?.[0])} />
    </label>
  );
}
