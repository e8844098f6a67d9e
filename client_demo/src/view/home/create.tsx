/** A new encounter: what shall be fought, then how the table is laid. */
import { type Encounter, sampleIn, setupOf, sides } from "../../home/draft.ts";
import type { Setup } from "../../wire/types.ts";
import { say } from "../../words/home_words.ts";
import { refusedText } from "../../words/refused.ts";
import { Icon } from "../parts/marks.tsx";
import type { HomeProps } from "../props.ts";
import { OptionsForm } from "./options_form.tsx";
import { OwnFile } from "./own_file.tsx";
import { wrongText } from "./wrong.ts";

export function Create({ ctrl, home }: HomeProps) {
  const { draft } = home.now;
  return draft ? <Lay ctrl={ctrl} home={home} draft={draft} /> : <Choose ctrl={ctrl} home={home} />;
}

function Choose({ ctrl, home }: HomeProps) {
  const text = say(ctrl.now);
  return (
    <>
      <div class="page-title">
        <h1>{text("new.choose")}</h1>
      </div>
      <section aria-labelledby="samples">
        <h2 id="samples" class="section-title">{text("new.samples")}</h2>
        <ul class="samples">
          {home.now.setups.map((setup) => setup.sample && <Sample ctrl={ctrl} home={home} setup={setup} key={setup.system} />)}
        </ul>
      </section>
      {home.now.error && <p class="problem" role="alert">{refusedText(ctrl.now.language, home.now.error)}</p>}
      <OwnFile ctrl={ctrl} home={home} />
    </>
  );
}

function titleOf({ titles }: Setup, language: string): string {
  return titles[language] ?? titles["en"] ?? "";
}

function Sample({ ctrl, home, setup }: HomeProps & { setup: Setup }) {
  const text = say(ctrl.now);
  const { language } = ctrl.now;
  const sample = sampleIn(language, setup) as Encounter;
  const players = Object.keys(sample.seats ?? {}).length;
  return (
    <li class="sample">
      <p class="system-mark">{titleOf(setup, language)}</p>
      <h3>{sample.title}</h3>
      {setup.story[language] && <p>{setup.story[language]}</p>}
      <Sides encounter={sample} />
      <p class="hint">{text("new.seats", { players })}</p>
      <button type="button" class="button primary" aria-label={`${text("new.use")}: ${sample.title}`} onClick={() => home.take(sample)}>
        {text("new.use")}
      </button>
      {ctrl.now.lobby?.alone && (
        <button type="button" class="button quiet" disabled={home.now.isBusy} aria-label={`${text("alone.go")}: ${sample.title}`} onClick={() => void home.alone(sample)}>
          <Icon name="play" /> {text("alone.go")}
        </button>
      )}
    </li>
  );
}

/** Who fights whom; those that a player has stand out. */
function Sides({ encounter, gm }: { encounter: Encounter; gm?: string }) {
  return (
    <dl class="sides">
      {sides(encounter).map(({ side, members }, index) => {
        const [first] = members;
        const isShared = members.length > 1 && members.every(({ seat }) => seat === first?.seat);
        return (
        <div key={side}>
          <dt class={`side-${index % 6}`}>{side}</dt>
          <dd>
            {members.map(({ name, seat }, at) => (
              <span key={at}>
                {name}
                {gm !== undefined && seat !== name && (!isShared || at === members.length - 1) && <small>{seat || gm}</small>}
              </span>
            ))}
          </dd>
        </div>
        );
      })}
    </dl>
  );
}

function Lay({ ctrl, home, draft }: HomeProps & { draft: Encounter }) {
  const text = say(ctrl.now);
  const setup = setupOf(home.now.setups, draft);
  const { isBusy, error, problem, setups } = home.now;
  return (
    <form
      class="lay"
      onSubmit={(event) => {
        event.preventDefault();
        void home.create();
      }}
    >
      <div class="page-title">
        <p class="system-mark">{setup && titleOf(setup, ctrl.now.language)}</p>
        <h1>{draft.title}</h1>
        <button type="button" class="link-button" onClick={() => home.take(undefined)}>
          {text("set.other")}
        </button>
      </div>
      <div class="sheet-card">
        <label class="title-field">
          <span>{text("set.title")}</span>
          <input type="text" maxLength={64} required value={draft.title ?? ""} onInput={({ currentTarget }) => home.title(currentTarget.value)} />
        </label>
        <h2>{text("set.who")}</h2>
        <Sides encounter={draft} gm={text("set.gm")} />
      </div>
      {setup && <OptionsForm ctrl={ctrl} home={home} draft={draft} part="table" options={setup.table} title={text("set.table")} isOpen />}
      {setup && (
        <OptionsForm
          ctrl={ctrl}
          home={home}
          draft={draft}
          part="options"
          options={setup.options}
          title={text("set.rules", { system: titleOf(setup, ctrl.now.language) })}
        />
      )}
      <footer class="lay-foot">
        {error && <p class="problem" role="alert">{refusedText(ctrl.now.language, error)}</p>}
        {problem && (
          <p class="problem" role="alert">
            <code>{problem.path}</code> {wrongText(ctrl.now, setups, problem)}
          </p>
        )}
        <button type="submit" class="button primary big" disabled={isBusy}>
          <Icon name="check" /> {text(isBusy ? "set.creating" : "set.create")}
        </button>
      </footer>
    </form>
  );
}
