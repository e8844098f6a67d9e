/** An ordered list by buttons and by keys, at a table that the test plays by hand. */
import { act, cleanup, fireEvent, render, type RenderResult } from "@testing-library/preact";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Ctrl } from "../../ctrl.ts";
import type { Option } from "../../wire/types.ts";
import { FakeWorld, VIEW, welcome } from "../../wire/world.fake.ts";
import { App } from "../app.tsx";

let world: FakeWorld;
let page: RenderResult;

const labels = { plan: "Plan", deeds: "Deeds", strike: "Strike", guard: "Guard", wait: "Wait", limited: "Limited", strikes: "Strikes" };
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

const tired = { code: "tired", message: "One strike, no more." };
/** With a limit, and aimed at somebody or at whoever it may be. */
const limited: Option = {
  ...plan,
  key: "limited",
  params: [
    {
      name: "deeds",
      kind: "list",
      most: 4,
      repeats: true,
      aim: "target",
      choices: [
        { value: { kind: "strike" }, label: "strike", aims: ["", "robber"], uses: { strikes: 1 } },
        ...[2, 3].map((n) => ({ value: { kind: "volley", n }, label: `Volley ×${n}`, aims: ["", "robber"], row: "Volley ×n" })),
        { value: "guard", label: "guard" },
        { value: "wait", label: "wait", reason: { code: "no", message: "No time." } },
      ],
      limits: [{ name: "strikes", label: "strikes", most: 1, reason: tired }],
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
  world.line.say(welcome({ view: { ...VIEW, combatants: { ...VIEW.combatants, robber } }, options: [plan, limited, { ...plan, key: "dial", params: [{ name: "how", kind: "dial" }] }] }));
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

test("what is left is told as the list stands, and what does not fit is greyed with its reason", async () => {
  await press("Cancel");
  fireEvent.click(page.getByRole("button", { name: /^Limited/ }));
  const left = () => page.container.querySelector(".ordered-left")?.textContent;
  await page.findByText("Strikes 0 of 1");
  expect(page.getByRole("button", { name: /^Wait/ }).textContent).toContain("No time.");
  fireEvent.click(page.getByRole("button", { name: "Strike → Robber" }));
  await frame();
  expect([rows(), left()]).toEqual([["Strike → RobberStrikes 1"], "Strikes 1 of 1"]);
  const kind = page.getByRole("group", { name: "Strike" });
  expect(kind.textContent).toContain("One strike, no more.");
  for (const chip of kind.querySelectorAll("button")) {
    expect(chip.getAttribute("aria-disabled")).toBe("true");
    fireEvent.click(chip);
  }
  fireEvent.click(page.getByRole("button", { name: "Guard" }));
  await frame();
  expect(deeds()).toEqual([{ kind: "strike", target: "robber" }, "guard"]);
});

test("how much is chosen before whom it is aimed at", async () => {
  await press("Cancel");
  fireEvent.click(page.getByRole("button", { name: /^Limited/ }));
  const much = (await page.findByRole("combobox", { name: "How much: Volley ×n" })) as HTMLSelectElement;
  expect(much.value).toBe("Volley ×2");
  await press("Volley ×2 → Robber");
  fireEvent.change(much, { target: { value: "Volley ×3" } });
  await frame();
  await press("Volley ×3 → Robber");
  expect(rows()).toEqual(["Volley ×2 → Robber", "Volley ×3 → Robber"]);
  expect(deeds()).toEqual([2, 3].map((n) => ({ kind: "volley", n, target: "robber" })));
});

describe("a row", () => {
  const HEIGHT = 40;
  const grips = () => [...page.container.querySelectorAll(".grip")] as HTMLElement[];

  /** The page has no layout here: row after row at this height. */
  async function laid() {
    for (const name of ["Guard", "Strike → Robber", "Wait"]) await press(name);
    page.container.querySelectorAll(".ordered li").forEach((row, place) => {
      row.getBoundingClientRect = () => ({ top: place * HEIGHT, bottom: (place + 1) * HEIGHT }) as DOMRect;
    });
  }

  async function drag(grip: HTMLElement, ...ys: number[]) {
    fireEvent.pointerDown(grip, { button: 0, clientY: 10 });
    for (const y of ys) fireEvent.pointerMove(grip, { clientY: y });
    await frame();
  }

  test("is dragged to where it is dropped, and that is said", async () => {
    await laid();
    const [first] = grips();
    await drag(first as HTMLElement, 50, 300);
    expect([rows(), page.container.querySelector(".held")?.textContent]).toEqual([["Strike → Robber", "Wait", "Guard"], "Guard"]);
    fireEvent.pointerUp(first as HTMLElement, {});
    await frame();
    page.getByText("Number 3 of 3: Guard");
    expect(page.container.querySelector(".held")).toBeNull();
    fireEvent.pointerMove(first as HTMLElement, { clientY: 10 });
    await frame();
    expect(rows()).toEqual(["Strike → Robber", "Wait", "Guard"]);
  });

  test("goes back by Escape, and the form stays", async () => {
    await laid();
    const last = grips()[2] as HTMLElement;
    await drag(last, 45, 5);
    expect(rows()).toEqual(["Wait", "Guard", "Strike → Robber"]);
    fireEvent.keyDown(document.body, { key: "Escape" });
    await frame();
    expect(rows()).toEqual(["Guard", "Strike → Robber", "Wait"]);
  });

  test("is not dragged by another button of the mouse", async () => {
    await laid();
    const [first] = grips();
    fireEvent.pointerDown(first as HTMLElement, { button: 2, clientY: 10 });
    fireEvent.pointerMove(first as HTMLElement, { clientY: 110 });
    await frame();
    expect(rows()).toEqual(["Guard", "Strike → Robber", "Wait"]);
  });
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
