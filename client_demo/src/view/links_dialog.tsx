/** GM: everybody's way to a running table, as far as this browser knows it: from laying it, or from holding a seat. */
import { knownLinks } from "../recent.ts";
import { speech } from "../scene.ts";
import type { View } from "../wire/types.ts";
import type { Props } from "./app.tsx";
import { Dialog } from "./dialog.tsx";
import { isLocal } from "./home/links.tsx";
import { Seats } from "./home/seats.tsx";
import { say } from "./home/words.ts";

export interface LinksProps extends Props {
  view: View;
  onClose(): void;
}

export function LinksDialog({ ctrl, view, onClose }: LinksProps) {
  const state = ctrl.state.value;
  const text = say(state);
  const { t } = speech(state, view);
  const known = knownLinks(view.encounter);
  const seats = Object.entries({ ...view.seats }).map(([id, { name = "", role = "player" }]) => ({ id, name, role, token: known[id] ?? "" }));
  const missing = seats.filter(({ token }) => token === "").map(({ name, id }) => name || id);
  return (
    <Dialog title={text("links.each")} close={t("app.close")} onClose={onClose}>
      {isLocal() && <p class="hint">{text("links.local")}</p>}
      <Seats ctrl={ctrl} seats={seats.filter(({ token }) => token !== "")} />
      {missing.length > 0 && (
        <p class="hint">
          {text("links.unknown", { names: missing.join(", ") })} <a class="link-button" href="/" target="_blank" rel="noopener">{t("app.lobby")}</a>
        </p>
      )}
    </Dialog>
  );
}
