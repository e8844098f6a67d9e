/** Who is named in a sentence has the colour of a side, but only somebody who is of one. */
import { cleanup, render } from "@testing-library/preact";
import { afterEach, expect, test } from "vitest";
import { defaults } from "../../table/state.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { Sentence } from "./marks.tsx";

afterEach(cleanup);

test("someone unseen has the colour of no side", () => {
  const parts = [{ who: "hagen" }, " → ", { who: "unseen" }];
  const page = render(<Sentence state={defaults()} view={VIEW} parts={parts} />);
  expect([...page.container.querySelectorAll("b")].map((each) => [each.textContent, each.className])).toEqual([
    ["Hagen", "who side-0"],
    ["someone unseen", "who"],
  ]);
});
