/** All encounters of this server with their links: shown only where everybody may have them. */
import type { LobbyBody } from "../../table/state.ts";
import { say } from "../../words/home_words.ts";
import { Seats } from "../links/seats.tsx";
import { CopyButton } from "../parts/copy.tsx";
import type { HomeProps } from "../props.ts";

export function Encounters({ ctrl, home }: HomeProps) {
  const text = say(ctrl.now);
  const { encounters = [], systems = [], locked, more } = ctrl.now.lobby ?? {};
  if (locked) return <Locked ctrl={ctrl} />;
  if (encounters.length === 0) return null;
  const titleOf = (name: string) => {
    const titles = systems.find((system) => system.name === name)?.titles;
    return titles?.[ctrl.now.language] ?? titles?.["en"] ?? name;
  };
  return (
    <section aria-labelledby="here">
      <h2 id="here" class="section-title">
        {text("here.title")} <small>{text("here.lead")}</small>
      </h2>
      {encounters.map((encounter, index) => (
        <Encounter ctrl={ctrl} encounter={encounter} system={titleOf(encounter.system)} isOpen={index === 0} key={encounter.id} />
      ))}
      {more && (
        <button type="button" class="button quiet" disabled={home.now.isBusy} onClick={() => void home.more(more)}>
          {text("here.more")}
        </button>
      )}
    </section>
  );
}

/** Whoever runs the server has the link that lists them. */
function Locked({ ctrl }: Pick<HomeProps, "ctrl">) {
  const text = say(ctrl.now);
  return (
    <section aria-labelledby="here">
      <h2 id="here" class="section-title">
        {text("here.title")}
      </h2>
      <p class="hint">{text("here.locked")}</p>
    </section>
  );
}

interface EncounterProps extends Pick<HomeProps, "ctrl"> {
  encounter: LobbyBody["encounters"][number];
  system: string;
  isOpen: boolean;
}

function Encounter({ ctrl, encounter, system, isOpen }: EncounterProps) {
  const text = say(ctrl.now);
  const seats = Object.entries(encounter.links ?? {}).map(([id, link]) => ({ id, ...link }));
  return (
    <details class="encounter" open={isOpen}>
      <summary>
        <h3>{encounter.title}</h3>
        <small>{system}</small>
        {encounter.at !== undefined && <small>{new Date(encounter.at).toLocaleString(ctrl.now.language, { dateStyle: "medium", timeStyle: "short" })}</small>}
      </summary>
      <Seats ctrl={ctrl} seats={seats} />
      {encounter.code && (
        <p class="encounter-code">
          {text("links.code")} <b class="code-text">{encounter.code}</b>
          <CopyButton text={encounter.code} name={text("links.copyCode")} done={text("links.copied")} />
        </p>
      )}
    </details>
  );
}
