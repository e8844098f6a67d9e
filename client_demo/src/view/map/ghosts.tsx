/** What a ruling would do, on the map: where each would stand, and beside whom which values would change. */
import { valueText } from "../../past/changes.ts";
import { initials, placeOf, sideIndex, type Speech, speech } from "../../table/scene.ts";
import type { Point } from "../../table/ground.ts";
import type { Change } from "../../wire/types.ts";
import { shapeOf } from "../parts/marks.tsx";
import type { FloatsProps } from "./floats.tsx";
import { radiusOf } from "./piece.tsx";
import "../../style/ghosts.css";

/** More values than these stand in the panel only. */
const MOST = 4;
const LINE_PX = 15;
/** Under the name. */
const BELOW_PX = 38;

export function Ghosts({ ctrl, scene, scale, shifts }: FloatsProps) {
  const state = ctrl.state.value;
  const { preview, isStale } = state.ruling ?? {};
  if (!preview || isStale || preview.needs.length > 0) return null;
  const words = speech(state, scene.view);
  const whom = new Set(preview.changes.flatMap(({ who }) => who ?? []));
  return (
    <g class="ghosts" aria-hidden="true">
      {[...whom].map((who) => {
        const changes = preview.changes.filter((change) => change.who === who);
        const stands = placeOf(scene.view.combatants?.[who]);
        const goes = changes.find(({ kind }) => kind === "place")?.after;
        const at = isPoint(goes) ? goes : stands;
        if (!at) return null;
        const [dx, dy] = at === stands ? (shifts.get(who) ?? [0, 0]) : [0, 0];
        const radius = radiusOf(scale);
        return (
          <g key={who}>
            {at !== stands && stands && <path class="ghost-way" d={`M${metres(stands)}L${metres(at)}`} />}
            <g transform={`translate(${metres(at)}) translate(${dx / scale} ${dy / scale}) scale(${1 / scale})`}>
              {at !== stands && (
                <g class={`ghost side-${sideIndex(scene.view, scene.view.combatants?.[who])}`}>
                  <path transform={`scale(${radius})`} d={shapeOf(sideIndex(scene.view, scene.view.combatants?.[who]))} />
                  <text text-anchor="middle" dy=".35em" font-size={radius * 0.86}>
                    {initials(words.name(who))}
                  </text>
                </g>
              )}
              {valuesOf(changes, words).map((value, line) => (
                <text class="ghost-value" text-anchor="middle" y={radius + BELOW_PX + line * LINE_PX} key={value}>
                  {value}
                </text>
              ))}
            </g>
          </g>
        );
      })}
    </g>
  );
}

function valuesOf(changes: Change[], words: Speech): string[] {
  return changes.flatMap((change) => valueText(change, words) ?? []).slice(0, MOST);
}

function isPoint(value: unknown): value is Point {
  return Array.isArray(value) && value.length === 2;
}

/** North is up. */
function metres([x, y]: Point): string {
  return `${x / 100} ${-y / 100}`;
}
