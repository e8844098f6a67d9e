/** One combatant on the map. It glides to where it goes; shape, colour and initials tell sides and names. */
import { initials } from "../../table/scene.ts";
import type { StanceShown } from "../../table/stance.ts";
import type { View } from "../../wire/types.ts";
import { shapeOf } from "../parts/marks.tsx";
import { SignAt } from "../parts/sign.tsx";

interface PieceProps {
  view: View;
  who: string;
  /** Centimetres. */
  place: [number, number];
  scale: number;
  name: string;
  mood: string;
  side: number;
  /** Pixels from where it stands to where it is drawn, so that it can be told from its neighbours. */
  shift: [number, number];
  /** Stands under the name, e.g. how far it is. */
  note?: string | undefined;
  stances: StanceShown[];
  onTap(): void;
}

/** Of a piece, in pixels. */
export function radiusOf(scale: number): number {
  return Math.min(24, Math.max(13, scale * 0.42));
}

const NAME_LENGTH = 16;
const MOST_SIGNS = 3;
const SIGN_PX = 14;

export function Piece({ view, who, place, scale, name, mood, side, shift, note, stances, onTap }: PieceProps) {
  const combatant = view.combatants?.[who];
  const radius = radiusOf(scale);
  const [dx, dy] = shift;
  const short = name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1)}…` : name;
  const shown = stances.slice(0, MOST_SIGNS);
  const look = ["piece", `side-${side}`, mood, combatant?.hidden && "hidden", combatant?.out && "out"];
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    onTap();
  };
  return (
    <g
      class={look.filter(Boolean).join(" ")}
      style={{ transform: `translate(${place[0] / 100}px, ${-place[1] / 100}px)` }}
      role="button"
      tabindex={0}
      aria-label={[initials(name), name, note, ...shown.map(({ said }) => said)].filter(Boolean).join(" ")}
      aria-pressed={/pick/.test(mood) ? mood.includes("picked") : undefined}
      aria-description={stances.map(({ text }) => text).join(", ") || undefined}
      data-who={who}
      onClick={onTap}
      onKeyDown={press}
    >
      {Math.hypot(dx, dy) > 3 && <path class="stand" d={`M0 0L${dx / scale} ${dy / scale}`} aria-hidden="true" />}
      <g transform={`translate(${dx / scale} ${dy / scale}) scale(${1 / scale})`} aria-hidden="true">
        <circle class="halo" r={radius + 6} />
        <path class="body" transform={`scale(${radius})`} d={shapeOf(side)} />
        <text class="initials" text-anchor="middle" dy=".35em" font-size={radius * 0.86}>
          {initials(name)}
        </text>
        {combatant?.out && <path class="cross" d={`M${-radius * 0.6} ${-radius * 0.6}L${radius * 0.6} ${radius * 0.6}M${radius * 0.6} ${-radius * 0.6}L${-radius * 0.6} ${radius * 0.6}`} />}
        <Health view={view} who={who} radius={radius} />
        {" "}
        <text class="piece-name" text-anchor="middle" y={radius + 20}>
          {short}
        </text>
        {" "}
        {note && (
          <text class="piece-note" text-anchor="middle" y={radius + 34}>
            {note}
          </text>
        )}
        <Stances stances={shown} radius={radius} />
      </g>
    </g>
  );
}

/** At its right side, each as a small sign with its value; the order says it in words. */
function Stances({ stances, radius }: { stances: StanceShown[]; radius: number }) {
  return (
    <>
      {stances.map(({ key, sign, short }, index) => (
        <g key={key} class="stance-sign" transform={`translate(${radius + 1} ${index * 17 - radius * 0.5})`}>
          {" "}
          <rect x="0" y="-8" width={10 + (sign ? SIGN_PX : 0) + 6.2 * Array.from(short).length} height="16" rx="8" />
          {sign && <SignAt name={sign} x={11} size={12} />}
          <text x={sign ? 19 : 5} dy=".36em">
            {short}
          </text>
        </g>
      ))}
    </>
  );
}

/** The first track that says how one fares, as a small bar over the piece. */
function Health({ view, who, radius }: { view: View; who: string; radius: number }) {
  const tracks = Object.values(view.combatants?.[who]?.tracks ?? {});
  const track = tracks.find(({ kind }) => kind === "health" || kind === "harm");
  if (!track?.max) return null;
  const width = radius * 1.7;
  const share = Math.min(1, Math.max(0, track.value / track.max));
  return (
    <g class={`health ${track.kind}`} transform={`translate(${-width / 2} ${-radius - 15})`} aria-hidden="true">
      <rect width={width} height="4" rx="2" />
      <rect class="level" width={width * share} height="4" rx="2" />
    </g>
  );
}

