/** What a question is about, in words: the system's sentence for it, else what the log tells of the act. The sentence stands
 * in the place of the roll only where it names who rolled: another's die beside it would be read as that of whom it names. */
import { capital, fill, linesOfAct } from "../../table/log.ts";
import { everybody, type Scene } from "../../table/scene.ts";
import { circumstancesOf } from "../../table/stance.ts";
import type { State } from "../../table/state.ts";
import type { DecisionView } from "../../wire/types.ts";
import { written } from "../../words/catalog.ts";
import { Dice } from "../parts/dice.tsx";
import { Sentence } from "../parts/marks.tsx";

export function Topic({ state, scene, decision }: { state: State; scene: Scene; decision: DecisionView }) {
  const view = everybody(state, scene.view);
  const words = { view, catalog: state.catalog, language: state.language };
  const topic: Record<string, unknown> = { ...scene.view.act, ...decision.topic };
  const written = state.catalog.lines[state.language]?.[decision.kind] ?? state.catalog.lines.en?.[decision.kind];
  const about = capital(fill(words, written ?? fallback(state, topic), topic));
  const act = topic["action"] ?? topic["id"];
  const told = typeof act === "string" ? linesOfAct(words, state.past.frames, act) : [];
  const hasSentence = (written !== undefined || told.length === 0) && about.length > 0;
  const [first, ...rest] = told;
  const roller = first?.dice.length ? first.parts.find((part) => typeof part !== "string")?.who : undefined;
  const isOfOther = hasSentence && roller !== undefined && !about.some((part) => typeof part !== "string" && part.who === roller);
  const circumstances = circumstancesOf(state, scene.view);
  return (
    <div class="topic">
      {hasSentence && (
        <div class="topic-line">
          <span>
            <Sentence state={state} view={view} parts={about} />
          </span>
          <Dice state={state} dice={isOfOther ? [] : (first?.unsaid ?? [])} />
        </div>
      )}
      {(hasSentence && !isOfOther ? rest : told).map((line) => (
        <div class="topic-line" key={line.key}>
          <span>
            <Sentence state={state} view={view} parts={line.parts} />
          </span>
          <Dice state={state} dice={line.unsaid} />
        </div>
      ))}
      {circumstances.length > 0 && (
        <div class="topic-line">
          {circumstances.map((text) => (
            <em class="condition stance" key={text}>
              {text}
            </em>
          ))}
        </div>
      )}
    </div>
  );
}

/** Who does what to whom, as far as there are words for it. */
function fallback(state: State, { kind, who }: Record<string, unknown>): string {
  const isKnown = typeof kind === "string" && written(state.catalog, state.language, kind);
  if (typeof who !== "string" || who === "") return "";
  return isKnown ? "{who}: {kind}[ → {target}][: “{text}”]" : "{who}[ → {target}][: “{text}”]";
}
