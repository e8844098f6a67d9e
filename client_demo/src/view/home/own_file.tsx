/** An own encounter: dropped, chosen or pasted, and judged while it is written. */
import { useRef, useState } from "preact/hooks";
import type { Problem } from "../../home/draft.ts";
import { say } from "../../words/home_words.ts";
import { Icon } from "../parts/marks.tsx";
import type { HomeProps } from "../props.ts";
import { wrongText } from "./wrong.ts";

/** What the server takes in one frame, with room for the rest of the message. */
const MOST_BYTES = 60 * 1024;

export function OwnFile({ ctrl, home }: HomeProps) {
  const text = say(ctrl.now);
  const { reading, fileName } = home.now;
  const [isOver, setOver] = useState(false);
  const [tooBig, setTooBig] = useState(0);
  const area = useRef<HTMLTextAreaElement>(null);
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    setTooBig(file.size > MOST_BYTES ? file.size : 0);
    if (file.size <= MOST_BYTES) home.read(await file.text(), file.name);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer?.files[0]);
  };
  return (
    <section aria-labelledby="own">
      <h2 id="own" class="section-title">
        {text("new.own")} <small>{text("new.ownLead")}</small>
      </h2>
      <div
        class={`drop${isOver ? " over" : ""}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <div class="drop-head">
          <p>{fileName || text("new.drop")}</p>
          <label class="button">
            {text("new.pick")}
            <input type="file" class="sr-only" accept=".toml,.json,text/plain" onChange={({ currentTarget }) => void take(currentTarget.files?.[0])} />
          </label>
        </div>
        {tooBig > 0 && (
          <p class="problem" role="alert">
            {text("new.tooBig", { kb: Math.ceil(tooBig / 1024), most: MOST_BYTES / 1024 })}
          </p>
        )}
        <textarea
          ref={area}
          class="source"
          spellcheck={false}
          autocomplete="off"
          wrap="off"
          aria-label={text("new.text")}
          aria-invalid={reading.kind === "bad"}
          aria-describedby="verdict"
          value={home.now.text}
          placeholder={'title = "Toll at the Bridge"\nsystem = "tirakan"\n…'}
          onInput={({ currentTarget }) => home.read(currentTarget.value)}
        />
        <Verdict ctrl={ctrl} home={home} show={(line) => select(area.current, line)} />
      </div>
    </section>
  );
}

function Verdict({ ctrl, home, show }: HomeProps & { show(line: number): void }) {
  const text = say(ctrl.now);
  const { reading } = home.now;
  return (
    <div id="verdict" class={`verdict ${reading.kind}`} role="status">
      {reading.kind === "reading" && <p class="hint">{text("new.reading")}</p>}
      {reading.kind === "fine" && (
        <>
          <p class="fine">
            <Icon name="check" /> {text("new.fine")}
          </p>
          <button type="button" class="button primary" onClick={() => void home.useText()}>
            {text("new.go2")}
          </button>
        </>
      )}
      {reading.kind === "bad" && (
        <div class="wrong">
          <p class="problem">
            <Icon name="why" /> <b>{text("new.bad")}</b>
          </p>
          {[reading.problem, ...(reading.problem.also ?? [])].map((problem, at) => (
            <Wrong ctrl={ctrl} home={home} problem={problem} show={show} key={at} />
          ))}
        </div>
      )}
      {reading.kind === "empty" && <StartFrom ctrl={ctrl} home={home} />}
    </div>
  );
}

function Wrong({ ctrl, home, problem, show }: HomeProps & { problem: Problem; show(line: number): void }) {
  const text = say(ctrl.now);
  const { path, line } = problem;
  return (
    <>
      <p>
        {path && <code>{path}</code>} {wrongText(ctrl.now, home.now.setups, problem)}
      </p>
      {line > 0 && (
        <p class="wrong-line">
          <span>{text("new.line", { line })}</span>
          <code>{home.now.text.split("\n")[line - 1]?.trim()}</code>
          <button type="button" class="link-button" onClick={() => show(line)}>
            {text("new.show")}
          </button>
        </p>
      )}
    </>
  );
}

/** Somebody with an empty page needs something to begin with. */
function StartFrom({ ctrl, home }: HomeProps) {
  const text = say(ctrl.now);
  const begin = async (sample: object) => {
    const { stringify } = await import("smol-toml");
    home.read(stringify(sample), "");
  };
  return (
    <p class="start-from">
      <span class="hint">{text("new.start")}:</span>
      {home.now.setups.map(
        ({ system, titles, sample }) =>
          sample && (
            <button type="button" class="button quiet" onClick={() => void begin(sample)} key={system}>
              {titles[ctrl.now.language] ?? titles["en"] ?? system}
            </button>
          ),
      )}
    </p>
  );
}

/** Marks a line (from 1) of the text and brings it into sight. */
function select(area: HTMLTextAreaElement | null, line: number) {
  if (!area) return;
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  area.scrollTop = Math.max(0, (line - 4) * (area.scrollHeight / lines.length));
}
