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
  return render(<svg><Ghosts ctrl={ctrl} scene={scene} scale={20} shifts={new Map()} /></svg>).container;
}

test("whoever would stand elsewhere has a ghost there, and beside each stands what would change of it", () => {
  const page = ghosts({});
  const ghost = [...page.querySelectorAll(".ghost")];
  expect(ghost.map((each) => each.parentElement?.getAttribute("transform"))).toEqual([expect.stringContaining("translate(3 -2)")]);
  expect(page.querySelector(".ghost-way")?.getAttribute("d")).toBe("M1 -2L3 -2");
  expect([...page.querySelectorAll(".ghost-value")].map((each) => each.textContent)).toEqual(["Wounds 2 → 0", "− Dying"]);
});

test("of two who would stand by each other both can be seen, and what would change of each be read", () => {
  const changes: Change[] = ["hagen", "robber"].flatMap((who): Change[] => [
    { kind: "place", who, before: [100, 200], after: [900, 200] },
    { kind: "track", who, key: "wounds", before: 2, after: 0 },
  ]);
  const preview = { changes, steps: [], needs: [], rules_changed: [], digest: new Uint8Array() };
  const page = ghosts({ preview } as unknown as Partial<Ruling>);
  const lines = [...page.querySelectorAll(".ghost-value")].map((value) => {
    const [, x, y] = /translate\((\S+) (\S+)\)/.exec(value.parentElement?.getAttribute("transform") ?? "")!.map(Number);
    return [x! * 20, y! * 20 + Number(value.getAttribute("y"))] as const;
  });
  const [[ax, ay], [bx, by]] = lines as [readonly [number, number], readonly [number, number]];
  expect(ax).not.toBe(bx);
  expect(Math.abs(ay - by)).toBeGreaterThanOrEqual(15);
});

test("of what is no longer certain nothing is drawn", () => {
  expect(ghosts({ isStale: true }).querySelector(".ghosts")).toBeNull();
});
