/** What came at once is told act by act, live and where a replay plays. */
import { act, cleanup, fireEvent, render } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import type { Scene } from "../../table/scene.ts";
import type { Frame } from "../../wire/types.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { EMPTY, enriched } from "../../words/catalog.ts";
import { Telling } from "./telling.tsx";

const catalog = enriched(EMPTY, { lines: { en: { Rolled: "{who} rolls.", Hurt: "{who} is hurt." } } });
const roll = (who: string) => ({ type: "Rolled", who, dice: [4] });

beforeEach(() => void vi.useFakeTimers({ now: 100_000 }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function frame(n: number, ...events: object[]): Frame {
  return { n, at: 100_000, events, patch: {}, step: 0 };
}

function looking(more: object = {}) {
  const on = vi.fn();
  let state: object = { language: "en", view: VIEW, met: VIEW.combatants, catalog, me: { seat: "anna", role: "player" }, skew_ms: 0, past: { after: 0, frames: [] }, ...more };
  const drawn = () => {
    const ctrl = { state: { value: state }, replays: { on } } as unknown as Ctrl;
    return <Telling ctrl={ctrl} scene={{ view: VIEW, options: [], isLive: true } as unknown as Scene} />;
  };
  const page = render(drawn());
  const come = (...frames: Frame[]) => {
    state = { ...state, past: { after: 0, frames } };
    act(() => page.rerender(drawn()));
  };
  const become = (changed: object) => {
    state = { ...state, ...changed };
    act(() => page.rerender(drawn()));
  };
  return { page, come, become, on, said: () => page.container.querySelector(".telling-act")?.textContent ?? "", pass: (ms: number) => act(() => void vi.advanceTimersByTime(ms)) };
}

test("the rolls of one update are told one after another, then it is still", () => {
  const { come, said, pass } = looking();
  come(frame(1, roll("hagen"), { type: "Hurt", who: "robber" }, roll("robber")));
  expect(said()).toBe("Hagen rolls.Robber is hurt.");
  pass(1_000);
  expect(said()).toContain("Hagen rolls.");
  pass(1_000);
  expect(said()).toBe("Robber rolls.");
  pass(2_600);
  expect(said()).toBe("");
});

test("what comes meanwhile waits its turn, and nothing that is over is told again", () => {
  const { come, said, pass } = looking();
  const first = frame(1, roll("hagen"));
  come(first);
  come(first, frame(2, { type: "Hurt", who: "robber" }));
  expect(said()).toBe("Hagen rolls.");
  pass(1_200);
  expect(said()).toBe("Robber is hurt.");
  pass(2_600);
  come(first, frame(2, { type: "Hurt", who: "robber" }), frame(3, { type: "Hurt", who: "hagen" }));
  expect(said()).toBe("");
});

test("nothing is told before there are words for it, and in another language it is told anew", () => {
  const { come, become, said } = looking({ catalog: EMPTY });
  come(frame(1, roll("hagen")));
  expect(said()).toBe("");
  become({ catalog });
  expect(said()).toBe("Hagen rolls.");
  become({ language: "de", catalog: enriched(catalog, { lines: { ...catalog.lines, de: { Rolled: "{who} würfelt." } } }) });
  expect(said()).toBe("Hagen würfelt.");
});

test("skipping shows the newest at once", () => {
  const { page, come, said } = looking();
  come(frame(1, roll("hagen"), roll("robber"), roll("hagen"), { type: "Hurt", who: "robber" }));
  fireEvent.click(page.getByRole("button", { name: "Skip (2\u00a0more)" }));
  expect(said()).toBe("Hagen rolls.Robber is hurt.");
  expect(page.queryByRole("button")).toBeNull();
});

test("what was taken back is told no further, and what was told long ago is no news", () => {
  const { come, said } = looking();
  const first = frame(1, roll("hagen"), roll("robber"));
  come({ ...first, at: 94_000 });
  expect(said()).toBe("");
  come(first, frame(2, roll("hagen"), roll("robber")));
  expect(said()).toBe("Hagen rolls.");
  come(first, frame(2, roll("hagen"), roll("robber")), frame(3, { type: "Rewound", to: [1, 0] }));
  expect(said()).toBe("");
});

test("a spectator who is told late is told all the same", () => {
  const { come, said } = looking({ me: { seat: "", role: "spectator" }, view: { ...VIEW, delay_turns: 1 } });
  come({ ...frame(1, { type: "Hurt", who: "hagen" }), at: 1 });
  come({ ...frame(1), at: 1 }, { ...frame(2, roll("hagen")), at: 2 });
  expect(said()).toBe("Hagen rolls.");
});

test("a replay that plays tells the same at its speed, and skipping goes on; one that stands tells nothing", () => {
  const past = { after: 0, frames: [frame(1, roll("hagen"), roll("robber"))] };
  const replay = { past, place: 1, isPlaying: true, speed: 2 };
  const { page, said, pass, on } = looking({ replay });
  expect(said()).toBe("Hagen rolls.");
  fireEvent.click(page.getByRole("button", { name: "Skip (1\u00a0more)" }));
  expect(on).toHaveBeenCalledOnce();
  pass(600);
  expect(said()).toBe("Robber rolls.");
  pass(60_000);
  expect(said()).toBe("Robber rolls.");
  expect(looking({ replay: { ...replay, isPlaying: false } }).said()).toBe("");
});
