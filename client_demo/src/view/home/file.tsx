/** A file that somebody was given: what the verifier says of it, and playing on from it where that is allowed. */
import { useState } from "preact/hooks";
import type { Verdict } from "../../verify/verify.ts";
import { say } from "../../words/home_words.ts";
import { refusedText } from "../../words/refused.ts";
import { Judgement } from "../parts/judgement.tsx";
import { Icon } from "../parts/marks.tsx";
import type { HomeProps } from "../props.ts";

export function CheckFile({ ctrl, home }: HomeProps) {
  const text = say(ctrl.now);
  const [file, setFile] = useState<{ name: string; data: Uint8Array<ArrayBuffer> }>();
  const [verdict, setVerdict] = useState<Verdict>();
  const [isOver, setOver] = useState(false);
  const take = async (given: File | undefined) => {
    if (given === undefined) return;
    setVerdict(undefined);
    home.set({ error: undefined });
    setFile({ name: given.name, data: new Uint8Array(await given.arrayBuffer()) });
  };
  const isHere = home.now.error?.code === "import_exists";
  const isPlayable = verdict?.intact === true && verdict.audience === "gm" && ctrl.now.lobby?.open;
  return (
    <>
      <div class="page-title">
        <h1>{text("file.title")}</h1>
        <p class="hint">{text("file.lead")}</p>
      </div>
      <section
        class={`drop${isOver ? " over" : ""}`}
        aria-label={text("file.title")}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void take(event.dataTransfer?.files[0]);
        }}
      >
        <div class="drop-head">
          <p>{file?.name ?? text("file.drop")}</p>
          <label class="button">
            {text("new.pick")}
            <input type="file" class="sr-only" accept=".fray" onChange={({ currentTarget }) => void take(currentTarget.files?.[0])} />
          </label>
        </div>
        {verdict?.intact && (
          <p class="file-what">
            <b>{verdict.title}</b> <span class="hint">{text(verdict.audience === "gm" ? "file.whole" : "file.part")}</span>
          </p>
        )}
        {file && <h2 class="sr-only">{file.name}</h2>}
        {file && <Judgement ctrl={ctrl} data={file.data} tell={setVerdict} key={file.name} />}
        {isPlayable && file && (
          <p class="file-do">
            <button type="button" class="button primary" disabled={home.now.isBusy} onClick={() => void home.bring(file.data, isHere)}>
              <Icon name="branch" /> {text(home.now.isBusy ? "file.bringing" : isHere ? "file.bringNew" : "file.bring")}
            </button>
            <span class="hint">{text("file.bringLead")}</span>
          </p>
        )}
        {home.now.error && <p class="problem" role="alert">{refusedText(ctrl.now.language, home.now.error)}</p>}
      </section>
    </>
  );
}
