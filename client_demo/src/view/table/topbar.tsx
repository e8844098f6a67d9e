/** Where the game stands, who is connected, and the switches of the whole page. */
import { leave } from "../../seat/leave.ts";
import { speech } from "../../table/scene.ts";
import { ownSessions } from "../../table/state.ts";
import { text } from "../../words/book.ts";
import { labelOf } from "../../words/catalog.ts";
import { troubleOf } from "../../words/refused.ts";
import { Links } from "../links/table_links.tsx";
import { lazy } from "../parts/lazy.tsx";
import { Icon, IconButton } from "../parts/marks.tsx";
import { Settings } from "../parts/settings.tsx";
import type { SceneProps } from "../props.ts";

const Call = lazy<SceneProps>(async () => (await import("./call.tsx")).Call);
const Delay = lazy<SceneProps>(async () => (await import("./delay.tsx")).Delay);
const GmSwitches = lazy<SceneProps>(async () => (await import("../gm/gm.tsx")).GmSwitches);
const Notes = lazy<SceneProps>(async () => (await import("./notes.tsx")).Notes);
const Requests = lazy<SceneProps>(async () => (await import("./requests.tsx")).Requests);

export function TopBar({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const { view } = scene;
  const { t, name } = speech(state, view);
  const turn = (view.turn ?? []).map(name);
  const isFight = view.stage === "running";
  return (
    <header class="top">
      <div class="where">
        <h1 title={view.title}>{view.title}</h1>
        <p>
          {isFight && view.round ? <b>{t("table.round", { round: view.round })}</b> : null}
          {(!isFight || (turn.length === 0 && view.phase !== "turn")) && (
            <span>{isFight ? labelOf("phase", state.catalog, state.language, view.phase) : t(`stage.${view.stage}` as "stage.setup")}</span>
          )}
          {turn.length > 0 && <span class="turn-names">{t("table.turn", { names: turn.join(", ") })}</span>}
          {(isFight || view.decision) && <Call ctrl={ctrl} scene={scene} />}
        </p>
      </div>
      <Connection ctrl={ctrl} scene={scene} />
      <nav class="tools" aria-label={t("app.tools")}>
        {state.me?.role === "gm" && <GmSwitches ctrl={ctrl} scene={scene} />}
        <IconButton
          icon="history"
          name={t(state.replay ? "replay.close" : "replay.open")}
          isOn={state.replay !== undefined}
          onClick={() => (state.replay ? ctrl.replays.close() : void ctrl.replays.open())}
        />
        {state.me?.role === "gm" && <span class="wide"><Links ctrl={ctrl} scene={scene} /></span>}
        <Settings ctrl={ctrl} />
        <IconButton icon="door" name={t("app.lobby")} onClick={leave} />
      </nav>
    </header>
  );
}

function Connection({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const { t } = speech(state);
  const { seats = {}, stage, delay_s = 0, delay_turns = 0 } = scene.view;
  const { public: watching = 0, ...sitting } = state.sessions;
  const count = Object.keys(sitting).length + watching;  // people, not their windows
  const named = Object.entries(state.sessions).map(([audience, many]) => {
    const seat = seats[audience.replace("seat:", "")]?.name;
    const who = audience === "public" ? t("gm.public") : audience === "gm" ? t("role.gm") : (seat ?? audience);
    return many > 1 ? `${who} ×${many}` : who;
  });
  const isOpen = state.link.kind === "open";
  return (
    <>
    {scene.isLive && stage !== "closed" && delay_s + delay_turns > 0 && <Delay ctrl={ctrl} scene={scene} />}
    {watching > 0 && (
      <p class="watchers" title={t("table.watchers", { count: watching })}>
        <Icon name="eye" /> <span aria-hidden="true">{watching}</span>
        <span class="sr-only">{t("table.watchers", { count: watching })}</span>
      </p>
    )}
    <p class={`connection ${state.link.kind}`} role="status" title={isOpen ? named.join(", ") : ""}>
      <i aria-hidden="true" />
      <span class={isOpen ? "wide" : ""}>{isOpen && count > 0 ? t("table.presence", { count }) : t(`link.${state.link.kind}`)}</span>
      {isOpen && count > 0 && <span class="narrow">{count}</span>}
      {state.link.kind === "waiting" && (
        <button type="button" class="link-button" onClick={() => ctrl.wake()}>
          {t("link.again")}
        </button>
      )}
    </p>
    </>
  );
}

/** What is out of the ordinary. Of a lost connection it is said without asking the server for the words. */
export function Banner({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const { requests, claims, paused } = scene.view;
  const trouble = state.isForked ? text(state.language, "link.forked") : troubleOf(state);
  return (
    <div class="banners">
      {trouble && (
        <p class="banner bad" role="status">
          <Icon name="why" />
          <span>{trouble}</span>
        </p>
      )}
      {(state.isShared || state.eyes || paused || (state.me?.role === "player" && ownSessions(state) > 1)) && <Notes ctrl={ctrl} scene={scene} />}
      {(requests || claims) && <Requests ctrl={ctrl} scene={scene} />}
    </div>
  );
}
