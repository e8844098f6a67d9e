/** Who watches is told so; who plays never is, also while there is nothing to do. */
import { cleanup, render } from "@testing-library/preact";
import { afterEach, expect, test } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import type { Scene } from "../../table/scene.ts";
import { defaults } from "../../table/state.ts";
import type { Option, View } from "../../wire/types.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { Rulings } from "../gm/rule_part.tsx";
import "../log/recent.tsx";  // what the dock fetches: it would come when the test is over
import { waitOf } from "./calling.ts";
import { Dock } from "./dock.tsx";

afterEach(cleanup);

function drawn(seat: string, role: "player" | "spectator" | "gm", view: View) {
  const me = { seat, audience: role === "player" ? `seat:${seat}` : role === "gm" ? "gm" : "public", role };
  const ctrl = { state: { value: { ...defaults(), me, view } }, later: () => () => undefined } as unknown as Ctrl;
  return render(<Dock ctrl={ctrl} scene={{ view, options: [], isLive: true } as unknown as Scene} />);
}

test.each(["player", "gm"] as const)("a %s is not told that it watches, whoever's turn it is", (role) => {
  for (const turn of [[], ["robber"], ["hagen"]]) {
    const page = drawn(role === "gm" ? "gm" : "anna", role, { ...VIEW, turn } as View);
    expect(page.queryByText(/You are watching/)).toBeNull();
    cleanup();
  }
});

test("a spectator is, and whose turn it is", () => {
  drawn("spectator", "spectator", { ...VIEW, turn: ["robber"] } as View).getByText(/You are watching\. .*Robber/);
});

const asked = (who: string) => ({ id: "d1", kind: "react", asks: { [who]: {} } });
const GOES_ON: [string, Partial<View>][] = [
  ["an act, seen in nobody's turn", { turn: [], act: { id: "a1" } }],
  ["an act, in a player's turn", { turn: ["hagen"], act: { id: "a1" } }],
  ["a question to the game master", { turn: ["hagen"], decision: asked("gm") }],
  ["a question to a foe", { turn: [], decision: asked("robber") }],
  ["nothing that is seen, between two turns", { turn: [] }],
  ["a question that asks nobody, between two turns", { turn: [], decision: { id: "d1", kind: "turn" } }],
];

test.each(GOES_ON)("what can be done and the header never say two things: %s", (_, more) => {
  const view = { ...VIEW, ...more } as View;
  expect(waitOf({ view, options: [] })).toBeDefined();
  for (const role of ["player", "gm"] as const) {
    const page = drawn(role === "gm" ? "gm" : "anna", role, view);
    expect(page.queryByText(/Nothing to do right now/)).toBeNull();
    cleanup();
  }
  const gm = { value: { ...defaults(), me: { seat: "gm", audience: "gm", role: "gm" as const }, view } };
  const page = render(<Rulings ctrl={{ state: gm } as unknown as Ctrl} scene={{ view, options: [], isLive: true } as unknown as Scene} />);
  expect(page.queryByText(/Nothing to do right now/)).toBeNull();
});

test("between two turns the game master is told that the table goes on by itself", () => {
  const view = { ...VIEW, turn: [], decision: { id: "d1", kind: "turn" } } as unknown as View;
  expect(drawn("gm", "gm", view).getByText("Waiting for the table.")).toBeTruthy();
});

test("while an act goes on that nobody is asked about the game master is told so", () => {
  const view = { ...VIEW, turn: ["robber"], act: { id: "a1" }, decision: { id: "d1", kind: "declare" } } as unknown as View;
  expect(drawn("gm", "gm", view).getByText(/under way/)).toBeTruthy();
});

test("to the game master a question to a player who is there is none, until that player is gone", () => {
  const view = { ...VIEW, decision: asked("hagen") } as View;
  const options = [{ key: "dodge", who: "hagen", answers: true, intent: { type: "dodge" } }] as Option[];
  const me = { seat: "gm", audience: "gm", role: "gm" as const };
  const calls = (sessions: Record<string, number>) => {
    const ctrl = { state: { value: { ...defaults(), me, view, sessions, gmPart: "rule" as const } }, later: () => () => undefined } as unknown as Ctrl;
    const page = render(<Dock ctrl={ctrl} scene={{ view, options, isLive: true } as unknown as Scene} />);
    const said = page.queryByRole("button", { name: "React" });
    cleanup();
    return said !== null;
  };
  expect([calls({ "seat:anna": 1 }), calls({})]).toEqual([false, true]);
});
