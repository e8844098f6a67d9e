/** A ruling's preview on the map: where each would stand, and the values before and after. */
import { cleanup, render } from "@testing-library/preact";
import { afterEach, expect, test } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import type { Scene } from "../../table/scene.ts";
import { defaults, type Ruling } from "../../table/state.ts";
import type { Change } from "../../wire/types.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { Ghosts } from "./ghosts.tsx";

afterEach(cleanup);

const CHANGES: Change[] = [
  { kind: "place", who: "hagen", before: [100, 200], after: [300, 200] },
  { kind: "track", who: "hagen", key: "wounds", before: 2, after: 0 },
  { kind: "condition", who: "robber", key: "dying", before: "", after: undefined },
  { kind: "round", before: 2, after: 1 },
];

function ghosts(change: Partial<Ruling>) {
  const preview = { changes: CHANGES, steps: [], needs: [], rules_changed: [], digest: new Uint8Array() };
  const ruling = { kind: "rewind", at: [1, 0], isStale: false, preview, ...change } as unknown as Ruling;
  const ctrl = { state: { value: { ...defaults(), view: VIEW, ruling } } } as unknown as Ctrl;
  const scene = { view: VIEW, options: [], isLive: true } as unknown as Scene;
  return render(<svg><Ghosts ctrl={ctrl} scene={scene} scale={10} shifts={new Map()} /></svg>).container;
}

test("whoever would stand elsewhere has a ghost there, and beside each stands what would change of it", () => {
  const page = ghosts({});
  const ghost = [...page.querySelectorAll(".ghost")];
  expect(ghost.map((each) => each.parentElement?.getAttribute("transform"))).toEqual([expect.stringContaining("translate(3 -2)")]);
  expect(page.querySelector(".ghost-way")?.getAttribute("d")).toBe("M1 -2L3 -2");
  expect([...page.querySelectorAll(".ghost-value")].map((each) => each.textContent)).toEqual(["Wounds 2 → 0", "− Dying"]);
});

test("of what is no longer certain nothing is drawn", () => {
  expect(ghosts({ isStale: true }).querySelector(".ghosts")).toBeNull();
});
