/** An ordered list: chosen one after another, put earlier or later, taken out; by dragging, by buttons and by keys. */
import type { ComponentChild } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { added, faults, type Kind, mayAdd, moved, rows, usedUp, whyNotAdd } from "../../table/lists.ts";
import { type Speech, speech } from "../../table/scene.ts";
import { Icon } from "../parts/marks.tsx";
import { orderedWords } from "../../words/ordered_words.ts";
import type { Choice, Param, Reason } from "../../wire/types.ts";
import type { FieldProps } from "../props.ts";
import { useDragging } from "../parts/dragging.ts";
import { choiceName } from "../menu/names.ts";
import "../../style/ordered.css";

/** What of a row has the keys. */
type Part = "name" | "earlier" | "later" | "out";

export function OrderedField({ ctrl, scene, form, param }: FieldProps) {
  const words = speech(ctrl.state.value, scene.view);
  const t = orderedWords(ctrl.state.value.language);
  const value = (form.values[param.name] as number[] | undefined) ?? [];
  const names = (param.choices ?? []).map((choice) => choiceName(scene, words, choice));
  const { field, give } = useKeys(value);
  const [said, say] = useState("");
  const keys = useId();
  const now = () => (ctrl.now.form?.values[param.name] as number[] | undefined) ?? [];  // taps may come faster than frames
  const set = (list: number[]) => ctrl.isAsSeen(param) && ctrl.setValue(param.name, list);
  const tell = (place: number) => say(t("isNow", { name: names[now()[place] as number] ?? "", place: place + 1, count: now().length }));
  const { held, take } = useDragging((from, to) => set(moved(now(), from, to)), tell);

  function put(from: number, to: number, part: Part) {
    const list = now();
    if (to < 0 || to >= list.length || from >= list.length) return;
    give(to, part);
    set(moved(list, from, to));
    tell(to);
  }

  function takeOut(place: number, part: Part) {
    const list = now();
    if (place >= list.length) return;
    give(Math.min(place, list.length - 2), part);
    set(list.filter((_, at) => at !== place));
    say(t("isOut", { name: names[list[place] as number] ?? "" }));
  }

  function add(index: number) {
    set(added(param, now(), index));
    tell(now().length - 1);
  }

  function press(event: KeyboardEvent, place: number) {
    const to = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: value.length - 1 }[event.key];
    const isOut = event.key === "Delete" || event.key === "Backspace";
    if (to === undefined && !isOut) return;
    event.preventDefault();
    if (isOut) takeOut(place, "name");
    else put(place, to as number, "name");
  }

  const wrong = faults(param, value);
  return (
    <div class="ordered" ref={field}>
      <p class="field-hint">{t(param.least === param.most ? "exactly" : "list", { least: param.least ?? 0, most: param.most ?? 0 })}</p>
      {value.length === 0 && <p class="ordered-empty">{t("empty")}</p>}
      <ol>
        {value.map((index, place) => {
          const name = names[index] ?? "";
          const step = (part: Part, icon: "up" | "down" | "close", label: string, isEnd: boolean, act: () => void) => (
            <button type="button" class="icon-button" data-part={part} aria-label={label} title={label} aria-disabled={isEnd} onClick={act}>
              <Icon name={icon} />
            </button>
          );
          return (
            <li key={place} class={[held === place && "held", wrong[place] && "wrong"].filter(Boolean).join(" ")}>
              <span class="grip" title={t("drag", { name })} aria-hidden="true" onPointerDown={(event) => take(event, place)} />
              <button type="button" class="ordered-name" data-part="name" aria-describedby={keys} onKeyDown={(event) => press(event, place)}>
                <span>{name}</span>
                <Costs param={param} index={index} words={words} t={t} />
                {wrong[place] && <small class="ordered-wrong">{words.why(wrong[place])}</small>}
              </button>
              {step("earlier", "up", t("earlier", { name }), place === 0, () => put(place, place - 1, "earlier"))}
              {step("later", "down", t("later", { name }), place === value.length - 1, () => put(place, place + 1, "later"))}
              {step("out", "close", t("out", { name }), false, () => takeOut(place, "out"))}
            </li>
          );
        })}
      </ol>
      <Left param={param} value={value} words={words} t={t} />
      <Adding param={param} value={value} names={names} words={words} t={t} onAdd={add} />
      <p class="sr-only" id={keys}>
        {t("listKeys")}
      </p>
      <p class="sr-only" role="status">
        {said}
      </p>
    </div>
  );
}

interface Worded {
  param: Param;
  words: Speech;
  t: ReturnType<typeof orderedWords>;
}

/** What an entry takes of what people are shown. */
function Costs({ param, index, words, t }: Worded & { index: number }) {
  const costs = usedUp(param, [index]).filter(({ used }) => used > 0);
  if (costs.length === 0) return null;
  return <small class="ordered-costs">{costs.map(({ limit, used }) => t("used", { name: words.label(limit.label ?? ""), used })).join(" · ")}</small>;
}

/** What the whole uses, and of how much. */
function Left({ param, value, words, t }: Worded & { value: number[] }) {
  const all = usedUp(param, value);
  if (all.length === 0) return null;
  const told = ({ limit, used }: (typeof all)[number]) =>
    t(limit.most === undefined || limit.most === null ? "used" : "left", { name: words.label(limit.label ?? ""), used, most: limit.most ?? 0 });
  return (
    <p class="ordered-left" role="status">
      {all.map((each) => (
        <span key={each.limit.name}>{told(each)}</span>
      ))}
    </p>
  );
}

interface AddingProps extends Worded {
  value: number[];
  names: string[];
  onAdd(index: number): void;
}

/** What can be added; what differs only in whom it is aimed at stands under one name. */
function Adding({ param, value, names, words, t, onAdd }: AddingProps) {
  const choices = param.choices ?? [];
  const why = (index: number) => choices[index]?.reason ?? whyNotAdd(param, value, index);
  const chip = (index: number, text: string, name = text, reason?: Reason | null) => (
    <button
      type="button"
      key={index}
      class={`chip${mayAdd(param, value, index) ? "" : " grey"}`}
      aria-label={name === text ? undefined : name}
      aria-disabled={!mayAdd(param, value, index)}
      title={reason ? words.why(reason) : undefined}
      onClick={() => onAdd(index)}
    >
      <Icon name="plus" /> <span>{text}</span>
      {reason && <small>{words.why(reason)}</small>}
    </button>
  );
  const all = rows(choices);
  const isSingle = ({ kinds }: (typeof all)[number]) => kinds.length === 1 && kinds[0]?.indices.length === 1;
  const [single, several] = [all.filter(isSingle), all.filter((row) => !isSingle(row))];
  return (
    <div role="group" aria-label={t("add")} class="ordered-add">
      {several.map((row) => (
        <Row {...row} {...{ choices, names, words, t, why, chip }} key={row.name} />
      ))}
      <div class="chips">{single.flatMap(({ kinds }) => kinds[0]?.indices ?? []).map((index) => chip(index, names[index] ?? "", names[index], why(index)))}</div>
    </div>
  );
}

interface RowProps extends Pick<AddingProps, "names" | "words" | "t"> {
  name: string;
  kinds: Kind[];
  choices: Choice[];
  why(index: number): Reason | null | undefined;
  chip(index: number, text: string, name?: string): ComponentChild;
}

/** Whom it is aimed at, and first of all how much where there is a choice of it. */
function Row({ name, kinds, choices, names, words, t, why, chip }: RowProps) {
  const [label, choose] = useState("");
  const shown = kinds.find((kind) => kind.label === label) ?? (kinds[0] as Kind);
  const reason = why(shown.indices[0] as number);  // whomever it is aimed at, it takes the same
  const aimed = (index: number) => {
    const { target } = choices[index] as Choice;
    return target ? chip(index, words.name(target), names[index]) : chip(index, t("anybody"), `${names[index]} → ${t("anybody")}`);
  };
  return (
    <div class="ordered-kind" role="group" aria-label={words.label(name)}>
      <b>{words.label(name)}</b>
      {kinds.length > 1 && (
        <select aria-label={t("much", { name: words.label(name) })} value={shown.label} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {kinds.map((kind) => (
            <option value={kind.label} key={kind.label}>
              {words.label(kind.label)}
            </option>
          ))}
        </select>
      )}
      <div class="chips">{shown.indices.map(aimed)}</div>
      {reason && <small class="ordered-why">{words.why(reason)}</small>}
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
