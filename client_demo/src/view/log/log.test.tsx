/** Whoever reads further up finds the way back to the newest line. */
import { act, cleanup, fireEvent, render, waitFor, within } from "@testing-library/preact";
import { afterEach, expect, test, vi } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import type { Scene } from "../../table/scene.ts";
import { defaults } from "../../table/state.ts";
import type { Frame, View } from "../../wire/types.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { type Catalog, EMPTY, enriched } from "../../words/catalog.ts";
import { Log } from "./log.tsx";

const HIGH = 1_000;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("nothing is read out before there are words for it, and it is read in the language that is wished for by now", () => {
  const said = (language: "en" | "de", catalog: Catalog, ...events: object[]) => {
    const frames = events.map((event, index) => ({ n: index + 1, at: 0, events: [event], patch: {}, step: 0 }) as unknown as Frame);
    const state = { ...defaults(), language, view: VIEW, met: VIEW.combatants!, catalog, past: { after: 0, frames } };
    const ctrl = { state: { value: state } } as unknown as Ctrl;
    return <Log ctrl={ctrl} scene={{ view: VIEW, options: [], isLive: true } as unknown as Scene} />;
  };
  const english = enriched(EMPTY, { lines: { en: { Moved: "{who} walks.", Silent: "" } } });
  const both = enriched(english, { lines: { ...english.lines, de: { Moved: "{who} geht.", Silent: "" } } });
  const moved = { type: "Moved", who: "hagen" };
  const page = render(said("en", EMPTY, moved));
  const heard = () => page.container.querySelector("[aria-live=polite]")?.textContent;
  expect(heard()).toBe("");
  page.rerender(said("en", english, moved));
  expect(heard()).toBe("Hagen walks.");
  page.rerender(said("en", english, moved, { type: "Silent" }));
  expect(heard()).toBe("Hagen walks.");
  page.rerender(said("de", both, moved, { type: "Silent" }));
  expect(heard()).toBe("Hagen geht.");
});

test("what is announced is heard with how it went, unless that depends on somebody who is asked", async () => {
  const act = `${"0".repeat(31)}a/way`;
  const catalog = enriched(EMPTY, { lines: { en: { Declared: "{who}: Move", "Declared:Moved": "", Moved: "{who} walks." } } });
  const told = [{ type: "Silent" }, { type: "Declared", who: "hagen", action: { id: act } }, { type: "Moved", who: "hagen", action: act }];
  const log = (count: number, view = VIEW) => {
    const frames = told.slice(0, count).map((event, index) => ({ n: index + 1, at: 0, events: [event], patch: {}, step: 0 }) as unknown as Frame);
    const state = { ...defaults(), view, met: view.combatants!, catalog, past: { after: 0, frames } };
    return <Log ctrl={{ state: { value: state } } as unknown as Ctrl} scene={{ view, options: [], isLive: true } as unknown as Scene} />;
  };
  const hears = async (ask: object | undefined, ...lines: string[]) => {
    const page = render(log(1));
    await waitFor(() => expect(page.container.querySelector(".acts")).not.toBeNull());
    const heard = () => page.container.querySelector(".sr-only:not(.resolved)")?.textContent;
    const view = ask ? ({ ...VIEW, decision: { id: "d1", kind: "reaction", asks: { robber: ask } } } as unknown as View) : VIEW;
    page.rerender(log(2, view));
    expect(heard()).toBe(lines[0]);
    page.rerender(log(3));
    expect(heard()).toBe(lines[1]);
    cleanup();
  };
  await hears(undefined, "", "Hagen walks.");
  await hears({ passes: true }, "", "Hagen walks.");
  await hears({}, "Hagen: Move.", "Hagen walks.");
});

test("scrolled up there is a button to the newest, at the end there is none", () => {
  const height = vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(HIGH);
  vi.stubGlobal("ResizeObserver", class {
    constructor(private readonly seen: () => void) {}
    observe() {
      this.seen();
    }
    disconnect() {}
  });
  const ctrl = { state: { value: { ...defaults(), view: VIEW } } } as unknown as Ctrl;
  const page = render(<Log ctrl={ctrl} scene={{ view: VIEW, options: [], isLive: true } as unknown as Scene} />);
  const box = page.container.querySelector(".log") as HTMLElement;
  const scrollTo = (top: number) => act(() => {
    box.scrollTop = top;
    fireEvent.scroll(box);
  });
  void scrollTo(HIGH);
  expect(page.queryByRole("button", { name: "To the newest" })).toBeNull();
  void scrollTo(0);
  const back = vi.spyOn(box, "scrollTo");
  fireEvent.click(page.getByRole("button", { name: "To the newest" }));
  expect(back).toHaveBeenCalledWith(0, HIGH);
  void scrollTo(HIGH);
  expect(page.queryByRole("button", { name: "To the newest" })).toBeNull();
  height.mockReturnValue(HIGH / 2); // lines are folded, and the browser stays at their end
  void scrollTo(HIGH / 2);
  expect(page.queryByRole("button", { name: "To the newest" })).toBeNull();
});

test("an act that is told once leads to all of it", async () => {
  const act = `${"0".repeat(31)}a/way`;
  const told = [[{ type: "Declared", who: "hagen", action: { id: act } }], [{ type: "Moved", who: "hagen" }, { type: "Over", who: "hagen", action: act }]];
  const frames = told.map((events, index) => ({ n: index + 4, at: 0, events, patch: {}, step: 0 }) as unknown as Frame);
  const catalog = enriched(EMPTY, { lines: { en: { Declared: "{who}: Move", "Declared:Moved": "", Moved: "{who} walks.", Over: "" } } });
  const me = { seat: "gm", audience: "gm", role: "gm" as const };
  const state = { ...defaults(), me, view: VIEW, met: VIEW.combatants!, catalog, past: { after: 3, frames } };
  const rewind = vi.fn();
  const ctrl = { state: { value: state }, rulings: { rewind } } as unknown as Ctrl;
  const page = render(<Log ctrl={ctrl} scene={{ view: VIEW, options: [], isLive: true } as unknown as Scene} />);
  await waitFor(() => expect(page.container.querySelector(".acts")).not.toBeNull());
  expect([...page.container.querySelectorAll(".line p")].map(({ textContent }) => textContent)).toEqual(["Hagen walks."]);
  fireEvent.click(page.getByRole("button", { name: "Undo to here" }));
  expect(rewind).toHaveBeenCalledWith([4, 0]);
});

test("where nothing was done behind a line there is nothing to undo to it", async () => {
  const catalog = enriched(EMPTY, { lines: { en: { Said: "{who} says {what}.", Silent: "", UndoRequested: "Take it back?", Rewound: "Taken back." } } });
  const me = { seat: "gm", audience: "gm", role: "gm" as const };
  const offered = (...told: object[]) => {
    const frames = told.map((event, index) => ({ n: index + 1, at: 0, events: [event], patch: {}, step: 0 }) as unknown as Frame);
    const state = { ...defaults(), me, view: VIEW, met: VIEW.combatants!, catalog, past: { after: 0, frames } };
    const page = render(<Log ctrl={{ state: { value: state } } as unknown as Ctrl} scene={{ view: VIEW, options: [], isLive: true } as unknown as Scene} />);
    const lines = [...page.container.querySelectorAll(".block")].filter((block) => block.querySelector("[aria-label='Undo to here']"));
    const said = lines.map((block) => block.querySelector(".line p")?.textContent);
    cleanup();
    return said;
  };
  const [a, b] = ["a", "b"].map((what) => ({ type: "Said", who: "hagen", what }));
  expect(offered(a!, b!)).toEqual(["Hagen says a."]);
  expect(offered(a!, b!, { type: "Silent" }, { type: "UndoRequested" })).toEqual(["Hagen says a."]);
  expect(offered(a!, b!, { type: "Rewound", to: [1, 0] })).toEqual(["Hagen says b."]);
});

test("a tap on what came of an act offers what any line does", async () => {
  const act = `${"0".repeat(31)}a/attack`;
  const told = [{ type: "Rolled", who: "hagen", target: "robber", N: 1, action_id: act }, { type: "Over", who: "hagen", action_id: act }, { type: "Walked", who: "hagen" }];
  const frames = told.map((event, index) => ({ n: index + 4, at: 0, events: [event], patch: {}, step: 0 }) as unknown as Frame);
  const catalog = enriched(EMPTY, { outcomes: { en: { roll: { Rolled: "{N hit|hits}" }, over: { Over: "unhurt" } } } });
  const me = { seat: "gm", audience: "gm", role: "gm" as const };
  const state = { ...defaults(), me, view: VIEW, met: VIEW.combatants!, catalog, past: { after: 3, frames } };
  const [rewind, amend, open] = [vi.fn(), vi.fn(), vi.fn(async () => undefined)];
  const ctrl = { state: { value: state }, rulings: { rewind, amend }, replays: { open } } as unknown as Ctrl;
  const page = render(<Log ctrl={ctrl} scene={{ view: VIEW, options: [], isLive: true } as unknown as Scene} />);
  await waitFor(() => expect(page.container.querySelector(".came > .block")).not.toBeNull());
  const line = page.container.querySelector<HTMLElement>(".came > .block")!;
  line.focus();
  expect(document.activeElement).toBe(line);
  for (const name of ["Undo to here", "Change this", "Replay from here"]) fireEvent.click(within(line).getByRole("button", { name }));
  expect([rewind, amend, open].map(({ mock }) => mock.calls)).toEqual([[[[5, 0]]], [[[4, 0]]], [[4]]]);
});
