/** The sheet that unfolds in the order says lengths as the map does. */
import { cleanup, fireEvent, render } from "@testing-library/preact";
import { afterEach, expect, test } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import type { Scene } from "../../table/scene.ts";
import { defaults } from "../../table/state.ts";
import type { Option, View } from "../../wire/types.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { EMPTY, enriched } from "../../words/catalog.ts";
import { Sheet } from "./sheet.tsx";

afterEach(cleanup);

test("a length has the reader's comma, and what is no length stays", () => {
  const hagen = { ...VIEW.combatants!["hagen"]!, facts: { move: "6.32 m", sword: "2.5/3 · 1.5 m" } };
  const view = { ...VIEW, combatants: { ...VIEW.combatants, hagen } } as View;
  const ctrl = { state: { value: { ...defaults(), view, language: "de" as const, unfolded: "hagen" } } } as unknown as Ctrl;
  const page = render(<Sheet ctrl={ctrl} scene={{ view, options: [], isLive: true } as unknown as Scene} who="hagen" />);
  expect([...page.container.querySelectorAll(".sheet dd")].map((each) => each.textContent)).toEqual(["6,3 m", "2.5/3 · 1,5 m"]);
});

test("what has a name in the reader's language is called so, in what is worn and in what a weapon does", () => {
  const labels = { de: { Mail: "Kettenrüstung", "Light crossbow": "Leichte Armbrust", pierce: "Stich" } };
  const hagen = { ...VIEW.combatants!["hagen"]!, gear: ["Mail 3/5", "Knife"], facts: { "weapon.bow": "Light crossbow · 2d8 pierce / 1d6 crush · 40 m" } };
  const view = { ...VIEW, combatants: { ...VIEW.combatants, hagen } } as View;
  const catalog = enriched(EMPTY, { labels });
  const ctrl = { state: { value: { ...defaults(), view, catalog, language: "de" as const, unfolded: "hagen" } } } as unknown as Ctrl;
  const page = render(<Sheet ctrl={ctrl} scene={{ view, options: [], isLive: true } as unknown as Scene} who="hagen" />);
  const said = [...page.container.querySelectorAll(".sheet dd")].map((each) => each.textContent);
  expect(said).toEqual(["Kettenrüstung 3/5, Knife", "Leichte Armbrust · 2d8 Stich / 1d6 crush · 40 m"]);
});

test("a word is explained where it is tapped, one at a time, and only where the system explains it", async () => {
  const terms = { de: { wounds: "Was durchkam.", hunkered: "Geduckt.", weapon: "Wie weit sie reicht." } };
  const hagen = { ...VIEW.combatants!["hagen"]!, tracks: { wounds: { value: 1, kind: "harm" }, luck: { value: 2 } }, conditions: { hunkered: 1 }, facts: { "weapon.bow": "Bogen", move: "6 m" } };
  const view = { ...VIEW, combatants: { ...VIEW.combatants, hagen } } as View;
  const catalog = enriched(EMPTY, { terms, labels: { de: { wounds: "Wunden", hunkered: "Geduckt", weapon: "Waffe", luck: "Glück", move: "Weg" } } });
  const ctrl = { state: { value: { ...defaults(), view, catalog, language: "de" as const } } } as unknown as Ctrl;
  const page = render(<Sheet ctrl={ctrl} scene={{ view, options: [], isLive: true } as unknown as Scene} who="hagen" />);
  const meanings = () => [...page.container.querySelectorAll(".meaning")].map((each) => each.textContent);
  expect([...page.container.querySelectorAll(".term")].map((each) => each.textContent)).toEqual(["Wunden", "Geduckt", "Waffe"]);
  await fireEvent.click(page.getByRole("button", { name: "Wunden" }));
  expect(meanings()).toEqual(["Was durchkam."]);
  await fireEvent.click(page.getByRole("button", { name: "Waffe" }));
  expect(meanings()).toEqual(["Wie weit sie reicht."]);
  expect(page.getByRole("button", { name: "Waffe" }).getAttribute("aria-expanded")).toBe("true");
  expect(page.getByText("Bogen").title).toBe("Wie weit sie reicht."); // the signs in what it says are explained with it
  await fireEvent.click(page.getByRole("button", { name: "Waffe" }));
  expect(meanings()).toEqual([]);
});

test("numbers stand in the order in which the system lists their names, whatever was told first", () => {
  const catalog = enriched(EMPTY, { labels: { en: { strength: "Strength", dodge: "Dodge", weapon: "Weapon", bonus: "Bonus" } } });
  const names = (facts: Record<string, string>) => {
    const view = { ...VIEW, combatants: { hagen: { ...VIEW.combatants!["hagen"]!, facts } } } as View;
    const ctrl = { state: { value: { ...defaults(), view, catalog } } } as unknown as Ctrl;
    const page = render(<Sheet ctrl={ctrl} scene={{ view, options: [], isLive: true } as unknown as Scene} who="hagen" />);
    const said = [...page.container.querySelectorAll(".sheet dl > div")].map((each) => each.textContent);
    cleanup();
    return said;
  };
  const live = names({ strength: "3", dodge: "4", "weapon.bow": "Bow", bonus: "1" });
  expect(live).toEqual(["Strength3", "Dodge4", "Bonus1", "WeaponBow"]);
  expect(names({ strength: "3", bonus: "1", dodge: "4", "weapon.bow": "Bow" })).toEqual(live);
});

test("of one's own it is said when it is asked, and what it answers by itself", () => {
  const how = { name: "orders", kind: "choice", choices: [{ value: "ask" }, { value: "never" }] };
  const order: Option = { key: "order", who: "hagen", group: "free", intent: { type: "order", orders: "never" }, params: [how] };
  const view = { ...VIEW, stops: { hagen: { hit_me: 1 } } } as View;
  const catalog = enriched(EMPTY, { stops: { usual: ["hit_me"], mine: [], everything: ["foe_moves"] } });
  const said = (seat: string) => {
    const me = { seat, audience: `seat:${seat}`, role: "player" as const };
    const ctrl = { state: { value: { ...defaults(), me, view, catalog } } } as unknown as Ctrl;
    const options = seat === "anna" ? [order] : [];
    const page = render(<Sheet ctrl={ctrl} scene={{ view, options, isLive: true } as unknown as Scene} who="hagen" />);
    const rows = [...page.container.querySelectorAll(".sheet dl > div")].map((each) => [...each.children].map((part) => part.textContent));
    cleanup();
    return rows;
  };
  expect(said("anna")).toEqual([["When I am asked", "Usual"], ["Orders", "Never"]]);
  expect(said("bert")).toEqual([]);
});
