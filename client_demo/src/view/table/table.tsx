/** The table: order, map, what can be done, log. Side by side on a wide screen, as tabs on a phone. */
import { useEffect, useRef } from "preact/hooks";
import { lessonOf } from "../../seat/lesson.ts";
import { speech } from "../../table/scene.ts";
import type { Tab } from "../../table/state.ts";
import { waitingFor } from "../../table/update.ts";
import { Log } from "../log/log.tsx";
import { BattleMap } from "../map/map.tsx";
import { lazy } from "../parts/lazy.tsx";
import { Icon, type IconName } from "../parts/marks.tsx";
import { Toasts } from "../parts/toasts.tsx";
import type { RulingProps, SceneProps } from "../props.ts";
import { Dock } from "./dock.tsx";
import { Rail } from "./rail.tsx";
import { Banner, TopBar } from "./topbar.tsx";

const Guide = lazy<SceneProps>(async () => (await import("./guide.tsx")).Guide);
const ReplayBar = lazy<SceneProps>(async () => (await import("../replay/bar.tsx")).ReplayBar);
const Telling = lazy<SceneProps>(async () => (await import("../log/telling.tsx")).Telling);
const RulingPanel = lazy<RulingProps>(async () => (await import("../ruling/ruling.tsx")).RulingPanel);

export function Table({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const { t } = speech(state);
  const seen = useRef(state.n);
  const tap = useRef(firstHit()).current;
  const dock = useTop(`${scene.view.decision?.id} ${state.gmPart}`, state.tab);
  return (
    <main class={`table show-${state.tab} as-${state.me?.role ?? "spectator"}${state.replay ? " replaying" : ""}`}>
      <TopBar ctrl={ctrl} scene={scene} />
      <Banner ctrl={ctrl} scene={scene} />
      <aside class="order-part" aria-label={t("table.order")}>
        <Rail ctrl={ctrl} scene={scene} />
      </aside>
      <div class="middle">
        <BattleMap ctrl={ctrl} scene={scene} />
        {(state.replay || state.n > seen.current) && scene.view.stage !== "setup" && <Telling ctrl={ctrl} scene={scene} />}
        {lessonOf(state.view?.encounter) && <Guide ctrl={ctrl} scene={scene} />}
        {!state.replay && (
          <div class="dock" ref={dock} onClickCapture={tap}>
            <h2 class="sr-only">{t(ME[state.me?.role ?? "spectator"])}</h2>
            <Dock ctrl={ctrl} scene={scene} />
          </div>
        )}
      </div>
      <aside class="log-part" aria-label={t("log.title")}>
        <Log ctrl={ctrl} scene={scene} />
      </aside>
      {state.replay && <ReplayBar ctrl={ctrl} scene={scene} />}
      <Tabs ctrl={ctrl} scene={scene} />
      <Toasts ctrl={ctrl} />
      {state.ruling && <RulingPanel ctrl={ctrl} ruling={state.ruling} />}
    </main>
  );
}

/** A new question or part is shown from its top, wherever the one before was scrolled to: behind another tab a phone can't
 * be scrolled, and then remembers where it stood. */
function useTop(what: string, tab: Tab) {
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef("");
  useEffect(() => {
    if (!box.current?.checkVisibility() || shown.current === what) return;
    box.current.scrollTop = 0;
    shown.current = what;
  }, [what, tab]);
  return box;
}

/** The second tap of a double one means what the first has hit, not what acts and has come under the finger since. */
function firstHit() {
  let hit: Element | null = null;
  return (event: MouseEvent) => {
    const button = (event.target as Element).closest("button");
    if (event.detail > 1 && button !== hit && button?.matches(".option, .button")) event.stopPropagation();
    else hit = button;
  };
}

const ME = { gm: "tab.gm", player: "tab.me", spectator: "tab.now" } as const;

function Tabs({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const { t } = speech(state);
  const isAsked = scene.isLive && waitingFor(scene.view).some((who) => scene.options.some((o) => o.who === who));
  const isActing = state.me?.role !== "spectator" && !state.replay;
  const tabs: [Tab, IconName, string][] = [
    ["me", state.me?.role === "player" ? "person" : "bolt", t(ME[state.me?.role ?? "spectator"])],
    ["map", "map", t("tab.map")],
    ["order", "order", t("tab.order")],
    ["log", "log", t("tab.log")],
  ];
  return (
    <nav class="tabs" aria-label={t("app.parts")}>
      {tabs.filter(([tab]) => tab !== "me" || isActing).map(([tab, icon, name]) => (
        <button
          type="button"
          key={tab}
          aria-current={state.tab === tab ? "page" : undefined}
          class={tab === "me" && isAsked ? "asked" : ""}
          onClick={() => ctrl.show(tab)}
        >
          <Icon name={icon} />
          {name}
        </button>
      ))}
    </nav>
  );
}
