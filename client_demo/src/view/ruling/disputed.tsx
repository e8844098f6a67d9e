/** What of a past act can be disputed: the choice, its dice, the numbers of its sums, that it happened at all. */
import { useEffect, useRef } from "preact/hooks";
import { needKey } from "../../past/edits.ts";
import { purposeOf } from "../../table/purpose.ts";
import { speech } from "../../table/scene.ts";
import type { DieShown, RollShown, Term } from "../../wire/types.ts";
import { metres } from "../../words/book.ts";
import { rule, labelOf } from "../../words/catalog.ts";
import { rulingWords } from "../../words/ruling_words.ts";
import { Face } from "../parts/dice.tsx";
import type { RulingProps } from "../props.ts";
import { Choice } from "./instead.tsx";

/** Faces and numbers as fields, and the whole act to be struck out. */
export function Disputed({ ctrl, ruling }: RulingProps) {
  const state = ctrl.state.value;
  const r = rulingWords(state.language);
  const { card } = ruling;
  if (!card) return null;
  if (!card.amendable) return <p class="hint">{r("ruling.fixed")}</p>;
  return (
    <>
      <Choice ctrl={ctrl} ruling={ruling} at={ruling.at} hasOptions={(card.options ?? []).length > 0} />
      {throwsOf(card.dice).map((dice) => (
        <Thrown ctrl={ctrl} ruling={ruling} dice={dice} key={dice[0]?.[1]} />
      ))}
      {card.rolls.map((roll, at) => (
        <Terms ctrl={ctrl} ruling={ruling} roll={roll} at={at} key={at} />
      ))}
      <label class="strike">
        <input type="checkbox" checked={ruling.struck} onChange={({ currentTarget }) => ctrl.rulings.strike(currentTarget.checked)} />
        {r("ruling.strike")}
      </label>
    </>
  );
}

type Numbered = [die: DieShown, index: number];

/** The dice roll by roll, each die with its number among all. */
function throwsOf(dice: DieShown[]): Numbered[][] {
  const numbered = dice.map((die, index): Numbered => [die, index]);
  const rolls = [...new Set(dice.map(rollOf))];
  return rolls.map((roll) => numbered.filter(([die]) => rollOf(die) === roll));
}

function rollOf({ roll, who }: DieShown): string {
  return `${roll}|${who}`;
}

/** The dice of one roll, under what it was for and who rolled. */
function Thrown({ ctrl, ruling, dice }: RulingProps & { dice: Numbered[] }) {
  const state = ctrl.state.value;
  const { name } = speech(state);
  const r = rulingWords(state.language);
  const [[{ roll, who }]] = dice as [Numbered];
  return (
    <fieldset class="disputed" disabled={ruling.struck}>
      <legend>
        {r("ruling.dice")}: {purposeOf(state, roll)} {who && `· ${name(who)}`}
      </legend>
      {dice.map(([die, index]) => {
        const face = ruling.faces[String(index)] ?? die.face;
        const again = die.depth > 0 ? r("ruling.again") : "";
        const said = r("ruling.die", { index: die.index + 1, name: name(who) }) + (again && ` (${again})`);
        return (
          <label class={lookOf(face, die)} key={index}>
            <Face face={face} sides={die.sides} />
            <NumberInput name={said} least={1} most={die.sides} value={face} onValue={(value) => ctrl.rulings.face(String(index), value)} />
            {again && <small>{again}</small>}
          </label>
        );
      })}
    </fieldset>
  );
}

function lookOf(face: number, { face: then, sides }: DieShown): string {
  return face < 1 || face > sides ? "edited bad" : face === then ? "" : "edited";
}

/** The numbers of one roll; those that are 0 or no wait behind a fold. */
function Terms({ ctrl, ruling, roll, at }: RulingProps & { roll: RollShown; at: number }) {
  const state = ctrl.state.value;
  const { t, name } = speech(state);
  const r = rulingWords(state.language);
  const field = (term: Term, index: number) => {
    const key = `${at}.${index}`;
    const value = ruling.terms[key] ?? term.value;
    const title = labelOf("term", state.catalog, state.language, term.key);
    return (
      <label class={value === term.value ? "" : "edited"} key={key}>
        <span>
          {title} {value !== term.value && <em class="was">{t("log.was", { was: term.value })}</em>}
          {term.key.endsWith("_cm") && ` = ${metres(state.language, value)} m`}
          <small>
            {rule(state.catalog, term.rule)} <code>{term.rule}</code>
          </small>
        </span>
        <NumberInput name={title} value={value} onValue={(next) => ctrl.rulings.term(key, next)} />
      </label>
    );
  };
  const isZero = (term: Term, index: number) => (ruling.terms[`${at}.${index}`] ?? term.value) === 0 && !term.was;
  const fields = roll.terms.map((term, index) => ({ isZero: isZero(term, index), field: field(term, index) }));
  const rest = fields.filter(({ isZero }) => isZero);
  return (
    <fieldset class="disputed terms" disabled={ruling.struck}>
      <legend>
        {r("ruling.terms")}: {purposeOf(state, roll.roll)} {roll.who && `· ${name(roll.who)}`}
      </legend>
      {fields.filter(({ isZero }) => !isZero).map(({ field }) => field)}
      {rest.length > 0 && (
        <details class="many">
          <summary>{r("ruling.zeros", { count: rest.length })}</summary>
          {rest.map(({ field }) => field)}
        </details>
      )}
    </fieldset>
  );
}

/** As wide as so many figures: the frame of a number's field, with its arrows. */
const FRAME_CH = 5;

interface NumberProps {
  name: string;
  value: number | undefined;
  least?: number;
  most?: number;
  onValue(value: number): void;
  /** It is empty again. */
  onNone?(): void;
}

function NumberInput({ name, value, least, most, onValue, onNone }: NumberProps) {
  return (
    <input
      type="number"
      style={{ width: `${String(value ?? "").length + FRAME_CH}ch` }}
      aria-label={name}
      min={least}
      max={most}
      value={value ?? ""}
      onInput={({ currentTarget: { value: typed, valueAsNumber } }) => (typed === "" ? onNone?.() : Number.isInteger(valueAsNumber) && onValue(valueAsNumber))}
    />
  );
}

/** Dice that the walk lacks: it stops there until somebody says what they show. */
export function Needs({ ctrl, ruling }: RulingProps) {
  const state = ctrl.state.value;
  const { name } = speech(state);
  const r = rulingWords(state.language);
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), [ruling.preview?.needs.map(needKey).join()]);
  return (
    <>
      {ruling.needs.map((need, index) => (
        <fieldset class="disputed needed" key={needKey(need)} ref={index === 0 ? box : null}>
          <legend>{r("ruling.needs", { name: name(need.who), count: need.count, sides: need.sides, what: purposeOf(state, need.roll) })}</legend>
          {Array.from({ length: need.count }, (_, index) => {
            const key = `${needKey(need)}.${index}`;
            return (
              <label key={key}>
                <NumberInput
                  name={r("ruling.die", { index: index + 1, name: name(need.who) })}
                  least={1}
                  most={need.sides}
                  value={ruling.faces[key]}
                  onValue={(value) => ctrl.rulings.face(key, value)}
                  onNone={() => ctrl.rulings.face(key, undefined)}
                />
              </label>
            );
          })}
        </fieldset>
      ))}
      {(ruling.preview?.needs.length ?? 0) > 0 && (
        <p class="choice">
          <button type="button" class="button" disabled={ruling.isStale} onClick={() => ctrl.rulings.draw()}>
            {r("ruling.draw")}
          </button>
          <small>{r("ruling.drawHint")}</small>
        </p>
      )}
    </>
  );
}
