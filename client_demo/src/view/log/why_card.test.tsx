/** What counted is said in the reader's units. */
import { cleanup, fireEvent, render } from "@testing-library/preact";
import { afterEach, expect, test } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import type { Line } from "../../table/log.ts";
import { defaults } from "../../table/state.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { EMPTY, enriched } from "../../words/catalog.ts";
import { WhyCard } from "./why_card.tsx";

afterEach(cleanup);

test("a length stands in metres, also the one that it was before; any other number as it is", () => {
  const terms = [{ key: "distance_cm", value: 632, rule: "R-1", was: 150 }, { key: "cover", value: 200, rule: "R-2" }];
  const ctrl = { state: { value: { ...defaults(), language: "de" as const } } } as unknown as Ctrl;
  const page = render(<WhyCard ctrl={ctrl} view={VIEW} line={{ terms } as unknown as Line} />);
  const said = [...page.container.querySelectorAll(".value")].map((each) => each.textContent);
  expect(said[0]).toMatch(/^6,3 m.*1,5 m/);
  expect(said[1]).toBe("200");
});

test("a word that the system explains says what it means where it is tapped, and no other can be tapped", async () => {
  const catalog = enriched(EMPTY, { terms: { de: { cover: "Was davor steht." } }, labels: { de: { cover: "Deckung", base: "Grundwert" } } });
  const terms = [{ key: "base", value: 5, rule: "R-1" }, { key: "cover", value: 1, rule: "R-2" }];
  const ctrl = { state: { value: { ...defaults(), catalog, language: "de" as const } } } as unknown as Ctrl;
  const page = render(<WhyCard ctrl={ctrl} view={VIEW} line={{ terms } as unknown as Line} />);
  page.getByRole("rowheader", { name: "Grundwert" });
  expect(page.getAllByRole("button").map((each) => each.textContent)).toEqual(["Deckung"]);
  await fireEvent.click(page.getByRole("button"));
  expect(page.getByRole("status").textContent).toBe("Was davor steht.");
  await fireEvent.click(page.getByRole("button"));
  expect(page.queryByRole("status")).toBeNull();
});
