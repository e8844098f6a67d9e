/** A tap on the ground says what it would be to stand there: the server's words, and nothing that the client worked out. */
import { cleanup, fireEvent, render, waitFor } from "@testing-library/preact";
import { afterEach, expect, test, vi } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import type { Scene } from "../../table/scene.ts";
import { defaults, type State } from "../../table/state.ts";
import type { Reached } from "../../wire/types.ts";
import { FakeWorld, VIEW } from "../../wire/world.fake.ts";
import "./floats.tsx"; // what the map loads is there before the test ends
import { BattleMap } from "./map.tsx";
import { Place } from "./place.tsx";

afterEach(cleanup);

const WALK = { type: "walk", who: "hagen", path: [[300, 0]] };
const SAID: Reached = {
  ways: [
    { key: "walk", intent: WALK, cost: "1 action", length_cm: 300, most_cm: 400 },
    { key: "crawl", intent: { ...WALK, type: "crawl" }, length_cm: 300, most_cm: 100, reason: { code: "too_far", message: "Too far." } },
  ],
  targets: [
    { who: "robber", key: "attack", label: "Sword" },
    { who: "robber", key: "attack_fast", label: "Sword" },
    { who: "robber", key: "strike" },
  ],
  closed: ["robber"],
};

/** The middle of the map is at 2.6 m. */
const CAMERA = { x: 2.6, y: -1, scale: 40 };
const SIZE = { width: 1200, height: 1200 };

function at(state: Partial<State> = {}, answer: () => Promise<unknown> = async () => SAID) {
  const world = new FakeWorld();
  const ask = vi.fn(answer);
  const [submit, saysNo] = [vi.fn(), vi.fn()];
  const me = { seat: "anna", audience: "seat:anna", role: "player" as const };
  const value: State = { ...defaults(), view: VIEW, me, selected: "hagen", ...state };
  const ctrl = { state: { value }, now: value, ask, submit, saysNo, set: vi.fn(), later: (run: () => void, ms: number) => world.later(run, ms) } as unknown as Ctrl;
  return { ctrl, ask, submit, saysNo, world, scene: { view: value.view, options: [], isLive: true } as unknown as Scene };
}

test("it is asked where it comes to rest, and what is said is drawn", async () => {
  const { ctrl, ask, world, scene, submit } = at();
  const close = vi.fn();
  const page = render(<Place ctrl={ctrl} scene={scene} who="hagen" at={[250, 0]} camera={CAMERA} size={SIZE} onClose={close} />);
  world.pass(100);
  page.rerender(<Place ctrl={ctrl} scene={scene} who="hagen" at={[300, 0]} camera={CAMERA} size={SIZE} onClose={close} />);
  world.pass(1_000);
  expect(ask.mock.calls).toEqual([[{ type: "reach", who: "hagen", at: [300, 0] }]]);
  await page.findByRole("button", { name: "Walk, 3 m (at most 4 m) 1 action" });
  page.getByRole("button", { name: /^Crawl, 3 m \(at most 1 m\)/ }); // where it leads too far, "3 of 1 m" would read the wrong way round
  const [targets, threats] = [...page.container.querySelectorAll("dl > div")].map((each) => each.textContent);
  expect(targets).toBe("Reaches from thereRobber Sword, Strike");
  expect(threats).toBe("Is reached there byPerhaps by Robber"); // whose sheet is closed
  page.getByText(/may not read/);
  expect(page.container.querySelector("section")?.className).toBe("place low"); // out of the way of the place, which is up to the right
  page.rerender(<Place ctrl={ctrl} scene={scene} who="hagen" at={[200, -200]} camera={CAMERA} size={SIZE} onClose={close} />);
  expect(page.container.querySelector("section")?.className).toBe("place right");
  page.rerender(<Place ctrl={ctrl} scene={scene} who="hagen" at={[300, 0]} camera={CAMERA} size={SIZE} onClose={close} />);
  fireEvent.click(page.getByRole("button", { name: /Crawl/ }));
  expect(submit).not.toHaveBeenCalled();
  page.rerender(<Place ctrl={ctrl} scene={scene} who="hagen" at={[400, 0]} camera={CAMERA} size={SIZE} onClose={close} />);
  expect(page.queryByRole("button", { name: /Walk/ })).toBeNull(); // of another place nothing is said yet
  page.rerender(<Place ctrl={ctrl} scene={scene} who="hagen" at={[300, 0]} camera={CAMERA} size={SIZE} onClose={close} />);
  fireEvent.click(page.getByRole("button", { name: /Walk/ }));
  expect(submit).toHaveBeenCalledWith(WALK, { what: "walk" });
  expect(close).toHaveBeenCalledOnce();
});

test("who is asked a question goes as its answer", async () => {
  const asked = { ...VIEW, decision: { id: "act/reaction", kind: "reaction", asks: { hagen: {} } } } as typeof VIEW;
  const { ctrl, world, scene, submit } = at({ view: asked });
  const page = render(<Place ctrl={ctrl} scene={scene} who="hagen" at={[300, 0]} camera={CAMERA} size={SIZE} onClose={vi.fn()} />);
  world.pass(1_000);
  fireEvent.click(await page.findByRole("button", { name: /Walk/ }));
  expect(submit).toHaveBeenCalledWith(WALK, { what: "walk", decision: "act/reaction" });
});

test("a refusal is said, and nothing stays open", async () => {
  const refusal = { code: "closed", message: "The encounter is closed.", detail: {} };
  const { ctrl, world, scene, saysNo } = at({}, () => Promise.reject(refusal));
  const close = vi.fn();
  render(<Place ctrl={ctrl} scene={scene} who="hagen" at={[300, 0]} camera={CAMERA} size={SIZE} onClose={close} />);
  world.pass(1_000);
  await waitFor(() => expect(saysNo).toHaveBeenCalledWith(refusal));
  expect(close).toHaveBeenCalledOnce();
});

test("on the map Enter asks about where one stands, and arrows move the place", async () => {
  const { ctrl, ask, world, scene } = at();
  const page = render(<BattleMap ctrl={ctrl} scene={scene} />);
  const map = page.getByRole("application");
  fireEvent.keyDown(map, { key: "Enter" });
  await page.findByRole("region", { name: /here/ });
  fireEvent.keyDown(map, { key: "ArrowRight" });
  fireEvent.keyDown(map, { key: "ArrowUp" });
  await page.findByRole("region", { name: "Hagen: 0.7 m from here" });
  world.pass(1_000);
  expect(ask.mock.calls).toEqual([[{ type: "reach", who: "hagen", at: [150, 250] }]]);
  fireEvent.keyDown(map, { key: "Escape" });
  await waitFor(() => expect(page.container.querySelector(".place")).toBeNull());
});

test("of somebody else's piece, and by who only watches, nothing is asked", () => {
  for (const state of [{ selected: "robber" }, { me: { seat: "x", audience: "public", role: "spectator" as const } }]) {
    const { ctrl, scene } = at(state);
    const page = render(<BattleMap ctrl={ctrl} scene={scene} />);
    fireEvent.keyDown(page.getByRole("application"), { key: "Enter" });
    expect(page.container.querySelector(".place")).toBeNull();
    cleanup();
  }
});
