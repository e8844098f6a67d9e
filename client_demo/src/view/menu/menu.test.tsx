/** Three suggestions, the rest behind one button with a search; and what can be done to one who was tapped. */
import { cleanup, fireEvent, render } from "@testing-library/preact";
import { afterEach, expect, test, vi } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import type { Scene } from "../../table/scene.ts";
import { defaults } from "../../table/state.ts";
import type { Option } from "../../wire/types.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { Against, Menu } from "./menu.tsx";

afterEach(cleanup);

const reason = { code: "too_far", message: "Too far." };
const plain = (key: string, goal: Option["goal"], group = "act"): Option => ({ key, who: "hagen", goal, group, intent: { type: key } }) as Option;
const aimed = (key: string, choices: object[], cost = ""): Option =>
  ({ key, who: "hagen", goal: "harm", whom: "target", cost, intent: { type: key }, params: [{ name: "target", kind: "choice", combatant: true, choices }] }) as Option;

function drawn(Part: typeof Menu, options: Option[], more: object = {}) {
  const [set, send, choose] = [vi.fn(), vi.fn(), vi.fn()];
  const ctrl = { state: { value: { ...defaults(), view: VIEW } }, set, send, choose } as unknown as Ctrl;
  const props = { ctrl, scene: { view: VIEW, options, isLive: true } as Scene, options, ...more };
  return { page: render(<Part {...props} />), set, send, choose };
}

const MANY = ["walk", "run", "crawl", "jump", "swim", "climb", "ride", "fly", "dig", "rest"].map((key) => plain(key, "move", "move"));

test("three stand at once, the others behind a button that says how many", () => {
  const { page } = drawn(Menu, [aimed("strike", [{ value: "robber" }]), ...MANY, plain("hide", "prepare", "prepare")]);
  const first = page.getByRole("group", { name: "Suggestions" });
  expect([...first.querySelectorAll(".option-name")].map((each) => each.textContent)).toEqual(["Strike", "Walk", "Hide"]);
  const more = page.getByText("More: 9").closest("details") as HTMLDetailsElement;
  expect(more.open).toBe(false);
});

test("what is called alike is told apart among all, also where the others stand behind the button", () => {
  const shoot = (mode: string) => ({ ...aimed("shoot", [{ value: "robber" }]), intent: { type: "shoot", mode } }) as Option;
  const { page } = drawn(Menu, [shoot("single"), shoot("burst"), ...MANY]);
  expect(page.container.querySelector(".option-name")?.textContent).toBe("Shoot (Single)");
});

test("among many a search leaves what is called so", () => {
  const { page } = drawn(Menu, [...MANY, ...MANY.map((option) => ({ ...option, key: `slow_${option.key}` }))]);
  fireEvent.input(page.getByRole("searchbox", { name: "Search" }), { target: { value: "slow ru" } });
  const more = page.container.querySelector(".more") as HTMLElement;
  expect([...more.querySelectorAll(".option-name")].map((each) => each.textContent)).toEqual(["Slow run"]);
  fireEvent.input(page.getByRole("searchbox", { name: "Search" }), { target: { value: "bite" } });
  page.getByText("Nothing is called so.");
});

/** Something that may be left out. */
const lethal = { name: "intention", kind: "choice", optional: true, choices: [{ value: "lethal" }, { value: "stun" }] };
const count = { name: "count", kind: "number", least: 2, most: 3 };
const withMore = (option: Option, ...more: object[]) => ({ ...option, params: [...(option.params ?? []), ...more] }) as Option;

test("to one who was tapped is done what may be, with its cost, by one tap", () => {
  const [near, far] = [aimed("strike", [{ value: "hagen" }, { value: "robber" }], "1 action"), aimed("shoot", [{ value: "robber", reason }])];
  const { page, set, send } = drawn(Against as typeof Menu, [far, near], { target: "robber" });
  const said = [...page.container.querySelectorAll("button.option")].map((each) => each.textContent);
  expect(said).toEqual(["Strike1 action", "ShootToo far."]);
  fireEvent.click(page.getByRole("button", { name: /Shoot/ }));
  expect([send, set].flatMap(({ mock }) => mock.calls)).toEqual([]);
  fireEvent.click(page.getByRole("button", { name: /Strike/ }));
  expect(send.mock.calls).toEqual([[near, { target: 1 }]]);
});

test("what may be said besides stands behind a button of its own; where more has to be said the form opens", () => {
  const strike = withMore(aimed("strike", [{ value: "hagen" }, { value: "robber" }]), lethal);
  const burst = withMore(aimed("burst", [{ value: "robber" }]), count);
  const { page, set, send } = drawn(Against as typeof Menu, [strike, burst], { target: "robber" });
  fireEvent.click(page.getByRole("button", { name: "More: Strike" }));
  expect(set.mock.calls).toEqual([[{ form: { option: strike, values: { target: 1 }, decision: "" } }]]);
  fireEvent.click(page.getByRole("button", { name: "Burst" }));
  expect(set.mock.calls[1]).toEqual([{ form: { option: burst, values: { target: 0, count: 2 }, decision: "" } }]);
  expect(send).not.toHaveBeenCalled();
  expect(page.queryByRole("button", { name: "More: Burst" })).toBeNull();
});

test("a blow at the only one at whom it may be aimed needs one tap, among several it has to be said at whom", () => {
  const [only, several] = [withMore(aimed("strike", [{ value: "robber" }]), lethal), aimed("shoot", [{ value: "hagen" }, { value: "robber" }])];
  const { page, send, choose } = drawn(Menu, [only, several, ...MANY]);
  fireEvent.click(page.getByRole("button", { name: "Strike" }));
  expect(send.mock.calls).toEqual([[only, { target: 0 }]]);
  fireEvent.click(page.getByRole("button", { name: "More: Strike" }));
  fireEvent.click(page.getByText("Shoot"));
  expect(choose.mock.calls).toEqual([[only], [several]]);
  expect(send).toHaveBeenCalledTimes(1);
});

test("where nobody can be reached, each is told why not this one", () => {
  const other = { code: "too_far", message: "The other is too far." };
  const nobody = { ...aimed("strike", [{ value: "hagen", reason: other }, { value: "robber", reason }]), reason: other };
  const tired = { ...aimed("shoot", [{ value: "robber", reason }]), reason: { code: "tired", message: "No action left." } };
  const { page } = drawn(Against as typeof Menu, [nobody, tired], { target: "robber" });
  expect([...page.container.querySelectorAll("button.option")].map((each) => each.textContent)).toEqual(["StrikeToo far.", "ShootNo action left."]);
});

test("where nothing can be done to them it says so", () => {
  drawn(Against as typeof Menu, MANY, { target: "robber" }).page.getByText("Nothing can be done to Robber now.");
});
