/** Taking back and changing: what is disputed, what it would do in plain words, a reason, and only then the deed. */
import { useEffect, useRef } from "preact/hooks";
import { rule, termLabel } from "../catalog.ts";
import type { Ctrl } from "../ctrl.ts";
import { needKey } from "../rulings.ts";
import { speech } from "../scene.ts";
import type { Ruling } from "../state.ts";
import type { RollShown, Term } from "../wire/types.ts";
import { Face, IconButton } from "./marks.tsx";
import { Act, Moves, Outcome } from "./outcome.tsx";

interface RulingProps {
  ctrl: Ctrl;
  ruling: Ruling;
}

export function RulingPanel({ ctrl, ruling }: RulingProps) {
  const state = ctrl.state.value;
  const { t } = speech(state);
  const panel = useRef<HTMLElement>(null);
  const isAmend = ruling.kind === "amend";
  useEffect(() => panel.current?.focus(), [ruling.at]);
  return (
    <section
      class="ruling"
      role="dialog"
      aria-label={t(`ruling.${ruling.kind}`)}
      tabIndex={-1}
      ref={panel}
      onKeyDown={({ key }) => key === "Escape" && ctrl.rulings.close()}
    >
      <div class="ruling-head">
        <h2>{t(`ruling.${ruling.kind}`)}</h2>
        <IconButton icon="close" name={t("app.close")} onClick={() => ctrl.rulings.close()} />
      </div>
      {isAmend ? <Act state={state} ruling={ruling} /> : <Moves state={state} ruling={ruling} />}
      {isAmend && <Disputed ctrl={ctrl} ruling={ruling} />}
      {isAmend && <Needs ctrl={ctrl} ruling={ruling} />}
      {(isAmend || ruling.isStale) && (
        <button type="button" class="button" onClick={() => ctrl.rulings.preview()}>
          {t("ruling.preview")}
        </button>
      )}
      {ruling.preview && ruling.isStale && <p class="stale">{t("ruling.stale")}</p>}
      {ruling.preview && <Outcome state={state} ruling={ruling} />}
      <label class="reason">
        <span>{t("ruling.reason")}</span>
        <input
          type="text"
          maxLength={200}
          placeholder={t("ruling.reasonHint")}
          value={ruling.reason}
          onInput={({ currentTarget }) => ctrl.rulings.reason(currentTarget.value)}
        />
      </label>
      <div class="ruling-foot">
        <button type="button" class="button primary" disabled={!canConfirm(ruling)} onClick={() => ctrl.rulings.confirm()}>
          {ctrl.rulings.verb()}
        </button>
        <button type="button" class="button quiet" onClick={() => ctrl.rulings.close()}>
          {t("app.cancel")}
        </button>
      </div>
    </section>
  );
}

function canConfirm(ruling: Ruling): boolean {
  return ruling.preview !== undefined && !ruling.isStale && ruling.preview.needs.length === 0;
}

/** Faces and numbers as fields, and the whole act to be struck out. */
function Disputed({ ctrl, ruling }: RulingProps) {
  const state = ctrl.state.value;
  const { t, label, name } = speech(state);
  const { card } = ruling;
  if (!card) return null;
  if (!card.amendable) return <p class="hint">{t("ruling.fixed")}</p>;
  return (
    <>
      {card.dice.length > 0 && (
        <fieldset class="disputed" disabled={ruling.struck}>
          <legend>{t("ruling.dice")}</legend>
          {card.dice.map((die, index) => {
            const face = ruling.faces[String(index)] ?? die.face;
            const again = die.depth > 0 ? ` (${t("ruling.again")})` : "";
            const said = t("ruling.die", { index: die.index + 1, name: name(die.who) }) + again;
            return (
              <label class={face === die.face ? "" : "edited"} title={`${label(die.roll)}${again}`}>
                <Face face={face} />
                <NumberInput name={said} least={1} most={die.sides} value={face} onValue={(value) => ctrl.rulings.face(String(index), value)} />
              </label>
            );
          })}
        </fieldset>
      )}
      {card.rolls.map((roll, at) => (
        <Terms ctrl={ctrl} ruling={ruling} roll={roll} at={at} key={at} />
      ))}
      <label class="strike">
        <input type="checkbox" checked={ruling.struck} onChange={({ currentTarget }) => ctrl.rulings.strike(currentTarget.checked)} />
        {t("ruling.strike")}
      </label>
    </>
  );
}

/** The numbers of one roll; those that are 0 or no wait behind a fold. */
function Terms({ ctrl, ruling, roll, at }: RulingProps & { roll: RollShown; at: number }) {
  const state = ctrl.state.value;
  const { t, label, name } = speech(state);
  const field = (term: Term, index: number) => {
    const key = `${at}.${index}`;
    const value = ruling.terms[key] ?? term.value;
    const title = termLabel(state.catalog, state.language, term.key);
    return (
      <label class={value === term.value ? "" : "edited"} key={key}>
        <span>
          {title} <code title={rule(state.catalog, term.rule)}>{term.rule}</code>
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
        {t("ruling.terms")}: {label(roll.event)} {roll.who && `· ${name(roll.who)}`}
      </legend>
      {fields.filter(({ isZero }) => !isZero).map(({ field }) => field)}
      {rest.length > 0 && (
        <details class="many">
          <summary>{t("ruling.zeros", { count: rest.length })}</summary>
          {rest.map(({ field }) => field)}
        </details>
      )}
    </fieldset>
  );
}

interface NumberProps {
  name: string;
  value: number | undefined;
  least?: number;
  most?: number;
  onValue(value: number): void;
}

function NumberInput({ name, value, least, most, onValue }: NumberProps) {
  return (
    <input
      type="number"
      aria-label={name}
      min={least}
      max={most}
      value={value ?? ""}
      onInput={({ currentTarget }) => Number.isInteger(currentTarget.valueAsNumber) && onValue(currentTarget.valueAsNumber)}
    />
  );
}

/** Dice that the walk lacks: it stops there until somebody says what they show. */
function Needs({ ctrl, ruling }: RulingProps) {
  const { t, name } = speech(ctrl.state.value);
  return (
    <>
      {ruling.needs.map((need) => (
        <fieldset class="disputed needed">
          <legend>{t("ruling.needs", { name: name(need.who), count: need.count, sides: need.sides })}</legend>
          {Array.from({ length: need.count }, (_, index) => {
            const key = `${needKey(need)}.${index}`;
            return (
              <label>
                <NumberInput
                  name={t("ruling.die", { index: index + 1, name: name(need.who) })}
                  least={1}
                  most={need.sides}
                  value={ruling.faces[key]}
                  onValue={(value) => ctrl.rulings.face(key, value)}
                />
              </label>
            );
          })}
        </fieldset>
      ))}
    </>
  );
}
