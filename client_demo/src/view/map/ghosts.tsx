/** What a ruling would do, on the map: where each would stand, and beside whom which values would change. */
import { valueText } from "../../past/changes.ts";
import { initials, placeOf, sideIndex, type Speech, speech } from "../../table/scene.ts";
import type { Point } from "../../table/ground.ts";
import type { Change, View } from "../../wire/types.ts";
import { shapeOf } from "../parts/marks.tsx";
import type { FloatsProps } from "./floats.tsx";
import { radiusOf } from "./piece.tsx";
import { spread } from "./spread.ts";
import { stacked } from "./stacked.ts";
import "../../style/ghosts.css";

/** More values than these stand in the panel only. */
const MOST = 4;
const LINE_PX = 15;
/** Under the name. */
const BELOW_PX = 38;
/** A name stands so far under its piece. */
const NAME_PX = 24;
/** About as wide as one letter of a name or a value. */
const LETTER_PX = 7.2;

/** One who would stand elsewhere, or of whom something would change. In pixels where it is drawn. */
interface Ghost {
  who: string;
  stands: Point | undefined;
  at: Point;
  goes: boolean;
  x: number;
  y: number;
  values: string[];
}

export function Ghosts({ ctrl, scene, scale, shifts }: FloatsProps) {
  const state = ctrl.state.value;
  const { preview, isStale } = state.ruling ?? {};
  if (!preview || isStale || preview.needs.length > 0) return null;
  const words = speech(state, scene.view);
  const radius = radiusOf(scale);
  const ghosts = ghostsOf(preview.changes, scene.view, scale, shifts, words);
  const names = drawnOf(scene.view, scale, shifts).map(({ who, x, y }) => ({ x, y: y - radius, width: widthOf([words.name(who)]), height: 2 * radius + NAME_PX }));
  const said = ghosts.map(({ x, y, values }) => ({ x, y: y + radius + BELOW_PX - LINE_PX, width: widthOf(values), height: values.length * LINE_PX }));
  const downs = stacked(said, names);
  return (
    <g class="ghosts" aria-hidden="true">
      {ghosts.map(({ who, stands, at, goes, x, y, values }, index) => (
        <g key={who}>
          {goes && stands && <path class="ghost-way" d={`M${metres(stands)}L${metres(at)}`} />}
          <g transform={`translate(${x / scale} ${y / scale}) scale(${1 / scale})`}>
            {goes && (
              <g class={`ghost side-${sideIndex(scene.view, scene.view.combatants?.[who])}`}>
                <path transform={`scale(${radius})`} d={shapeOf(sideIndex(scene.view, scene.view.combatants?.[who]))} />
                <text text-anchor="middle" dy=".35em" font-size={radius * 0.86}>
                  {initials(words.name(who))}
                </text>
              </g>
            )}
            {values.map((value, line) => (
              <text class="ghost-value" text-anchor="middle" y={radius + BELOW_PX + (downs[index] ?? 0) + line * LINE_PX} key={value}>
                {value}
              </text>
            ))}
          </g>
        </g>
      ))}
    </g>
  );
}

/** Those who would stand elsewhere are drawn apart, as pieces are. */
function ghostsOf(changes: Change[], view: View, scale: number, shifts: FloatsProps["shifts"], words: Speech): Ghost[] {
  const drawn = drawnOf(view, scale, shifts);
  const found = [...new Set(changes.flatMap(({ who }) => who ?? []))].flatMap((who): Ghost[] => {
    const own = changes.filter((change) => change.who === who);
    const stands = placeOf(view.combatants?.[who]);
    const to = own.find(({ kind }) => kind === "place")?.after;
    const at = isPoint(to) ? to : stands;
    if (!at) return [];
    const piece = drawn.find((each) => each.who === who);
    const { x, y } = at === stands && piece ? piece : pixels(at, scale);
    return [{ who, stands, at, goes: at !== stands, x, y, values: valuesOf(own, words) }];
  });
  const spots = [...drawn, ...found.filter(({ goes }) => goes)];
  const apart = spread(spots.map(({ x, y }) => [x, y]), radiusOf(scale) * 1.7);
  return found.map((ghost) => {
    const [dx, dy] = (ghost.goes && apart[spots.indexOf(ghost)]) || [0, 0];
    return { ...ghost, x: ghost.x + dx, y: ghost.y + dy };
  });
}

/** Where each piece is drawn now. */
function drawnOf(view: View, scale: number, shifts: FloatsProps["shifts"]) {
  return Object.keys(view.combatants ?? {}).flatMap((who) => {
    const place = placeOf(view.combatants?.[who]);
    const [dx, dy] = shifts.get(who) ?? [0, 0];
    const { x, y } = pixels(place ?? [0, 0], scale);
    return place ? [{ who, x: x + dx, y: y + dy }] : [];
  });
}

function widthOf(lines: string[]): number {
  return Math.max(0, ...lines.map(({ length }) => length * LETTER_PX));
}

function pixels([x, y]: Point, scale: number) {
  return { x: (x / 100) * scale, y: (-y / 100) * scale };
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
