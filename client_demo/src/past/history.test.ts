import { expect, test } from "vitest";
import { Ctrl } from "../ctrl.ts";
import { FakeWorld, head, VIEW, welcome } from "../wire/world.fake.ts";

test("a log that could not be loaded is asked for again until it is there; why not is said once", async () => {
  const world = new FakeWorld();
  const ctrl = new Ctrl(world, { token: "token" }, { language: "en" }, () => Promise.resolve({}));
  const turn = () => new Promise((done) => setTimeout(done, 0));
  const refuse = () => {
    const { id } = world.line.last("ask");
    world.line.say({ type: "rejected", id, code: "internal", message: "Something broke.", detail: {} });
    return turn();
  };
  world.line.accept();
  world.line.say(welcome());
  await refuse();
  world.pass(3_000);
  expect(world.line.count("ask")).toBe(2);
  await refuse();
  expect(ctrl.now.toasts.map(({ text }) => text)).toEqual(["Something broke."]);
  world.pass(3_000);
  const frames = [1, 2, 3].map((n) => ({ n, at: n, events: [], patch: {}, step: 0 }));
  world.line.say({ type: "answer", id: world.line.last("ask").id, body: { after: 0, view: VIEW, frames, last: 3 } });
  await turn();
  expect(ctrl.now.past.frames).toHaveLength(3);
  world.pass(10_000);
  expect(world.line.count("ask")).toBe(3);
  world.line.say({ type: "update", n: 4, head: head(4), at: 4, events: [], patch: {} });
  expect(ctrl.now.past.frames).toHaveLength(4);
});
