/** What lies under and over the pieces on the map: grid, the way that is being chosen, the act in progress, scale. */
import type { Event } from "../../table/frames.ts";
import { cost_cm, type Point } from "../../table/ground.ts";
import { extended, length_cm } from "../../table/options.ts";
import { placeOf, speech } from "../../table/scene.ts";
import type { State } from "../../table/state.ts";
import type { Param, View } from "../../wire/types.ts";
import { metres } from "../../words/book.ts";
import { icon } from "../../words/catalog.ts";
import { SignAt } from "../parts/sign.tsx";
import { type Camera, grid, gridStep, type Size } from "./camera.ts";

/** What the open form wants from the map. */
export interface Aiming {
  param: Param;
  who: string;
  start: Point;
  path: Point[];
  /** Whoever acts, or whom a point has to be near, stands on the map. */
  isPlaced: boolean;
  cost: string;
}

export function Grid({ camera, size }: { camera: Camera; size: Size }) {
  const step = gridStep(camera);
  return (
    <g class="grid">
      <path class="fine" d={grid(camera, size, step)} />
      <path class="coarse" d={grid(camera, size, step * 5)} />
    </g>
  );
}

/** Ground that matters, as outlines with their names. */
export function Areas({ view, camera, label }: { view: View; camera: Camera; label: (key: string) => string }) {
  return (
    <g class="areas">
      {Object.entries(view.areas ?? {}).map(([key, area]) => {
        const corners = area.corners.map(([x, y]): Point => [x / 100, -y / 100]);
        const [left, top] = [0, 1].map((axis) => Math.min(...corners.map((corner) => corner[axis] as number)));
        const size = 12 / camera.scale;
        return (
          <g key={key}>
            <polygon points={corners.map((corner) => corner.join(",")).join(" ")} />
            <text x={(left as number) + size / 2} y={(top as number) + size * 1.3} font-size={size}>
              {label(area.label ?? "")}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** What reaches so far on the ground, around somebody or around a place. */
export function Circles({ view, camera, label }: { view: View; camera: Camera; label: (key: string) => string }) {
  return (
    <g class="areas circles">
      {Object.entries(view.circles ?? {}).map(([key, circle]) => {
        const at = circle.who ? placeOf(view.combatants?.[circle.who]) : circle.at;
        if (!at) return null;
        const [x, y, r] = [at[0] / 100, -at[1] / 100, circle.radius / 100];
        const size = 12 / camera.scale;
        return (
          <g key={key}>
            <circle cx={x} cy={y} r={r} />
            <text x={x} y={y - r + size * 1.3} font-size={size} text-anchor="middle">
              {label(circle.label ?? "")}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** Small things on the ground, each with its name. */
export function Markers({ state, view, camera, label }: { state: State; view: View; camera: Camera; label: (key: string) => string }) {
  const size = 12 / camera.scale;
  return (
    <g class="markers">
      {Object.entries(view.markers ?? {}).map(([key, marker]) => {
        const [x, y] = [marker.at[0] / 100, -marker.at[1] / 100];
        const sign = icon(state.catalog, marker.label);
        return (
          <g key={key}>
            {sign ? (
              <SignAt name={sign} x={x} y={y} size={size * 1.3} />
            ) : (
              <path d={`M${x} ${y - size * 0.6}l${size * 0.6} ${size * 0.6}l${-size * 0.6} ${size * 0.6}l${-size * 0.6} ${-size * 0.6}z`} />
            )}
            <text class="marker-name" x={x} y={y + size * 1.6} font-size={size} text-anchor="middle">
              {label(marker.label)}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** So many directions make a line that looks round. */
const RAYS = 90;

/** How far it goes: a circle, but for the ground that takes more. */
function Range({ from: [x, y], left, rough }: { from: Point; left: number; rough: Param["rough"] }) {
  if (!rough?.length) return <circle class="range" cx={x / 100} cy={-y / 100} r={left / 100} />;
  const corners = Array.from({ length: RAYS }, (_, ray) => {
    const turn = (2 * Math.PI * ray) / RAYS;
    const [end] = extended([x, y], [], [x + left * Math.cos(turn), y + left * Math.sin(turn)], left, rough);
    return (end ?? [x, y]) as Point;
  });
  return <polygon class="range" points={corners.map((corner) => `${corner[0] / 100},${-corner[1] / 100}`).join(" ")} />;
}

/** The range ring, the path so far and its length. */
export function Aim({ state, aim, camera }: { state: State; aim: Aiming; camera: Camera }) {
  const { start, path, param, isPlaced } = aim;
  if (param.kind !== "path" && param.kind !== "point") return null;
  const isPath = param.kind === "path";
  const points = [...(isPath ? [start] : []), ...path].map(([x, y]) => `${x / 100},${-y / 100}`);
  const end = path.at(-1);
  const from = isPath && path.length > 1 ? (path.at(-2) as Point) : start;
  const left = (param.most ?? 0) - (isPath ? cost_cm(start, path.slice(0, -1), param.rough) : 0);
  return (
    <g class="aim">
      {param.most && (param.kind === "path" || isPlaced) ? (
        <Range from={from} left={Math.max(0, left)} rough={param.rough} />
      ) : null}
      <polyline points={points.join(" ")} />
      {end && <circle class="goal" cx={end[0] / 100} cy={-end[1] / 100} r={7 / camera.scale} />}
      {end && isPath && (
        <text x={end[0] / 100} y={-end[1] / 100 - 14 / camera.scale} font-size={13 / camera.scale} text-anchor="middle">
          {[`${metres(state.language, cost_cm(start, path, param.rough))} m`, aim.cost && speech(state).cost(aim.cost)].filter(Boolean).join(" · ")}
        </text>
      )}
    </g>
  );
}

/** Who does something to whom in the act in progress. */
export function Deed({ view, camera }: { view: View; camera: Camera }) {
  const topic = { ...view.act, ...view.decision?.topic } as { who?: unknown; target?: unknown };
  const a = typeof topic.who === "string" ? placeOf(view.combatants?.[topic.who]) : undefined;
  const b = typeof topic.target === "string" ? placeOf(view.combatants?.[topic.target]) : undefined;
  if (!a || !b || topic.who === topic.target) return null;
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) / 100;
  const inset = Math.min(length / 2.2, 22 / camera.scale);
  const [ux, uy] = [(b[0] - a[0]) / 100 / (length || 1), (b[1] - a[1]) / 100 / (length || 1)];
  const tip: [number, number] = [b[0] / 100 - ux * inset, b[1] / 100 - uy * inset];
  const wing = 10 / camera.scale;
  const wings = [1, -1].map((turn) => [tip[0] - (ux + turn * 0.6 * uy) * wing, tip[1] - (uy - turn * 0.6 * ux) * wing]);
  const [p, q] = wings as [[number, number], [number, number]];
  return (
    <g class="deed">
      <path d={`M${a[0] / 100 + ux * inset} ${-(a[1] / 100 + uy * inset)}L${tip[0]} ${-tip[1]}`} />
      <path d={`M${p[0]} ${-p[1]}L${tip[0]} ${-tip[1]}L${q[0]} ${-q[1]}`} />
    </g>
  );
}

/** So many updates long a place stays marked. */
const NEWS = 8;

/** Where something happened of late: each event with a place and a sign of its own. */
export function Marks({ state, camera }: { state: State; camera: Camera }) {
  const size = 26 / camera.scale;
  const signs = state.replay
    ? []
    : state.past.frames.slice(-NEWS).flatMap((frame) =>
        (frame.events as Event[]).flatMap(({ type, at }) => {
          const sign = icon(state.catalog, type);
          return sign && isPoint(at) ? [{ sign, at, n: frame.n }] : [];
        }),
      );
  return (
    <g class="signs" aria-hidden="true">
      {signs.map(({ sign, at: [x, y], n }) => (
        <SignAt name={sign} x={x / 100} y={-y / 100} size={size} key={n} />
      ))}
    </g>
  );
}

function isPoint(at: unknown): at is Point {
  return Array.isArray(at) && at.length === 2;
}

/** Where somebody is about to go: the act's path, a flat list of centimetres. */
export function Way({ state, view, camera }: { state: State; view: View; camera: Camera }) {
  const { who, path } = { ...view.act } as { who?: unknown; path?: unknown };
  const start = typeof who === "string" ? placeOf(view.combatants?.[who]) : undefined;
  if (!start || !Array.isArray(path) || path.length < 2) return null;
  const points = Array.from({ length: path.length >> 1 }, (_, at): Point => [Number(path[2 * at]), Number(path[2 * at + 1])]);
  const end = points.at(-1) as Point;
  if (Math.hypot(end[0] - start[0], end[1] - start[1]) < 1) return null; // it has gone there already
  return (
    <g class="way">
      <polyline points={[start, ...points].map(([x, y]) => `${x / 100},${-y / 100}`).join(" ")} />
      <circle cx={end[0] / 100} cy={-end[1] / 100} r={6 / camera.scale} />
      <text x={end[0] / 100} y={-end[1] / 100 - 12 / camera.scale} font-size={12.5 / camera.scale} text-anchor="middle">
        {metres(state.language, length_cm(start, points))} m
      </text>
    </g>
  );
}

export function ScaleBar({ state, camera }: { state: State; camera: Camera }) {
  const step = [1, 2, 5, 10, 20, 50].find((length) => length * camera.scale >= 56) ?? 100;
  return (
    <p class="scale-bar" aria-hidden="true">
      <i style={{ width: `${step * camera.scale}px` }} />
      {metres(state.language, step * 100)} m
    </p>
  );
}
