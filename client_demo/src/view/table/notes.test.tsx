/** What is out of the ordinary is said for what it is. */
import { cleanup, render } from "@testing-library/preact";
import { afterEach, expect, test } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import type { Scene } from "../../table/scene.ts";
import { defaults } from "../../table/state.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { Notes } from "./notes.tsx";

afterEach(cleanup);

test.each([
  ["en", "You may still act."],
  ["de", "Handeln geht trotzdem."],
] as const)("a pause says that it stops the clocks alone (%s)", (language, said) => {
  const view = { ...VIEW, paused: true };
  const ctrl = { state: { value: { ...defaults(), language, view } } } as unknown as Ctrl;
  const page = render(<Notes ctrl={ctrl} scene={{ view, options: [], isLive: true } as unknown as Scene} />);
  expect(page.getByRole("status").textContent).toContain(said);
});
