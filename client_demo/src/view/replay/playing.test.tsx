import { act, cleanup, render } from "@testing-library/preact";
import { afterEach, expect, test } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import type { Scene } from "../../table/scene.ts";
import type { Replay } from "../../table/state.ts";
import { FakeWorld, VIEW } from "../../wire/world.fake.ts";
import { EMPTY, enriched } from "../../words/catalog.ts";
import { Playing } from "./playing.tsx";

afterEach(cleanup);

const catalog = enriched(EMPTY, { lines: { en: { Rolled: "{who} rolls." } } });
const roll = { type: "Rolled", who: "hagen", dice: [4] };

/** How many milliseconds a replay stays at a place whose update tells this. */
function stays_ms(events: object[], more: Partial<Replay> = {}): number | undefined {
  const world = new FakeWorld();
  let left: number | undefined;
  const now = { catalog, language: "en", met: VIEW.combatants };
  const replays = { on: () => (left = world.time_ms - 1_000_000) };
  const ctrl = { now, replays, later: (run: () => void, wait_ms: number) => world.later(run, wait_ms) } as unknown as Ctrl;
  const frames = [{ n: 1, at: 0, events }, { n: 2, at: 1_000, events: [] }].map((each) => ({ ...each, patch: {}, step: 0 }));
  const replay = { past: { after: 0, frames }, place: 1, isPlaying: true, speed: 1, ...more } as Replay;
  act(() => void render(<Playing ctrl={ctrl} scene={{ view: VIEW } as unknown as Scene} replay={replay} />));
  world.pass(60_000);
  return left;
}

test("it goes on at the pace of then, faster by its speed, and not at all while it stands", () => {
  expect(stays_ms([])).toBe(1_000);
  expect(stays_ms([], { speed: 4 })).toBe(250);
  expect(stays_ms([], { place: 2 })).toBe(500);
  expect(stays_ms([], { isPlaying: false })).toBeUndefined();
});

test("it stays until all that happened there is told", () => {
  const one = 900 + 22 * "Hagen rolls.".length;
  expect(stays_ms([roll, roll, roll])).toBeGreaterThan(2.5 * one);
  expect(stays_ms([roll, roll, roll], { speed: 2 })).toBeLessThan(2 * one);
});
