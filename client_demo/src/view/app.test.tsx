/** The page against a server that the test plays by hand: what is shown, and which bytes a click sends. */
import { act, cleanup, fireEvent, render, type RenderResult, waitFor, within } from "@testing-library/preact";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Ctrl } from "../ctrl.ts";
import type { Option, View, Welcome } from "../wire/types.ts";
import { FakeWorld, head, VIEW, welcome } from "../wire/world.fake.ts";
import { App } from "./app.tsx";

let world: FakeWorld;
let ctrl: Ctrl;
let page: RenderResult;

const catalog = {
  labels: { en: { attack: "Attack", walk: "Walk", riposte: "Riposte", health: "Health" } },
  lines: { en: { Struck: "{who} strikes {target}" } },
  rules: { "T-HIT-2": "Minimum roll" },
};

const attack: Option = {
  key: "attack",
  who: "hagen",
  intent: { type: "attack", who: "hagen" },
  cost: "1 action",
  params: [{ name: "target", kind: "choice", combatant: true, choices: [{ value: "robber" }, { value: "hagen" }] }],
};
const rest: Option = { key: "rest", who: "hagen", intent: { type: "rest", who: "hagen" }, group: "free" };
const run: Option = { ...rest, key: "run", reason: { code: "resource", message: "There is no action left." } };

afterEach(cleanup);

beforeEach(() => {
  world = new FakeWorld();
  ctrl = new Ctrl(world, { token: "token" }, { language: "en" }, () => Promise.resolve(catalog));
  page = render(<App ctrl={ctrl} />);
  world.line.accept();
});

async function enter(change: Partial<Welcome> = {}, view: Partial<View> = {}) {
  world.line.say(welcome({ view: { ...VIEW, ...view }, options: [attack, rest, run], ...change }));
  await page.findByText("Toll at the Bridge");
}

/** What has happened is drawn. */
async function frame() {
  await act(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
}

function submitted() {
  const { intent, decision, seen } = world.line.last("submit");
  return { intent, decision, seen };
}

describe("the table", () => {
  test("shows the order, who is on turn and how everybody stands", async () => {
    await enter();
    const order = within(page.getByRole("complementary", { name: "Order" }));
    expect(order.getByText("On turn")).toBeTruthy();
    expect((await order.findAllByTitle("Health: 3/4")).length).toBe(1);
    const map = within(page.getByRole("region", { name: "Map" }));
    expect(map.getByRole("button", { name: "RO Robber" })).toBeTruthy();
  });

  test("texts are never markup", async () => {
    await enter({}, { title: "Toll at the Bridge", seats: {}, combatants: { x: { name: "<img src=x onerror=alert(1)>", side: "a", x: 1, y: 1 } } });
    expect(page.container.querySelector("img")).toBeNull();
    expect(page.getAllByText("<img src=x onerror=alert(1)>").length).toBeGreaterThan(0);
  });
});

test("an answer is to the question that is seen, whatever has come since and is not drawn yet", async () => {
  const pass: Option = { key: "pass", who: "hagen", intent: { type: "pass", who: "hagen" }, answers: true };
  const asked = (id: string) => ({ decision: { id, kind: "react", asks: { hagen: {} } } });
  await enter({ options: [pass] }, asked("d1"));
  const button = await page.findByRole("button", { name: /^pass$/i });
  world.line.say({ type: "update", n: 4, head: head(4), at: 0, events: [], patch: asked("d2") });
  button.click();
  expect(submitted()).toEqual({ intent: { type: "pass", who: "hagen" }, decision: "d1", seen: 3 });
});

test("one tap answers the same question for all of my combatants that are asked", async () => {
  const cup = { name: "cup", kind: "choice", choices: [{ value: 1 }, { value: 2 }] };
  const lift = (who: string): Option => ({ key: "lift", who, intent: { type: "lift", who }, params: [cup], answers: true });
  const wolf = { ...VIEW.combatants!["hagen"]!, name: "Wolf" };
  const decision = { id: "d1", kind: "cups", asks: { hagen: {}, wolf: {} } };
  await enter({ options: [lift("hagen"), lift("wolf")] }, { combatants: { ...VIEW.combatants, wolf }, decision });
  fireEvent.click(within(await page.findByRole("group", { name: "Lift for all 2" })).getByRole("button", { name: "2" }));
  const sent = world.line.sent.filter((message) => message.type === "submit").map(({ intent }) => intent);
  expect(sent.slice(-2)).toEqual([{ type: "lift", who: "hagen", cup: 2 }, { type: "lift", who: "wolf", cup: 2 }]);
});

test.each([[{ answered: true }], [{}]])("one tap takes back what several of mine have answered, where another has so far %j", async (ask) => {
  const again = (who: string): Option => ({ key: "again", who, intent: { type: "again", who }, group: "free" });
  const say: Option = { key: "say", who: "bear", intent: { type: "say", who: "bear" }, answers: true };
  const of = (name: string) => ({ ...VIEW.combatants!["hagen"]!, name });
  const asks = { hagen: { answered: true }, wolf: { answered: true }, robber: { answered: true }, bear: ask };
  const options = [again("hagen"), again("wolf"), again("robber"), ...("answered" in ask ? [] : [say])];
  await enter({ options }, { combatants: { ...VIEW.combatants, wolf: of("Wolf"), bear: of("Bear") }, decision: { id: "d1", kind: "plans", asks } });
  fireEvent.click(await page.findByRole("button", { name: "Again for all 2" }));
  const sent = world.line.sent.filter((message) => message.type === "submit").map(({ intent }) => intent);
  expect(sent.slice(-2)).toEqual([{ type: "again", who: "hagen" }, { type: "again", who: "wolf" }]);
});

describe("an option", () => {
  test("without parameters is sent at once and is pending until it is taken and seen", async () => {
    await enter();
    fireEvent.click(page.getByRole("button", { name: "Rest" }));
    expect(submitted()).toEqual({ intent: { type: "rest", who: "hagen" }, decision: undefined, seen: 3 });
    const pending = await page.findByRole("button", { name: /Rest.*On its way/ });
    expect(pending.getAttribute("aria-disabled")).toBe("true");
    world.line.say({ type: "ack", id: world.line.last("submit").id, n: 4 });
    world.line.say({ type: "update", n: 4, head: head(4), at: 0, events: [], patch: {} });
    await page.findByRole("button", { name: "Rest" });
  });

  test("with parameters opens a form; the target can be taken from the map", async () => {
    await enter();
    fireEvent.click(await page.findByRole("button", { name: /^Attack/ }));
    const send = (await page.findByRole("button", { name: "Do it" })) as HTMLButtonElement;
    expect(send.disabled).toBe(true);
    const map = within(page.getByRole("region", { name: "Map" }));
    fireEvent.click(map.getByRole("button", { name: /^RO Robber/ }));
    await waitFor(() => expect(send.disabled).toBe(false));
    fireEvent.click(send);
    expect(submitted().intent).toEqual({ type: "attack", who: "hagen", target: "robber" });
  });

  test("that may be for each of several is sent once for each of them", async () => {
    const people = ["hagen", "wolf", "robber"].map((value) => ({ value }));
    const who = { name: "who", kind: "choice", combatant: true, choices: people };
    const group = { name: "group", kind: "choice", choices: [{ value: "", label: "alone" }, { value: "Heroes 1" }] };
    const join: Option = { key: "set_group", intent: { type: "set_group", group: "Heroes 1" }, params: [who, group], each: "who", group: "gm" };
    const wolf = { ...VIEW.combatants!["hagen"]!, name: "Wolf" };
    await enter({ seat: "gm", audience: "gm", options: [join] }, { stage: "setup", combatants: { ...VIEW.combatants, wolf } });
    let taps = 0;
    const tap = async (name: string | RegExp, at = page.container as HTMLElement) => {
      taps += 1;
      fireEvent.click(await within(at).findByRole("button", { name }));
      await frame();
    };
    await tap(/^Set group/);
    const form = (await page.findByRole("form", { name: "Set group" })) as HTMLElement;
    for (const name of [/Hagen/, /Wolf/, /Robber/]) await tap(name, form);
    await tap("Do it", form);
    const sent = world.line.sent.filter((message) => message.type === "submit").map(({ intent }) => intent);
    expect(sent).toEqual(people.map(({ value }) => ({ type: "set_group", who: value, group: "Heroes 1" })));
    expect(taps).toBe(5);
  });

  test("that wants a way has it led on by a tap on somebody, too, and stays whose it is", async () => {
    const walk: Option = { ...rest, key: "walk", intent: { type: "walk", who: "hagen" }, params: [{ name: "path", kind: "path" }] };
    await enter({ options: [walk] });
    fireEvent.click(page.getByRole("button", { name: /^Walk/ }));
    await waitFor(() => expect(page.container.querySelector(".map.aiming")).not.toBeNull());
    const robber = page.container.querySelector("[data-who=robber]") as Element;
    fireEvent.pointerDown(robber, { pointerId: 1, clientX: 40, clientY: 40 });
    fireEvent.pointerUp(robber, { pointerId: 1, clientX: 40, clientY: 40 });
    fireEvent.click(robber);
    await waitFor(() => expect(ctrl.now.form?.values["path"]).toHaveLength(1));
    expect(ctrl.now.selected).toBe("hagen");
  });

  test("opens its form under the keys; Escape leaves it", async () => {
    await enter();
    fireEvent.click(await page.findByRole("button", { name: /^Attack/ }));
    await page.findByRole("button", { name: "Do it" });
    const form = document.activeElement as HTMLElement;
    expect(form.querySelector("h3")?.textContent).toBe("Attack");
    fireEvent.keyDown(form, { key: "Escape" });
    await waitFor(() => expect(page.queryByRole("button", { name: "Do it" })).toBeNull());
    expect(world.line.sent.some(({ type }) => type === "submit")).toBe(false);
  });

  test("that is greyed sends nothing and says why", async () => {
    await enter();
    fireEvent.click(page.getByRole("button", { name: "Run" }));
    await page.findByText("There is no action left.");
    expect(world.line.sent.some(({ type }) => type === "submit")).toBe(false);
  });

  test("that is greyed keeps its reason in place: what stands below does not move from under the finger", async () => {
    await enter();
    const button = page.getByRole("button", { name: "Run" });
    fireEvent.focus(button);
    await page.findByText("There is no action left.");
    fireEvent.blur(button);
    await frame();
    expect(page.queryByText("There is no action left.")).not.toBeNull();
  });

  test("that the server refuses comes back with the reason", async () => {
    await enter();
    fireEvent.click(page.getByRole("button", { name: "Rest" }));
    const { id } = world.line.last("submit");
    world.line.say({ type: "rejected", id, code: "turn", message: "It is not your turn.", detail: {} });
    await page.findByText("It is not your turn.");
    await page.findByRole("button", { name: "Rest" });
  });
});

describe("who can't act", () => {
  const me = async () => within(await page.findByRole("region", { name: "Me" }));

  test("is not told of what may be done meanwhile where all of it is greyed", async () => {
    await enter({ options: [run] }, { turn: ["robber"] });
    await (await me()).findByText("Turn of Robber.");
  });

  test("on the own turn is told who is waited for, before what may be done meanwhile", async () => {
    await enter({ options: [rest] });
    await (await me()).findByText("Waiting for the table. Meanwhile you may:");
  });
});

test("while the start waits for real dice nobody is told to wait for the start", async () => {
  await enter({ options: [] }, { stage: "setup", decision: { id: "d1", kind: "dice", asks: { robber: {} } } });
  const me = within(page.getByRole("region", { name: "Me" }));
  await me.findByText("Waiting for Robber.");
  expect(page.queryByText("Who is here")).toBeNull();
});

test("dice typed for one throw are sent once and count for no other", async () => {
  await enter({}, { dice_for: "hagen", decision: { id: "d9", kind: "dice", asks: { hagen: {} } } });
  const asks = (n: number) =>
    world.line.say({ type: "update", n, head: head(n), at: 7, events: [{ type: "DiceAsked", who: "hagen", roll: "hit", sides: 6, count: 2 }], patch: { round: n } });
  const frames = [1, 2, 3].map((n) => ({ n, at: n, events: [], patch: {}, step: 0 }));
  world.line.say({ type: "answer", id: world.line.last("ask").id, body: { after: 0, view: VIEW, last: 3, frames } });
  await waitFor(() => expect(ctrl.now.past.view).toBeDefined());
  asks(4);
  const tap = async (name: string) => fireEvent.click(await page.findByRole("button", { name }));
  const enabled = (name: string) => !(page.getByRole("button", { name }) as HTMLButtonElement).disabled;
  await page.findByText("Hagen rolls 2 d6");
  await tap("5");
  await tap("3");
  await waitFor(() => expect(enabled("Do it")).toBe(true));
  const send = page.getByRole("button", { name: "Do it" });
  for (const _twice of [1, 2]) send.click(); // faster than frames
  expect(submitted().intent).toEqual({ type: "type_dice", faces: [5, 3] });
  await page.findByRole("button", { name: "On its way …" });
  expect(enabled("5")).toBe(false);
  world.line.say({ type: "ack", id: world.line.last("submit").id, n: 5 });
  asks(5);
  await waitFor(() => expect(enabled("5")).toBe(true));
  expect(enabled("Do it")).toBe(false);
  expect(world.line.count("submit")).toBe(1);
});

test("dice are asked for once it is known which: what was asked while the line was down must come first", async () => {
  const asked = (n: number, count: number) => ({
    n, at: n, step: 0, patch: {},
    events: [
      { type: "DiceAsked", who: "hagen", roll: "hit", sides: 6, count },
      { type: "DecisionOpened", decision: { id: `d${n}`, kind: "dice" } },
    ],
  });
  const open = (n: number) => ({ dice_for: "hagen", decision: { id: `d${n}`, kind: "dice", asks: { hagen: {} } } });
  const answer = (after: number, last: number, count: number) =>
    world.line.say({ type: "answer", id: world.line.last("ask").id, body: { after, view: VIEW, last, frames: [asked(last, count)] } });
  await enter({}, open(3));
  expect(page.queryByText(/Hagen rolls/)).toBeNull();
  answer(2, 3, 2);
  await page.findByText("Hagen rolls 2 d6");
  await enter({ n: 5, head: head(5) }, open(5));
  await waitFor(() => expect(page.queryByText(/Hagen rolls/)).toBeNull());
  answer(3, 5, 4);
  await page.findByText("Hagen rolls 4 d6");
  for (const face of ["5", "5", "3", "1", "6"]) page.getByRole("button", { name: face }).click(); // faster than frames
  await waitFor(() => expect((page.getByRole("button", { name: "Do it" }) as HTMLButtonElement).disabled).toBe(false));
  fireEvent.click(page.getByRole("button", { name: "Do it" }));
  expect(submitted()).toMatchObject({ intent: { type: "type_dice", faces: [5, 5, 3, 1] }, decision: "d5" });
});

describe("a question to me", () => {
  const decision = { id: "d1", kind: "riposte", asks: { hagen: {} } };
  const answers = [false, true].map((decline) => ({
    key: "riposte",
    who: "hagen",
    intent: { type: "riposte", who: "hagen", decline },
    group: "answer",
    answers: true,
  }));

  test("is answered with one tap, for that decision", async () => {
    await enter({ options: answers }, { decision });
    fireEvent.click(await page.findByRole("button", { name: "Riposte (Decline)" }));
    expect(submitted()).toMatchObject({ intent: { type: "riposte", decline: true }, decision: "d1" });
  });

  test("that was answered may be answered anew, and then shows the new answer", async () => {
    await enter({ options: answers }, { decision });
    fireEvent.click(await page.findByRole("button", { name: "Riposte (Decline)" }));
    const { id } = world.line.last("submit");
    const patch = { decision: { asks: { hagen: { answered: true } } } };
    world.line.say({ type: "ack", id, n: 4 });
    world.line.say({ type: "update", n: 4, head: head(4), at: 4, events: [], patch });
    fireEvent.click(await page.findByRole("button", { name: "Change" }));
    fireEvent.click(await page.findByRole("button", { name: "Riposte" }));
    await page.findByRole("button", { name: "Change" });
    expect(world.line.count("submit")).toBe(2);
  });

  test("that has but one answer at a price waits for the tap", async () => {
    const [riposte, bear] = answers;
    await enter({ options: [{ ...riposte, cost: "1 die" }, bear] }, { decision });
    await page.findByRole("button", { name: /Riposte.*1 die/ });
    expect(world.line.sent.filter(({ type }) => type === "submit")).toEqual([]);
  });

  test("shows what one tap answers before the form that says more of the same", async () => {
    const aimed = { ...answers[0], label: "aimed", params: [{ name: "aim", kind: "text", optional: true }] } as Option;
    await enter({ options: [aimed, ...answers] }, { decision });
    await page.findByRole("button", { name: "Riposte" });
    await frame();
    expect(page.container.querySelector(".option-form")).toBeNull();
    fireEvent.click(page.getByRole("button", { name: /Riposte.*Aimed/ }));
    await waitFor(() => expect(page.container.querySelector(".option-form")).toBeTruthy());
  });

  test("can be put aside and comes back", async () => {
    await enter({ options: answers }, { decision });
    fireEvent.click(await page.findByRole("button", { name: "Later" }));
    fireEvent.click(await page.findByRole("button", { name: /Back to the question/ }));
    await page.findByRole("button", { name: "Riposte (Decline)" });
  });

  test("is not put to a spectator", async () => {
    await enter({ seat: "spectator", audience: "public", options: [] }, { decision });
    expect(page.queryByRole("button", { name: /Riposte/ })).toBeNull();
    await page.findByText("Waiting for Hagen");
  });
});

describe("the seat's random value", () => {
  test("is bound when a player enters before the start, and shown when it is asked for", async () => {
    await enter({ n: 1 }, { stage: "setup" });
    await waitFor(() => expect(world.line.count("submit")).toBe(1));
    expect(submitted().intent).toMatchObject({ type: "join" });
    const decision = { id: "r1", kind: "reveal", asks: { anna: {} } };
    world.line.say({ type: "update", n: 2, head: head(2), at: 1, events: [], patch: { decision } });
    expect(submitted()).toMatchObject({ intent: { type: "reveal" }, decision: "r1" });
    expect((submitted().intent as { preimage: Uint8Array }).preimage.length).toBe(32);
    expect(world.line.count("submit")).toBe(2);
  });

  test("is not asked for twice, and joining twice is no error for people", async () => {
    await enter({ n: 1 }, { stage: "setup" });
    await waitFor(() => expect(world.line.count("submit")).toBe(1));
    const { id } = world.line.last("submit");
    world.line.say({ type: "rejected", id, code: "already_joined", message: "Anna has already joined.", detail: {} });
    expect(page.queryByText("Anna has already joined.")).toBeNull();
  });

  test("is none of the GM's or a spectator's business", async () => {
    await enter({ seat: "gm", audience: "gm" }, { stage: "setup" });
    expect(world.line.count("submit")).toBe(0);
  });
});

describe("the past", () => {
  const terms = [{ key: "base", value: 5, rule: "T-HIT-2" }, { key: "cover", value: 0, rule: "T-HIT-3" }];
  const told = [1, 2, 3].map((n) => ({
    n,
    at: n,
    step: 0,
    events: [{ type: "Struck", who: "hagen", target: "robber", faces: [n], terms }],
    patch: { round: n },
  }));

  async function load() {
    const { id, question } = world.line.last("ask");
    expect(question).toMatchObject({ type: "history", after: 0 });
    world.line.say({ type: "answer", id, body: { after: 0, view: { ...VIEW, round: 0 }, frames: told, last: 3 } });
    await page.findAllByText("Hagen", { selector: ".log b" });
  }

  test("is asked for on entering and told line by line, with why", async () => {
    await enter();
    await load();
    expect(page.container.querySelectorAll(".told").length).toBe(3);
    fireEvent.click(page.getAllByRole("button", { name: "Why?" })[2] as HTMLElement);
    await page.findByText("T-HIT-2");
    expect(page.queryByText("T-HIT-3")).toBeNull();
  });

  test("is looked through frame by frame, and nothing can be done there", async () => {
    await enter();
    await load();
    fireEvent.click(page.getAllByRole("button", { name: "Replay" })[0] as HTMLElement);
    await load();
    world.line.say({ type: "answer", id: world.line.last("ask").id, body: { marks: [], undone: [], last: 3 } });
    fireEvent.click(await page.findByRole("button", { name: "One step back" }));
    await page.findByText("Round 2");
    expect(page.queryByRole("button", { name: "Rest" })).toBeNull();
    fireEvent.click(page.getByRole("button", { name: "To the beginning" }));
    fireEvent.click(page.getByRole("button", { name: "One step on" }));
    fireEvent.click(page.getByRole("button", { name: "Play" }));
    for (let place = 0; place < 4; place++) {
      await frame();  // it goes on from what is drawn
      world.pass(3_000);
    }
    await page.findByText("Round 3");
    fireEvent.click(page.getAllByRole("button", { name: "Back to the game" })[0] as HTMLElement);
    await page.findByRole("button", { name: "Rest" });
  });

  test("that was taken back is told so while the game goes on, too", async () => {
    await enter();
    await load();
    fireEvent.click(page.getAllByRole("button", { name: "Replay" })[0] as HTMLElement);
    await page.findByText("Loading the history …");
    await load();
    const undone = [{ first: 2, last: 2, by: 3 }];
    world.line.say({ type: "answer", id: world.line.last("ask").id, body: { marks: [], undone, last: 3 } });
    fireEvent.click(await page.findByRole("button", { name: "One step back" }));
    await page.findByText("Taken back later.");
    world.line.say({ type: "update", n: 4, head: head(4), at: 4, events: [], patch: { round: 4 } });
    expect(world.line.last("ask").question).toMatchObject({ type: "history", after: 3 });
    await frame();
    expect(page.queryByText("Loading the history …")).toBeNull();
    expect(page.getByText("Taken back later.")).toBeTruthy();
  });

  test("hears a key as soon as its bar stands there", async () => {
    await enter();
    await load();
    const pressed = new Promise<void>((done) => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector(".replay .play")) return;
        observer.disconnect();
        dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
        done();
      });
      observer.observe(document.body, { childList: true, subtree: true });
    });
    fireEvent.click(page.getAllByRole("button", { name: "Replay" })[0] as HTMLElement);
    await pressed;
    expect(ctrl.now.replay).toBeUndefined();
  });

  test("is taken back by the GM only after a look at what changes", async () => {
    await enter({ seat: "gm", audience: "gm" });
    await load();
    fireEvent.click(page.getAllByRole("button", { name: "Undo to here" })[0] as HTMLElement);
    const { id, question } = world.line.last("ask");
    expect(question).toEqual({ type: "preview_rewind", to: [1, 0] });
    const confirm = (await page.findByRole("button", { name: "Rewind" })) as HTMLButtonElement;
    expect(confirm.disabled).toBe(true);
    const changes = [{ kind: "track", who: "hagen", key: "health", before: 3, after: 4 }];
    world.line.say({ type: "answer", id, body: { digest: head(7), changes, steps: [], needs: [], rules_changed: [] } });
    await page.findByText("Hagen: Health 3 → 4");
    fireEvent.input(page.getByRole("textbox", { name: "Reason" }), { target: { value: "wrong target" } });
    fireEvent.click(confirm);
    expect(submitted().intent).toEqual({ type: "rewind", to: [1, 0], reason: "wrong target", digest: head(7) });
  });

  test("tells also where the log has no room that a ruling was changed, however much stands as it was", async () => {
    await enter();
    await load();
    const steps = [1, 2, 3, 4, 5].map((n) => ({ outcome: "stands", events: [{ type: "Struck", who: "hagen", target: "robber", faces: [n] }] }));
    const events = [{ type: "Amended", base: [1, 0], target: [2, 0], reason: "It was a three", steps }];
    world.line.say({ type: "update", n: 4, head: head(4), at: 4, events, patch: {} });
    const recent = within(page.getByRole("region", { name: "What happened" }));
    await recent.findByText("The game master changes a ruling: It was a three.");
    expect(recent.getAllByText("Hagen")).toHaveLength(1);  // of what the ruling has struck nothing is told there
  });

  test("is changed on one card: what came out otherwise is seen, the rest folded", async () => {
    await enter();
    await load();
    const step = (outcome: string, n: number) => ({ outcome, events: [{ type: "Struck", who: "hagen", target: "robber", faces: [n] }] });
    const struck = { outcome: "falls", events: [], intent: { type: "walk", who: "robber" } };
    const steps = [step("amended", 3), step("stands", 4), struck];
    const events = [{ type: "Amended", base: [1, 0], target: [2, 0], reason: "It was a three", steps }];
    world.line.say({ type: "update", n: 4, head: head(4), at: 4, events, patch: {} });
    await frame();
    const card = page.container.querySelector(".log > ol > .told:last-of-type") as HTMLElement;
    const rest = within(card).getByText("More of this change: 2").closest("details") as HTMLDetailsElement;
    expect(rest.open).toBe(false);
    expect(rest.querySelectorAll(".block").length).toBe(2);
    expect(within(card).getByText("changed").closest("details")).toBeNull();
  });

  test("what changes is not told of a preview that lacks dice", async () => {
    await enter({ seat: "gm", audience: "gm" });
    await load();
    const preview = async (needs: object[]) => {
      ctrl.rulings.takeBackLast();
      const body = { digest: head(7), changes: [{ kind: "out", who: "hagen", after: true }], steps: [], needs, rules_changed: [] };
      world.line.say({ type: "answer", id: world.line.last("ask").id, body });
      await frame();
      return page.queryByText("What changes on the table");
    };
    expect(await preview([])).not.toBeNull();
    expect(await preview([{ at: [1, 0], act: "a", roll: "hit", who: "hagen", sides: 6, count: 1 }])).toBeNull();
  });
});

test("a lost connection is said, and the table stays", async () => {
  await enter();
  world.line.end(1006);
  await page.findByText("Connection lost. Trying again …");
  expect(page.getByText("Toll at the Bridge")).toBeTruthy();
});

test("a link that is not valid leads to the lobby", async () => {
  world.line.say({ type: "bye", code: "token", message: "The link is not valid." });
  world.line.end(4401, "token");
  await page.findByText("The link is not valid.");
  expect(page.getByRole("button", { name: "Home page" })).toBeTruthy();
});

test("the lobby lists encounters with a link for each seat", async () => {
  const links = { gm: { token: "t".repeat(64), name: "GM", role: "gm" } };
  world.line.say({
    type: "lobby",
    body: { open: true, systems: [{ name: "cups", titles: { en: "Three Cups" } }], encounters: [{ id: "e", title: "At the inn", system: "cups", links }] },
  });
  await page.findByText("At the inn");
  expect(page.getByRole("link", { name: "Open: Game master" }).getAttribute("href")).toBe(`${location.origin}/#${"t".repeat(64)}`);
  expect(page.getByText("Three Cups")).toBeTruthy();
});
