/** What is wrong with a file is said in both languages, for every kind that the server knows. */
import { beforeAll, expect, test } from "vitest";
import type { Problem } from "../../home/draft.ts";
import type { Setup } from "../../wire/types.ts";
import { loadWords } from "../../words/book.ts";
import { CODES_DE } from "../../words/de/code_words.ts";
import { DE } from "../../words/de/home_words.ts";
import { EN } from "../../words/en/home_words.ts";
import { loadRefusals, refusedText } from "../../words/refused.ts";
import { wrongText } from "./wrong.ts";

beforeAll(async () => {
  await Promise.all([loadWords("en"), loadWords("de"), loadRefusals("de")]);
});

const problem = (kind: string, detail: Problem["detail"], system?: string): Problem => ({ path: "x", text: "As the server says.", line: 1, kind, detail, system });
const said = (language: "en" | "de", one: Problem, setups: Setup[] = []) => wrongText({ language }, setups, one);

test("kind and details make a sentence in the user's language", () => {
  const type = problem("wrong_type", { wanted: "int | null", got: "str", value: "'two'", allowed: "" });
  expect(said("en", type)).toBe("'two' does not fit: this must be a whole number or nothing.");
  expect(said("de", type)).toBe("'two' passt nicht: Hier muss eine ganze Zahl oder nichts stehen.");
  expect(said("de", problem("too_big", { bound: 9, value: 12 }))).toBe("12 ist zu groß: höchstens 9.");
  expect(said("de", problem("wrong_type", { wanted: "int", got: "object", value: "" }))).toMatch(/^eine Tabelle passt nicht/);
});

test("a system's own problems come from its setup, anything else as the server says it", () => {
  const setups = [{ system: "brink", problems: { de: { not_carried: "„{value}“ ist keine Waffe." } } }] as unknown as Setup[];
  const hand = problem("not_carried", { value: "axe" }, "brink");
  expect(said("de", hand, setups)).toBe("„axe“ ist keine Waffe.");
  expect(said("en", hand, setups)).toBe("As the server says.");
  expect(said("de", problem("", {}))).toBe("As the server says.");
});

test("both languages have the same words for the home page, with the same gaps but for the parsers' own sentences", () => {
  const gaps = (text: string | undefined) => (text?.match(/\{\w+\}/g) ?? []).filter((gap) => gap !== "{said}").sort();
  for (const [key, text] of Object.entries(EN)) expect([key, ...gaps(DE[key as keyof typeof EN])]).toEqual([key, ...gaps(text)]);
});

test("a refusal is said in German by its code and in English by the server", () => {
  const refused = { code: "seat_taken", message: "Somebody else.", detail: {} };
  expect(refusedText("en", refused)).toBe("Somebody else.");
  expect(refusedText("de", refused)).toBe(CODES_DE["seat_taken"]);
  expect(refusedText("de", { ...refused, code: "of_tomorrow" })).toBe("Somebody else.");
  expect(refusedText("de", { code: "lost", message: "" })).toContain("Verbindung");
});
