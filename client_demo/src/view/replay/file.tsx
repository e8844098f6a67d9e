/** The fight as a file: fetched, checked in this browser, saved. */
import { useEffect, useState } from "preact/hooks";
import { fetchFile, type Fetched } from "../../wire/fetch_file.ts";
import type { Rejected } from "../../wire/types.ts";
import { refusedText } from "../../words/refused.ts";
import { say } from "../../words/watch_words.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Judgement } from "../parts/judgement.tsx";
import { Icon } from "../parts/marks.tsx";
import { saveAs } from "../parts/saving.ts";
import type { Props } from "../props.ts";

export interface FileProps extends Props {
  audience: string;
  onClose(): void;
}

export function FileDialog({ ctrl, audience, onClose }: FileProps) {
  const text = say(ctrl.now);
  const [fetched, setFetched] = useState<Fetched>();
  const [problem, setProblem] = useState("");
  useEffect(() => {
    fetchFile((question) => ctrl.ask(question), audience).then(setFetched, (why: Rejected) => setProblem(refusedText(ctrl.now.language, why)));
  }, []);
  return (
    <Dialog title={text("file.title")} close={text("close")} onClose={onClose}>
      <p class="hint">{text("file.lead")}</p>
      {problem && <p class="problem" role="alert">{text("file.lost", { problem })}</p>}
      {!fetched && !problem && <p role="status">{text("file.fetching")}</p>}
      {fetched && (
        <>
          <Judgement ctrl={ctrl} data={fetched.data} witness={ctrl.now.witness} />
          <footer>
            <small>{text("file.size", { kb: Math.ceil(fetched.data.length / 1024) })}</small>
            <button type="button" class="button primary" onClick={() => save(fetched)}>
              <Icon name="download" /> {text("file.save")}
            </button>
          </footer>
        </>
      )}
    </Dialog>
  );
}

function save({ name, data }: Fetched) {
  saveAs(name, data, "application/octet-stream");
}
