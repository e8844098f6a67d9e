/** The map in metres: pieces, paths, ranges. Pan, zoom, drag; also by keyboard. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Point } from "../../table/ground.ts";
import { extended, length_cm, onMap } from "../../table/options.ts";
import { placeOf, type Scene, sideIndex, speech } from "../../table/scene.ts";
import { signsOf } from "../../table/stance.ts";
import type { Form, State } from "../../table/state.ts";
import { mine, tapped } from "../../table/update.ts";
import type { Param, View } from "../../wire/types.ts";
import { metres } from "../../words/book.ts";
import { lazy } from "../parts/lazy.tsx";
import { IconButton } from "../parts/marks.tsx";
import type { SceneProps } from "../props.ts";
import { type Camera, fitted, isInside, panned, type Size, toMetres, zoomed } from "./camera.ts";
import { usePointers } from "./gestures.ts";
import { Aim, type Aiming, Areas, Circles, Deed, Grid, Markers, Marks, ScaleBar, Way } from "./map_layers.tsx";
import type { FloatsProps } from "./floats.tsx";
import type { PlaceProps } from "./place.tsx";
import { Piece, radiusOf } from "./piece.tsx";
import { spread } from "./spread.ts";

const Place = lazy<PlaceProps>(async () => (await import("./place.tsx")).Place);
const Over = lazy<FloatsProps>(async () => (await import("./over.tsx")).Over);

export function BattleMap({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const { view } = scene;
  const { t, label } = speech(state, view);
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const { camera, setCamera, fit, isMoving } = useCamera(view, size, placeOf(view.combatants?.[state.selected ?? ""]));
  const aim = aimOf(state, scene);
  const at = (px: number, py: number) => toMetres(camera, size, px, py).map((m) => Math.round(m * 100)) as Point;
  const drag = usePointers(frame, {
    camera,
    size,
    setCamera,
    pieceDragged: (who, px, py, isOver) => dragPiece(who, at(px, py), isOver),
    isDraggable: (who) => (aim?.param.kind === "path" && aim.who === who) || isGmsToMove(state, scene),
    tapped: (px, py, isPiece) => (aim ? tapPlace(at(px, py)) : !isPiece && lookAt(at(px, py))),
  });
  const [carried, carry] = useState<{ who: string; at: Point }>();
  const [place, lookAt] = useState<Point>();
  const hand = scene.isLive && !aim && mine(state).find((who) => who === state.selected && placeOf(view.combatants?.[who]));

  function tapPlace(point: Point) {
    if (aim?.param.kind === "point") put(aim, point);
    if (aim?.param.kind === "path") ctrl.setValue(aim.param.name, extended(aim.start, aim.path, point, aim.param.most ?? 0, aim.param.rough));
  }

  /** A point too far away is refused, and the one before it stays. */
  function put({ param, start, isPlaced }: Aiming, point: Point) {
    const away = length_cm(start, [point]);
    const most = param.most ?? 0;
    if (!isPlaced || most === 0 || away <= most) return ctrl.setValue(param.name, point);
    const [away_m, most_m] = [away, most].map((cm) => metres(state.language, cm)) as [string, string];
    ctrl.toast("error", t("map.beyond", { away_m, most_m }));
  }

  function dragPiece(who: string, point: Point, isOver: boolean) {
    if (aim?.param.kind === "path" && aim.who === who) {
      const path = extended(aim.start, [], point, aim.param.most ?? 0, aim.param.rough);
      ctrl.setValue(aim.param.name, path.length > 0 ? path : undefined);
      return;
    }
    carry(isOver ? undefined : { who, at: point });
    if (isOver) ctrl.submit({ type: "set_position", who, at: point });
  }

  /** Arrow keys move the end of a path, or the point, by half a metre; else the map. */
  function press(event: KeyboardEvent) {
    const step = ARROWS[event.key];
    const aim = aimOf(ctrl.now, scene); // as it is now: keys may come faster than frames
    const isPlacing = aim && (aim.param.kind === "path" || aim.param.kind === "point") && !event.shiftKey;
    if (isPlacing && event.key === "Enter" && event.target === event.currentTarget) return ctrl.sendForm();
    if (hand && event.key === "Enter" && event.target === event.currentTarget) return lookAt(placeOf(view.combatants?.[hand]));
    if (event.key === "Escape") lookAt(undefined);
    if (hand && place && step && !event.shiftKey) {
      event.preventDefault();
      return lookAt(([x, y] = place): Point => [x + step[0], y + step[1]]);
    }
    if (!step || !isPlacing) return look(event, step);
    event.preventDefault();
    const from = aim.path.at(-1) ?? aim.start;
    const to: Point = [from[0] + step[0], from[1] + step[1]];
    if (aim.param.kind === "point") return put(aim, to);
    const path = extended(aim.start, aim.path.slice(0, -1), to, aim.param.most ?? 0, aim.param.rough);
    ctrl.setValue(aim.param.name, path.length > 0 ? path : undefined);
  }

  function look(event: KeyboardEvent, step: Point | undefined) {
    const factor = ZOOMS[event.key];
    if (step) setCamera(panned(camera, -step[0] * 1.6, step[1] * 1.6));
    else if (factor) setCamera(zoomed(camera, size, factor));
    else if (event.key === "0") fit();
    else return;
    event.preventDefault();
  }

  const shifts = useShifts(view, camera.scale);
  const tap = (who: string) =>
    aim ? aim.param.combatant && ctrl.pickOnMap(aim.param.name, who) : ctrl.set({ ...(scene.isLive ? tapped(state, who) : { selected: who }), form: state.form });
  const standing = Object.entries(view.combatants ?? {}).filter(([, combatant]) => placeOf(combatant));
  const placed = [...standing].sort(([, a], [, b]) => +!a.out - +!b.out);  // the fallen lie under those who stand
  const hint = aim && !isPicked(state, aim.param) && t(HINTS[aim.param.kind] ?? "map.pickWho");
  return (
    <section class={`map${isMoving ? " moving" : ""}${aim ? " aiming" : ""}${placed.length > CROWD ? " crowded" : ""}`} aria-label={t("map.title")} ref={frame}>
      <svg width={size.width} height={size.height} tabindex={0} aria-label={t("map.keys")} role="application" onKeyDown={press} {...drag}>
        <g transform={`translate(${size.width / 2} ${size.height / 2}) scale(${camera.scale}) translate(${-camera.x} ${camera.y})`}>
          <Grid camera={camera} size={size} />
          <Areas view={view} camera={camera} label={label} />
          <Circles view={view} camera={camera} label={label} />
          <Markers state={state} view={view} camera={camera} label={label} />
          {aim && <Aim state={state} aim={aim} camera={camera} />}
          {hand && place && (
            <g class="aim">
              <circle class="goal" cx={place[0] / 100} cy={-place[1] / 100} r={7 / camera.scale} />
            </g>
          )}
          <Marks state={state} camera={camera} />
          <Deed view={view} camera={camera} />
          <Way state={state} view={view} camera={camera} />
          {placed.map(([who, combatant]) => (
            <Piece
              key={who}
              view={view}
              who={who}
              place={carried?.who === who ? carried.at : (placeOf(combatant) as Point)}
              scale={camera.scale}
              name={combatant.name}
              mood={moodOf(state, scene, aim?.param, who)}
              side={sideIndex(view, combatant)}
              shift={carried?.who === who ? [0, 0] : (shifts.get(who) ?? [0, 0])}
              note={aim ? distanceNote(state, aim, who, placeOf(combatant) as Point) : undefined}
              stances={signsOf(state, view, who)}
              onTap={() => tap(who)}
            />
          ))}
          {view.stage !== "setup" && <Over ctrl={ctrl} scene={scene} scale={camera.scale} shifts={shifts} />}
        </g>
      </svg>
      {placed.length === 0 && <p class="map-empty">{t("map.noPlace")}</p>}
      {hand && place && <Place ctrl={ctrl} scene={scene} who={hand} at={place} camera={camera} size={size} onClose={() => lookAt(undefined)} />}
      {hint && <p class="map-hint">{hint}</p>}
      <ScaleBar state={state} camera={camera} />
      <div class="map-tools">
        <IconButton icon="plus" name={t("map.in")} onClick={() => setCamera(zoomed(camera, size, 1.4))} />
        <IconButton icon="minus" name={t("map.out")} onClick={() => setCamera(zoomed(camera, size, 1 / 1.4))} />
        <IconButton icon="fit" name={t("map.fit")} onClick={fit} />
      </div>
    </section>
  );
}

/** With more pieces only those in question show their names. */
const CROWD = 12;

const ARROWS: Record<string, Point> = {
  ArrowUp: [0, 50],
  ArrowDown: [0, -50],
  ArrowLeft: [-50, 0],
  ArrowRight: [50, 0],
};

const ZOOMS: Record<string, number> = { "+": 1.4, "=": 1.4, "-": 1 / 1.4 };

/** How far everybody is drawn from where they stand. */
function useShifts(view: View, scale: number): Map<string, Point> {
  return useMemo(() => {
    const placed = Object.entries(view.combatants ?? {}).flatMap(([who, combatant]): [string, Point][] => {
      const place = placeOf(combatant);
      return place ? [[who, [(place[0] / 100) * scale, (-place[1] / 100) * scale]]] : [];
    });
    const shifts = spread(placed.map(([, spot]) => spot), radiusOf(scale) * 1.7);
    return new Map(placed.map(([who], index) => [who, shifts[index] as Point]));
  }, [view.combatants, scale]);
}

/** While somebody is being chosen: how far each is from the one who acts. */
function distanceNote(state: State, aim: Aiming, who: string, place: Point): string | undefined {
  if (!aim.param.combatant || who === aim.who || !aim.isPlaced) return undefined;
  return `${metres(state.language, length_cm(aim.start, [place]))} m`;
}

const HINTS: Record<string, "map.pickPath" | "map.pickPoint"> = { path: "map.pickPath", point: "map.pickPoint" };

function aimOf(state: State, scene: Scene): Aiming | undefined {
  if (!state.form || !scene.isLive) return undefined;
  const { option, values } = state.form;
  const param = onMap(option, values);
  if (param === undefined) return undefined;
  const who = option.who ?? "";
  const stands = placeOf(scene.view.combatants?.[param.around || who]);
  const start = stands ?? [0, 0];
  const value = values[param.name];
  const path = param.kind === "path" ? ((value as Point[]) ?? []) : param.kind === "point" && value ? [value as Point] : [];
  return { param, who, start, path, isPlaced: stands !== undefined, cost: option.cost ?? "" };
}

/** Somebody who is asked for is chosen, or need not be: nothing more has to be tapped. */
function isPicked({ form }: State, param: Param): boolean {
  return Boolean(param.combatant && form && (param.optional || pickedBy(form, param).length >= Math.max(1, param.least ?? 0)));
}

/** Those that are chosen for one parameter of a form. */
function pickedBy({ values, others = [] }: Form, { name, choices = [] }: Param): unknown[] {
  const indices = [values[name] ?? []].flat() as number[];
  return [...indices.map((index) => choices[index]?.value), ...others];
}

function isGmsToMove(state: State, scene: Scene): boolean {
  return state.me?.role === "gm" && scene.isLive && !state.form && scene.view.stage !== "closed";
}

function moodOf(state: State, scene: Scene, param: Param | undefined, who: string): string {
  const { view } = scene;
  const isPickable = param?.combatant && param.choices?.some(({ value, reason }) => value === who && !reason);
  const { form } = state;
  const isChosen = form && param && form.option.params?.some((each) => each.combatant && pickedBy(form, each).includes(who));
  return [
    view.turn?.includes(who) && "on-turn",
    view.decision?.asks?.[who] && !view.decision.asks[who].answered && "asked",
    (state.selected === who || state.target === who) && "selected",
    isPickable && "pickable",
    isChosen && "picked",
    param?.combatant && !isPickable && !isChosen && "faded",
    isGmsToMove(state, scene) && "movable",
  ]
    .filter(Boolean)
    .join(" ");
}

function useSize(frame: { current: HTMLDivElement | null }): Size {
  const [size, setSize] = useState<Size>({ width: 600, height: 400 });
  useEffect(() => {
    const box = frame.current;
    if (!box) return;
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry?.contentRect ?? { width: 0, height: 0 };
      if (width > 0 && height > 0) setSize({ width, height });
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return size;
}

/** Fits everybody in until the user moves the map; afterwards only when somebody would be out of it, or the one `inHand`. */
function useCamera(view: View, size: Size, inHand: Point | undefined) {
  const points = useMemo(
    () =>
      Object.values(view.combatants ?? {}).flatMap((combatant): [number, number][] => {
        const place = placeOf(combatant);
        return place ? [[place[0] / 100, place[1] / 100]] : [];
      }),
    [view.combatants],
  );
  const [own, setOwn] = useState<Camera>();
  const [isMoving, setMoving] = useState(false);
  const held = useRef<Camera | undefined>(undefined);
  const count = useRef(0);
  const isLost = held.current && points.some((point) => !isInside(held.current as Camera, size, point));
  if (!held.current || isLost || (count.current === 0 && points.length > 0)) held.current = fitted(points, size);
  count.current = points.length;
  const [x, y] = (inHand ?? []).map((cm) => cm / 100);
  useEffect(() => {
    if (own && x !== undefined && y !== undefined && !isInside(own, size, [x, y])) setOwn({ ...own, x, y });
  }, [x, y]);
  const setCamera = (camera: Camera) => {
    setOwn(camera);
    setMoving(true);
    setTimeout(() => setMoving(false), 150);
  };
  const fit = () => {
    held.current = fitted(points, size);
    setOwn(undefined);
  };
  return { camera: own ?? held.current, setCamera, fit, isMoving };
}
