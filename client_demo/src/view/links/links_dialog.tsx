/** GM: everybody's way to a running table: the door with its code, and each seat with its link, or with who has it. */
import { useEffect, useState } from "preact/hooks";
import { markOf, newKey, tokenOf } from "../../seat/claim.ts";
import { keepLinks, knownLinks } from "../../seat/recent.ts";
import { speech } from "../../table/scene.ts";
import type { SeatView, View } from "../../wire/types.ts";
import { say } from "../../words/home_words.ts";
import { Dialog } from "../parts/dialog.tsx";
import type { Props } from "../props.ts";
import { Claims } from "./claims.tsx";
import { CodeLine, isLocal, Seats } from "./seats.tsx";

export interface LinksProps extends Props {
  view: View;
  onClose(): void;
}

interface Told {
  links: Record<string, string>;
  seats?: Record<string, { mark: string }>;
  code?: string;
}

export function LinksDialog({ ctrl, view, onClose }: LinksProps) {
  const state = ctrl.state.value;
  const text = say(state);
  const { t } = speech(state, view);
  const [told, tell] = useState<Told>();
  useEffect(() => {
    ctrl.request({ type: "links" }).then(
      (answer) => tell(answer as Told),
      () => tell({ links: {} }),
    );
  }, [view.door, view.seats]);
  const known = linksOf(view.encounter, told);
  const free = (seat: string) => {
    const { secret, key_h } = newKey();
    keepLinks(view.encounter, { ...knownLinks(view.encounter), [seat]: tokenOf(view.encounter, secret) });
    ctrl.submit({ type: "free_seat", seat, key_h });
  };
  const seats = Object.entries({ ...view.seats }).map(([id, seat]) => {
    const { name = "", role = "player", taken = "" } = seat;
    const isOthers = taken === "code";
    const shown = { id, name, role, token: isOthers ? "" : (known[id] ?? ""), note: noteOf(text, seat) };
    return view.stage !== "closed" && taken ? { ...shown, free: () => free(id) } : shown;
  });
  const missing = seats.filter(({ id, token }) => token === "" && view.seats?.[id]?.taken !== "code").map(({ name, id, role }) => (role === "player" ? name || id : text(`role.${role}` as "role.gm")));
  return (
    <Dialog title={text(view.stage === "closed" ? "links.each" : "links.all")} close={t("app.close")} onClose={onClose}>
      {isLocal() && <p class="hint">{text("links.local")}</p>}
      {view.stage !== "closed" && <Door ctrl={ctrl} view={view} code={told?.code} />}
      <Claims ctrl={ctrl} view={view} />
      <Seats ctrl={ctrl} seats={seats} />
      {told && missing.length > 0 && <p class="hint">{text("links.unknown", { names: missing.join(", ") })}</p>}
    </Dialog>
  );
}

/** What the server knows, and of what this browser has kept all that still opens its seat. */
function linksOf(encounter: string, told: Told | undefined): Record<string, string> {
  const marks = told?.seats ?? {};
  const kept = Object.entries(knownLinks(encounter)).filter(([seat, token]) => marks[seat]?.mark === markOf(token));
  return { ...Object.fromEntries(kept), ...told?.links };
}

function noteOf(text: ReturnType<typeof say>, { role, taken, player }: SeatView): string {
  if (role !== "player") return text(`role.${role}` as "role.gm");
  if (taken === "code") return player ? text("seat.byCodeOf", { player }) : text("seat.byCode");
  return text(taken === "link" ? "seat.byLink" : "seat.free");
}

function Door({ ctrl, view, code }: Props & { view: View; code: string | undefined }) {
  const text = say(ctrl.state.value);
  const open = () => ctrl.submit({ type: "open_door" });
  if (!view.door)
    return (
      <p class="code-line">
        <span>{text("door.closed")}</span>
        <button type="button" class="button quiet" onClick={open}>
          {text("door.open")}
        </button>
      </p>
    );
  return (
    <CodeLine ctrl={ctrl} code={code}>
      <button type="button" class="button quiet" onClick={() => ctrl.submit({ type: "close_door" })}>
        {text("door.close")}
      </button>
    </CodeLine>
  );
}
