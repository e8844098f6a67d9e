/** Where the game stands, who is connected, and the switches of the whole page. */
import { leave } from "../../seat/leave.ts";
import { speech } from "../../table/scene.ts";
import { waitingFor } from "../../table/update.ts";
import { phaseLabel } from "../../words/catalog.ts";
import { troubleOf } from "../../words/refused.ts";
import { Links } from "../links/table_links.tsx";
import { lazy, Nothing } from "../parts/lazy.tsx";
import { Icon, IconButton } from "../parts/marks.tsx";
import { Settings } from "../parts/settings.tsx";
import type { SceneProps } from "../props.ts";

const Delay = lazy<SceneProps>(async () => (await import("./delay.tsx")).Delay, Nothing);
const GmSwitches = lazy<SceneProps>(async () => (await import("../gm/gm.tsx")).GmSwitches, Nothing);
const Requests = lazy<SceneProps>(async () => (await import("./requests.tsx")).Requests, Nothing);

export function TopBar({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const { view } = scene;
  const { t, name } = speech(state, view);
  const turn = (view.turn ?? []).map(name);
  const isFight = view.stage === "running";
  const waiting = waitingFor(view).filter((who) => view.combatants?.[who] || view.seats?.[who]);
  return (
    <header class="top">
      <div class="where">
        <h1 title={view.title}>{view.title}</h1>
        <p>
          {isFight && view.round ? <b>{t("table.round", { round: view.round })}</b> : null}
          {(!isFight || turn.length === 0) && (
            <span>{isFight ? phaseLabel(state.catalog, state.language, view.phase) : t(`stage.${view.stage}` as "stage.setup")}</span>
          )}
          {turn.length > 0 && <span class="turn-names">{t("table.turn", { names: turn.join(", ") })}</span>}
          {waiting.length > 0 && <span role="status">{t("table.waitingFor", { names: few(waiting.map(name)) })}</span>}
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
  const count = Object.values(state.sessions).reduce((sum, each) => sum + each, 0);
  const named = Object.entries(state.sessions).map(([audience, many]) => {
    const seat = seats[audience.replace("seat:", "")]?.name;
    const who = audience === "public" ? t("gm.public") : audience === "gm" ? t("role.gm") : (seat ?? audience);
    return many > 1 ? `${who} ×${many}` : who;
  });
  const isOpen = state.link.kind === "open";
  const watching = state.sessions["public"] ?? 0;
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

/** What is out of the ordinary: somebody else on the own seat, other eyes, a held game, stopped clocks, a closed connection, a forked history. */
export function Banner({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const { view } = scene;
  const { t, name } = speech(state, view);
  const notes = [];
  if (state.isForked) notes.push(<Note kind="bad" text={t("link.forked")} />);
  const trouble = troubleOf(state);
  if (trouble) notes.push(<Note kind="bad" text={trouble} />);
  const own = state.me?.role === "player" ? (state.sessions[state.me.audience] ?? 0) : 0;
  if (own > 1) notes.push(<Note kind="bad" text={t("seat.others", { count: own })} />);
  else if (state.isShared) {
    const isGm = state.me?.role === "gm"; // who often has a second window of his own
    notes.push(
      <Note kind={isGm ? "calm" : "bad"} text={t(isGm ? "seat.another.gm" : "seat.another")}>
        <button type="button" class="link-button" onClick={() => ctrl.set({ isShared: false })}>
          {t("seat.mine")}
        </button>
      </Note>,
    );
  }
  if (state.eyes) {
    const { audience } = state.eyes;
    const who = audience === "public" ? t("gm.public") : name(audience.replace("seat:", ""));
    notes.push(
      <Note kind="eyes" text={t("gm.eyesBanner", { name: who })}>
        <button type="button" class="link-button" onClick={() => ctrl.see(undefined)}>
          {t("app.back")}
        </button>
      </Note>,
    );
  }
  if (view.paused) notes.push(<Note kind="calm" text={t("table.paused")} />);
  return (
    <div class="banners">
      {notes}
      {(view.requests || view.claims) && <Requests ctrl={ctrl} scene={scene} />}
    </div>
  );
}

/** The first names, and how many more there are. */
function few(names: string[], most = 4): string {
  const rest = names.length - most;
  return rest > 0 ? `${names.slice(0, most).join(", ")} + ${rest}` : names.join(", ");
}

function Note({ kind, text, children }: { kind: string; text: string; children?: preact.ComponentChildren }) {
  return (
    <p class={`banner ${kind}`} role="status">
      <Icon name={kind === "eyes" ? "eye" : kind === "bad" ? "why" : "clock"} />
      <span>{text}</span>
      {children}
    </p>
  );
}
