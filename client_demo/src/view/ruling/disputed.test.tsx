/** What of a past act can be disputed can be read as a whole. */
import { cleanup, render } from "@testing-library/preact";
import { afterEach, expect, test } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import { defaults, type Ruling, type State } from "../../table/state.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { loadWords } from "../../words/book.ts";
import { Disputed } from "./disputed.tsx";

afterEach(cleanup);

function drawn(terms: object[], more: Partial<State> = {}, dice: object[] = []) {
  const card = { amendable: true, dice, rolls: [{ roll: "hit", terms }] };
  const ruling = { kind: "amend", at: [1, 0], card, faces: {}, terms: {}, instead: {}, struck: false } as unknown as Ruling;
  const ctrl = { state: { value: { ...defaults(), view: VIEW, ...more } } } as unknown as Ctrl;
  return render(<Disputed ctrl={ctrl} ruling={ruling} />);
}

test("the field of a number is as wide as the number needs", () => {
  const { container } = drawn([3, 1040, 100_000].map((value, index) => ({ key: `term${index}`, rule: "X-1", value })));
  const widths = [...container.querySelectorAll<HTMLInputElement>("input[type=number]")].map(({ style, value }) => parseInt(style.width) - value.length);
  expect(widths).toEqual([5, 5, 5]);
});

test("a length that is changed in centimetres is read in metres beside it", () => {
  const terms = [{ key: "distance_cm", value: 632, rule: "R-1" }, { key: "cover", value: 200, rule: "R-2" }];
  const said = [...drawn(terms, { language: "de" }).container.querySelectorAll(".terms label > span")].map((each) => each.textContent);
  expect(said.map((text) => /= ([\d,]+ m)/.exec(text ?? "")?.[1])).toEqual(["6,3 m", undefined]);
});

test("of each row of dice it is said whose they are and what for", async () => {
  await loadWords("en");
  const die = { roll: "hit", who: "hagen", index: 0, depth: 0, sides: 6, face: 5 };
  const dice = [die, { ...die, roll: "parry", who: "robber" }, { ...die, depth: 1 }, { ...die, index: 1 }];
  const page = drawn([], {}, dice);
  const rows = [...page.container.querySelectorAll("fieldset:not(.terms)")].map((row) => [
    row.querySelector("legend")?.textContent,
    [...row.querySelectorAll("label")].map((each) => [each.querySelector("input")?.getAttribute("aria-label"), each.querySelector("small")?.textContent]),
  ]);
  expect(rows).toEqual([
    ["Dice: Hit · Hagen", [["Die 1 of Hagen", undefined], ["Die 1 of Hagen (thrown again)", "thrown again"], ["Die 2 of Hagen", undefined]]],
    ["Dice: Parry · Robber", [["Die 1 of Robber", undefined]]],
  ]);
});
