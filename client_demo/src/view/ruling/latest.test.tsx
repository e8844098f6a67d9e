/** Where a game master looks for rulings, what happened last can be undone, changed and looked at again. */
import { cleanup, fireEvent, render, within } from "@testing-library/preact";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import type { Scene } from "../../table/scene.ts";
import { defaults, type Ruling } from "../../table/state.ts";
import type { Frame } from "../../wire/types.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { loadWords } from "../../words/book.ts";
import { EMPTY, enriched } from "../../words/catalog.ts";
import { rulingWords } from "../../words/ruling_words.ts";
import { Needs } from "./disputed.tsx";
import { Latest } from "./latest.tsx";

afterEach(cleanup);

beforeAll(async () => {
  rulingWords("en");
  await loadWords("en");
});

const catalog = enriched(EMPTY, { lines: { en: { Said: "{who} says {what}", Silent: "" } }, labels: { en: { cover: "Cover", parry: "Parry" } } });

function framesOf(...told: object[]): Frame[] {
  return told.map((event, index) => ({ n: index + 1, at: 0, events: [event], patch: {}, step: 0 }) as unknown as Frame);
}

test("the newest acts stand there, without what was taken back and who passed, each with what can be done with it", () => {
  const said = (what: string) => ({ type: "Said", who: "hagen", what });
  const passed = { ...framesOf(said("nothing"))[0]!, n: 5, patch: { decision: { asks: { hagen: { answered: true } } } } };
  const frames = [...framesOf(said("a"), said("b"), { type: "Rewound", to: [1, 0] }, said("c")), passed];
  const [rewind, amend, open] = [vi.fn(), vi.fn(), vi.fn()];
  const state = { ...defaults(), n: 5, view: VIEW, met: VIEW.combatants!, catalog, past: { after: 0, view: VIEW, frames } };
  const ctrl = { state: { value: state }, rulings: { rewind, amend }, replays: { open } } as unknown as Ctrl;
  const page = render(<Latest ctrl={ctrl} scene={{ view: VIEW, options: [], isLive: true } as unknown as Scene} />);
  const lines = [...page.container.querySelectorAll("li > span")].map((each) => each.textContent);
  expect(lines[0]).toBe("Hagen says c");
  expect(lines.at(-1)).toBe("Hagen says a");
  expect(lines).not.toContain("Hagen says b");
  expect(lines).not.toContain("Hagen says nothing");
  fireEvent.click(page.getByRole("button", { name: "Undo to here: Hagen says a" }));
  expect(rewind).toHaveBeenCalledWith([1, 0]);
  fireEvent.click(page.getByRole("button", { name: "Change this: Hagen says c" }));
  expect(amend).toHaveBeenCalledWith([4, 0]);
  fireEvent.click(page.getByRole("button", { name: "Replay from here: Hagen says c" }));
  expect(open).toHaveBeenCalledWith(4);
});

test("what is done behind nothing can't be taken back to", () => {
  const said = (what: string) => ({ type: "Said", who: "hagen", what });
  const frames = framesOf(said("a"), said("b"), { type: "Silent" });
  const state = { ...defaults(), n: 3, view: VIEW, met: VIEW.combatants!, catalog, past: { after: 0, view: VIEW, frames } };
  const page = render(<Latest ctrl={{ state: { value: state } } as unknown as Ctrl} scene={{ view: VIEW, options: [], isLive: true } as unknown as Scene} />);
  expect(page.getAllByRole("button", { name: /^Undo to here/ }).map((each) => each.getAttribute("aria-label"))).toEqual(["Undo to here: Hagen says a"]);
});

test("all dice that were never rolled are typed at once, each beside what it is for, and taken away again", () => {
  const needs = ["cover.0", "parry"].map((roll) => ({ at: [4, 0], act: "", roll, who: "hagen", sides: 6, count: 2, index: 0, depth: 0 }));
  const ruling = { kind: "amend", at: [4, 0], needs, faces: { "4.0|parry|hagen|0|0.1": 3 } } as unknown as Ruling;
  const face = vi.fn();
  const scrolled = vi.fn();
  Element.prototype.scrollIntoView = scrolled;
  const ctrl = { state: { value: { ...defaults(), view: VIEW, catalog } }, rulings: { face } } as unknown as Ctrl;
  const page = render(<Needs ctrl={ctrl} ruling={ruling} />);
  expect(scrolled).toHaveBeenCalledOnce();  // they appear below what is in sight
  const fields = (what: string) => within(page.getByRole("group", { name: `Dice that were never rolled: Hagen, 2 d6 for ${what}` })).getAllByRole("spinbutton");
  fireEvent.input(fields("Cover")[1]!, { target: { value: "4" } });
  fireEvent.input(fields("Parry")[1]!, { target: { value: "" } });
  expect(face.mock.calls).toEqual([["4.0|cover.0|hagen|0|0.1", 4], ["4.0|parry|hagen|0|0.1", undefined]]);
});
