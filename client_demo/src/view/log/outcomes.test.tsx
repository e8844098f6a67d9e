/** The result of an attack stands first, where the last of it was told, with the dice that have hit. */
import { cleanup, render } from "@testing-library/preact";
import { afterEach, expect, test } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import type { Scene } from "../../table/scene.ts";
import { defaults } from "../../table/state.ts";
import type { Frame } from "../../wire/types.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { EMPTY, enriched } from "../../words/catalog.ts";
import { Floats } from "../map/floats.tsx";
import { Newest, Outcomes } from "./outcomes.tsx";

afterEach(cleanup);

const catalog = enriched(EMPTY, {
  outcomes: { en: { roll: { Rolled: "[{N hit|hits}][?missed]" }, harm: { Wounded: "{wounds wound|wounds}" }, best: { Rolled: ["N"] } } },
});
const rolled = { type: "Rolled", who: "hagen", target: "robber", N: 1, dice: [[5], [2]] };

function frames(...told: object[][]): Frame[] {
  return told.map((events, index) => ({ n: index + 1, at: Date.now(), events, patch: {}, step: 0 }) as Frame);
}

function ctrlWith(all: Frame[]): Ctrl {
  const state = { ...defaults(), view: VIEW, met: VIEW.combatants!, catalog, past: { after: 0, frames: all } };
  return { state: { value: state } } as unknown as Ctrl;
}

const SCENE = { view: VIEW, options: [], isLive: true } as unknown as Scene;

test("in the log it stands once, behind the update that said the last of it", () => {
  const all = frames([rolled], [{ type: "Wounded", who: "robber", wounds: 2 }]);
  const at = (index: number) => {
    const page = render(<Outcomes ctrl={ctrlWith(all)} view={VIEW} frames={all} frame={all[index] as Frame} place="live" />);
    const said = page.container.textContent;
    cleanup();
    return said;
  };
  expect([at(0), at(1)]).toEqual(["", "2 wounds Hagen → Robber"]);
});

test("dice that have hit are drawn so, and said to", () => {
  const page = render(<Newest ctrl={ctrlWith(frames([rolled]))} scene={SCENE} />);
  expect(page.container.textContent).toBe("1 hit Hagen → Robber");
  expect([...page.container.querySelectorAll(".throws")].map((each) => each.classList.contains("hit"))).toEqual([true, false]);
  page.getByRole("img", { name: "d6 5 (hits), 2" });
});

test("a phone is told what a changed ruling has made of it", () => {
  const steps = [{ outcome: "amended", events: [{ ...rolled, N: 0 }] }];
  const all = frames([{ type: "Silent" }], [rolled], [{ type: "Amended", base: [1, 0], target: [2, 0], steps }]);
  expect(render(<Newest ctrl={ctrlWith(all)} scene={SCENE} />).container.textContent).toBe("missed Hagen → Robber");
});

test("over whom it was aimed at it is written for a moment, as long as it is news", () => {
  const float = (all: Frame[]) => {
    const page = render(<svg><Floats ctrl={ctrlWith(all)} scene={SCENE} scale={20} shifts={new Map()} /></svg>);
    const said = page.container.textContent;
    cleanup();
    return said;
  };
  const all = frames([rolled]);
  expect(float(all)).toBe("1 hit");
  expect(float(all.map((frame) => ({ ...frame, at: frame.at - 60_000 })))).toBe("");
});
