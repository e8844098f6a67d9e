/** Who is drawn over whom, and what of the map is in sight. */
import { act, cleanup, fireEvent, render } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import type { Scene } from "../../table/scene.ts";
import type { Values } from "../../table/options.ts";
import { defaults, type Form } from "../../table/state.ts";
import type { Param, View } from "../../wire/types.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { BattleMap } from "./map.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

beforeEach(() => {
  vi.stubGlobal("ResizeObserver", class {
    observe() {}
    disconnect() {}
  });
});

test("whoever still fights is drawn over the fallen and their names, in whatever order they came", () => {
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

test("whoever is taken in hand comes into sight where one has moved the map away, and nothing moves for who is there", () => {
  const [hagen, robber] = [VIEW.combatants?.["hagen"], VIEW.combatants?.["robber"]];
  const view = { ...VIEW, combatants: { hagen: { ...hagen, x: 0, y: 0 }, robber: { ...robber, x: 300, y: 0 } } } as unknown as View;
  const drawn = (selected: string) => {
    const state = { ...defaults(), view, met: view.combatants!, selected };
    return <BattleMap ctrl={{ state: { value: state }, now: state } as unknown as Ctrl} scene={{ view, options: [], isLive: true } as unknown as Scene} />;
  };
  const page = render(drawn("robber"));
  const middle = () => Number(/translate\(([-\d.]+) [-\d.]+\)$/.exec(page.container.querySelector("svg > g")!.getAttribute("transform")!)?.[1]);
  for (let press = 0; press < 40; press++) fireEvent.keyDown(page.getByRole("application"), { key: "ArrowRight" });
  const away = middle();
  page.rerender(drawn("robber"));
  expect(middle()).toBe(away);
  void act(() => page.rerender(drawn("hagen")));
  expect(middle()).toBeCloseTo(0);
});

test("whoever is chosen is told from those who could be, and nothing more is asked to be tapped", () => {
  const [hagen, robber] = [VIEW.combatants?.["hagen"], VIEW.combatants?.["robber"]];
  const view = { ...VIEW, combatants: { hagen, robber, second: { ...robber, name: "Second", x: 700 } } } as unknown as View;
  const target = { name: "target", kind: "choice", combatant: true, choices: [{ value: "robber" }, { value: "second" }] } as Param;
  const spare: Param = { ...target, name: "guard", optional: true };
  const drawn = (values: Values, params = [target]) => {
    const form: Form = { option: { key: "attack", who: "hagen", intent: { type: "attack" }, params }, values };
    const state = { ...defaults(), view, met: view.combatants!, form };
    const page = render(<BattleMap ctrl={{ state: { value: state }, now: state } as unknown as Ctrl} scene={{ view, options: [], isLive: true } as unknown as Scene} />);
    const pressed = [...page.container.querySelectorAll(".piece")].map((piece) => [piece.getAttribute("data-who"), piece.getAttribute("aria-pressed")]);
    const hint = page.container.querySelector(".map-hint")?.textContent;
    cleanup();
    return [Object.fromEntries(pressed), hint];
  };
  expect(drawn({})).toEqual([{ hagen: null, robber: "false", second: "false" }, "Tap a marked piece."]);
  expect(drawn({ target: 1 })).toEqual([{ hagen: null, robber: "false", second: "true" }, undefined]);
  expect(drawn({ target: 1 }, [target, spare])).toEqual([{ hagen: null, robber: "false", second: "true" }, undefined]);
});
