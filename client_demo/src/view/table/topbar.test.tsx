/** The header counts people, and says nothing that has no end. */
import { cleanup, render } from "@testing-library/preact";
import { afterEach, expect, test } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import type { Scene } from "../../table/scene.ts";
import { defaults } from "../../table/state.ts";
import type { View } from "../../wire/types.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { TopBar } from "./topbar.tsx";

afterEach(cleanup);

function drawn(sessions: Record<string, number>, view: View = VIEW) {
  const state = { ...defaults(), link: { kind: "open" as const }, me: { seat: "anna", audience: "seat:anna", role: "player" as const }, view, sessions };
  const ctrl = { state: { value: state } } as unknown as Ctrl;
  return render(<TopBar ctrl={ctrl} scene={{ view, options: [], isLive: true } as unknown as Scene} />);
}

test("somebody with two windows is one who is connected; of those who watch each is", () => {
  drawn({ gm: 1, "seat:anna": 2 }).getByText("2 connected");
  cleanup();
  drawn({ gm: 1, public: 3 }).getByText("4 connected");
});

test("while nobody is seen to be on turn no turn is spoken of", () => {
  const { turn: _turn, ...nobodys } = VIEW;
  const page = drawn({}, nobodys as View);
  page.getByText("Round 1");
  expect(page.queryByText("Turn")).toBeNull();
  cleanup();
  drawn({}, { ...nobodys, phase: "planning" } as View).getByText("Planning");
});
