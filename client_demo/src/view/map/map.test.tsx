/** Who is drawn over whom. */
import { cleanup, render } from "@testing-library/preact";
import { afterEach, expect, test, vi } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import type { Scene } from "../../table/scene.ts";
import { defaults } from "../../table/state.ts";
import type { View } from "../../wire/types.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { BattleMap } from "./map.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("whoever still fights is drawn over the fallen and their names, in whatever order they came", () => {
  vi.stubGlobal("ResizeObserver", class {
    observe() {}
    disconnect() {}
  });
  const [hagen, robber] = [VIEW.combatants?.["hagen"], VIEW.combatants?.["robber"]];
  const view = { ...VIEW, stage: "setup", combatants: { robber: { ...robber, at: [0, 0] }, hagen: { ...hagen, at: [100, 0], out: true } } } as unknown as View;
  const state = { ...defaults(), view, met: view.combatants! };
  const ctrl = { state: { value: state }, now: state } as unknown as Ctrl;
  const page = render(<BattleMap ctrl={ctrl} scene={{ view, options: [], isLive: true } as unknown as Scene} />);
  const drawn = () => [...page.container.querySelectorAll(".piece")].map((piece) => piece.getAttribute("data-who"));
  expect(drawn()).toEqual(["hagen", "robber"]);
  const upright = { ...view, combatants: { hagen: view.combatants?.["robber"], robber: view.combatants?.["hagen"] } } as unknown as View;
  page.rerender(<BattleMap ctrl={{ state: { value: { ...state, view: upright } }, now: state } as unknown as Ctrl} scene={{ view: upright, options: [], isLive: true } as unknown as Scene} />);
  expect(drawn()).toEqual(["robber", "hagen"]);
});
