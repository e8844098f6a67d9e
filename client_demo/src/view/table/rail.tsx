/** The order of turns: who is on turn, who is asked, how everybody stands. The chosen one unfolds to its sheet. */
import { useEffect, useRef } from "preact/hooks";
import type { Ctrl } from "../../ctrl.ts";
import { onMap } from "../../table/options.ts";
import { ranks, type Scene, speech } from "../../table/scene.ts";
import type { State } from "../../table/state.ts";
import { tapped } from "../../table/update.ts";
import type { View } from "../../wire/types.ts";
import { Conditions, Plan, Tracks } from "../parts/combatant.tsx";
import { lazy } from "../parts/lazy.tsx";
import { Badge, Icon } from "../parts/marks.tsx";
import type { SceneProps } from "../props.ts";

const Sheet = lazy<SceneProps & { who: string }>(async () => (await import("./sheet.tsx")).Sheet);

const MARGIN_PX = 12;

export function Rail({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const { view } = scene;
  const { t } = speech(state, view);
  const { order, others } = ranks(view);
  const list = useRef<HTMLOListElement>(null);
  const turn = (view.turn ?? []).join();
  useEffect(() => showTurn(list.current), [turn]);
  return (
    <>
      <h2 class="part-title">{t("table.order")}</h2>
      {order.length + others.length === 0 && <p class="empty">{t("table.nobody")}</p>}
      <ol class="rail" ref={list}>
        {order.map((who) => (
          <Row ctrl={ctrl} scene={scene} who={who} key={who} />
        ))}
      </ol>
      {order.length > 0 && others.length > 0 && <h3 class="part-subtitle">{t("table.others")}</h3>}
      <ul class="rail">
        {others.map((who) => (
          <Row ctrl={ctrl} scene={scene} who={who} key={who} />
        ))}
      </ul>
    </>
  );
}

/** Whoever is on turn stands in sight: only the order itself is scrolled, and only as far as needed. */
function showTurn(list: HTMLElement | null) {
  const row = list?.querySelector(".on-turn")?.getBoundingClientRect();
  const frame = list?.closest("aside");
  if (!row || !frame) return;
  const { top, bottom } = frame.getBoundingClientRect();
  if (row.bottom > bottom) frame.scrollTop += row.bottom - bottom + MARGIN_PX;
  else if (row.top < top) frame.scrollTop -= top - row.top + MARGIN_PX;
}

function Row({ ctrl, scene, who }: SceneProps & { who: string }) {
  const state = ctrl.state.value;
  const { view } = scene;
  const combatant = view.combatants?.[who];
  if (combatant === undefined) return null;
  const isOnTurn = view.turn?.includes(who) ?? false;
  const isChosen = state.selected === who;
  const isUnfolded = state.unfolded === who;
  const look = ["row", isOnTurn && "on-turn", isChosen && "chosen", combatant.out && "out"].filter(Boolean).join(" ");
  return (
    <li class={look}>
      <button
        type="button"
        class="row-head"
        aria-expanded={isUnfolded}
        aria-current={isOnTurn ? "true" : undefined}
        onClick={() => touch(ctrl, scene, who, isUnfolded)}
      >
        <Badge view={view} who={who} />
        <span class="row-text">
          <span class="row-name">
            <b title={combatant.name}>{combatant.name}</b>
            <Signs state={state} view={view} who={who} />
          </span>
          <Tracks state={state} view={view} who={who} />
          <Conditions state={state} view={view} who={who} />
        </span>
      </button>
      <Plan state={state} view={view} who={who} />
      {isUnfolded && <Sheet ctrl={ctrl} scene={scene} who={who} />}
    </li>
  );
}

/** While somebody is being chosen a name chooses; while any form is open it only unfolds the sheet. */
function touch(ctrl: Ctrl, { isLive }: Scene, who: string, isUnfolded: boolean) {
  const { form } = ctrl.now;
  const param = isLive && form ? onMap(form.option, form.values) : undefined;
  if (param?.combatant && param.choices?.some(({ value, reason }) => value === who && !reason)) {
    return ctrl.pickOnMap(param.name, who);
  }
  ctrl.set({ ...(!form && (isLive ? tapped(ctrl.now, who) : { selected: who })), unfolded: isUnfolded ? undefined : who });
}

/** What is so now, each with its word: on turn, asked, answered, hidden, out. */
function Signs({ state, view, who }: { state: State; view: View; who: string }) {
  const { t } = speech(state, view);
  const combatant = view.combatants?.[who];
  const ask = view.decision?.asks?.[who];
  const isMine = state.me?.role === "player" && combatant?.seat === state.me.seat;
  return (
    <span class="signs">
      {isMine && <em class="sign mine">{t("table.mine")}</em>}
      {combatant?.facts?.["group"] && <em class="sign">{combatant.facts["group"]}</em>}
      {view.turn?.includes(who) && <em class="sign now">{t("table.onTurn")}</em>}
      {ask && !ask.answered && <em class="sign asked">{t("table.asked")}</em>}
      {ask?.answered && (
        <em class="sign answered" title={t("table.answered")} aria-label={t("table.answered")}>
          <Icon name="check" />
        </em>
      )}
      {combatant?.hidden && <em class="sign">{t("table.hidden")}</em>}
      {combatant?.out && <em class="sign">{t("table.out")}</em>}
      {isAway(state, combatant?.seat) && <em class="sign away">{t("gm.away")}</em>}
    </span>
  );
}

/** The seat that plays it has no window open. */
function isAway({ sessions, view }: State, seat: string | undefined): boolean {
  return seat !== undefined && view?.seats?.[seat]?.role === "player" && Object.keys(sessions).length > 0 && !sessions[`seat:${seat}`];
}
