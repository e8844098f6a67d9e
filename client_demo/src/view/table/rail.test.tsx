/** The order says who takes turns together. */
import { cleanup, render } from "@testing-library/preact";
import { afterEach, expect, test } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import type { Scene } from "../../table/scene.ts";
import { defaults } from "../../table/state.ts";
import type { View } from "../../wire/types.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { Rail } from "./rail.tsx";

afterEach(cleanup);

test("whoever is in a group has its name beside the own one, as far as one knows of it", () => {
  const combatants = { ...VIEW.combatants, robber: { ...VIEW.combatants?.["robber"], facts: { group: "Smugglers 1" } } };
  const view = { ...VIEW, combatants } as unknown as View;
  const ctrl = { state: { value: { ...defaults(), view } } } as unknown as Ctrl;
  const page = render(<Rail ctrl={ctrl} scene={{ view, options: [], isLive: true } as unknown as Scene} />);
  const signs = (name: string) => page.getByText(name).parentElement?.querySelector(".signs")?.textContent;
  expect(signs("Robber")).toContain("Smugglers 1");
  expect(signs("Hagen")).not.toContain("Smugglers");
});
