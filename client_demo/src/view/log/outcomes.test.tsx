/** The result of an attack stands first, where the last of it was told, with the dice that have hit. */
import type { ComponentChildren } from "preact";
import { cleanup, fireEvent, render, waitFor } from "@testing-library/preact";
import { afterEach, expect, test } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import type { Scene } from "../../table/scene.ts";
import { defaults, type State } from "../../table/state.ts";
import type { Frame } from "../../wire/types.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { loadWords } from "../../words/book.ts";
import { EMPTY, enriched } from "../../words/catalog.ts";
import { Floats } from "../map/floats.tsx";
import { Acts, Newest } from "./outcomes.tsx";

afterEach(cleanup);

const catalog = enriched(EMPTY, {
  outcomes: { en: { over: { Over: "unhurt" }, roll: { Rolled: "[{N hit|hits}][?missed]" }, harm: { Wounded: "{wounds wound|wounds}" }, best: { Rolled: ["N"] } } },
});
const rolled = { type: "Rolled", who: "hagen", target: "robber", N: 1, dice: [[5], [2]] };

function frames(...told: object[][]): Frame[] {
  return told.map((events, index) => ({ n: index + 1, at: Date.now(), events, patch: {}, step: 0 }) as Frame);
}

function ctrlWith(all: Frame[], more: Partial<State> = {}): Ctrl {
  const state = { ...defaults(), view: VIEW, met: VIEW.combatants!, catalog, past: { after: 0, frames: all }, ...more };
  return { state: { value: state } } as unknown as Ctrl;
}

const SCENE = { view: VIEW, options: [], isLive: true } as unknown as Scene;

const ACT = `${"0".repeat(31)}a/attack`;
const own = { ...rolled, action_id: ACT };
const wounded = { type: "Wounded", who: "robber", wounds: 2, action_id: ACT };

function log(all: Frame[], here = -1, line = (n: number): ComponentChildren => `line ${n}`, more: Partial<State> = {}) {
  const place = (index: number) => (here < 0 ? "live" : index === here ? "here" : index < here ? "before" : "after");
  const handles = (...where: unknown[]) => <i title={JSON.stringify(where)} />;
  return <Acts ctrl={ctrlWith(all, more)} view={VIEW} frames={all} place={place} draw={({ n }) => <li key={n}>{line(n)}</li>} handles={handles} />;
}

const over = { type: "Over", who: "hagen", action_id: ACT };
const fold = ({ container }: { container: Element }) => container.querySelector("details") as HTMLDetailsElement;

test("in the log the result stands first, and how it came about is folded under it once the act is over", async () => {
  const page = render(log(frames([own], [wounded])));
  expect(page.container.querySelector(".told")?.textContent).toBe("2 wounds Hagen → RobberHow it came aboutline 1line 2");
  expect([fold(page).open, fold(page).classList.contains("whole")]).toEqual([true, true]);
  page.rerender(log(frames([own], [wounded], [over])));
  await waitFor(() => expect(fold(page).open).toBe(false));
  expect(fold(page).classList.contains("whole")).toBe(false);
  fireEvent.click(page.getByText("How it came about"));
  expect(fold(page).open).toBe(true);
});

test("lines at which somebody is stay where they are when their act is over", async () => {
  const all = frames([own], [wounded], [over]);
  const page = render(log(all.slice(0, 2), -1, (n) => <button type="button">line {n}</button>));
  page.getByRole("button", { name: "line 1" }).focus();
  page.rerender(log(all, -1, (n) => <button type="button">line {n}</button>));
  await waitFor(() => page.getByRole("button", { name: "line 3" }));
  expect(fold(page).open).toBe(true);
  expect(document.activeElement?.textContent).toBe("line 1");
});

test("what was taken back stays folded, however it was drawn before", async () => {
  const told = [[{ type: "Chat" }], [own], [wounded]];
  const page = render(log(frames(...told)));
  page.rerender(log(frames(...told, [{ type: "Rewound", to: [1, 0] }])));
  await waitFor(() => expect(fold(page).open).toBe(false));
  expect(page.container.querySelector("ol")?.textContent).toBe("line 1What was taken backline 2line 3line 4");
});

test("a replay that stands in an act shows how it came about", () => {
  const page = render(log(frames([own], [wounded], [{ type: "Over", who: "hagen", action_id: ACT }]), 1));
  expect(page.container.querySelector("details")?.open).toBe(true);
});

test("one sentence is read out when an act is over, and none of what was over before", () => {
  const told = [[own], [wounded], [{ type: "Over", who: "hagen", action_id: ACT }]];
  const later = told.map((events) => events.map((event) => ({ ...event, action_id: `${"0".repeat(31)}b/attack` })));
  const page = render(log(frames(...told)));
  const said = () => page.container.querySelector("[aria-live=polite]")?.textContent;
  expect(said()).toBe("");
  page.rerender(log(frames(...told, ...later.slice(0, 2))));
  expect(said()).toBe("");
  page.rerender(log(frames(...told, ...later)));
  expect(said()).toBe("Hagen against Robber: 2 wounds.");
});

test("what was over before one came is not read out, also where words for it come later; after a change of language it stands there in the new one", async () => {
  const told = [[own], [wounded], [{ type: "Over", who: "hagen", action_id: ACT }]];
  const later = told.map((events) => events.map((event) => ({ ...event, action_id: `${"0".repeat(31)}b/attack` })));
  const german = { ...catalog.outcomes.en, harm: { Wounded: "{wounds Wunde|Wunden}" } };
  const page = render(log(frames(...told), -1, undefined, { catalog: EMPTY }));
  const said = () => page.container.querySelector("[aria-live=polite]")?.textContent;
  page.rerender(log(frames(...told, ...later), -1, undefined, { catalog: EMPTY }));
  expect(said()).toBe("");
  page.rerender(log(frames(...told, ...later)));
  expect(said()).toBe("Hagen against Robber: 2 wounds.");
  await loadWords("de");
  page.rerender(log(frames(...told, ...later), -1, undefined, { language: "de", catalog: enriched(catalog, { outcomes: { ...catalog.outcomes, de: german } }) }));
  expect(said()).toBe("Hagen gegen Robber: 2 Wunden.");
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

test("what has come of two at the same one stands line over line", () => {
  const sela = { ...rolled, who: "sela", action_id: `${"0".repeat(31)}b/attack`, N: 0 };
  const page = render(<svg><Floats ctrl={ctrlWith(frames([own, sela]))} scene={SCENE} scale={20} shifts={new Map()} /></svg>);
  const lines = [...page.container.querySelectorAll("text")];
  expect(lines.map(({ textContent }) => textContent)).toEqual(["1 hit", "missed"]);
  expect(new Set(lines.map((line) => line.getAttribute("y"))).size).toBe(2);
});

const reach = ({ container }: { container: Element }) => [...container.querySelectorAll(".came > .block > i")].map((each) => JSON.parse(each.getAttribute("title") ?? ""));

test("with what came of an act can be done what can be done with its lines: behind its last, from its first, and its roll is changed", () => {
  const begun = { type: "Begun", who: "hagen", action_id: ACT };
  expect(reach(render(log(frames([begun], [own], [wounded], [over]))))).toEqual([[4, [2, 0], 1, "live"]]);
});

test("what an amendment has made of an act is changed at the step that tells it", () => {
  const steps = [{ outcome: "amended", events: [{ type: "Silent" }, { type: "Silent" }] }, { outcome: "changed", events: [{ ...rolled, N: 0 }] }];
  const all = frames([{ type: "Silent" }], [rolled], [{ type: "Amended", base: [1, 0], target: [2, 0], steps }]);
  expect(reach(render(log(all))).at(-1)).toEqual([3, [3, 2], 3, "live"]);
});
