/** Small drawings that many parts share: icons, badges, dice, tracks, names. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { nameOf, type Part } from "../../table/log.ts";
import { initials, sideIndex } from "../../table/scene.ts";
import type { State } from "../../table/state.ts";
import type { Track, View } from "../../wire/types.ts";

const ICONS = {
  sun: "M12 7a5 5 0 1 0 0 10a5 5 0 0 0 0-10M12 1v2M12 21v2M4.2 4.2l1.4 1.4M18.4 18.4l1.4 1.4M1 12h2M21 12h2M4.2 19.8l1.4-1.4M18.4 5.6l1.4-1.4",
  moon: "M21 13A9 9 0 1 1 11 3a7 7 0 0 0 10 10z",
  half: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 3v18M15 5v14M18 7.5v9",
  globe: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18",
  play: "M7 4l13 8l-13 8z",
  stop: "M8 5v14M16 5v14",
  first: "M6 5v14M19 5l-10 7l10 7z",
  last: "M18 5v14M5 5l10 7l-10 7z",
  back: "M15 5l-8 7l8 7",
  next: "M9 5l8 7l-8 7",
  history: "M4 5v5h5M4.6 14a8 8 0 1 0 .6-6.5L4 10M12 8v5l3 2",
  undo: "M8 5L3 10l5 5M3 10h11a6 6 0 0 1 0 12h-3",
  redo: "M16 5l5 5l-5 5M21 10H10a6 6 0 0 0 0 12h3",
  pen: "M4 20l1-5L16 4l4 4L9 19zM13 7l4 4",
  eye: "M2 12s4-7 10-7s10 7 10 7s-4 7-10 7s-10-7-10-7M12 9a3 3 0 1 0 0 6a3 3 0 0 0 0-6",
  eyeOff: "M3 3l18 18M10 5.2A10 10 0 0 1 12 5c6 0 10 7 10 7a18 18 0 0 1-3 3.7M6.6 6.6A17 17 0 0 0 2 12s4 7 10 7a9 9 0 0 0 5-1.6",
  clock: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 7v5l3 2",
  close: "M6 6l12 12M18 6L6 18",
  up: "M5 15l7-8l7 8",
  down: "M5 9l7 8l7-8",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  check: "M5 13l5 5L20 6",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  person: "M12 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8M4 21c0-5 4-7 8-7s8 2 8 7",
  map: "M9 4L3 6v14l6-2l6 2l6-2V4l-6 2zM9 4v14M15 6v14",
  order: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01",
  log: "M6 3h12v18l-3-2l-3 2l-3-2l-3 2zM9 8h6M9 12h6",
  door: "M14 4h5v16h-5M10 8l-4 4l4 4M6 12h9",
  ask: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18h.01",
  why: "M12 11v6M12 7h.01M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18",
  roundBack: "M12 5l-8 7l8 7M20 5l-8 7l8 7",
  roundNext: "M12 5l8 7l-8 7M4 5l8 7l-8 7",
  hit: "M14.5 3.5L21 3l-.5 6.5L10 20l-6-6zM4 20l3-3M3 14l7 7",
  skip: "M4 17c3 0 3-8 8-8s5 8 8 8M17 20l3-3l-3-3M4 9h2M10 9h.01M18 9h2",
  qr: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2M14 18v2h3M20 17v3",
  link: "M10 14a4 4 0 0 0 6 0l4-4a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-4 4a4 4 0 0 0 6 6l1-1",
  download: "M12 3v12M7 11l5 5l5-5M4 20h16",
  branch: "M6 4v16M6 12c0-4 12-2 12-7M18 5h.01M6 4h.01M6 20h.01",
  shield: "M12 3l8 3v6c0 5-4 8-8 9c-4-1-8-4-8-9V6z",
  bolt: "M13 2L4 14h7l-1 8l9-12h-7z",
} as const;

export type IconName = keyof typeof ICONS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}

/** A button that shows only an icon; its name is spoken and shown on hover. */
export function IconButton(props: {
  icon: IconName;
  name: string;
  onClick(): void;
  isOn?: boolean;
  isOff?: boolean;
  children?: ComponentChildren;
}) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={props.name}
      title={props.name}
      aria-pressed={props.isOn}
      disabled={props.isOff}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
      {props.children}
    </button>
  );
}

/** Outline of a side's pieces around the origin, radius 1: sides differ by shape as well as by colour. */
const SHAPES = [
  "M1 0A1 1 0 1 1 -1 0A1 1 0 1 1 1 0Z",
  "M-.62 -.9H.62Q.9 -.9 .9 -.62V.62Q.9 .9 .62 .9H-.62Q-.9 .9 -.9 .62V-.62Q-.9 -.9 -.62 -.9Z",
  "M0 -1.1L1.1 0L0 1.1L-1.1 0Z",
  "M-.55 -.95H.55L1.1 0L.55 .95H-.55L-1.1 0Z",
  "M0 -1.1L1.05 -.34L.65 .9H-.65L-1.05 -.34Z",
  "M-.42 -1H.42L1 -.42V.42L.42 1H-.42L-1 .42V-.42Z",
];

export function shapeOf(side: number): string {
  return SHAPES[side % SHAPES.length] as string;
}

/** A combatant's sign: its side's shape and colour with its initials. */
export function Badge({ view, who }: { view: View; who: string }) {
  const combatant = view.combatants?.[who];
  const side = sideIndex(view, combatant);
  const look = `badge side-${side}${combatant?.hidden ? " hidden" : ""}${combatant?.out ? " out" : ""}`;
  return (
    <svg class={look} viewBox="-1.2 -1.2 2.4 2.4" aria-hidden="true">
      <path d={shapeOf(side)} />
      <text text-anchor="middle" dy=".33em" font-size=".85">
        {initials(combatant?.name ?? "?")}
      </text>
    </svg>
  );
}

/** A sentence with combatants in their side's colour; who is unseen, or is no combatant, is of none. */
export function Sentence({ state, view, parts }: { state: State; view: View; parts: Part[] }) {
  return (
    <>
      {parts.map((part) => {
        if (typeof part === "string") return part;
        const known = view.combatants?.[part.who];
        return <b class={known ? `who side-${sideIndex(view, known)}` : "who"}>{nameOf({ view, language: state.language }, part.who)}</b>;
      })}
    </>
  );
}

/** A track as its kind wants it drawn. The number always stands beside it. */
export function TrackMark({ track, name }: { track: Track; name: string }) {
  const { value, kind = "number", max } = track;
  const said = max === undefined ? `${value}` : `${value}/${max}`;
  return (
    <span class={`track ${kind}`} title={`${name}: ${said}`}>
      <span class="track-name">{name}</span>
      {kind === "pips" && <Pips value={value} max={max ?? value} />}
      {(kind === "health" || kind === "harm") && max !== undefined && max > 0 && <Bar value={value} max={max} />}
      <span class="track-value">{said}</span>
    </span>
  );
}

function Pips({ value, max }: { value: number; max: number }) {
  const count = Math.min(12, Math.max(value, max));
  return (
    <span class="pips" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <i class={index < value ? "full" : ""} />
      ))}
    </span>
  );
}

function Bar({ value, max }: { value: number; max: number }) {
  const share = Math.min(1, Math.max(0, value / max));
  return (
    <span class="bar" aria-hidden="true">
      <i style={{ width: `${share * 100}%` }} />
    </span>
  );
}

/** A button that asks once more before it acts. */
export function Sure({ name, sure, of, onSure }: { name: string; sure: string; of?: string; onSure(): void }) {
  const [isAsking, ask] = useState(false);
  const shown = isAsking ? sure : name;
  return (
    <button
      type="button"
      class={`button quiet${isAsking ? " danger" : ""}`}
      onClick={() => (isAsking ? onSure() : ask(true))}
      onBlur={() => ask(false)}
      aria-label={of && `${shown}: ${of}`}
    >
      <Icon name="close" /> {shown}
    </button>
  );
}
