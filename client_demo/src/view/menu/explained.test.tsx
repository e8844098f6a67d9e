/** What is sent with one tap is explained without being sent. */
import { cleanup, fireEvent, render } from "@testing-library/preact";
import { afterEach, expect, test, vi } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import type { Scene } from "../../table/scene.ts";
import { defaults } from "../../table/state.ts";
import type { Option } from "../../wire/types.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { EMPTY, enriched } from "../../words/catalog.ts";
import { Explained } from "./explained.tsx";

afterEach(cleanup);

const option = (key: string, more: Partial<Option> = {}): Option => ({ key, who: "hagen", intent: { type: key }, ...more });

function drawn(options: Option[]) {
  const catalog = enriched(EMPTY, { labels: { de: { hunker: "Ducken" } }, terms: { de: { hunker: "Macht dich kleiner." } } });
  const choose = vi.fn();
  const ctrl = { state: { value: { ...defaults(), view: VIEW, catalog, language: "de" } }, choose } as unknown as Ctrl;
  return { choose, page: render(<Explained ctrl={ctrl} scene={{ view: VIEW, options, isLive: true } as unknown as Scene} options={options} />) };
}

test("the words on the buttons are explained in a fold below them, each once", async () => {
  const { page, choose } = drawn([option("hunker"), option("hunker", { reason: { code: "no", message: "No." } }), option("rest")]);
  const fold = page.getByText("Was diese Wörter bedeuten").parentElement as HTMLDetailsElement;
  expect(fold.querySelector("dl")).toBeNull();
  fold.open = true;
  await fireEvent(fold, new Event("toggle"));
  expect([...fold.querySelectorAll("dt, dd")].map((each) => each.textContent)).toEqual(["Ducken", "Macht dich kleiner."]);
  expect(choose).not.toHaveBeenCalled();
});
