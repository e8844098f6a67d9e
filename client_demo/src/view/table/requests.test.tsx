/** Whoever is to answer a wish to undo is told what it would take back. */
import { cleanup, render } from "@testing-library/preact";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import type { Scene } from "../../table/scene.ts";
import { defaults } from "../../table/state.ts";
import type { Frame, View } from "../../wire/types.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { loadWords } from "../../words/book.ts";
import { EMPTY, enriched } from "../../words/catalog.ts";
import { rulingWords } from "../../words/ruling_words.ts";
import { Requests } from "./requests.tsx";

afterEach(cleanup);

beforeAll(async () => {
  rulingWords("en");
  await loadWords("en");
});

const catalog = enriched(EMPTY, { lines: { en: { Said: "{who} says {what}" } } });
const said = (what: string) => ({ type: "Said", who: "hagen", what });
const asked = { type: "UndoRequested", request: "r", seat: "anna", to: [1, 0] };

function wanted(role: "gm" | "player", request: object) {
  const frames = [said("a"), said("b"), said("c"), asked].map((event, index) => ({ n: index + 1, at: 0, events: [event], patch: {}, step: 0 }) as unknown as Frame);
  const view = { ...VIEW, votes: true, requests: { r: { seat: "anna", ...request } } } as unknown as View;
  const me = { seat: role, role, audience: role };
  const state = { ...defaults(), n: 4, me, view, met: VIEW.combatants!, catalog, past: { after: 0, view: VIEW, frames } };
  const page = render(<Requests ctrl={{ state: { value: state } } as unknown as Ctrl} scene={{ view, options: [], isLive: true } as unknown as Scene} />);
  const text = page.container.querySelector(".request > span")?.textContent?.replace(/\s+/g, " ").trim();
  cleanup();
  return text;
}

test("the first act that would go and how many came after it, for the game master and for players who vote", () => {
  const all = "Anna asks to take something backWould be taken back: Hagen says b and 1 later act";
  expect([wanted("gm", { to: [1, 0] }), wanted("player", {})]).toEqual([all, all]);
});
