/** The end of a fight: the game master's suggestion where a side is out, and what came of it once it is over. */
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { type Account, accountOf, columnsOf, markdownOf, placesOf } from "../../past/account.ts";
import { speech } from "../../table/scene.ts";
import { layAnew, planOf } from "../../seat/alone.ts";
import { keep, kept } from "../../seat/storage.ts";
import { browserWorld } from "../../wire/socket.ts";
import type { OutcomeShown, Rejected } from "../../wire/types.ts";
import { type EndingKey, endingWords, type Say } from "../../words/ending_words.ts";
import { loadRefusals, refusedText } from "../../words/refused.ts";
import { saveAs } from "../parts/saving.ts";
import type { SceneProps } from "../props.ts";
import "../../style/ending.css";

export function Ending({ ctrl, scene }: SceneProps) {
  const option = scene.options.find(({ key }) => key === "side_out");
  if (!option) return scene.view.stage === "running" ? null : <Outcome ctrl={ctrl} scene={scene} />;
  const say = endingWords(ctrl.state.value.language);
  const { label } = speech(ctrl.state.value, scene.view);
  const sides = (option.sides ?? []).map(label).join(", ");
  return (
    <aside class="side-out">
      <p role="status">{say("out", { side: sides })}</p>
      <button type="button" class="button" onClick={() => ctrl.choose(option)}>
        {say("end")}
      </button>
    </aside>
  );
}

/** Through the eyes of the game master once everything is revealed. */
function Outcome({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const say = endingWords(state.language);
  const names = speech(state, scene.view);
  const audience = scene.view.revealed ? "gm" : (state.me?.audience ?? "public");
  const [outcome, setOutcome] = useState<OutcomeShown>();
  const [problem, setProblem] = useState<string>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isHere = true;
    const fail = async (why: Rejected) => {
      await loadRefusals(state.language);
      if (isHere) setProblem(refusedText(state.language, why));
    };
    setProblem(undefined);
    ctrl.ask({ type: "outcome", audience }).then((found) => isHere && setOutcome(found as OutcomeShown), fail);
    return () => void (isHere = false);
  }, [state.n, audience, tries]);
  const account = outcome && accountOf(outcome, scene.view, say, names);
  return (
    <section class="ending" aria-label={say("title")}>
      <h3>{scene.view.title ?? say("title")}</h3>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {say("failed", { problem })}{" "}
          <button type="button" class="button" onClick={() => setTries(tries + 1)}>
            {say("retry")}
          </button>
        </p>
      )}
      {!account && problem === undefined && <p role="status">{say("adding")}</p>}
      {account && (
        <>
          <p class="ending-result" role="status">
            {account.result}
          </p>
          <ul class="ending-facts">
            {account.facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
          <Again ctrl={ctrl} scene={scene} say={say} />
          <div class="ending-foot">
            <button type="button" class="button primary" onClick={() => void watch(ctrl, audience)}>
              {say("again")}
            </button>
            <button type="button" class="button" onClick={() => save(scene.view.title ?? "Fray", markdownOf(scene.view.title ?? "Fray", account, say))}>
              {say("save")}
            </button>
            <button type="button" class="button" onClick={() => print()}>
              {say("print")}
            </button>
          </div>
          <Sums account={account} say={say} />
          <Places ctrl={ctrl} outcome={outcome} audience={audience} say={say} name={names.name} />
        </>
      )}
    </section>
  );
}

/** The same fight anew at a table of its own: the game master begins it, and so does whoever has laid this one to play
 * alone with bots; who sits here is led there. */
function Again({ ctrl, scene, say }: SceneProps & { say: Say }) {
  const { me, again: told, language } = ctrl.state.value;
  const place = `again.${scene.view.encounter}.${me?.seat}`;
  const again = told ?? kept(place);
  useLayoutEffect(() => {
    if (told !== undefined) keep(place, told); // it is told once, and must be there after a reload
  }, [told]);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  if (again !== undefined) {
    return (
      <p class="ending-again" role="status">
        {say("laid")}{" "}
        <a class="button primary" href={`/#${again}`}>
          {say("follow")}
        </a>
      </p>
    );
  }
  const { encounter } = scene.view;
  const plan = planOf(encounter);
  const isAlone = plan !== undefined && plan.seat === me?.seat;
  if ((me?.role !== "gm" && !isAlone) || !scene.isLive) return null;
  const begin = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      if (isAlone) ctrl.set({ again: (await layAnew(browserWorld(), encounter, plan)).link });
      else await ctrl.request({ type: "branch", again: true });
    } catch (why) {
      await loadRefusals(language);
      setProblem(refusedText(language, why as Rejected));
    }
    setBusy(false);
  };
  return (
    <p class="ending-again">
      <button type="button" class="button" disabled={isBusy} onClick={() => void begin()}>
        {say(isBusy ? "laying" : "playAgain")}
      </button>
      {problem !== undefined && <span class="problem" role="alert">{problem}</span>}
    </p>
  );
}

function Sums({ account, say }: { account: Account; say: Say }) {
  const columns = columnsOf(account);
  return (
    <table class="ending-sums">
      <caption class="sr-only">{say("account")}</caption>
      <thead>
        <tr>
          {(["who", ...columns] as EndingKey[]).map((key) => (
            <th scope="col" key={key}>
              {say(key)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {account.lines.map((line) => (
          <tr key={line.who} class={line.isOut ? "out" : ""}>
            <th scope="row">
              {line.name} <small>{line.side}</small>
            </th>
            {columns.map((column) => (
              <td key={column}>{line[column]}</td>
            ))}
          </tr>
        ))}
      </tbody>
      {account.isPartial && (
        <tfoot>
          <tr>
            <td colSpan={columns.length + 1}>{say("note")}</td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

interface PlacesProps extends Pick<SceneProps, "ctrl"> {
  outcome: OutcomeShown;
  audience: string;
  say: Say;
  name(who: string): string;
}

function Places({ ctrl, outcome, audience, say, name }: PlacesProps) {
  const places = placesOf(outcome);
  if (places.length === 0) return null;
  return (
    <nav class="ending-places" aria-label={say("links")}>
      {places.map(({ key, n, step, who }) => (
        <button type="button" class="button quiet" key={key} onClick={() => void ctrl.replays.open(n, step, audience)}>
          {say(key, { name: name(who) })}
        </button>
      ))}
    </nav>
  );
}

async function watch(ctrl: SceneProps["ctrl"], audience: string) {
  await ctrl.replays.open(1, 0, audience);
  ctrl.replays.toggle();
}

function save(title: string, text: string) {
  saveAs(`${title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "fray"}.md`, text, "text/markdown");
}
