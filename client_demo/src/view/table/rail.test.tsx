/** The sheet that unfolds in the order says lengths as the map does. */
import { cleanup, render } from "@testing-library/preact";
import { afterEach, expect, test } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import type { Scene } from "../../table/scene.ts";
import { defaults } from "../../table/state.ts";
import type { View } from "../../wire/types.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { Rail } from "./rail.tsx";

afterEach(cleanup);

test("a length has the reader's comma, and what is no length stays", () => {
  const hagen = { ...VIEW.combatants!["hagen"]!, facts: { move: "6.32 m", sword: "2.5/3 · 1.5 m" } };
  const view = { ...VIEW, combatants: { ...VIEW.combatants, hagen } } as View;
  const ctrl = { state: { value: { ...defaults(), view, language: "de" as const, unfolded: "hagen" } } } as unknown as Ctrl;
  const page = render(<Rail ctrl={ctrl} scene={{ view, options: [], isLive: true } as unknown as Scene} />);
  expect([...page.container.querySelectorAll(".sheet dd")].map((each) => each.textContent)).toEqual(["6,3 m", "2.5/3 · 1,5 m"]);
});
