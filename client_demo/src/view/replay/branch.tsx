/** Play on from here: a new encounter out of the moment that is shown. */
import { useState } from "preact/hooks";
import type { Rejected } from "../../wire/types.ts";
import { refusedText } from "../../words/refused.ts";
import { say } from "../../words/watch_words.ts";
import { CodeLine, type SeatShown, Seats } from "../links/seats.tsx";
import { Dialog } from "../parts/dialog.tsx";
import type { ReplayProps } from "../props.ts";

interface Branched {
  title: string;
  links: Record<string, string>;
  /** Of its door, if one is open. */
  code?: string;
}

const TITLE_CHARS = 64;

export interface BranchProps extends ReplayProps {
  onClose(): void;
}

export function BranchDialog({ ctrl, scene, replay, onClose }: BranchProps) {
  const text = say(ctrl.now);
  const [title, setTitle] = useState(numbered(scene.view.title));
  const [made, setMade] = useState<Branched>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const frame = replay.past.frames[replay.place - 1];
  const make = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem("");
    try {
      const at: [number, number] = [frame?.n ?? 0, frame?.step ?? 0];
      setMade((await ctrl.request({ type: "branch", at, title: title.trim() })) as Branched);
    } catch (why) {
      setProblem(refusedText(ctrl.now.language, why as Rejected));
    }
    setBusy(false);
  };
  if (made) {
    return (
      <Dialog title={text("branch.done")} close={text("close")} onClose={onClose}>
        {made.code ? <CodeLine ctrl={ctrl} code={made.code} /> : <p class="hint">{text("branch.noCode")}</p>}
        <p class="hint">{text("branch.links")}</p>
        <Seats ctrl={ctrl} seats={seatsOf(made, ctrl.now.view?.seats ?? {})} />
      </Dialog>
    );
  }
  return (
    <Dialog title={text("branch.title")} close={text("cancel")} onClose={onClose}>
      <form onSubmit={(event) => void make(event)}>
        <p class="hint">{text("branch.lead")}</p>
        <label class="dialog-field">
          {text("branch.name")}
          <input type="text" required maxLength={TITLE_CHARS} value={title} onInput={({ currentTarget }) => setTitle(currentTarget.value)} />
        </label>
        {problem && <p class="problem" role="alert">{problem}</p>}
        <footer>
          <button type="submit" class="button primary" disabled={isBusy || frame === undefined}>
            {text(isBusy ? "branch.making" : "branch.go")}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

/** "Bridge" -> "Bridge (2)" -> "Bridge (3)". */
function numbered(title: string): string {
  const [, name = title, number = "1"] = /^(.*) \((\d{1,3})\)$/.exec(title) ?? [];
  return `${name.slice(0, TITLE_CHARS - 6)} (${Number(number) + 1})`;
}

function seatsOf({ links }: Branched, seats: Record<string, { name: string; role: string }>): SeatShown[] {
  return Object.entries(links).map(([id, token]) => ({
    id,
    token,
    name: seats[id]?.name ?? id,
    role: seats[id]?.role ?? (id === "gm" ? "gm" : id === "spectator" ? "spectator" : "player"),
  }));
}
