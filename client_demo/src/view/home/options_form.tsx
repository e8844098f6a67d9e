/** The options of a table or of a system, each with a sentence. What there is and may be comes from the server. */
import { changedOptions, type Encounter, type Part, valueOf } from "../../home/draft.ts";
import type { OptionShown } from "../../wire/types.ts";
import { say } from "../../words/home_words.ts";
import type { HomeProps } from "../props.ts";

interface FormProps extends HomeProps {
  draft: Encounter;
  part: Part;
  options: OptionShown[];
  title: string;
  isOpen?: boolean;
}

export function OptionsForm({ ctrl, home, draft, part, options, title, isOpen = false }: FormProps) {
  const text = say(ctrl.now);
  const count = changedOptions(draft, part, options);
  if (options.length === 0) return null;
  return (
    <details class="sheet-card options-card" open={isOpen}>
      <summary>
        <h2>{title}</h2>
        <small class={count > 0 ? "is-changed" : ""}>{count > 0 ? text("set.changed", { count }) : text("set.asUsual")}</small>
      </summary>
      {options.map((option) => (
        <Row ctrl={ctrl} home={home} draft={draft} part={part} option={option} key={option.key} />
      ))}
    </details>
  );
}

interface RowProps extends HomeProps {
  draft: Encounter;
  part: Part;
  option: OptionShown;
}

function Row(props: RowProps) {
  const { ctrl, draft, part, option } = props;
  const words = option.words[ctrl.now.language] ?? option.words["en"] ?? {};
  const id = `${part}-${option.key}`;
  const isChanged = changedOptions(draft, part, [option]) > 0;
  return (
    <div class={`option-row${isChanged ? " is-changed" : ""}`}>
      <div class="option-words">
        <label for={id}>{words["name"]}</label>
        <p id={`${id}-hint`}>{words["hint"]}</p>
      </div>
      <Control {...props} id={id} words={words} />
    </div>
  );
}

function Control({ ctrl, home, draft, part, option, id, words }: RowProps & { id: string; words: Record<string, string> }) {
  const text = say(ctrl.now);
  const value = valueOf(draft, part, option);
  const set = (next: unknown) => home.option(part, option, next);
  const common = { id, "aria-describedby": `${id}-hint` };
  if (option.kind === "switch") {
    return <input {...common} type="checkbox" role="switch" class="switch" checked={value === true} onChange={({ currentTarget }) => set(currentTarget.checked)} />;
  }
  if (option.kind === "choice") {
    return (
      <select {...common} value={String(value)} onChange={({ currentTarget }) => set(currentTarget.value)}>
        {(option.values ?? []).map((each) => (
          <option value={each} key={each}>
            {words[each] ?? each}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      {...common}
      type="number"
      step="any" // by default only whole numbers pass, and the form would not be sent with a sample's 1.5 seconds
      min={option.least ?? undefined}
      max={option.most ?? undefined}
      placeholder={option.optional ? text("set.none") : ""}
      value={value === undefined ? "" : Number(value)}
      onChange={({ currentTarget }) => set(Number.isNaN(currentTarget.valueAsNumber) ? undefined : currentTarget.valueAsNumber)}
    />
  );
}
