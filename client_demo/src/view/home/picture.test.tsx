import { cleanup, render } from "@testing-library/preact";
import { afterEach, expect, test } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import { Picture } from "./picture.tsx";

afterEach(cleanup);

/** In the picture by this reader. */
function drawn(language: "en" | "de") {
  return render(<Picture ctrl={{ now: { language } } as unknown as Ctrl} home={undefined as never} />).container;
}

test("whoever is hidden stands on the game master's screen alone", () => {
  const screens = [...drawn("en").querySelectorAll(".picture-screen")];
  expect(screens.map((each) => each.querySelector("text")?.textContent)).toEqual(["Game master", "Player", "Spectators"]);
  expect(screens.map((each) => each.querySelectorAll(".picture-hidden").length)).toEqual([1, 0, 0]);
});

test("it is described to those who don't see it, in their language", () => {
  expect(drawn("de").querySelector("svg")?.getAttribute("aria-label")).toContain("Verborgenes");
});
