import { expect, test } from "vitest";
import { goneAt, wholeOf } from "./places.ts";

test("a place lies in a stretch that was taken back from behind what stood before it to its end", () => {
  const gone = [{ from: 3, to: 9, by: 10 }];
  expect([3, 4, 9, 10].map((place) => goneAt(gone, place) !== undefined)).toEqual([false, true, true, false]);
});

test("what is not loaded counts among the places by its numbers", () => {
  const frames = [3, 4].map((n) => ({ n, at: n, events: [], patch: {}, step: 0 }));
  expect(wholeOf({ past: { after: 2, frames }, last: 9 })).toEqual({ before: 2, last: 9 });
  expect(wholeOf({ past: { after: 2, frames } })).toEqual({ before: 2, last: 4 });
});
