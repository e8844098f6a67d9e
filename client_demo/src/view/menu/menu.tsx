/** All that one can do where that is much: three suggestions, the rest by name in groups behind one button, a search. And
 * what can be done to one who was tapped. */
import { Fragment } from "preact";
import { useState } from "preact/hooks";
import { keep, kept } from "../../seat/storage.ts";
import { type Aimed, against, searched, suggested } from "./suggested.ts";
import { initial, optionId, settledBy } from "../../table/options.ts";
import { speech } from "../../table/scene.ts";
import type { Option } from "../../wire/types.ts";
import { menuWords } from "../../words/menu_words.ts";
import { Badge, IconButton } from "../parts/marks.tsx";
import { Sign } from "../parts/sign.tsx";
import type { SceneProps } from "../props.ts";
import { Besides, Groups, OptionGroup } from "./groups.tsx";
import { optionName } from "./names.ts";
import "../../style/menu.css";

interface MenuProps extends SceneProps {
  options: Option[];
}

/** More than these can be searched. */
const MANY = 8;
/** Whoever wants to see all of it at once is remembered. */
const ALL = "menu";

export function Menu({ ctrl, scene, options }: MenuProps) {
  const words = menuWords(ctrl.state.value.language);
  const { combatants = {} } = scene.view;
  const isSpared = (who: unknown, actor = "") => {
    const one = combatants[String(who)];
    return one !== undefined && (one.out === true || one.side === combatants[actor]?.side);
  };
  const top = suggested(options, isSpared);
  const rest = options.filter((option) => !top.includes(option));
  return (
    <div class="menu">
      {top.length > 0 && <OptionGroup ctrl={ctrl} scene={scene} title={words("first")} options={top} siblings={options} />}
      {rest.length > 0 && (
        <details class="many more" open={kept(ALL) === "on"}>
          <summary onClick={() => keep(ALL, kept(ALL) === "on" ? "off" : "on")}>{words("more", { count: rest.length })}</summary>
          <Rest ctrl={ctrl} scene={scene} options={rest} siblings={options} />
        </details>
      )}
    </div>
  );
}

function Rest({ ctrl, scene, options, siblings }: MenuProps & { siblings: Option[] }) {
  const state = ctrl.state.value;
  const words = menuWords(state.language);
  const [query, ask] = useState("");
  const named = options.map((option) => ({ option, name: optionName(state, scene, option, siblings) }));
  const found = searched(named, query).map(({ option }) => option);
  return (
    <>
      {options.length > MANY && (
        <input type="search" class="menu-search" aria-label={words("search")} placeholder={words("search")} value={query} onInput={({ currentTarget }) => ask(currentTarget.value)} />
      )}
      {found.length === 0 && <p class="hint">{words("nothing")}</p>}
      <Groups ctrl={ctrl} scene={scene} options={found} siblings={siblings} />
    </>
  );
}

/** What the one in hand can do to the one who was tapped, each with what it costs. */
export function Against({ ctrl, scene, options, target }: MenuProps & { target: string }) {
  const state = ctrl.state.value;
  const { t, name, cost, icon, why } = speech(state, scene.view);
  const words = menuWords(state.language);
  const aimed = against(options, target);
  const chosen = ({ param, index }: Aimed) => (param ? { [param.name]: index } : {});
  const open = (each: Aimed) =>
    each.param ? ctrl.set({ form: { option: each.option, values: { ...initial(each.option), ...chosen(each) }, decision: "" } }) : ctrl.choose(each.option);
  const take = (each: Aimed) => {
    const values = each.param && settledBy(each.option, chosen(each));
    if (values) ctrl.send(each.option, values);
    else open(each);
  };
  return (
    <section class="against" aria-label={words("against", { name: name(target) })}>
      <header>
        <Badge view={scene.view} who={target} /> <h3>{words("against", { name: name(target) })}</h3>
        <IconButton icon="close" name={t("app.close")} onClick={() => ctrl.set({ target: undefined })} />
      </header>
      {aimed.every(({ reason }) => reason) && <p class="hint">{words("none", { name: name(target) })}</p>}
      <div class="buttons">
        {aimed.map((each) => (
          <Fragment key={optionId(each.option)}>
            <button type="button" class={`option${each.reason ? " grey" : ""}`} aria-disabled={Boolean(each.reason)} onClick={() => !each.reason && take(each)}>
              {icon(each.option.key) && <Sign name={icon(each.option.key)} />}
              <span class="option-name">{optionName(state, scene, each.option, options)}</span>
              {each.option.cost && <span class="option-cost">{cost(each.option.cost)}</span>}
              {each.reason && <small>{why(each.reason)}</small>}
            </button>
            {!each.reason && settledBy(each.option, chosen(each)) && <Besides ctrl={ctrl} option={each.option} onOpen={() => open(each)} />}
          </Fragment>
        ))}
      </div>
    </section>
  );
}
