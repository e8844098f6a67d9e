/** Clicks that come faster than frames: what counts is what was seen, and it counts once. */
import { beforeEach, describe, expect, test } from "vitest";
import { Ctrl } from "./ctrl.ts";
import { recents, remember } from "./seat/recent.ts";
import type { Choice, Option } from "./wire/types.ts";
import { FakeWorld, head, VIEW, welcome } from "./wire/world.fake.ts";
import { EMPTY, enriched } from "./words/catalog.ts";

const rest: Option = { key: "rest", who: "hagen", intent: { type: "rest", who: "hagen" }, group: "free" };
const targets = (...names: string[]): Choice[] => names.map((value) => ({ value }));
const strike = (choices: Choice[], change: Partial<Option> = {}): Option => ({
  key: "strike",
  who: "hagen",
  intent: { type: "strike", who: "hagen" },
  params: [{ name: "target", kind: "choice", choices }],
  ...change,
});
const asking = (id: string) => ({ decision: { id, kind: "react", asks: { hagen: {} } } });
let world: FakeWorld;
let ctrl: Ctrl;

beforeEach(() => {
  world = new FakeWorld();
  ctrl = new Ctrl(world, { token: "token" }, { language: "en" }, () => Promise.resolve({}));
  world.line.accept();
});

/** The page has drawn what stands here. */
function drawn(options: Option[], view: object = {}) {
  world.line.say(welcome({ options, view: { ...VIEW, ...view } }));
  ctrl.shown = ctrl.now;
}

/** It comes and is not drawn yet. */
function comes(options: Option[], patch: object = {}) {
  world.line.say({ type: "update", n: ctrl.now.n + 1, head: head(9), at: 9, events: [], patch, options });
}

function intents() {
  return world.line.sent.flatMap((message) => (message.type === "submit" ? [message.intent] : []));
}

/** How long the open question's clock still runs, as it is drawn. */
function left_ms() {
  return (ctrl.now.view?.decision?.closes_at ?? NaN) - world.time_ms - ctrl.now.clock_ms;
}

describe("a seat that this browser remembers", () => {
  const others = { title: "Duel", system: "tirakan", seat: "hagen", name: "Hagen", role: "player", at: 1 };
  const said = (code: string, close: number) => {
    localStorage.clear();
    for (const token of ["A".repeat(64), "B".repeat(64)]) remember({ ...others, token });
    ctrl = new Ctrl(world, { token: "A".repeat(64) }, { language: "en" }, () => Promise.resolve({}));
    world.line.accept();
    world.line.say({ type: "bye", code, message: "", detail: {} } as unknown as Parameters<typeof world.line.say>[0]);
    world.line.end(close);
    return recents().map(({ token }) => token[0]);
  };

  test.each(["token", "token_expired"])("is forgotten when its link opens nothing any more: %s", (code) => {
    expect(said(code, 4401)).toEqual(["B"]);
  });

  test.each([["busy", 4429], ["version", 4406]] as const)("is kept when something else is wrong: %s", (code, close) => {
    expect(said(code, close)).toEqual(["B", "A"]);
  });
});

describe("a question's clock", () => {
  const HOUR_MS = 3_600_000;
  const clocked = (closes_at: number) => ({ decision: { id: "d1", kind: "react", asks: {}, closes_at } });
  const comes_at = (at: number, patch: object = {}) =>
    world.line.say({ type: "update", n: ctrl.now.n + 1, head: head(9), at, events: [], patch });

  test("is right for whoever comes, though this device's clock is wrong", () => {
    world.line.say(welcome({ at: 5_000, view: { ...VIEW, ...clocked(25_000) } }));
    expect(left_ms()).toBe(20_000);
    world.pass(4_000);
    expect(left_ms()).toBe(16_000);
  });

  test("runs on where the server's wall clock was put back, and times of updates stand nearly still", () => {
    world.line.say(welcome({ at: HOUR_MS }));
    comes_at(HOUR_MS + 1, clocked(HOUR_MS + 30_001));
    for (const at of [HOUR_MS + 2, HOUR_MS + 3]) {
      world.pass(5_000);
      comes_at(at);
    }
    expect(left_ms()).toBe(20_000);
    comes_at(HOUR_MS + 4, { decision: { closes_at: HOUR_MS + 40_001 } });
    expect(left_ms()).toBe(30_000);
  });

  test("is right again with the next update where this device's clock was put back", () => {
    world.line.say(welcome({ at: HOUR_MS, view: { ...VIEW, ...clocked(HOUR_MS + 30_000) } }));
    world.time_ms -= 600_000;
    comes_at(HOUR_MS + 10_000);
    expect(left_ms()).toBe(20_000);
  });

  test("of the next question is set anew", () => {
    world.line.say(welcome({ at: HOUR_MS, view: { ...VIEW, ...clocked(HOUR_MS + 30_000) } }));
    world.pass(5_000);
    comes_at(HOUR_MS + 1, { decision: { id: "d2", closes_at: HOUR_MS + 30_001 } });
    expect(left_ms()).toBe(30_000);
  });
});

describe("an option", () => {
  test("that is tapped twice in one frame is sent once, and again when it has been refused", () => {
    drawn([rest]);
    ctrl.choose(rest);
    ctrl.choose(rest);
    expect(intents()).toEqual([rest.intent]);
    world.line.say({ type: "rejected", id: world.line.last("submit").id, code: "turn", message: "No.", detail: {} });
    ctrl.choose(rest);
    expect(intents()).toEqual([rest.intent, rest.intent]);
  });

  test("is followed at once by what may be sent behind it, by one who has seen no more than when it was tapped", () => {
    const then = { type: "settle", who: "hagen" };
    const split = strike(targets("robber", "wolf"), { answers: true });
    ctrl.set({ catalog: enriched(EMPTY, { follows: { [split.key]: "settle" } }) });
    const sends = (goesOn: boolean, isTaken: boolean) => {
      drawn([split], asking("d1"));
      const [n, before] = [ctrl.now.n, intents().length];
      ctrl.choose(split);
      ctrl.setValue("target", 1);
      ctrl.sendForm(goesOn);
      comes([split]);
      const { id } = world.line.last("submit");
      expect(intents().length).toBe(before + 1);
      world.line.say(isTaken ? { type: "ack", id, n: 1 } : { type: "rejected", id, code: "turn", message: "No.", detail: {} });
      const last = world.line.last("submit");
      if (intents().length > before + 1) {
        expect([last.seen, last.decision]).toEqual([n, "d1"]);
        world.line.say({ type: "ack", id: last.id, n: 1 });
      }
      if (isTaken) world.line.say({ type: "ack", id, n: 1 });  // whatever comes once more, it is sent once
      return intents().slice(before + 1);
    };
    expect(sends(true, true)).toEqual([then]);
    expect(sends(true, false)).toEqual([]);
    expect(sends(false, true)).toEqual([]);
  });

  test("opens its form for the question that is asked now, though the form of the last one stands open", () => {
    const parry = strike(targets("robber", "wolf"), { answers: true });
    drawn([parry], asking("d1"));
    ctrl.choose(parry);
    expect(ctrl.now.form?.decision).toBe("d1");
    ctrl.set({ form: { option: parry, values: {}, decision: "d0" } });
    ctrl.choose(parry);
    expect(ctrl.now.form?.decision).toBe("d1");
    ctrl.choose(parry);
    expect(ctrl.now.form).toBeUndefined();
  });

  test("opens no form for a question that is over, nor one that is no longer offered", () => {
    const parry = strike(targets("robber", "wolf"), { answers: true });
    drawn([parry], asking("d1"));
    comes([parry], asking("d2"));
    ctrl.choose(parry);
    expect(ctrl.now.form).toBeUndefined();
    drawn([strike(targets("robber", "wolf"))]);
    comes([]);
    ctrl.choose(strike(targets("robber", "wolf")));
    expect(ctrl.now.form).toBeUndefined();
  });
});

test("what can be done to one who was tapped closes with the act that it was for, and with no other", () => {
  const attack = strike(targets("robber", "wolf"), { whom: "target" });
  drawn([attack, rest]);
  ctrl.set({ target: "robber" });
  ctrl.choose(rest);
  ctrl.send(attack, { target: 1 });
  expect(ctrl.now.target).toBe("robber");
  world.line.say({ type: "rejected", id: world.line.last("submit").id, code: "turn", message: "No.", detail: {} });
  ctrl.send(attack, { target: 0 });
  expect(ctrl.now.target).toBeUndefined();
});

describe("a choice", () => {
  test("is taken as it is seen: where another stands at its place by now, none is", () => {
    const seen = strike(targets("scout", "robber", "wolf"));
    drawn([seen]);
    ctrl.choose(seen);
    const [param] = seen.params ?? [];
    if (!param) throw new Error("no parameter");
    comes([strike(targets("robber", "wolf", "bear"))]);
    ctrl.pick(param, 1);
    expect(ctrl.now.form?.values).toEqual({});
    ctrl.pickOnMap("target", "robber");
    expect(ctrl.now.form?.values).toEqual({ target: 0 });
  });

  test("of a unit for a goal counts with those before it, and only where both are as they are seen", () => {
    const assign = (units: Choice[]): Option => ({
      ...strike([]),
      params: [{ name: "use", kind: "assign", choices: units, goals: targets("first", "second") }],
    });
    const seen = assign(targets("shield", "sword"));
    drawn([seen]);
    ctrl.choose(seen);
    const [param] = seen.params ?? [];
    if (!param) throw new Error("no parameter");
    ctrl.lay(param, 0, 1);
    ctrl.lay(param, 1, 0);
    expect(ctrl.now.form?.values).toEqual({ use: { g0: 1, g1: 0 } });
    comes([assign(targets("sword", "axe"))]);
    ctrl.lay(param, 1, 0);
    expect(ctrl.now.form?.values).toEqual({});
  });
});

test("an intent that is on its way is sent once; of another question, or decided, it is another", () => {
  const vote = (request: string, yes: boolean) => ctrl.submit({ type: "answer_undo", request, yes });
  drawn([]);
  const first = vote("r1", true);
  expect(vote("r1", true)).toBe(first);
  vote("r2", true);
  ctrl.submit({ type: "continue", decision: "d1" });
  ctrl.submit({ type: "continue", decision: "d1" });
  ctrl.submit({ type: "continue", decision: "d2" });
  expect(intents()).toMatchObject([{ request: "r1" }, { request: "r2" }, { decision: "d1" }, { decision: "d2" }]);
  world.line.say({ type: "ack", id: world.line.last("submit").id, n: 1 });
  ctrl.submit({ type: "continue", decision: "d2" });
  expect(intents()).toHaveLength(5);
});

test("a toast that comes with what happened leaves after a while, too", () => {
  drawn([rest]);
  ctrl.set({ form: { option: rest, values: {} } });
  comes([]);
  expect(ctrl.now.toasts).toHaveLength(1);
  world.pass(7_000);
  expect(ctrl.now.toasts).toEqual([]);
});

test("each toast stands as long as the others, also after those before it were put away", () => {
  ctrl.toast("info", "first");
  const [first] = ctrl.now.toasts;
  world.pass(6_000);
  ctrl.dismiss(first?.id ?? 0);
  ctrl.toast("info", "second");
  world.pass(6_999);
  expect(ctrl.now.toasts.map(({ text }) => text)).toEqual(["second"]);
  world.pass(1);
  expect(ctrl.now.toasts).toEqual([]);
});

test("where the fight is played again the own link there is known, until another table is opened", () => {
  drawn([]);
  world.line.say({ type: "again", token: "T".repeat(64) });
  expect(ctrl.now.again).toBe("T".repeat(64));
});
