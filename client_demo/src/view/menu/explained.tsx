/** What the words on the buttons mean, in a fold below them: what is sent with one tap has no form in which its word could
 * be tapped, and what is greyed opens none. */
import { useState } from "preact/hooks";
import { speech } from "../../table/scene.ts";
import type { Option } from "../../wire/types.ts";
import { menuWords } from "../../words/menu_words.ts";
import { meaning } from "../parts/word.tsx";
import type { SceneProps } from "../props.ts";

export function Explained({ ctrl, scene, options }: SceneProps & { options: Option[] }) {
  const state = ctrl.state.value;
  const { label } = speech(state, scene.view);
  const [isOpen, setOpen] = useState(false);
  const keys = [...new Set(options.map(({ key }) => key))].filter((key) => meaning(state, key));
  return (
    <details class="many explained" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{menuWords(state.language)("explained")}</summary>
      {isOpen && (
        <dl>
          {keys.map((key) => (
            <div key={key}>
              <dt>{label(key)}</dt>
              <dd class="meaning">{meaning(state, key)}</dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  );
}
