/** What can be done stands there whoever is in hand; what is going on is said. */
import { cleanup, fireEvent, render } from "@testing-library/preact";
import { afterEach, expect, test, vi } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import type { Scene } from "../../table/scene.ts";
import { defaults } from "../../table/state.ts";
import type { Option, View } from "../../wire/types.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { Actions } from "./actions.tsx";

afterEach(cleanup);

const wolf = { name: "Wolf", side: "heroes", seat: "anna" };
const GROUP = { ...VIEW, turn: ["hagen", "wolf"], combatants: { ...VIEW.combatants, wolf } } as View;
const end: Option = { key: "end_turn", who: "hagen", group: "end", intent: { type: "end_turn", who: "hagen" } };

function drawn(view: View, options: Option[], selected: string) {
  const me = { seat: "anna", audience: "seat:anna", role: "player" as const };
  const choose = vi.fn();
  const ctrl = { state: { value: { ...defaults(), me, view, selected } }, choose } as unknown as Ctrl;
  return { page: render(<Actions ctrl={ctrl} scene={{ view, options, isLive: true } as Scene} />), choose };
}

test("a group's turn ends also while one of it is in hand who can do nothing", () => {
  const { page, choose } = drawn(GROUP, [end], "wolf");
  fireEvent.click(page.getByRole("button", { name: "End turn" }));
  expect(choose).toHaveBeenCalledWith(end);
});

test("while one alone is on turn nobody else ends that turn", () => {
  const { page } = drawn({ ...GROUP, turn: ["hagen"] } as View, [end], "wolf");
  expect(page.queryByRole("button", { name: "End turn" })).toBeNull();
});

test("whoever gives up is asked once more, and not where something else was touched meanwhile", () => {
  const quit: Option = { key: "give_up", who: "hagen", group: "free", goal: "end", intent: { type: "give_up", who: "hagen" } };
  const { page, choose } = drawn(VIEW, [quit, end], "hagen");
  const button = page.getByRole("button", { name: "Give up" });
  fireEvent.click(button);
  fireEvent.blur(button);
  fireEvent.click(page.getByRole("button", { name: "Give up" }));
  expect(choose).not.toHaveBeenCalled();
  fireEvent.click(page.getByRole("button", { name: "Really? Give up" }));
  expect(choose).toHaveBeenCalledWith(quit);
});

test("while an act goes on it is not said that there is nothing to do", () => {
  const { page } = drawn({ ...VIEW, act: { id: "a1" } } as View, [], "hagen");
  page.getByText("An act is under way.");
  cleanup();
  drawn(VIEW, [], "hagen").page.getByText("Nothing to do right now.");
});

test("whoever has answered a question that belongs to no act waits for the table, and is told of no act", () => {
  const decision = { id: "d", kind: "declare", asks: { hagen: { answered: true } } };
  const page = drawn({ ...VIEW, turn: [], act: {}, decision } as View, [], "hagen").page;
  page.getByText("Waiting for the table.");
  expect(page.queryByText("An act is under way.")).toBeNull();
});

test("for the game master those on turn stand first among all who could do something", () => {
  const view = { ...GROUP, turn: ["wolf"] } as View;
  const free = ["hagen", "wolf"].map((who) => ({ key: "shout", who, group: "free", intent: { type: "shout", who } })) as Option[];
  const me = { seat: "gm", audience: "gm", role: "gm" as const };
  const ctrl = { state: { value: { ...defaults(), me, view, selected: "wolf" } } } as unknown as Ctrl;
  const page = render(<Actions ctrl={ctrl} scene={{ view, options: free, isLive: true } as Scene} />);
  expect([...page.container.querySelectorAll(".actor > span:last-child")].map((each) => each.textContent)).toEqual(["Wolf", "Hagen"]);
});

test("whoever is out of the fight with all its people is told so, and what goes on", () => {
  const fallen = { ...VIEW.combatants?.["hagen"], out: true };
  const view = { ...VIEW, turn: [], combatants: { ...VIEW.combatants, hagen: fallen } } as View;
  const said = (now: View) => {
    cleanup();
    return drawn(now, [], "hagen").page.container.querySelector(".standing")?.textContent?.trim();
  };
  expect(said(view)).toBe("Out of the fight.");
  expect(said({ ...view, turn: ["robber"] } as View)).toBe("Out of the fight. Turn of Robber.");
  expect(said({ ...view, combatants: { ...view.combatants, wolf } } as View)).toBe("Waiting for the table.");
});

test("only what still asks for something is followed by an ellipsis", () => {
  const aim = { name: "target", kind: "choice", choices: [{ value: "robber" }] };
  const strike: Option = { key: "strike", who: "hagen", group: "act", intent: { type: "strike" }, params: [aim] } as Option;
  const far = { ...strike, key: "throw", reason: { code: "far", message: "Too far." } } as Option;
  const { page } = drawn(VIEW, [strike, far, { ...end, params: [] }], "hagen");
  const names = [...page.container.querySelectorAll(".option")].map((each) => each.textContent);
  expect(names.filter((name) => name.endsWith("…"))).toEqual(["Strike…"]);
  expect(names).toHaveLength(3);
});
