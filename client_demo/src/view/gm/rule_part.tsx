/** What the GM may decide without any combatant. */
import { liveForm, speech } from "../../table/scene.ts";
import { isBetween, isUnderWay } from "../../table/update.ts";
import { isForBar } from "../acts/actions.tsx";
import { OptionForm } from "../acts/form.tsx";
import { Groups, OptionGroup } from "../menu/groups.tsx";
import { Sure } from "../parts/marks.tsx";
import type { SceneProps } from "../props.ts";
import { Latest } from "../ruling/latest.tsx";
import { isOneOfMany, kindsOf } from "./many.ts";

export function Rulings({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const { t, label } = speech(state, scene.view);
  const open = scene.options.filter((option) => isForBar(option) && !option.who);
  const form = liveForm(state);
  const isFormHere = form && !form.option.answers && !form.option.who;
  return (
    <section class="actions" aria-label={t("gm.part.rule")}>
      {isFormHere ? (
        <OptionForm ctrl={ctrl} scene={scene} form={form} />
      ) : open.length > 0 ? (
        <>
          <Groups ctrl={ctrl} scene={scene} options={open.filter((option) => !isOneOfMany(option, open))} />
          {kindsOf(open.filter((option) => isOneOfMany(option, open))).map(([key, options]) => (
            <details class="many" key={key}>
              <summary>
                {label(key)}: {options.length}
              </summary>
              <OptionGroup ctrl={ctrl} scene={scene} title="" options={options} />
            </details>
          ))}
        </>
      ) : (
        !isUnderWay(scene.view) && !isBetween(scene.view) && <p class="hint">{t("act.none")}</p>
      )}
      {!isFormHere && <Latest ctrl={ctrl} scene={scene} />}
      {scene.view.stage === "ended" && (
        <Sure name={t("gm.closeTable")} sure={t("gm.sure")} onSure={() => ctrl.submit({ type: "close" })} />
      )}
    </section>
  );
}
