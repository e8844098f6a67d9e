/** Who plays by keyboard goes on where the game asks: what is asked takes the keys that nothing else has. */
import { cleanup, render } from "@testing-library/preact";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import type { Scene } from "../../table/scene.ts";
import { defaults } from "../../table/state.ts";
import type { Option } from "../../wire/types.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { loadWords } from "../../words/book.ts";
import { EMPTY, enriched } from "../../words/catalog.ts";
import { TypedDice } from "./dice_prompt.tsx";
import { Prompt } from "./prompt.tsx";

afterEach(cleanup);
beforeAll(() => loadWords("en"));

const ME = { seat: "anna", audience: "seat:anna", role: "player" as const };

function props(id: string) {
  const view = { ...VIEW, decision: { id, kind: "react", asks: { hagen: {} } } };
  const options: Option[] = ["dodge", "parry"].map((key) => ({ key, who: "hagen", answers: true, cost: "1 action", intent: { type: key } }));
  const ctrl = { state: { value: { ...defaults(), view, me: ME, options } } } as unknown as Ctrl;
  return { ctrl, scene: { view, options, isLive: true } as unknown as Scene };
}

const heading = () => document.activeElement?.querySelector("h2")?.textContent;

test("dice that are asked for", () => {
  render(<TypedDice {...props("d1")} who="hagen" />);
  expect(heading()).toBe(" Hagen rolls 1 d6");
});

test("a question, and the next one when the answer to the first is gone from under the keys", () => {
  const page = render(<Prompt {...props("d1")} />);
  expect(heading()).toBe("React");
  page.getByRole("button", { name: /Dodge/ }).focus();
  page.rerender(<Prompt {...props("d2")} />);
  expect(heading()).toBe("React");
});

test("nothing is taken from whoever writes", () => {
  const page = render(<><input /><div id="here" /></>);
  page.container.querySelector("input")?.focus();
  render(<Prompt {...props("d1")} />);
  expect(document.activeElement?.tagName).toBe("INPUT");
});

test("what a player is asked is no question to the game master, and lies folded, while that player is there", () => {
  const { ctrl, scene } = props("d1");
  const at = (sessions: Record<string, number>) => {
    const state = { ...ctrl.state.value, me: { seat: "gm", audience: "gm", role: "gm" as const }, sessions };
    const page = render(<Prompt ctrl={{ state: { value: state } } as unknown as Ctrl} scene={scene} />);
    const isOpen = page.container.querySelector<HTMLDetailsElement>("details.for-others")?.open;
    const shown = [isOpen, page.container.querySelector("section")?.className, page.queryByText("Later") !== null];
    page.unmount();
    return shown;
  };
  expect(at({ "seat:anna": 1 })).toEqual([false, "prompt done", false]);
  expect(at({})).toEqual([true, "prompt", true]);
});

test("what is answered can't be put off any more", () => {
  const { ctrl, scene } = props("d1");
  const decision = { ...scene.view.decision, asks: { hagen: { answered: true }, robber: {} } };
  const page = render(<Prompt ctrl={ctrl} scene={{ ...scene, view: { ...scene.view, decision } as Scene["view"] }} />);
  page.getByText("Answered");
  expect(page.queryByText("Later")).toBeNull();
});

test("what the game waits for is never drawn as if it were answered, however little it takes to answer", () => {
  const { ctrl, scene } = props("d1");
  const plain = scene.options.map(({ cost: _cost, ...option }) => option) as Option[];
  const shown = (asks: object, options: Option[]) => {
    const decision = { ...scene.view.decision, asks } as Scene["view"]["decision"];
    const page = render(<Prompt ctrl={ctrl} scene={{ ...scene, view: { ...scene.view, decision } as Scene["view"], options }} />);
    const look = page.container.querySelector("section")?.className;
    page.unmount();
    return look;
  };
  expect(shown({ hagen: {} }, plain)).toBe("prompt");
  expect(shown({ hagen: {} }, plain.slice(0, 1))).toBe("prompt");
  expect(shown({ hagen: { answered: true } }, plain)).toBe("prompt done");
});

test("for the game master it is said who is left to answer, if only by one word", () => {
  const { ctrl, scene } = props("d1");
  const [{ cost: _cost, ...plain }] = scene.options as [Option];
  const decision = { ...scene.view.decision, asks: { hagen: {} } };
  const view = { ...scene.view, decision, combatants: { hagen: { ...scene.view.combatants?.hagen, seat: "gm" } } };
  const state = { ...ctrl.state.value, me: { seat: "gm", audience: "gm", role: "gm" as const } };
  const page = render(<Prompt ctrl={{ state: { value: state } } as unknown as Ctrl} scene={{ ...scene, view, options: [plain] } as unknown as Scene} />);
  expect(page.container.querySelector(".answers-who")?.textContent).toContain("Hagen");
});

test("what one tap says stands together with the same that asks for more, and before it", () => {
  const { ctrl, scene } = props("d1");
  const of = (label: string, more: Partial<Option> = {}) => ({ key: "mishap", who: "hagen", label, answers: true, intent: { type: "mishap", label }, ...more }) as Option;
  const other = of("other", { params: [{ name: "text", kind: "text" }] });
  const pass = { key: "pass", who: "hagen", answers: true, intent: { type: "pass" } } as Option;
  const page = render(<Prompt ctrl={ctrl} scene={{ ...scene, options: [of("none"), of("slips"), other, pass] }} />);
  expect([...page.container.querySelectorAll(".answers .option-name")].map((each) => each.textContent)).toEqual(["Mishap: None", "Mishap: Slips", "Mishap: Other"]);
  expect([...page.container.querySelectorAll(".prompt-foot .option-name")].map((each) => each.textContent)).toEqual(["Pass"]);
});

test("a die stands beside the sentence of whoever rolled it, beside no other", () => {
  const { ctrl, scene } = props("d1");
  const lines = { en: { Rolled: "{who} attacks {target}.", react: "A slip of {subject}." } };
  const events = [{ type: "Rolled", id: "a/1", who: "robber", target: "hagen", face: 6 }];
  const said = (subject: string) => {
    cleanup();
    const decision = { ...scene.view.decision, topic: { action: "a/1", subject } } as Scene["view"]["decision"];
    const view = { ...scene.view, decision } as Scene["view"];
    const past = { ...ctrl.state.value.past, frames: [{ n: 1, at: 0, events, patch: {}, step: 0 }] };
    const state = { ...ctrl.state.value, met: view.combatants ?? {}, past, catalog: enriched(EMPTY, { lines }) };
    const page = render(<Prompt ctrl={{ state: { value: state } } as unknown as Ctrl} scene={{ ...scene, view }} />);
    return [...page.container.querySelectorAll(".topic-line")].map((line) => [line.querySelector("span")?.textContent, line.querySelectorAll(".die").length]);
  };
  expect(said("robber")).toEqual([["A slip of Robber.", 1]]);
  expect(said("hagen")).toEqual([["A slip of Hagen.", 0], ["Robber attacks Hagen.", 1]]);
});

test("what others plan is shown below the answers, which stay where they are while the plans grow", () => {
  const { ctrl, scene } = props("d1");
  const robber = { ...scene.view.combatants?.robber, plan: [{ label: "talk" }] };
  const view = { ...scene.view, combatants: { ...scene.view.combatants, robber } };
  const page = render(<Prompt ctrl={ctrl} scene={{ ...scene, view } as unknown as Scene} />);
  const answer = page.getByRole("button", { name: /Dodge/ });
  const plans = page.container.querySelector(".plans");
  expect(plans && answer.compareDocumentPosition(plans)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
