/** Numbers with their nouns in both languages. */
import { expect, test } from "vitest";
import { fill as filled, plain } from "../table/log.ts";
import { fill } from "./book.ts";
import { EMPTY, enriched } from "./catalog.ts";

const words = (language: "en" | "de") => ({ view: undefined, catalog: enriched(EMPTY, {}), language });

test.each([
  ["en", 0, "takes 0 wounds, now 4"],
  ["en", 1, "takes 1 wound, now 4"],
  ["en", 2, "takes 2 wounds, now 4"],
] as const)("in a line of the log: %s, %d", (language, wounds, said) => {
  const parts = filled(words(language), "takes {wounds wound|wounds}, now {now}", { wounds, now: 4 });
  expect(plain(words(language), parts)).toBe(said);
});

test("what is counted and left out of an event is none", () => {
  const said = plain(words("en"), filled(words("en"), "stops {stopped hit|hits}, {left goes|go} through", { stopped: 1 }));
  expect(said).toBe("stops 1 hit, 0 go through");
});

test("a noun counts a nested field, and its stretch is left out with it", () => {
  const template = "[{dice.length Würfel ist|Würfel sind} gefallen. ]Ende";
  const said = (dice: number[]) => plain(words("de"), filled(words("de"), template, { dice }));
  expect([said([]), said([4]), said([4, 4])]).toEqual(["Ende", "1 Würfel ist gefallen. Ende", "2 Würfel sind gefallen. Ende"]);
});

test("behind a list stands what is said of one or of several", () => {
  const said = (who: string[]) => plain(words("en"), filled(words("en"), "{who waits|wait}.", { who }));
  expect([said(["Ann"]), said(["Ann", "Bob"])]).toEqual(["Ann waits.", "Ann, Bob wait."]);
});

test("in the client's own texts; what is not given stays readable", () => {
  const template = "{count Zug|Züge} später";
  expect(fill("de", template, { count: 1 })).toBe("1 Zug später");
  expect(fill("de", template, { count: 1.5 })).toBe("1.5 Züge später");
  expect(fill("en", "{count turn|turns} later", { count: 0 })).toBe("0 turns later");
  expect(fill("en", template, {})).toBe(template);
});
