/** GM: everybody's way to a running table. The server is asked; what it does not know this browser may. */
import { useEffect, useState } from "preact/hooks";
import { knownLinks } from "../recent.ts";
import { speech } from "../scene.ts";
import type { View } from "../wire/types.ts";
import type { Props } from "./app.tsx";
import { CopyButton } from "./copy.tsx";
import { Dialog } from "./dialog.tsx";
import { isLocal } from "./home/links.tsx";
import { Seats } from "./home/seats.tsx";
import { say } from "./home/words.ts";

export interface LinksProps extends Props {
  view: View;
  onClose(): void;
}

interface Told {
  links: Record<string, string>;
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
  }, []);
  const known = { ...knownLinks(view.encounter), ...told?.links };
  const seats = Object.entries({ ...view.seats }).map(([id, { name = "", role = "player" }]) => ({ id, name, role, token: known[id] ?? "" }));
  const missing = seats.filter(({ token }) => token === "").map(({ name, id }) => name || id);
  return (
    <Dialog title={text("links.each")} close={t("app.close")} onClose={onClose}>
      {isLocal() && <p class="hint">{text("links.local")}</p>}
      {told?.code && (
        <p class="code-line">
          {text("links.code")} <b>{told.code}</b>
          <CopyButton text={told.code} name={text("links.copyCode")} done={text("links.copied")} />
        </p>
      )}
      <Seats ctrl={ctrl} seats={seats.filter(({ token }) => token !== "")} />
      {told && missing.length > 0 && <p class="hint">{text("links.unknown", { names: missing.join(", ") })}</p>}
    </Dialog>
  );
}
