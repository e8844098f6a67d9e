/** What a ruling asks of the server: edits by position, answers by question. Pure. */
import type { Ruling } from "../table/state.ts";
import type { Edit, GivenAnswer, Need } from "../wire/types.ts";

export type Position = [number, number];

/** The edits as the server takes them: one for each act of which anything is changed. */
export function editsOf(ruling: Ruling): Edit[] {
  const { card, faces, terms, struck, instead } = ruling;
  const dice = (card?.dice ?? []).flatMap((die, index) => {
    const face = faces[String(index)];
    if (face === undefined || face === die.face) return [];
    return [{ roll: die.roll, who: die.who, index: die.index, face, depth: die.depth }];
  });
  const values = (card?.rolls ?? []).flatMap((roll, i) =>
    roll.terms.flatMap((term, j) => {
      const value = terms[`${i}.${j}`];
      if (value === undefined || value === term.value) return [];
      return [{ roll: roll.roll, who: roll.who, key: term.key, value }];
    }),
  );
  const isEdited = dice.length > 0 || values.length > 0 || struck;
  const own: Edit[] = isEdited ? [{ at: ruling.at, faces: dice, terms: values, struck }] : [];
  const others = Object.values(instead).flatMap(({ at, intent }) => (at && !struck ? [{ at, intent }] : []));
  return together([...own, ...others, ...missing(ruling)]).sort((a, b) => +isAt(b.at, ruling.at) - +isAt(a.at, ruling.at));
}

/** One edit for each position. */
function together(edits: Edit[]): Edit[] {
  const found = new Map<string, Edit>();
  for (const edit of edits) {
    const key = edit.at.join(".");
    const before = found.get(key);
    const faces = [...(before?.faces ?? []), ...(edit.faces ?? [])];
    found.set(key, { ...before, ...edit, ...((before ?? edit).faces && { faces }) });
  }
  return [...found.values()];
}

export function answersOf({ instead }: Ruling): GivenAnswer[] {
  return Object.values(instead).flatMap(({ decision, who, intent }) => (decision && who ? [{ decision, who, intent }] : []));
}

/** Whether every face is one that its die has: a hint, the server judges. */
export function isSound({ card, faces, needs }: Ruling): boolean {
  const sides = new Map<string, number>();
  card?.dice.forEach((die, index) => sides.set(String(index), die.sides));
  for (const need of needs) {
    for (let index = 0; index < need.count; index++) sides.set(`${needKey(need)}.${index}`, need.sides);
  }
  return Object.entries(faces).every(([key, face]) => face >= 1 && face <= (sides.get(key) ?? face));
}

/** Faces given for dice that were never rolled. */
function missing({ needs, faces }: Ruling): Edit[] {
  return needs.flatMap((need) => {
    const { index = 0, depth = 0, roll, who } = need;
    const given = Array.from({ length: need.count }, (_, at) => faces[`${needKey(need)}.${at}`]);
    const found = given.flatMap((face, at) => (face === undefined ? [] : [{ roll, who, index: index + at, face, depth }]));
    return found.length ? [{ at: need.at, faces: found }] : [];
  });
}

/** Whether somebody has typed faces for it: what is drawn instead need not be sent. */
export function isTyped({ faces }: Ruling, need: Need): boolean {
  return Object.keys(faces).some((key) => key.startsWith(`${needKey(need)}.`));
}

/** Whether all dice that one needs are among those that another one does. */
export function covers(other: Need, { at, roll, who, index = 0, depth = 0, count }: Need): boolean {
  const { index: first = 0, depth: their = 0 } = other;
  const isSame = isAt(at, other.at) && roll === other.roll && who === other.who && depth === their;
  return isSame && first <= index && index + count <= first + other.count;
}

export function needKey(need: Need): string {
  return [need.at.join("."), need.roll, need.who, need.index ?? 0, need.depth ?? 0].join("|");
}

function isAt(a: Position, b: Position | undefined): boolean {
  return a[0] === b?.[0] && a[1] === b[1];
}
