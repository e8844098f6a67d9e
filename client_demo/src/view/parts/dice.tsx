/** Dice as they lie on a table: each kind by its outline, a cube with pips and all others with their number. */
import type { ShownDie } from "../../table/log.ts";
import type { State } from "../../table/state.ts";
import { text } from "../../words/book.ts";

const PIPS: Record<number, [number, number][]> = {
  1: [[2, 2]],
  2: [[1, 1], [3, 3]],
  3: [[1, 1], [2, 2], [3, 3]],
  4: [[1, 1], [3, 1], [1, 3], [3, 3]],
  5: [[1, 1], [3, 1], [2, 2], [1, 3], [3, 3]],
  6: [[1, 1], [3, 1], [1, 2], [3, 2], [1, 3], [3, 3]],
};

/** Outline, edges inside it, and the size and base line of the number. */
type Shape = [outline: string, edges: string, size: number, base: number];

const COIN: Shape = ["M.2 2a1.8 1.8 0 1 1 3.6 0a1.8 1.8 0 1 1-3.6 0", "M.6 2a1.4 1.4 0 1 1 2.8 0a1.4 1.4 0 1 1-2.8 0", 1.9, 2.7];
const CUBE: Shape = ["M.95.15h2.1a.8.8 0 0 1 .8.8v2.1a.8.8 0 0 1-.8.8h-2.1a.8.8 0 0 1-.8-.8v-2.1a.8.8 0 0 1 .8-.8", "", 2.1, 2.75];
const SHAPES: Record<number, Shape> = {
  2: COIN,
  4: ["M2 .2L3.85 3.6H.15Z", "", 1.7, 3.2],
  6: CUBE,
  8: ["M2 .1L3.7 2L2 3.9L.3 2Z", "M.3 2L2 2.95L3.7 2", 1.45, 2.2],
  10: ["M2 .1L3.9 1.9V2.4L2 3.9L.1 2.4V1.9Z", "M.1 2.4L.95 2.25L2 3.2L3.05 2.25L3.9 2.4", 1.5, 2.3],
  12: ["M2 .15L3.85 1.5L3.15 3.7H.85L.15 1.5Z", "", 1.75, 2.8],
  20: ["M2 .1L3.75 1.05V2.95L2 3.9L.25 2.95V1.05Z", "M2 .75L3.25 2.85H.75Z", 1.25, 2.6],
};
/** Any other number of sides. */
const OTHER: Shape = ["M1.2.15H2.8L3.85 1.2V2.8L2.8 3.85H1.2L.15 2.8V1.2Z", "", 1.7, 2.6];

/** One face of a die. */
export function Face({ face, sides }: { face: number; sides: number }) {
  const pips = sides === 6 ? PIPS[face] : undefined;
  const [outline, edges, size, base] = SHAPES[sides] ?? OTHER;
  return (
    <svg class={`die d${sides}`} viewBox="0 0 4 4" aria-hidden="true">
      <path class="body" d={outline} />
      {edges && <path class="edges" d={edges} />}
      {pips ? (
        pips.map(([x, y]) => <circle cx={x} cy={y} r=".42" />)
      ) : (
        <text x="2" y={base} text-anchor="middle" font-size={size}>
          {face}
        </text>
      )}
    </svg>
  );
}

/** Dice of one roll. One that was thrown again shows its faces joined, one that does not count is struck out. */
export function Dice({ state, dice }: { state: Pick<State, "language">; dice: ShownDie[] }) {
  if (dice.length === 0) return null;
  return (
    <span class="dice" role="img" aria-label={spoken(state, dice)}>
      {dice.map(({ sides, faces, isDropped }) => (
        <span class={`throws${isDropped ? " dropped" : ""}`}>
          {faces.map((face) => (
            <Face face={face} sides={sides} />
          ))}
        </span>
      ))}
    </span>
  );
}

/** `d20 17, 12 (does not count), d2 1`: which die is said where it is another than the one before. */
function spoken({ language }: Pick<State, "language">, dice: ShownDie[]): string {
  const said = dice.map(({ sides, faces, isDropped }, index) => {
    const face = faces.join(" + ");
    const shown = isDropped ? text(language, "die.dropped", { faces: face }) : face;
    return dice[index - 1]?.sides === sides ? shown : `${text(language, "die.name", { sides })} ${shown}`;
  });
  return said.join(", ");
}
