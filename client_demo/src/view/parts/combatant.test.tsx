import { render } from "preact";
import { expect, test } from "vitest";
import { defaults } from "../../table/state.ts";
import type { View } from "../../wire/types.ts";
import { EMPTY, enriched } from "../../words/catalog.ts";
import { Conditions } from "./combatant.tsx";

test("a condition shows its level, unless it has none that people speak of", () => {
  const labels = { en: { dying: "Dying", dead: "Dead" } };
  const state = { ...defaults(), catalog: enriched(EMPTY, { labels, plain: { dead: true } }) };
  const view = { combatants: { ann: { name: "Ann", side: "a", conditions: { dying: 3, dead: 7 } } } } as unknown as View;
  const place = document.createElement("div");
  render(<Conditions state={state} view={view} who="ann" />, place);
  const said = [...place.querySelectorAll(".condition")].map((each) => each.textContent?.trim());
  expect(said).toEqual(["Dying 3", "Dead"]);
});
