/** What a rewind, a redo or an amendment would do: which acts go, stay or come back, and the difference on the table. */
import { changeText } from "../changes.ts";
import { type Event, linesOf, plain } from "../log.ts";
import { moves } from "../replay.ts";
import { everybody, speech } from "../scene.ts";
import type { Ruling, State } from "../state.ts";
import type { Frame, StepShown } from "../wire/types.ts";

interface OutcomeProps {
  state: State;
  ruling: Ruling;
}

function sentences(state: State, frame: Frame): string[] {
  if (state.view === undefined) return [];
  const words = { view: everybody(state, state.view), catalog: state.catalog, language: state.language };
  return linesOf(words, frame).map(({ parts }) => plain(words, parts));
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
  const { t } = speech(state);
  if (ruling.kind === "redo") return null;
  const { goes, returns } = moves(state.past.frames, ruling.at[0]);
  const told = (frames: Frame[]) => frames.map((frame) => sentences(state, frame)).filter((lines) => lines.length > 0);
  const [gone, back] = [told(goes), told(returns)];
  return (
    <div class="moves">
      <h3>{t("ruling.keeps")}</h3>
      <Act state={state} ruling={ruling} />
      <h3>{gone.length > 0 ? t("ruling.goes", { count: gone.length }) : t("ruling.goesNone")}</h3>
      <ActList acts={gone} look="going" />
      {back.length > 0 && <h3>{t("ruling.restored")}</h3>}
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
export function Outcome({ state, ruling }: OutcomeProps) {
  const words = speech(state, state.view && everybody(state, state.view));
  const { t } = words;
  const { changes, steps, rules_changed } = ruling.preview as NonNullable<Ruling["preview"]>;
  return (
    <div class={`outcome-box${ruling.isStale ? " old" : ""}`}>
      <h3>{t("ruling.changes")}</h3>
      {changes.length === 0 && <p class="hint">{t("ruling.noChanges")}</p>}
      <ul class="changes">
        {changes.map((change, index) => (
          <li key={index}>{changeText(change, words, state.language)}</li>
        ))}
      </ul>
      {steps.length > 1 && <Steps state={state} steps={steps.slice(1)} />}
      {rules_changed.length > 0 && <p class="stale">{t("ruling.rulesChanged", { count: rules_changed.length })}</p>}
    </div>
  );
}

/** Those that stand as they were are only counted. */
const AS_BEFORE = ["stands", "continued"];

function Steps({ state, steps }: { state: State; steps: StepShown[] }) {
  const { t } = speech(state);
  const others = steps.filter(({ outcome }) => !AS_BEFORE.includes(outcome));
  const same = steps.filter(({ outcome }) => outcome === "stands");
  const item = (step: StepShown, index: number) => (
    <li class={step.outcome} key={index}>
      <span>{stepText(state, step)}</span>
      <em class={`outcome ${step.outcome}`}>{t(`outcome.${step.outcome}` as "outcome.stands")}</em>
    </li>
  );
  return (
    <>
      <h3>{t("ruling.steps")}</h3>
      <ol class="steps">{others.map(item)}</ol>
      {same.length > 0 && (
        <details class="many">
          <summary>{t("ruling.stand", { count: same.length })}</summary>
          <ol class="steps">{same.map(item)}</ol>
        </details>
      )}
    </>
  );
}

/** An act by its first line; one that comes to nothing by what was wanted. */
function stepText(state: State, step: StepShown): string {
  const frame = { n: 0, at: 0, events: step.events as Event[], patch: {}, step: 0 };
  const [first] = sentences(state, frame);
  if (first !== undefined) return first;
  const { label, name } = speech(state);
  const intent = (step.intent ?? {}) as { type?: string; who?: string };
  return [intent.who && name(intent.who), label(intent.type ?? "")].filter(Boolean).join(": ");
}
