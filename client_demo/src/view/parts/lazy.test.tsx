import { h, render } from "preact";
import { expect, test, vi } from "vitest";
import { Ctrl } from "../../ctrl.ts";
import { FakeWorld } from "../../wire/world.fake.ts";
import { lazy } from "./lazy.tsx";

test("a screen is shown also when it came between the drawing of its place and the asking for it", async () => {
  const ctrl = new Ctrl(new FakeWorld(), { token: "token" }, { language: "en" }, () => Promise.resolve({}));
  let come = (_screen: () => preact.VNode) => {};
  const coming = new Promise<() => preact.VNode>((done) => (come = done));
  const load = vi.fn(() => coming);
  const Screen = lazy(load);
  const [first, second] = [document.createElement("div"), document.createElement("div")];
  render(<Screen ctrl={ctrl} />, first);
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  render(null, first);
  come(() => h("p", null, "here"));
  render(<Screen ctrl={ctrl} />, second);
  await vi.waitFor(() => expect(second.textContent).toBe("here"));
});
