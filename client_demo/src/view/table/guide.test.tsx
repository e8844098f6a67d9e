/** A lesson goes on where one was, however little of the fight the page holds. */
import { cleanup, render, screen } from "@testing-library/preact";
import { afterEach, expect, test, vi } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import { keepLesson } from "../../seat/lesson.ts";
import type { Scene } from "../../table/scene.ts";
import { defaults } from "../../table/state.ts";
import type { Frame } from "../../wire/types.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { Guide } from "./guide.tsx";

const STEPS = [
  { say: { en: "Wait." }, until: [{ type: "TurnStarted" }] },
  { say: { en: "Strike." }, until: [{ type: "Struck" }] },
  { say: { en: "Done." }, until: [] },
];

afterEach(cleanup);

async function says(...updates: [n: number, type: string][]) {
  const frames = updates.map(([n, type]) => ({ n, at: 0, events: [{ type }], patch: {}, step: 0 })) as unknown as Frame[];
  const state = { ...defaults(), past: { after: 0, view: VIEW, frames } };
  render(<Guide ctrl={{ state: { value: state } } as unknown as Ctrl} scene={{ view: VIEW } as unknown as Scene} />);
  const text = (await screen.findByRole("status")).textContent;
  cleanup();
  return text;
}

test("a page loaded anew late in the fight says the step that one had reached", async () => {
  keepLesson(VIEW.encounter, "cups");
  vi.stubGlobal("fetch", async () => ({ ok: true, json: async () => ({ steps: STEPS }) }));
  expect(await says([1, "Moved"])).toBe("Wait.");
  expect(await says([1, "Moved"], [2, "TurnStarted"], [3, "Struck"])).toBe("Done.");
  expect(await says([8, "TurnStarted"], [9, "Moved"])).toBe("Done.");
});
