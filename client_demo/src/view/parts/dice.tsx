/** Dice as they lie on a table: each kind by its outline, a cube with pips and all others with their number. */
import type { ShownDie } from "../../table/log.ts";
import type { State } from "../../table/state.ts";
import { text } from "../../words/book.ts";

/** Where the pips of a face stand, two digits each: across, down. */
const PIPS = ["", "22", "1133", "112233", "11311333", "1131221333", "113112321333"];

/** Outline, and the size and base line of the number. */
type Shape = [outline: string, size: number, base: number];

/** Also for any other number of sides. */
const CUBE: Shape = ["M.95.15h2.1l.8.8v2.1l-.8.8h-2.1l-.8-.8v-2.1Z", 2.1, 2.75];
const SHAPES: Record<number, Shape> = {
  2: ["M.2 2a1.8 1.8 0 1 1 3.6 0a1.8 1.8 0 1 1-3.6 0", 1.9, 2.7],
  4: ["M2 .2L3.85 3.6H.15Z", 1.7, 3.2],
  6: CUBE,
  8: ["M2 .1L3.7 2L2 3.9L.3 2Z", 1.45, 2.2],
  10: ["M2 .1L3.9 2.3L2 3.9L.1 2.3Z", 1.5, 2.3],
  12: ["M2 .15L3.85 1.5L3.15 3.7H.85L.15 1.5Z", 1.75, 2.8],
  20: ["M2 .1L3.75 1.05V2.95L2 3.9L.25 2.95V1.05Z", 1.85, 2.65],
};

/** One face of a die. */
export function Face({ face, sides }: { face: number; sides: number }) {
  const pips = sides === 6 ? PIPS[face]?.match(/../g) : undefined;
  const [outline, size, base] = SHAPES[sides] ?? CUBE;
  return (
    <svg class={`die d${sides}`} viewBox="0 0 4 4" aria-hidden="true">
      <path d={outline} />
      {pips ? (
        pips.map((at) => <circle cx={at[0]} cy={at[1]} r=".42" />)
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
      {dice.map(({ sides, faces, isDropped, isHit }) => (
        <span class={`throws${isDropped ? " dropped" : isHit ? " hit" : ""}`}>
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
  const said = dice.map(({ sides, faces, isDropped, isHit }, index) => {
    const face = faces.join(" + ");
    const shown = isDropped || isHit ? text(language, isHit ? "die.hit" : "die.dropped", { faces: face }) : face;
    return dice[index - 1]?.sides === sides ? shown : `${text(language, "die.name", { sides })} ${shown}`;
  });
  return said.join(", ");
}
