/** What is possible stands before what is not, and that says why not. */
import { cleanup, fireEvent, render } from "@testing-library/preact";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import type { Scene } from "../../table/scene.ts";
import { defaults } from "../../table/state.ts";
import type { Option } from "../../wire/types.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { loadWords } from "../../words/book.ts";
import { EMPTY, enriched } from "../../words/catalog.ts";
import { Answers } from "./answers.tsx";

afterEach(cleanup);
beforeAll(() => loadWords("en"));

const ME = { seat: "anna", audience: "seat:anna", role: "player" as const };
const FAR = { code: "far", message: "Too far away." };

function drawn(options: Option[], catalog = EMPTY, send: unknown = undefined) {
  const decision = { id: "d1", kind: "react", asks: { hagen: {} } };
  const view = { ...VIEW, decision };
  const ctrl = { state: { value: { ...defaults(), view, me: ME, options, catalog } }, send } as unknown as Ctrl;
  const scene = { view, options, isLive: true } as unknown as Scene;
  return render(<Answers ctrl={ctrl} scene={scene} who="hagen" decision={decision} options={options} isOne />);
}

const answer = (key: string, more: object = {}): Option => ({ key, who: "hagen", answers: true, cost: "1 action", intent: { type: key }, ...more });

test("a group of which nothing is possible stands behind one of which something is, and says why not", () => {
  const options = [answer("evade", { group: "answer", reason: FAR }), answer("parry", { group: "answer", reason: FAR }), answer("duck", { group: "act" })];
  const names = [...drawn(options).container.querySelectorAll(".option")].map((each) => [...each.children].map((part) => part.textContent));
  expect(names).toEqual([["Duck", "1 action"], ["Evade", "1 action", "Too far away."], ["Parry", "1 action", "Too far away."]]);
});

test("where something of both is possible what is an answer stands first", () => {
  const options = [answer("duck", { group: "act" }), answer("evade", { group: "answer" })];
  const names = [...drawn(options).container.querySelectorAll(".option-name")].map((each) => each.textContent);
  expect(names).toEqual(["Evade", "Duck"]);
});

test("of an answer by one tap on a choice it is said which can't be made and why, and why none can", () => {
  const how = { name: "how", kind: "choice", choices: [{ value: "low" }, { value: "high", reason: FAR }] };
  const page = drawn([answer("guard", { params: [how] })]);
  expect([...page.container.querySelectorAll("small")].map((each) => each.textContent)).toEqual(["Too far away."]);
  cleanup();
  drawn([answer("guard", { params: [how], reason: { code: "late", message: "Too late." } })]).getByText("Too late.");
});

test("whom to strike at is chosen with one tap beside other answers, and what follows it goes with it", () => {
  const blow = answer("strike", { goal: "harm", cost: "", params: [{ name: "target", kind: "choice", choices: [{ value: "robber" }, { value: "wolf", reason: FAR }] }] });
  const other = answer("whole", { goal: "prepare", params: [{ name: "plan", kind: "text" }] });
  const send = vi.fn();
  const page = drawn([blow, other], enriched(EMPTY, { labels: { en: { settle: "Ready" } }, follows: { strike: "settle" } }), send);
  const group = page.getByRole("group", { name: "Strike · Ready" });
  expect([...page.container.querySelectorAll(".option-name")].map((each) => each.textContent)).toEqual(["Robber", "Wolf", "Whole"]);
  for (const button of group.querySelectorAll("button")) fireEvent.click(button);
  expect(send.mock.calls).toEqual([[blow, { target: 0 }, undefined, true]]);
});

test("a blow that costs something keeps its button, which says what", () => {
  const blow = answer("strike", { goal: "harm", params: [{ name: "target", kind: "choice", choices: [{ value: "robber" }] }] });
  const names = [...drawn([blow, answer("whole")]).container.querySelectorAll(".option-name")].map((each) => each.textContent);
  expect(names[0]).toContain("Strike");
});
