import { describe, expect, test } from "vitest";
import {
  earliest,
  goneOf,
  lineTo,
  moves,
  nextStop,
  placeAfter,
  roundsOf,
  stepped,
  stopsOf,
  undone,
  viewAt,
  withPage,
} from "./frames.ts";
import type { Past } from "./state.ts";
import { VIEW } from "../wire/world.fake.ts";
import type { Frame, HistoryPage, MarksShown, View } from "../wire/types.ts";

function frame(n: number, events: unknown[] = [], step = 0): Frame {
  return { n, at: n, events, patch: { round: n }, step };
}

function frames(from: number, to: number): Frame[] {
  return Array.from({ length: to - from + 1 }, (_, index) => frame(from + index));
}

function page(after: number, to: number): HistoryPage {
  return { after, view: { ...VIEW, round: after }, frames: frames(after + 1, to), last: to };
}

test("the view at any frame is the first one with all patches up to there", () => {
  const past: Past = { after: 0, view: { ...VIEW, round: 0 }, frames: frames(1, 9) };
  expect([0, 9, 4, 1].map((at) => viewAt(past, at)?.round)).toEqual([0, 9, 4, 1]);
});

test("without a page there is no past", () => {
  expect(viewAt({ after: 0, frames: [] }, 0)).toBeUndefined();
});

test("pages join at either end, overlapping or not; a gap is not taken", () => {
  const start = withPage({ after: 0, frames: [] }, page(4, 6));
  const earlier = withPage(start, page(0, 4));
  const later = withPage(earlier, page(5, 8));
  expect(later.after).toBe(0);
  expect(later.frames.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(later.view?.round).toBe(0);
  expect(withPage(start, page(9, 12))).toBe(start);
  expect(withPage(start, page(0, 2))).toBe(start);
});

test("frames that were told meanwhile stay the same objects", () => {
  const told = frames(5, 6);
  const joined = withPage({ after: 4, view: VIEW, frames: told }, page(0, 6));
  expect(joined.frames[4]).toBe(told[0]);
});

function rewound(n: number, to: number): Frame {
  return frame(n, [{ type: "Rewound", to: [to, 0], left: [n - 1, 0] }]);
}

test("a rewind leaves behind what lies between its goal and itself", () => {
  expect([...undone([...frames(1, 5), rewound(6, 2), frame(7)])]).toEqual([3, 4, 5]);
});

test("a redo brings the stretch back and leaves the rewind behind", () => {
  expect([...undone([...frames(1, 4), rewound(5, 2), rewound(6, 4)])]).toEqual([5]);
});

test("a rewind over a rewind leaves both stretches behind", () => {
  expect([...undone([...frames(1, 3), rewound(4, 2), frame(5), rewound(6, 1)])]).toEqual([2, 3, 4, 5]);
});

test("an amendment replaces its target and what followed, also for those who are not told its base", () => {
  const steps = [{ events: [], outcome: "stands" }];
  const gm = frame(6, [{ type: "Amended", target: [4, 0], base: [3, 0], steps }]);
  const player = frame(6, [{ type: "Amended", target: [4, 0], base: [0, 0], steps }]);
  expect([...undone([...frames(1, 5), gm])]).toEqual([4, 5]);
  expect([...undone([...frames(1, 5), player])]).toEqual([4, 5]);
});

test("a rewind to before the oldest loaded update leaves all of them behind", () => {
  expect([...undone([...frames(5, 7), rewound(8, 2)])]).toEqual([5, 6, 7]);
});

test("before the very first update there is nothing to look at", () => {
  expect(earliest({ after: 0, view: VIEW, frames: [] })).toBe(0);
  expect(earliest({ after: 0, view: {} as View, frames: frames(1, 2) })).toBe(1);
});

describe("places on the bar", () => {
  /** Numbers 1 to 9; 6 is an amendment of three steps, 8 took 4 to 7 back. */
  const told = [...frames(1, 5), frame(6, [], 1), frame(6, [], 2), frame(6, [], 3), ...frames(7, 9)];
  const marks: MarksShown = {
    marks: [
      { n: 2, kind: "begin" },
      { n: 6, step: 2, kind: "hit", who: "robber" },
      { n: 9, kind: "round" },
    ],
    undone: [{ first: 4, last: 7, by: 8 }],
    until: 12,
    last: 9,
  };
  const gone = goneOf(told, marks);

  test("a number with steps ends at its last one; a step is its own place", () => {
    expect(placeAfter(told, 5)).toBe(5);
    expect(placeAfter(told, 6)).toBe(8);
    expect(placeAfter(told, 6, 2)).toBe(7);
    expect(placeAfter(told, 99)).toBe(11);
    expect(placeAfter([], 3)).toBe(0);
  });

  test("marks stand where they happened", () => {
    expect(stopsOf(told, marks).map(({ place, kind }) => [place, kind])).toEqual([[2, "begin"], [7, "hit"], [11, "round"]]);
    expect(stopsOf(told, undefined)).toEqual([]);
  });

  test("the next mark, forth and back", () => {
    const stops = stopsOf(told, marks);
    expect(nextStop(stops, 2, 1)).toBe(7);
    expect(nextStop(stops, 11, -1)).toBe(7);
    expect(nextStop(stops, 11, 1)).toBeUndefined();
  });

  test("a round that comes again after a rewind keeps its number", () => {
    const rounds = [0, 1, 1, 2, 1, 2, null].map((round, index) => ({ ...frame(index + 1), patch: { round } }));
    expect(roundsOf(rounds).map(({ place, round }) => [place, round])).toEqual([[2, 1], [4, 2], [5, 1], [6, 2]]);
  });

  test("a stretch that was taken back knows what came instead", () => {
    expect(gone).toEqual([{ from: 3, to: 9, by: 10 }]);
  });

  test("without it one steps from before it to the rewind, and back", () => {
    expect(stepped(gone, 3, 1, true, 11)).toBe(10);
    expect(stepped(gone, 10, -1, true, 11)).toBe(3);
    expect(stepped(gone, 3, 1, false, 11)).toBe(4);
  });
});

test("going back takes what came after; going to a line that was left brings that back", () => {
  const told = [frame(1), frame(2), frame(3), frame(4, [{ type: "Rewound", to: [2, 0] }]), frame(5)];
  const numbers = (all: Frame[]) => all.map(({ n }) => n);
  expect(lineTo(told, 5)).toEqual([5, 4, 2, 1]);
  const back = moves(told, 2);
  expect([numbers(back.goes), numbers(back.returns)]).toEqual([[4, 5], []]);
  const over = moves(told, 3);
  expect([numbers(over.goes), numbers(over.returns)]).toEqual([[4, 5], [3]]);
});
