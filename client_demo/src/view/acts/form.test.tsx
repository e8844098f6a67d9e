/** Filling in an option: the first tap counts, and what is possible comes first. */
import { cleanup, fireEvent, render } from "@testing-library/preact";
import { afterEach, expect, test, vi } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import type { Scene } from "../../table/scene.ts";
import { within } from "../../table/options.ts";
import { defaults, type Form } from "../../table/state.ts";
import type { Option, Param } from "../../wire/types.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { EMPTY, enriched } from "../../words/catalog.ts";
import { OptionForm } from "./form.tsx";

afterEach(cleanup);

function drawn(param: Param, more: Partial<Option> = {}, catalog = EMPTY, view = VIEW) {
  const form: Form = { option: { key: "attack", who: "hagen", intent: { type: "attack" }, params: [param], ...more }, values: {} };
  const state = { ...defaults(), view, form, catalog };
  const [setValue, pick, sendForm] = [vi.fn(), vi.fn(), vi.fn()];
  const ctrl = { state: { value: state }, now: state, setValue, pick, sendForm } as unknown as Ctrl;
  const scene = { view, options: [], isLive: true } as Scene;
  return { page: render(<OptionForm ctrl={ctrl} scene={scene} form={form} />), setValue, pick, sendForm };
}

test.each([
  ["More", 1],
  ["Less", 0],
])("of a number that need not be given the first tap on %s makes %d", (name, value) => {
  const { page, setValue } = drawn({ name: "ep", kind: "number", optional: true, most: 3 });
  fireEvent.click(page.getByRole("button", { name }));
  expect(setValue).toHaveBeenCalledWith("ep", value);
});

test.each([
  [{ least: -1 }, -1, 0],
  [{ least: -3, most: -1 }, -3, -1],
  [{}, 0, 0],
])("a number with the bounds %o stays within %d and %d", (bounds, least, most) => {
  const param: Param = { name: "ep", kind: "number", optional: true, ...bounds };
  const { page, setValue } = drawn(param);
  const field = page.getByRole("spinbutton") as HTMLInputElement;
  expect([field.min, field.max]).toEqual([String(least), String(most)]);
  page.getByText(`${least} – ${most}`);
  fireEvent.click(page.getByRole("button", { name: "More" }));
  expect(setValue).toHaveBeenCalledWith("ep", most);
  expect([-9, 9].map((value) => within(param, value))).toEqual([least, most]);
});

test("what may be sent behind it has a button of its own, which sends both", () => {
  const catalog = enriched(EMPTY, { labels: { en: { settle: "Ready" } }, follows: { attack: "settle" } });
  const { page, sendForm } = drawn({ name: "what", kind: "text", optional: true }, {}, catalog);
  fireEvent.click(page.getByRole("button", { name: "Do it · Ready" }));
  expect(sendForm.mock.calls).toEqual([[true]]);
  expect(drawn({ name: "what", kind: "text" }, {}, catalog).page.getAllByRole("button", { name: "Do it · Ready" }).at(-1)).toHaveProperty("disabled", true);
});

test("whom one can reach stands first, and is chosen by its own number", () => {
  const reason = { code: "too_far", message: "Too far." };
  const choices = [{ value: "far", label: "Far one", reason }, { value: "near", label: "Near one" }];
  const { page, pick } = drawn({ name: "target", kind: "choice", choices });
  const chips = [...page.container.querySelectorAll(".chip")].map((chip) => chip.querySelector("span")?.textContent);
  expect(chips).toEqual(["Near one", "Far one"]);
  fireEvent.click(page.getByRole("button", { name: "Near one" }));
  expect(pick.mock.calls[0]?.[1]).toBe(1);
});

test("at least so many are wanted, where there is no most", () => {
  drawn({ name: "who", kind: "many", least: 2, choices: [{ value: 1 }, { value: 2 }] }).page.getByText("Choose at least 2");
});

test("who may strike at whoever does it is named before it is done", () => {
  const { page } = drawn({ name: "path", kind: "text" }, { risks: ["robber"] });
  page.getByText("May strike at you as you leave: Robber");
});

test("a word that the system explains says what it means where it is tapped", async () => {
  const catalog = enriched(EMPTY, { terms: { en: { cover: "What stands between." } }, labels: { en: { cover: "Cover" } } });
  const { page } = drawn({ name: "attack.cover", kind: "choice", choices: [{ value: 4, label: "4+" }] }, {}, catalog);
  await fireEvent.click(page.getByRole("button", { name: "Cover" }));
  page.getByText("What stands between.");
});

test("the name of what is done is explained over its form", async () => {
  const catalog = enriched(EMPTY, { terms: { en: { attack: "A blow." } }, labels: { en: { attack: "Strike" } } });
  const { page } = drawn({ name: "target", kind: "choice", choices: [] }, {}, catalog);
  await fireEvent.click(page.getByRole("button", { name: "Strike" }));
  page.getByText("A blow.");
});

test("a field that is labelled otherwise is explained by the word that it stands for", async () => {
  const catalog = enriched(EMPTY, { terms: { en: { target: "Whom it is aimed at." } }, labels: { en: { targets: "Whom" } } });
  const { page } = drawn({ name: "attack.target", label: "targets", kind: "choice", choices: [{ value: "hagen" }] }, {}, catalog);
  await fireEvent.click(page.getByRole("button", { name: "Whom" }));
  page.getByText("Whom it is aimed at.");
});

const CROWD = {
  ...VIEW,
  combatants: {
    ...VIEW.combatants,
    sela: { name: "Sela", side: "heroes" },
    ilva: { name: "Ilva", side: "robbers" },
    fallen: { name: "Fallen", side: "robbers", out: true },
  },
};
const [SELA, FALLEN, ILVA, ROBBER] = ["sela", "fallen", "ilva", "robber"].map((value) => ({ value, label: value }));
const FAR = { ...ILVA, reason: { code: "too_far", message: "Too far." } };

test.each([
  ["an attack", "the only foe within reach", "harm", FAR, 3],
  ["an attack", "nobody where there are two", "harm", ILVA, undefined],
  ["help", "nobody", "help", FAR, undefined],
] as const)("for %s %s is chosen already", (_what, _whom, goal, ilva, chosen) => {
  const param = { name: "target", kind: "choice", combatant: true, choices: [SELA, FALLEN, ilva, ROBBER] } as Param;
  const { setValue } = drawn(param, { goal, whom: "target" }, EMPTY, CROWD);
  expect(setValue.mock.calls).toEqual(chosen === undefined ? [] : [["target", chosen]]);
});
