/** What a rewind, a redo or an amendment would do: which acts go, stay or come back, and the difference on the table. */
import { useEffect, useRef } from "preact/hooks";
import { changeText } from "../../past/changes.ts";
import { moves } from "../../table/frames.ts";
import { everybody, speech } from "../../table/scene.ts";
import type { Ruling, State } from "../../table/state.ts";
import type { Frame, StepShown } from "../../wire/types.ts";
import { humanised, refusal } from "../../words/catalog.ts";
import { rulingWords } from "../../words/ruling_words.ts";
import type { RulingProps } from "../props.ts";
import { Choice } from "./instead.tsx";
import { sentences } from "./sentences.ts";

interface OutcomeProps {
  state: State;
  ruling: Ruling;
}

/** What the log says of the act. */
export function Act({ state, ruling }: OutcomeProps) {
  const frame = state.past.frames.find(({ n }) => n === ruling.at[0]);
  if (!frame) return null;
  return (
    <ul class="the-act">
      {sentences(state, frame).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

/** Of a rewind: the act that is the last to stay, those that go and those that come back. */
export function Moves({ state, ruling }: OutcomeProps) {
  const r = rulingWords(state.language);
  if (ruling.kind === "redo") return null;
  const { goes, returns } = moves(state.past.frames, ruling.at[0]);
  const told = (frames: Frame[]) => frames.map((frame) => sentences(state, frame)).filter((lines) => lines.length > 0);
  const [gone, back] = [told(goes), told(returns)];
  return (
    <div class="moves">
      <h3>{r("ruling.keeps")}</h3>
      <Act state={state} ruling={ruling} />
      <h3>{gone.length > 0 ? r("ruling.goes", { count: gone.length }) : r("ruling.goesNone")}</h3>
      <ActList acts={gone} look="going" />
      {back.length > 0 && <h3>{r("ruling.restored")}</h3>}
      <ActList acts={back} look="coming" />
    </div>
  );
}

function ActList({ acts, look }: { acts: string[][]; look: string }) {
  if (acts.length === 0) return null;
  return (
    <ol class={`act-list ${look}`}>
      {acts.map((lines, index) => (
        <li key={index} title={lines.join("\n")}>
          {lines[0]}
          {lines.length > 1 && <small> … {lines.at(-1)}</small>}
        </li>
      ))}
    </ol>
  );
}

/** What would change, in words, and what becomes of each later act. */
export function Outcome({ ctrl, ruling }: RulingProps) {
  const state = ctrl.state.value;
  const words = speech(state, state.view && everybody(state, state.view));
  const r = rulingWords(state.language);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), [ruling.preview]);
  const { changes, steps, rules_changed } = ruling.preview as NonNullable<Ruling["preview"]>;
  return (
    <div class={`outcome-box${ruling.isStale ? " old" : ""}`} aria-live="polite" ref={box}>
      {ruling.isStale && <p class="stale">{r("ruling.stale")}</p>}
      <h3>{r("ruling.changes")}</h3>
      {changes.length === 0 && <p class="hint">{r("ruling.noChanges")}</p>}
      <ul class="changes">
        {changes.map((change, index) => (
          <li key={index}>{changeText(change, words, state.language)}</li>
        ))}
      </ul>
      {ruling.kind === "amend" && <Steps ctrl={ctrl} ruling={ruling} steps={steps} />}
      {rules_changed.length > 0 && <p class="stale">{r("ruling.rulesChanged", { count: rules_changed.length })}</p>}
    </div>
  );
}

/** In the order of their weight; what stands as it was is only counted. */
const GROUPS: string[][] = [["falls"], ["answered", "defaulted", "standing"], ["changed"], ["moot"], ["struck"]];

function Steps({ ctrl, ruling, steps }: RulingProps & { steps: StepShown[] }) {
  const r = rulingWords(ctrl.state.value.language);
  const later = steps.filter(({ source }) => !source.some(([version, step]) => version === ruling.at[0] && step === ruling.at[1]));
  const of = (group: string[]) => later.filter(({ outcome }) => group.includes(outcome));
  const same = of(["stands"]);
  return (
    <div class="step-groups">
      {GROUPS.map((group) => {
        const found = of(group);
        return found.length === 0 ? null : (
          <section key={group[0]}>
            <h3>{r(`ruling.group.${group[0] as "falls"}`, { count: found.length })}</h3>
            <ol class="steps">
              {found.map((step, index) => (
                <Step ctrl={ctrl} ruling={ruling} step={step} key={index} />
              ))}
            </ol>
          </section>
        );
      })}
      {same.length > 0 && <p class="hint">{r("ruling.stand", { count: same.length })}</p>}
    </div>
  );
}

/** One later act: how it was told, how it would be told; and what the GM can do about it. */
function Step({ ctrl, ruling, step }: RulingProps & { step: StepShown }) {
  const state = ctrl.state.value;
  const { t, why } = speech(state);
  const r = rulingWords(state.language);
  const whole = !refusal(state.catalog, state.language, step.code ?? "")?.includes("{");  // its details are not told
  const then = step.outcome === "changed" ? told(state, step) : [];
  const now = sentences(state, { n: 0, at: 0, events: step.events, patch: {}, step: 0 });
  const [at] = step.source;
  const key = step.decision ? `${step.decision}|${whoOf(step)}` : (at?.join(".") ?? "");
  return (
    <li class={step.outcome}>
      {step.outcome !== "changed" && <span>{wanted(state, step) ?? now[0]}</span>}
      {whole && step.code && <small class="why-not">{why({ code: step.code, message: humanised(step.code) })}</small>}
      {then.filter((line) => !now.includes(line)).map((line) => (
        <del key={line}>{line}</del>
      ))}
      {step.outcome === "changed" && now.filter((line) => !then.includes(line)).map((line) => <ins key={line}>{line}</ins>)}
      {step.outcome === "falls" && at && (
        <Choice ctrl={ctrl} ruling={ruling} at={at} hasOptions />
      )}
      {step.decision && (
        <p class="choice">
          <em class={`outcome ${step.outcome}`}>{t(`outcome.${step.outcome}` as "outcome.answered")}</em>
          {(step.options ?? []).length > 1 && (
            <button type="button" class="link-button" onClick={() => ctrl.rulings.chooseAnswer(step)}>
              {r("ruling.answer")}
            </button>
          )}
          {ruling.instead[key] && (
            <button type="button" class="link-button" onClick={() => ctrl.rulings.forget(key)}>
              {r("ruling.byDefault")}
            </button>
          )}
        </p>
      )}
    </li>
  );
}

function whoOf(step: StepShown): string {
  return (step.intent as { who?: string } | undefined)?.who ?? "";
}

/** How the act was told when it happened. */
function told(state: State, step: StepShown): string[] {
  const [at] = step.source;
  const frame = state.past.frames.find(({ n }) => n === at?.[0]);
  return at && at[1] === 0 && frame ? sentences(state, frame) : [];
}

/** Who wanted to do what. */
function wanted(state: State, step: StepShown): string | undefined {
  const { label, name, t } = speech(state, state.view && everybody(state, state.view));
  const intent = (step.intent ?? {}) as { type?: string; who?: string };
  if (intent.type === "pass_standing") return t("outcome.standing"); // the server's own: of whom, its events say
  const said = [intent.who && name(intent.who), label(innermost(intent))].filter(Boolean).join(": ");
  return said || undefined;
}

/** `declare_reaction` of a `parry` is told as a parry. */
function innermost(intent: { type?: string }): string {
  const inner = Object.values(intent).find((value) => typeof value === "object" && value !== null && "type" in value);
  return inner ? innermost(inner as { type?: string }) : (intent.type ?? "");
}
