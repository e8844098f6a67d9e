/** Cover and the like in words, from view and catalogue. */
import { expect, test } from "vitest";
import type { View } from "../wire/types.ts";
import { EMPTY, enriched } from "../words/catalog.ts";
import { circumstancesOf, signsOf, stancesOf } from "./stance.ts";
import { defaults } from "./state.ts";

const state = {
  ...defaults(),
  catalog: enriched(EMPTY, { labels: { en: { cover: "Cover", from_behind: "From behind" } }, icons: { cover: "wall" } }),
};
const view = {
  combatants: {
    robber: {
      name: "Robber",
      side: "b",
      stance: [{ label: "cover", text: "6+" }, { label: "cover", text: "4+", towards: "sela" }, { label: "shield_block" }],
    },
    sela: { name: "Sela", side: "a" },
  },
  act: { who: "robber", target: "sela", circumstances: ["from_behind"] },
} as unknown as View;

test("a stance says what it is, how much, and against whom", () => {
  const shown = stancesOf(state, view, "robber");
  expect(shown.map(({ text }) => text)).toEqual(["Cover 6+", "Cover 4+ against Sela", "Shield block"]);
  expect(shown.map(({ sign, short }) => [sign, short])).toEqual([["wall", "6+"], ["wall", "4+"], ["", "S"]]);
  expect(new Set(shown.map(({ key }) => key)).size).toBe(3);
});

test("circumstances of an act are named at its target; whoever stands as everybody does has nothing", () => {
  expect(stancesOf(state, view, "sela").map(({ short }) => short)).toEqual(["From behind"]);
  expect(stancesOf(state, { ...view, act: {} }, "sela")).toEqual([]);
  expect(circumstancesOf(state, view)).toEqual(["From behind"]);
  expect(circumstancesOf(state, {} as View)).toEqual([]);
});

test("on the map a condition with a sign of its own is seen, too", () => {
  const catalog = enriched(state.catalog, { labels: { en: { gave_up: "Has given up" } }, icons: { gave_up: "flag" } });
  const quit = { combatants: { sela: { name: "Sela", side: "a", conditions: { gave_up: 1, unnamed: 1 } } } } as unknown as View;
  expect(signsOf({ ...state, catalog }, quit, "sela").map(({ sign, said }) => [sign, said])).toEqual([["flag", "Has given up"]]);
});

test("on the map whoever has given up is told from whoever is down", () => {
  const icons = { forfeited: "flag", down: "cross", at_brink: "skull" };
  const catalog = enriched(state.catalog, { labels: { en: { forfeited: "Has given up", down: "Down", at_brink: "At the brink" } }, icons });
  const signs = Object.keys(icons).map((fate) => {
    const view = { combatants: { sela: { name: "Sela", side: "a", out: true, conditions: { [fate]: 1 } } } } as unknown as View;
    return signsOf({ ...state, catalog }, view, "sela").map(({ sign, said }) => `${sign}: ${said}`);
  });
  expect(signs).toEqual([["flag: Has given up"], ["cross: Down"], ["skull: At the brink"]]);
});
