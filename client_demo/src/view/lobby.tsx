/** The encounters of this server and the links of their seats. */
import { useState } from "preact/hooks";
import { label } from "../catalog.ts";
import { speech } from "../scene.ts";
import type { LobbyBody, SeatLink, State } from "../state.ts";
import type { Props } from "./app.tsx";
import { Icon, type IconName } from "./marks.tsx";
import { Settings } from "./settings.tsx";

const SIGN: Record<string, IconName> = { gm: "bolt", player: "person", spectator: "eye" };

export function Lobby({ ctrl }: Props) {
  const state = ctrl.state.value;
  const { t } = speech(state);
  const { encounters, open } = state.lobby as LobbyBody;
  return (
    <main class="lobby">
      <header class="lobby-head">
        <div>
          <h1 class="brand">Fray</h1>
          <p class="tagline">{t("app.tagline")}</p>
        </div>
        <nav class="tools" aria-label={t("app.tools")}>
          <Settings ctrl={ctrl} />
        </nav>
      </header>
      <section aria-labelledby="encounters">
        <h2 id="encounters">{t("lobby.title")}</h2>
        <p class="hint">{t(open ? "lobby.hint" : "lobby.hintClosed")}</p>
        {open && encounters.length === 0 && <p class="empty">{t("lobby.empty")}</p>}
        {encounters.map((encounter) => (
          <Encounter state={state} encounter={encounter} key={encounter.id} />
        ))}
      </section>
    </main>
  );
}

function Encounter({ state, encounter }: { state: State; encounter: LobbyBody["encounters"][number] }) {
  const { t } = speech(state);
  const system = state.lobby?.systems.find(({ name }) => name === encounter.system);
  const title = system?.titles[state.language] ?? system?.titles["en"];
  const links = Object.entries(encounter.links ?? {});
  return (
    <article class="encounter">
      <h3>{encounter.title}</h3>
      <p class="system">{title ?? label(state.catalog, state.language, encounter.system)}</p>
      {links.length === 0 && <p class="hint">{t("lobby.noLinks")}</p>}
      <ul class="seats">
        {links.map(([seat, link]) => (
          <Seat state={state} link={link} key={seat} />
        ))}
      </ul>
    </article>
  );
}

function Seat({ state, link }: { state: State; link: SeatLink }) {
  const { t } = speech(state);
  const [isCopied, setCopied] = useState(false);
  const href = `${location.origin}/#${link.token}`;
  const role = t(`role.${link.role}` as "role.gm");
  const copy = async () => setCopied(await copied(href));
  return (
    <li>
      <span class={`seat-sign ${link.role}`}>
        <Icon name={SIGN[link.role] ?? "person"} />
      </span>
      <span class="seat-name">
        <b>{link.name}</b>
        {role !== link.name && <small>{role}</small>}
      </span>
      <button type="button" class="button quiet" onClick={copy} aria-label={`${t("lobby.copy")}: ${link.name}`}>
        <Icon name={isCopied ? "check" : "copy"} />
        <span class="wide">{t(isCopied ? "lobby.copied" : "lobby.copy")}</span>
      </button>
      <a class="button" href={`/#${link.token}`} target="_blank" rel="noopener" aria-label={`${t("lobby.open")}: ${link.name}`}>
        {t("lobby.open")}
      </a>
    </li>
  );
}

/** The clipboard is there only on https and loopback; elsewhere the old way still works. */
async function copied(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return true;
  }
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}
