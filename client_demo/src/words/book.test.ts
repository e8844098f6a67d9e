import { expect, test } from "vitest";
import { loadWords, metres, text } from "./book.ts";
import { EMPTY, enriched, humanised, label } from "./catalog.ts";
import { RULING_DE } from "./de/ruling_words.ts";
import { RULING_EN } from "./en/ruling_words.ts";
import { DE } from "./de/client_words.ts";
import { EN } from "./en/client_words.ts";

test.each([
  ["the table", EN, DE],
  ["rulings", RULING_EN, RULING_DE],
])("every text of %s has the same gaps in both languages", (_of, en: Record<string, string>, de: Record<string, string>) => {
  const gaps = (sentence: string | undefined) => (sentence?.match(/\{[\w.]+\}/g) ?? []).sort();
  for (const key of Object.keys(en)) {
    expect([key, ...gaps(de[key])]).toEqual([key, ...gaps(en[key])]);
    expect(de[key] === "", key).toBe(en[key] === "");
  }
});

test("gaps are filled, unknown ones stay readable, and English stands in until a language is loaded", async () => {
  expect(text("de", "table.round", { round: 3 })).toBe("Round 3");
  await loadWords("de");
  expect(text("en", "table.round", { round: 3 })).toBe("Round 3");
  expect(text("de", "table.round")).toBe("Runde {round}");
});

test("one who watches is not told as if they were many", async () => {
  await loadWords("de");
  expect(text("de", "table.watchers", { count: 1 })).toBe("1 schaut zu");
  expect(text("de", "table.watchers", { count: 2 })).toBe("2 schauen zu");
});

test("metres are written as the language does", () => {
  expect(metres("en", 1234)).toBe("12.3");
  expect(metres("de", 1234)).toBe("12,3");
  expect(metres("en", 400)).toBe("4");
  expect([metres("en", 3), metres("de", 4), metres("en", 5), metres("en", 0)]).toEqual(["0.03", "0,04", "0.1", "0"]);
});

test("keys without a label are made readable", () => {
  expect(humanised("shield_parry")).toBe("Shield parry");
  expect(humanised("HitsRolled")).toBe("Hits rolled");
  const catalog = enriched(EMPTY, { labels: { en: { parry: "Parry!" } } });
  expect(label(catalog, "de", "parry")).toBe("Parry!");
  expect(label(catalog, "en", "walk_away")).toBe("Walk away");
});

test("a name among signs and numbers is said in the language, that of whom it is aimed at is somebody's own", () => {
  const catalog = enriched(EMPTY, { labels: { de: { Sword: "Schwert", "Great axe": "Große Axt", Club: "Keule", full_defense: "Volle Abwehr" } } });
  const said = ["→ Sword", "→ ×2 Great axe", "↑ Sword", "Sword +3", "Great axe ×n", "1. Sword → Club", "2. Sword → Old Club: Great axe", "1. full_defense: Sword", "Sword, hide!"];
  expect(said.map((each) => label(catalog, "de", each))).toEqual([
    "→ Schwert", "→ ×2 Große Axt", "↑ Schwert", "Schwert +3", "Große Axt ×n", "1. Schwert → Club", "2. Schwert → Old Club: Große Axt", "1. Volle Abwehr: Schwert", "Sword, hide!",
  ]);
});
