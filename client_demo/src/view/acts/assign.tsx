/** Laying units against goals: one row for each goal, and a unit that serves elsewhere says where. */
import { isOpen } from "../../table/options.ts";
import { speech } from "../../table/scene.ts";
import type { Choice } from "../../wire/types.ts";
import type { FieldProps } from "../props.ts";
import { choiceName } from "../menu/names.ts";

export function AssignField({ ctrl, scene, form, param }: FieldProps) {
  const words = speech(ctrl.state.value, scene.view);
  const { why } = words;
  const value = (form.values[param.name] as Record<string, number> | undefined) ?? {};
  const goals = numbered((param.goals ?? []).map((goal) => choiceName(scene, words, goal)));
  const units = numbered((param.choices ?? []).map((choice) => choiceName(scene, words, choice)));
  const servedBy = (unit: number) => Object.keys(value).find((goal) => value[goal] === unit);
  const refused = (param.choices ?? []).flatMap(({ reason }, index) => (reason ? [`${units[index]}: ${why(reason)}`] : []));
  return (
    <>
      <ul class="assign">
        {(param.goals ?? []).map((goal, at) => (
          <li key={at}>
            <span>{goals[at]}</span>
            <div class="chips" role="group" aria-label={goals[at]}>
              {(param.choices ?? []).map((choice, index) => {
                if (!fits(choice, goal)) return null;
                const elsewhere = servedBy(index);
                const isHere = elsewhere === `g${at}`;
                const isBusy = elsewhere !== undefined && !isHere;
                const set = () => ctrl.lay(param, at, isHere ? undefined : index);
                return (
                  <button
                    type="button"
                    key={index}
                    class={`chip${isBusy ? " grey" : ""}`}
                    aria-pressed={isHere}
                    aria-disabled={isBusy}
                    onClick={() => !isBusy && set()}
                  >
                    <span>{units[index]}</span>
                    {isBusy && <small>→ {goals[Number(elsewhere.slice(1))]}</small>}
                  </button>
                );
              })}
            </div>
          </li>
        ))}
      </ul>
      {refused.map((reason) => (
        <p class="why-not" key={reason}>
          {reason}
        </p>
      ))}
    </>
  );
}

/** Whether a unit can go to a goal: a hint for the eye, the server judges. */
function fits(choice: Choice, goal: Choice): boolean {
  return isOpen(choice) && (!choice.fits?.length || choice.fits.some((value) => value === goal.value));
}

/** Names that occur more than once get a number. */
function numbered(names: string[]): string[] {
  return names.map((name, index) => {
    const isOnly = names.indexOf(name) === names.lastIndexOf(name);
    return isOnly ? name : `${name} ${names.slice(0, index + 1).filter((other) => other === name).length}`;
  });
}
