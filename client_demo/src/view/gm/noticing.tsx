/** Which combatants and parties notice somebody hidden, for the GM; whoever plays one of them sees it. */
import { speech } from "../../table/scene.ts";
import { noticedWords } from "../../words/noticed_words.ts";
import type { SceneProps } from "../props.ts";

const PARTY = "side:";

/** Who notices it now, and a choice of those who don't yet. */
export function Noticing({ ctrl, scene, who }: SceneProps & { who: string }) {
  const state = ctrl.state.value;
  const [words, { name }] = [noticedWords(state.language), speech(state)];
  const { combatants = {} } = scene.view;
  const called = (each: string) => (each.startsWith(PARTY) ? words("party", { side: each.slice(PARTY.length) }) : name(each));
  const aware = combatants[who]?.aware ?? [];
  const parties = new Set(Object.values(combatants).map(({ side }) => PARTY + side));
  const others = [...Object.keys(combatants), ...parties].filter((each) => each !== who && !aware.includes(each));
  return (
    <label class="hand-over">
      <span>{words("noticed")}</span>
      <select value="" onChange={({ currentTarget }) => ctrl.submit({ type: "show", who, to: [currentTarget.value] })}>
        <option value="">{aware.map(called).join(", ") || words("nobody")}</option>
        {others.map((each) => (
          <option value={each} key={each}>
            {called(each)}
          </option>
        ))}
      </select>
    </label>
  );
}
