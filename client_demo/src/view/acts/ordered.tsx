/** An ordered list: chosen one after another, put earlier or later, taken out; by buttons and by keys. */
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { isOpen, mayAdd, moved } from "../../table/options.ts";
import { speech } from "../../table/scene.ts";
import { Icon } from "../parts/marks.tsx";
import { orderedWords } from "../../words/ordered_words.ts";
import type { FieldProps } from "../props.ts";
import { choiceName } from "./names.ts";
import "../../style/ordered.css";

/** What of a row has the keys. */
type Part = "name" | "earlier" | "later" | "out";

export function OrderedField({ ctrl, scene, form, param }: FieldProps) {
  const words = speech(ctrl.state.value, scene.view);
  const { why } = words;
  const t = orderedWords(ctrl.state.value.language);
  const value = (form.values[param.name] as number[] | undefined) ?? [];
  const names = (param.choices ?? []).map((choice) => choiceName(scene, words, choice));
  const { field, give } = useKeys(value);
  const [said, say] = useState("");
  const keys = useId();
  const now = () => (ctrl.now.form?.values[param.name] as number[] | undefined) ?? [];  // taps may come faster than frames

  function put(from: number, to: number, part: Part) {
    const list = now();
    if (to < 0 || to >= list.length || from >= list.length) return;
    give(to, part);
    ctrl.setValue(param.name, moved(list, from, to));
    say(t("isNow", { name: names[list[from] as number] ?? "", place: to + 1, count: list.length }));
  }

  function takeOut(place: number, part: Part) {
    const list = now();
    if (place >= list.length) return;
    give(Math.min(place, list.length - 2), part);
    ctrl.setValue(param.name, list.filter((_, at) => at !== place));
    say(t("isOut", { name: names[list[place] as number] ?? "" }));
  }

  function add(index: number) {
    ctrl.pick(param, index);
    const { length } = now();
    say(t("isNow", { name: names[index] ?? "", place: length, count: length }));
  }

  function press(event: KeyboardEvent, place: number) {
    const to = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: value.length - 1 }[event.key];
    const isOut = event.key === "Delete" || event.key === "Backspace";
    if (to === undefined && !isOut) return;
    event.preventDefault();
    if (isOut) takeOut(place, "name");
    else put(place, to as number, "name");
  }

  return (
    <div class="ordered" ref={field}>
      <p class="field-hint">{t("list", { least: param.least ?? 0, most: param.most ?? 0 })}</p>
      <ol>
        {value.map((index, place) => {
          const name = names[index] ?? "";
          const step = (part: Part, icon: "up" | "down" | "close", label: string, isEnd: boolean, act: () => void) => (
            <button type="button" class="icon-button" data-part={part} aria-label={label} title={label} aria-disabled={isEnd} onClick={act}>
              <Icon name={icon} />
            </button>
          );
          return (
            <li key={place}>
              <button type="button" class="ordered-name" data-part="name" aria-describedby={keys} onKeyDown={(event) => press(event, place)}>
                {name}
              </button>
              {step("earlier", "up", t("earlier", { name }), place === 0, () => put(place, place - 1, "earlier"))}
              {step("later", "down", t("later", { name }), place === value.length - 1, () => put(place, place + 1, "later"))}
              {step("out", "close", t("out", { name }), false, () => takeOut(place, "out"))}
            </li>
          );
        })}
      </ol>
      <div class="chips" role="group" aria-label={t("add")}>
        {(param.choices ?? []).map((choice, index) => {
          const isFree = isOpen(choice) && mayAdd(param, value, index);
          return (
            <button
              type="button"
              key={index}
              class={`chip${isFree ? "" : " grey"}`}
              aria-disabled={!isFree}
              title={choice.reason ? why(choice.reason) : undefined}
              onClick={() => isFree && add(index)}
            >
              <Icon name="plus" /> <span>{names[index]}</span>
              {choice.reason && <small>{why(choice.reason)}</small>}
            </button>
          );
        })}
      </div>
      <p class="sr-only" id={keys}>
        {t("listKeys")}
      </p>
      <p class="sr-only" role="status">
        {said}
      </p>
    </div>
  );
}

/** The keys stay with what was moved, and go to the next one where it was taken out. */
function useKeys(value: number[]) {
  const field = useRef<HTMLDivElement>(null);
  const wanted = useRef<{ place: number; part: Part } | undefined>(undefined);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const { place, part } = wanted.current;
    wanted.current = undefined;
    const row = field.current?.querySelectorAll("li")[place];
    (row?.querySelector<HTMLElement>(`[data-part=${part}]`) ?? field.current?.querySelector<HTMLElement>(".chip"))?.focus();
  }, [value]);
  const give = (place: number, part: Part) => {
    wanted.current = { place, part };
  };
  return { field, give };
}
