/** Who is here before the fight, in both languages. */
import { cleanup, render } from "@testing-library/preact";
import { afterEach, expect, test } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import type { Scene } from "../../table/scene.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { loadWords } from "../../words/book.ts";
import { EMPTY } from "../../words/catalog.ts";
import { Gathering } from "./gathering.tsx";

afterEach(cleanup);

test.each([
  ["en", "Game master", "GM"],
  ["de", "Spielleitung", "GM"],
] as const)("in %s the game master is called so, in the list and among those who are missing", async (language, word, id) => {
  await loadWords(language);
  const seats = { gm: { name: id, role: "gm" }, ann: { name: "Ann", role: "player" } };
  const view = { ...VIEW, seats };
  const state = { language, view, catalog: EMPTY, sessions: { "seat:ann": 1 }, me: { seat: "ann", role: "player" } };
  const ctrl = { state: { value: state } } as unknown as Ctrl;
  const page = render(<Gathering ctrl={ctrl} scene={{ view, options: [], isLive: true } as unknown as Scene} />);
  expect(page.container.textContent).not.toContain(id);
  expect(page.getByRole("status").textContent).toContain(`${word}.`);
});
