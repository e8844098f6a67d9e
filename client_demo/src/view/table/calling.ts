/** Does the game wait for whoever sits here, and else for whom? Judged by what this seat sees and nothing else. */
import { isOpen } from "../../table/options.ts";
import type { Scene } from "../../table/scene.ts";
import type { State } from "../../table/state.ts";
import { isBetween, mine, waitingFor } from "../../table/update.ts";

/** It is for these of mine to act or to answer. `key` is another one for each turn and each question. */
export interface Call {
  kind: "turn" | "asked";
  key: string;
  who: string[];
}

export function callOf(me: State["me"], { view, options, isLive }: Scene): Call | undefined {
  if (!isLive || me === undefined || me.role === "spectator") return undefined;
  const own = [...mine({ view, me }), ...(me.role === "gm" ? ["gm"] : [])];
  const waiting = waitingFor(view);
  const { decision } = view;
  const canAnswer = (who: string) => who === view.dice_for || options.some((option) => option.answers && (option.who ?? "gm") === who);
  const asked = waiting.filter((who) => own.includes(who) && !decision?.asks?.[who]?.passes && canAnswer(who));
  if (decision && asked.length > 0) return { kind: "asked", key: decision.id, who: asked };
  if (waiting.length > 0 || view.stage !== "running") return undefined;
  const canAct = (who: string) => options.some((option) => option.who === who && isOpen(option) && option.group !== "free");
  const onTurn = (view.turn ?? []).filter((who) => own.includes(who) && canAct(who));
  return onTurn.length > 0 ? { kind: "turn", key: `${view.round} ${onTurn.join(" ")}`, who: onTurn } : undefined;
}

/** What is waited for: these, who are seen to be asked, or what goes on at the table that nobody is seen to be asked about. */
export interface Wait {
  key: string;
  who: string[];
}

export function waitOf({ view, options }: Pick<Scene, "view" | "options">): Wait | undefined {
  const who = waitingFor(view).filter((each) => view.combatants?.[each] || view.seats?.[each]);
  if (who.length > 0) return { key: view.decision?.id ?? "", who };
  const { id, action } = view.act ?? {};
  if (view.act && Object.keys(view.act).length > 0) return { key: `act ${id ?? action}`, who };
  const canAct = options.some((option) => option.who && isOpen(option) && !["free", "gm"].includes(option.group ?? ""));
  return isBetween(view) && !canAct ? { key: `round ${view.round}`, who } : undefined;
}
