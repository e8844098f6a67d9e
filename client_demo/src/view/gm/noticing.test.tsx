/** Who notices somebody hidden, as the GM sees and says it. */
import { cleanup, fireEvent, render } from "@testing-library/preact";
import { afterEach, expect, test, vi } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import type { Scene } from "../../table/scene.ts";
import { EMPTY } from "../../words/catalog.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { Noticing } from "./noticing.tsx";

afterEach(cleanup);

/** The tools for the robber, who is hidden and noticed by these. */
function shown(aware: string[]) {
  const robber = { ...VIEW.combatants!["robber"]!, hidden: true, aware };
  const view = { ...VIEW, combatants: { ...VIEW.combatants, robber } };
  const submit = vi.fn();
  const ctrl = { state: { value: { language: "en", catalog: EMPTY, view } }, submit } as unknown as Ctrl;
  const page = render(<Noticing ctrl={ctrl} scene={{ view } as unknown as Scene} who="robber" />);
  return { submit, select: page.getByLabelText(/Is noticed by/) as HTMLSelectElement };
}

function choices(select: HTMLSelectElement) {
  return [...select.options].map(({ text }) => text);
}

test("names those who notice it, and offers all others and their parties", () => {
  expect(choices(shown([]).select)).toEqual(["nobody", "Hagen", "Side: heroes", "Side: robbers"]);
  cleanup();
  expect(choices(shown(["hagen", "side:robbers"]).select)).toEqual(["Hagen, Side: robbers", "Side: heroes"]);
});

test("has one more notice it", () => {
  const { select, submit } = shown([]);
  fireEvent.change(select, { target: { value: "side:heroes" } });
  expect(submit).toHaveBeenCalledWith({ type: "show", who: "robber", to: ["side:heroes"] });
});
