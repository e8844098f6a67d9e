/** What explains the words is fetched and shown only where there is something to explain. */
import { cleanup, render } from "@testing-library/preact";
import { afterEach, expect, test } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import type { Scene } from "../../table/scene.ts";
import { defaults } from "../../table/state.ts";
import type { Option } from "../../wire/types.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { EMPTY, enriched } from "../../words/catalog.ts";
import { Explaining } from "./explaining.tsx";

afterEach(cleanup);

function drawn(...keys: string[]) {
  const catalog = enriched(EMPTY, { terms: { de: { hunker: "Macht dich kleiner." } } });
  const ctrl = { state: { value: { ...defaults(), view: VIEW, catalog, language: "de" } } } as unknown as Ctrl;
  const options: Option[] = keys.map((key) => ({ key, who: "hagen", intent: { type: key } }));
  return render(<Explaining ctrl={ctrl} scene={{ view: VIEW, options, isLive: true } as unknown as Scene} options={options} />);
}

test("there is a fold where one of the words is explained, and none where no word is", async () => {
  expect(await drawn("rest", "hunker").findByText("Was diese Wörter bedeuten")).toBeTruthy();
  expect(drawn("rest").container.innerHTML).toBe("");
});
