/** Who watches is told so; who plays never is, also while there is nothing to do. */
import { cleanup, render } from "@testing-library/preact";
import { afterEach, expect, test } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import type { Scene } from "../../table/scene.ts";
import { defaults } from "../../table/state.ts";
import type { View } from "../../wire/types.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { Dock } from "./dock.tsx";

afterEach(cleanup);

function drawn(seat: string, role: "player" | "spectator" | "gm", view: View) {
  const me = { seat, audience: role === "player" ? `seat:${seat}` : role === "gm" ? "gm" : "public", role };
  const ctrl = { state: { value: { ...defaults(), me, view } }, later: () => () => undefined } as unknown as Ctrl;
  return render(<Dock ctrl={ctrl} scene={{ view, options: [], isLive: true } as unknown as Scene} />);
}

test.each(["player", "gm"] as const)("a %s is not told that it watches, whoever's turn it is", (role) => {
  for (const turn of [[], ["robber"], ["hagen"]]) {
    const page = drawn(role === "gm" ? "gm" : "anna", role, { ...VIEW, turn } as View);
    expect(page.queryByText(/You are watching/)).toBeNull();
    cleanup();
  }
});

test("a spectator is, and whose turn it is", () => {
  drawn("spectator", "spectator", { ...VIEW, turn: ["robber"] } as View).getByText(/You are watching\. .*Robber/);
});
