/** Who is asked when: presets and single moments, and taking a pass back. */
import { cleanup, fireEvent, render } from "@testing-library/preact";
import { afterEach, expect, test } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import type { Scene } from "../../table/scene.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { EMPTY } from "../../words/catalog.ts";
import { choicesOf, Passing, presetsOf, Stops, toggled } from "./stops.tsx";

afterEach(cleanup);

const NAMES = { foe_moves: "An opponent moves", hit_me: "I am hit" };
const MOMENTS = { usual: ["hit_me"], mine: ["missed_me"], everything: ["foe_moves"], sized: ["hit_me"] };

function shown(Part: typeof Stops, more: object, role = "player") {
  const sent: unknown[] = [];
  const view = { ...VIEW, combatants: { hagen: { name: "Hagen", side: "x", seat: "ann" } }, ...more };
  const state = { language: "en", view, catalog: { ...EMPTY, stops: MOMENTS, moments: { en: NAMES } }, me: { seat: "ann", role } };
  const ctrl = { state: { value: state }, submit: (intent: unknown) => sent.push(intent) } as unknown as Ctrl;
  return { page: render(<Part ctrl={ctrl} scene={{ view, options: [], isLive: true } as unknown as Scene} />), sent };
}

test("each preset stops where the narrower ones do, and more", () => {
  expect(presetsOf(MOMENTS)).toEqual({
    usual: { hit_me: 1 },
    mine: { hit_me: 1, missed_me: 1 },
    everything: { hit_me: 1, missed_me: 1, foe_moves: 1 },
  });
  expect(toggled({ hit_me: 2 }, "hit_me")).toEqual({});
  expect(toggled({ hit_me: 2 }, "missed_me")).toEqual({ hit_me: 2, missed_me: 1 });
});

test("a preset that stops where a narrower one does is not offered beside it", () => {
  expect(choicesOf(presetsOf(MOMENTS))).toEqual(["usual", "mine", "everything"]);
  expect(choicesOf(presetsOf({ usual: ["hit_me"], mine: [], everything: ["foe_moves"] }))).toEqual(["usual", "everything"]);
  expect(choicesOf(presetsOf({ usual: ["hit_me"], mine: [], everything: [] }))).toEqual(["usual"]);
});

test("a preset is one tap, a moment another, and how much must come a number", () => {
  const { page, sent } = shown(Stops, { stops: { hagen: { hit_me: 1 } } });
  expect(page.container.textContent).toContain("When I am asked: Usual");
  expect(page.container.textContent).toContain("Hagen: Usual");
  fireEvent.click(page.getByRole("button", { name: "All mine" }));
  fireEvent.click(page.getByLabelText("An opponent moves"));
  fireEvent.change(page.getByLabelText("I am hit: from"), { target: { value: "3" } });
  expect(sent).toEqual([
    { type: "set_stops", who: "hagen", at: { hit_me: 1, missed_me: 1 } },
    { type: "set_stops", who: "hagen", at: { hit_me: 1, foe_moves: 1 } },
    { type: "set_stops", who: "hagen", at: { hit_me: 3 } },
  ]);
});

test("whoever is asked always has everything chosen", () => {
  expect(shown(Stops, {}).page.container.textContent).toContain("Hagen: Everything");
});

test("whoever will pass can react after all", () => {
  const decision = { id: "d1", kind: "reaction", asks: { hagen: { passes: true } } };
  const { page, sent } = shown(Passing, { decision });
  expect(page.container.textContent).toContain("Hagen will pass");
  fireEvent.click(page.getByRole("button", { name: "React with Hagen" }));
  expect(sent).toEqual([{ type: "react", who: "hagen", decision: "d1" }]);
});

test("the game master holds a window and lets it go on", () => {
  const decision = { id: "d1", kind: "reaction", asks: { hagen: {} } };
  for (const held of [false, true]) {
    const { page, sent } = shown(Stops, { decision, held }, "gm");
    fireEvent.click(page.getByRole("button", { name: held ? "Let the window go on" : "Hold this window" }));
    expect(sent).toEqual([{ type: "hold_window", decision: "d1", is_on: !held }]);
    cleanup();
  }
});
