/** An ordered list by buttons and by keys, at a table that the test plays by hand. */
import { act, cleanup, fireEvent, render, type RenderResult } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Ctrl } from "../../ctrl.ts";
import type { Option } from "../../wire/types.ts";
import { FakeWorld, VIEW, welcome } from "../../wire/world.fake.ts";
import { App } from "../app.tsx";

let world: FakeWorld;
let page: RenderResult;

const labels = { plan: "Plan", deeds: "Deeds", strike: "Strike", guard: "Guard", wait: "Wait" };
const plan: Option = {
  key: "plan",
  who: "hagen",
  intent: { type: "plan", who: "hagen" },
  params: [
    {
      name: "deeds",
      kind: "list",
      least: 1,
      most: 3,
      choices: [{ value: { kind: "strike", target: "robber" }, label: "strike", target: "robber" }, { value: "guard" }, { value: "wait" }],
    },
  ],
};

afterEach(cleanup);

beforeEach(async () => {
  world = new FakeWorld();
  const ctrl = new Ctrl(world, { token: "token" }, { language: "en" }, () => Promise.resolve({ labels: { en: labels } }));
  page = render(<App ctrl={ctrl} />);
  world.line.accept();
  const robber = { ...VIEW.combatants!["robber"]!, plan: [{ label: "guard" }, { label: "strike", target: "hagen" }] };
  world.line.say(welcome({ view: { ...VIEW, combatants: { ...VIEW.combatants, robber } }, options: [plan, { ...plan, key: "dial", params: [{ name: "how", kind: "dial" }] }] }));
  await page.findByText("Toll at the Bridge");
  fireEvent.click(await page.findByRole("button", { name: /^Plan/ }));
  await page.findByRole("group", { name: "Add" });
});

async function frame() {
  await act(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
}

async function press(name: string) {
  fireEvent.click(page.getByRole("button", { name }));
  await frame();
}

/** The rows, in their order. */
function rows(): (string | null)[] {
  return [...page.container.querySelectorAll(".ordered-name")].map((row) => row.textContent);
}

function deeds(): unknown {
  fireEvent.click(page.getByRole("button", { name: "Do it" }));
  return (world.line.last("submit").intent as { deeds: unknown }).deeds;
}

test("is put together by buttons, sorted and cut, and sent in its order", async () => {
  for (const name of ["Guard", "Strike → Robber", "Wait"]) await press(name);
  expect(rows()).toEqual(["Guard", "Strike → Robber", "Wait"]);
  expect(page.getByRole("button", { name: "Guard: earlier" }).getAttribute("aria-disabled")).toBe("true");
  await press("Strike → Robber: earlier");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Strike → Robber: earlier");
  page.getByText("Number 1 of 3: Strike → Robber");
  await press("Guard: take out");
  expect(rows()).toEqual(["Strike → Robber", "Wait"]);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Wait: take out");
  expect(deeds()).toEqual([{ kind: "strike", target: "robber" }, "wait"]);
});

test("is sorted and cut by keys, which stay with what they move", async () => {
  for (const name of ["Guard", "Strike → Robber", "Wait"]) await press(name);
  const key = async (name: string) => {
    fireEvent.keyDown(document.activeElement as Element, { key: name });
    await frame();
  };
  (page.container.querySelectorAll(".ordered-name")[2] as HTMLElement).focus();
  await key("Home");
  expect([rows(), document.activeElement?.textContent]).toEqual([["Wait", "Guard", "Strike → Robber"], "Wait"]);
  await key("ArrowUp");
  await key("ArrowDown");
  expect([rows(), document.activeElement?.textContent]).toEqual([["Guard", "Wait", "Strike → Robber"], "Wait"]);
  await key("Delete");
  expect([rows(), document.activeElement?.textContent]).toEqual([["Guard", "Strike → Robber"], "Strike → Robber"]);
  await key("Backspace");
  await key("Delete");
  expect(rows()).toEqual([]);
  expect(document.activeElement?.classList).toContain("chip");
  expect((page.getByRole("button", { name: "Do it" }) as HTMLButtonElement).disabled).toBe(true);
});

test("takes no more than fit, and each once", async () => {
  for (const name of ["Guard", "Guard", "Wait"]) fireEvent.click(page.getAllByRole("button", { name })[0] as HTMLElement);
  await frame();
  expect(rows()).toEqual(["Guard", "Wait"]);
});

test("what others plan stands in the order of turns", () => {
  const order = page.getByRole("complementary", { name: "Order" });
  expect([...order.querySelectorAll(".plan li")].map((step) => step.textContent)).toEqual(["Guard", "Strike → Hagen"]);
});

test("an option with a kind of parameter that this page does not know is greyed and says why", async () => {
  await press("Cancel");
  const strange = page.getByRole("button", { name: "Dial" });
  expect(strange.getAttribute("aria-disabled")).toBe("true");
  expect(strange.title).toBe("Reload the page for this.");
});
