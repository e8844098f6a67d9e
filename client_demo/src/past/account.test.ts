/** The account at the end, in sentences and as Markdown. */
import { expect, test } from "vitest";
import type { OutcomeShown, View } from "../wire/types.ts";
import { endingWords } from "../words/ending_words.ts";
import { accountOf, columnsOf, markdownOf, placesOf } from "./account.ts";

const NAMES = { label: (key: string) => key.toUpperCase(), name: (who: string) => `?${who}` };
const say = endingWords("en");

const VIEW = {
  round: 3,
  combatants: {
    ann: { name: "Ann", side: "watch" },
    bob: { name: "Bob", side: "foes", out: true },
    cid: { name: "C|d *", side: "foes", out: true },
  },
} as unknown as View;

const OUTCOME: OutcomeShown = {
  rows: [{ who: "bob", took: 4 }, { who: "ann", dealt: 7, stopped: 2, more_dealt: true }, { who: "cid", more_took: true }, { who: "gone", name: "Dan", side: "foes", dealt: 1 }],
  beaten: ["foes"],
  falls: [
    { n: 5, who: "bob" },
    { n: 9, step: 2, who: "cid" },
  ],
  worst: { n: 4, who: "bob" },
  began: 1_000,
  ended: 1_000 + 83 * 60_000,
  last: 12,
};

test("whoever did most stands first, also who is gone by now, and of what was not told it says so", () => {
  const { lines, isPartial } = accountOf(OUTCOME, VIEW, say, NAMES);
  expect(lines.map(({ name, dealt, took, stopped }) => [name, dealt, took, stopped])).toEqual([
    ["Ann", "≥ 7", "0", "2"],
    ["Dan", "1", "0", ""],
    ["C|d *", "0", "?", ""],
    ["Bob", "0", "4", ""],
  ]);
  expect(isPartial).toBe(true);
  expect(accountOf({ ...OUTCOME, rows: [{ who: "bob", took: 4 }] }, VIEW, say, NAMES).isPartial).toBe(false);
});

test("who still stands, how long it took, who fell", () => {
  const { result, facts } = accountOf(OUTCOME, VIEW, say, NAMES);
  expect(result).toBe("Still standing: WATCH");
  expect(facts).toEqual(["Rounds: 3", "Time: 1 h 23 min", "Out of the fight: Bob, C|d *"]);
  const all = { ...OUTCOME, beaten: ["foes", "watch"], ended: 2_000 };
  expect(accountOf(all, { ...VIEW, round: 0 }, say, NAMES)).toMatchObject({ result: "Nobody is left standing.", facts: ["Time: 1 min", "Out of the fight: Bob, C|d *"] });
  const none = accountOf({ ...OUTCOME, beaten: [], ended: 0 }, { combatants: { ann: VIEW.combatants?.["ann"], bob: { name: "Bob", side: "foes" } } } as unknown as View, say, NAMES);
  expect(none).toMatchObject({ result: "Several sides are still standing: WATCH, FOES", facts: ["Nobody fell."] });
});

test("up to three places are worth another look", () => {
  expect(placesOf(OUTCOME)).toEqual([
    { key: "worst", n: 4, step: 0, who: "bob" },
    { key: "first", n: 5, step: 0, who: "bob" },
    { key: "last", n: 9, step: 2, who: "cid" },
  ]);
  expect(placesOf({ ...OUTCOME, falls: OUTCOME.falls.slice(0, 1) }).map(({ key }) => key)).toEqual(["worst", "first"]);
  expect(placesOf({ ...OUTCOME, falls: [], worst: null })).toEqual([]);
});

test("who has tired, where that was told of anybody", () => {
  const rows = [{ who: "ann", dealt: 1, spent: 9, regained: 4 }, { who: "bob", more_spent: true }, { who: "cid" }];
  const account = accountOf({ ...OUTCOME, rows }, VIEW, say, NAMES);
  expect(columnsOf(account)).toEqual(["dealt", "took", "spent"]);
  expect(account.lines.map(({ spent }) => spent)).toEqual(["9 (4)", "? (0)", ""]);
  expect(account.isPartial).toBe(true);
  expect(markdownOf("A fight", account, say)).toContain("| Who | Harm done | Harm taken | Spent (regained) |\n| --- | ---: | ---: | ---: |\n| Ann (WATCH) | 1 | 0 | 9 (4) |\n");
  expect(columnsOf(accountOf(OUTCOME, VIEW, say, NAMES))).not.toContain("spent");
});

test("as Markdown a name stays a name", () => {
  const text = markdownOf("A # fight", accountOf(OUTCOME, VIEW, endingWords("de"), NAMES), endingWords("de"));
  expect(text).toContain("# A \\# fight\n\n**Noch auf den Beinen: WATCH**\n\n- Runden: 3\n");
  expect(text).toContain("| C\\|d \\* (FOES) | 0 | ? |  |\n");
  expect(text).toContain("Davon hast du nicht alles erfahren.");
});

test("where nobody stopped anything there is no column for it", () => {
  const rows = OUTCOME.rows.map(({ stopped: _, ...row }) => row);
  const account = accountOf({ ...OUTCOME, rows }, VIEW, say, NAMES);
  expect(columnsOf(account)).toEqual(["dealt", "took"]);
  expect(columnsOf(accountOf(OUTCOME, VIEW, say, NAMES))).toEqual(["dealt", "took", "stopped"]);
  expect(markdownOf("A fight", account, say)).toContain("| Who | Harm done | Harm taken |\n| --- | ---: | ---: |\n");
});
