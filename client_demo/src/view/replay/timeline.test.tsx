import { render } from "@testing-library/preact";
import { expect, test } from "vitest";
import type { Stop } from "../../table/frames.ts";
import { Track } from "./timeline.tsx";

test("a mark goes by no class that something else on the page is drawn by, as the panel of a ruling is by its own", () => {
  const stops = ["ruling", "hit"].map((kind, place) => ({ place, kind })) as Stop[];
  const page = render(<Track stops={stops} gone={[]} rounds={[]} before={0} last={2} letter="R" />);
  expect([...page.container.querySelectorAll("i")].map((each) => each.className)).toEqual(["mark mark-ruling", "mark mark-hit"]);
});
