/** What has just come of an attack, for a moment over whom it was aimed at. */
import { useEffect, useState } from "preact/hooks";
import { keyOf } from "../../table/frames.ts";
import type { Point } from "../../table/ground.ts";
import { plain } from "../../table/log.ts";
import { cameAt, isNews, SHOWN_MS } from "../../past/newest.ts";
import { everybody, placeOf } from "../../table/scene.ts";
import type { SceneProps } from "../props.ts";
import "../../style/outcome.css";

export interface FloatsProps extends SceneProps {
  scale: number;
  /** Pixels from where somebody stands to where the piece is drawn. */
  shifts: Map<string, Point>;
}

const ABOVE_PX = 34;
/** What has come of several at the same one stands line over line. */
const LINE_PX = 20;

export function Floats({ ctrl, scene, scale, shifts }: FloatsProps) {
  const state = ctrl.state.value;
  const { past, catalog, language, skew_ms } = state;
  const last = past.frames.at(-1);
  const [seen, see] = useState("");
  const news = scene.isLive && last !== undefined && seen !== keyOf(last) && isNews(last, Date.now() + skew_ms) ? last : undefined;
  const words = { view: everybody(state, scene.view), catalog, language };
  const fresh = news ? cameAt(words, past.frames, news) : [];
  useEffect(() => {
    if (fresh.length === 0 || last === undefined) return;
    const timer = setTimeout(() => see(keyOf(last)), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [last, fresh.length]);
  return (
    <g class="floats" aria-hidden="true">
      {fresh.map(({ key, who, target, parts, tone }, at) => {
        const over = target || who;
        const below = fresh.slice(0, at).filter((other) => (other.target || other.who) === over).length;
        const place = placeOf(scene.view.combatants?.[over]);
        if (!place) return null;
        const [dx, dy] = shifts.get(over) ?? [0, 0];
        return (
          <g key={key} transform={`translate(${place[0] / 100 + dx / scale} ${-place[1] / 100 + dy / scale}) scale(${1 / scale})`}>
            <text class={tone} y={-ABOVE_PX - LINE_PX * below} text-anchor="middle">
              {plain(words, parts)}
            </text>
          </g>
        );
      })}
    </g>
  );
}
