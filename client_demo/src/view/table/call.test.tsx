/** That it is my turn is seen in the header and the browser's tab, felt and heard; whoever waits sees for whom. */
import { act, cleanup, fireEvent, render } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import { keep } from "../../seat/storage.ts";
import type { Scene } from "../../table/scene.ts";
import { defaults, type State } from "../../table/state.ts";
import type { Option, View } from "../../wire/types.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { Call } from "./call.tsx";

const attack: Option = { key: "attack", who: "hagen", intent: { type: "attack", who: "hagen" } };
const mine = { ...VIEW, turn: ["hagen"] } as View;
const theirs = { ...VIEW, turn: ["robber"] } as View;
const vibrate = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  document.head.innerHTML = '<link rel="icon" href="data:,">';
  document.title = "Toll at the Bridge · Fray";
  vi.stubGlobal("navigator", { vibrate, userActivation: { hasBeenActive: true } });
  vibrate.mockClear();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  keep("sound", "off");
});

const ANNA = { seat: "anna", audience: "seat:anna", role: "player" as const };

function drawn(view: View, me: NonNullable<State["me"]> = ANNA) {
  const set = vi.fn();
  const of = (now: View) => {
    const ctrl = { state: { value: { ...defaults(), me, view: now } }, set } as unknown as Ctrl;
    return <Call ctrl={ctrl} scene={{ view: now, options: [attack], isLive: true } as Scene} />;
  };
  const page = render(of(view));
  return { page, set, then: (next: View) => page.rerender(of(next)) };
}

const sign = () => document.querySelector<HTMLLinkElement>("link[rel=icon]")!.href;

test("the tab says so as long as it is so", () => {
  const { then } = drawn(mine);
  expect(document.title).toBe("● Your turn · Toll at the Bridge");
  expect(sign()).toContain("svg");
  then(theirs);
  expect(document.title).toBe("Toll at the Bridge · Fray");
  expect(sign()).toBe("data:,");
});

test("the button in the header leads to what can be done", () => {
  const { page, set } = drawn(mine);
  fireEvent.click(page.getByRole("button", { name: "Your turn: Hagen" }));
  expect(set).toHaveBeenCalledWith({ tab: "me", gmPart: "act", selected: "hagen" });
});

test("a phone shakes once when others have done with it, not after each act of one's own", () => {
  const { then } = drawn(theirs);
  act(() => void vi.advanceTimersByTime(10_000));
  then(mine);
  expect(vibrate).toHaveBeenCalledTimes(1);
  then({ ...mine, phase: "other" } as View);
  then(theirs);
  act(() => void vi.advanceTimersByTime(300));
  then(mine);
  expect(vibrate).toHaveBeenCalledTimes(1);
  then(theirs);
  act(() => void vi.advanceTimersByTime(10_000));
  then(mine);
  expect(vibrate).toHaveBeenCalledTimes(2);
});

test("a sound is heard by who wished for it, and that is remembered", () => {
  const starts = vi.fn();
  class Node {
    connect() {}
    start = starts;
    stop() {}
  }
  vi.stubGlobal("AudioContext", class {});
  vi.stubGlobal("GainNode", Node);
  vi.stubGlobal("OscillatorNode", Node);
  const { page, then } = drawn(mine);
  expect(starts).not.toHaveBeenCalled();
  fireEvent.click(page.getByRole("button", { name: "Play a sound when it is my turn" }));
  expect(starts).toHaveBeenCalledTimes(2);
  then(theirs);
  act(() => void vi.advanceTimersByTime(10_000));
  then(mine);
  expect(starts).toHaveBeenCalledTimes(4);
  expect(page.getByRole("button", { name: "Play a sound when it is my turn" }).getAttribute("aria-pressed")).toBe("true");
});

test("who waits sees for whom, and after a while for how long", () => {
  const decision = { id: "d1", kind: "react", asks: { robber: {} } };
  const { page } = drawn({ ...theirs, decision } as View);
  page.getByText("Waiting for Robber");
  expect(page.queryByText(/^for /)).toBeNull();
  act(() => void vi.advanceTimersByTime(75_000));
  page.getByText("for 1:15");
});

test("of an act that stands still it is said at first that the table is waited for, then the game master", () => {
  const { page } = drawn({ ...theirs, act: { id: "a1" } } as View);
  page.getByText("Waiting for the table");
  act(() => void vi.advanceTimersByTime(20_000));
  page.getByText("Waiting for the game master");
});

test("the game master is not told to wait for the game master", () => {
  const { page } = drawn({ ...theirs, act: { id: "a1" } } as View, { seat: "gm", audience: "gm", role: "gm" });
  act(() => void vi.advanceTimersByTime(20_000));
  page.getByText("Waiting for the table");
});
