/** Why a later act falls is said only where the whole sentence can be. */
import { cleanup, render } from "@testing-library/preact";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import { defaults, type Ruling } from "../../table/state.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { loadWords } from "../../words/book.ts";
import { EMPTY, enriched } from "../../words/catalog.ts";
import { rulingWords } from "../../words/ruling_words.ts";
import { Outcome } from "./outcome.tsx";

afterEach(cleanup);

beforeAll(async () => {
  rulingWords("en");
  await loadWords("en");
});

const catalog = enriched(EMPTY, { refusals: { en: { not_your_turn: "It is {other}'s turn.", over: "The fight is over." } } });

function reasons(code: string) {
  const step = { outcome: "falls", code, source: [[5, 0]], events: [], intent: { type: "walk", who: "hagen" } };
  const preview = { changes: [], steps: [step], needs: [], rules_changed: [], digest: new Uint8Array() };
  const ruling = { kind: "amend", at: [4, 0], instead: {}, preview } as unknown as Ruling;
  const ctrl = { state: { value: { ...defaults(), view: VIEW, catalog, ruling } } } as unknown as Ctrl;
  const page = render(<Outcome ctrl={ctrl} ruling={ruling} />);
  const said = [...page.container.querySelectorAll(".why-not")].map((each) => each.textContent);
  cleanup();
  return said;
}

test("a reason whose name is not told is left out", () => {
  expect(reasons("not_your_turn")).toEqual([]);
  expect(reasons("over")).toEqual(["The fight is over."]);
});

test("that somebody passed by itself is not called by how the server names it", () => {
  const step = { outcome: "moot", source: [[5, 0]], events: [], intent: { type: "pass_standing" } };
  const preview = { changes: [], steps: [step], needs: [], rules_changed: [], digest: new Uint8Array() };
  const ruling = { kind: "amend", at: [4, 0], instead: {}, preview } as unknown as Ruling;
  const ctrl = { state: { value: { ...defaults(), view: VIEW, catalog, ruling } } } as unknown as Ctrl;
  const page = render(<Outcome ctrl={ctrl} ruling={ruling} />);
  expect([...page.container.querySelectorAll(".moot > span")].map((each) => each.textContent)).toEqual(["passes by itself"]);
});
