/** How long a question stays open is shown to everybody, at a table that the test plays by hand. */
import { cleanup, render } from "@testing-library/preact";
import { afterEach, expect, test } from "vitest";
import { Ctrl } from "../../ctrl.ts";
import type { DecisionView, View } from "../../wire/types.ts";
import { FakeWorld, VIEW, welcome } from "../../wire/world.fake.ts";
import { App } from "../app.tsx";

afterEach(cleanup);

const ASKED = { hagen: { answered: true }, robber: {} };

async function shown(me: { seat: string; audience: string }, asks: NonNullable<DecisionView["asks"]>) {
  const world = new FakeWorld();
  const ctrl = new Ctrl(world, { token: "token" }, { language: "en" }, () => Promise.resolve({}));
  const page = render(<App ctrl={ctrl} />);
  world.line.accept();
  const view: View = { ...VIEW, decision: { id: "plans", kind: "plans", asks, closes_at: Date.now() + 60_000 } };
  world.line.say(welcome({ ...me, view, at: world.now() }));
  await page.findByText("Toll at the Bridge");
  return page;
}

test("who has answered sees the clock, and may still ask for more time", async () => {
  const page = await shown({ seat: "anna", audience: "seat:anna" }, ASKED);
  expect((await page.findByRole("timer")).textContent).toMatch(/\d+ s left/);
  page.getByRole("button", { name: "More time" });
});

test("who is not asked sees the clock, and can't ask for more time", async () => {
  const page = await shown({ seat: "anna", audience: "seat:anna" }, { robber: {} });
  await page.findByRole("timer");
  expect(page.queryByRole("button", { name: "More time" })).toBeNull();
});

test("spectators see the clock", async () => {
  const page = await shown({ seat: "spectator", audience: "public" }, ASKED);
  await page.findByRole("timer");
  expect(page.queryByRole("button", { name: "More time" })).toBeNull();
});
