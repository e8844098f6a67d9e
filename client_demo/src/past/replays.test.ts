import { beforeEach, describe, expect, test } from "vitest";
import { Ctrl } from "../ctrl.ts";
import { sceneOf } from "../table/scene.ts";
import { wholeOf } from "../view/replay/places.ts";
import type { ClientMessage, Frame } from "../wire/types.ts";
import { FakeWorld, head, VIEW, welcome } from "../wire/world.fake.ts";
import { refusedText } from "../words/refused.ts";

const ENCOUNTER = VIEW.encounter;
let world: FakeWorld;
let ctrl: Ctrl;

type Question = { type: string; [field: string]: unknown };

function questions(): { id: number; question: Question }[] {
  return world.line.sent.flatMap((message: ClientMessage) =>
    message.type === "ask" ? [{ id: message.id, question: message.question as Question }] : [],
  );
}

/** Answers the last question of this kind. */
async function answer(type: string, body: unknown) {
  const asked = questions().findLast(({ question }) => question.type === type);
  world.line.say({ type: "answer", id: asked?.id ?? 0, body });
  await turn();
}

async function refuse(type: string, code: string, message: string) {
  const asked = questions().findLast(({ question }) => question.type === type);
  world.line.say({ type: "rejected", id: asked?.id ?? 0, code, message, detail: {} });
  await turn();
}

function turn() {
  return new Promise((done) => setTimeout(done, 0));
}

function frames(from: number, to: number): Frame[] {
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const n = from + index;
    return { n, at: n * 1_000, events: [], patch: n === 1 ? { ...VIEW, round: 1 } : { round: n }, step: 0 };
  });
}

function page(after: number, to: number, last: number) {
  return { after, view: {}, frames: frames(after + 1, to), last };
}

const MARKS = { marks: [{ n: 6, kind: "hit" }], undone: [], until: 6, last: 6 };

beforeEach(async () => {
  world = new FakeWorld();
  ctrl = new Ctrl(world, { token: "token" }, { language: "en" }, () => Promise.resolve({}));
  world.line.accept();
  world.line.say(welcome({ audience: "gm", seat: "gm" }));
  await turn();
});

async function open(n?: number) {
  void ctrl.replays.open(n);
  await answer("history", page(0, 6, 6));
  await answer("marks", MARKS);
}

describe("opening", () => {
  test("loads page by page with steps, then stands at the newest", async () => {
    void ctrl.replays.open();
    await answer("history", page(0, 4, 6));
    expect(questions().at(-1)?.question).toEqual({ type: "history", after: 4, count: 500, audience: "gm", steps: true });
    await answer("history", page(4, 6, 6));
    await answer("marks", MARKS);
    expect(ctrl.now.replay).toMatchObject({ place: 6, isLoading: false, problem: "" });
  });

  test("leaves whoever moves meanwhile where they went", async () => {
    void ctrl.replays.open();
    await answer("history", page(0, 4, 6));
    ctrl.replays.edge(-1);
    await answer("history", page(4, 6, 6));
    expect(ctrl.now.replay?.place).toBe(1);
    ctrl.replays.edge(1);
    ctrl.replays.step(-1);
    await answer("marks", MARKS);
    expect(ctrl.now.replay).toMatchObject({ place: 5, isLoading: false });
  });

  test("shows the view of the place", async () => {
    await open(3);
    expect(sceneOf(ctrl.now)).toMatchObject({ isLive: false, view: { round: 3 } });
  });

  test("a link's moment is looked at through its eyes", async () => {
    void ctrl.replays.visit({ encounter: ENCOUNTER, audience: "seat:hagen", n: 2, step: 0 });
    await answer("moment", {});
    await answer("history", page(0, 6, 6));
    await answer("marks", MARKS);
    expect(ctrl.now.replay).toMatchObject({ audience: "seat:hagen", place: 2 });
    expect(ctrl.replays.link).toBe(`#/at/${ENCOUNTER}/seat:hagen/2`);
  });

  test("without a right to it one's own eyes are shown, and why", async () => {
    void ctrl.replays.visit({ encounter: ENCOUNTER, audience: "seat:hagen", n: 2, step: 0 });
    await refuse("moment", "not_revealed", "Only its own people see that now.");
    await answer("history", page(0, 6, 6));
    await answer("marks", MARKS);
    expect(ctrl.now.replay).toMatchObject({ audience: "gm", problem: "Only its own people see that now." });
  });
});

describe("a moment far back", () => {
  const asked = () => questions().at(-1)?.question;
  const history = (after: number, count: number) => ({ type: "history", after, count, audience: "gm", steps: true });

  /** What is on the bar: where the place stands, of how many. */
  function bar() {
    const { replay } = ctrl.now;
    const { before = 0, last } = replay ? wholeOf(replay) : {};
    return [before + (replay?.place ?? 0), last];
  }

  test("is shown with what lies around it before the rest is loaded; the bar shows the whole", async () => {
    void ctrl.replays.open(1_200);
    expect(asked()).toEqual(history(1_150, 100));
    await answer("history", page(1_150, 1_250, 2_000));
    expect(sceneOf(ctrl.now)).toMatchObject({ view: { round: 1_200 } });
    expect(bar()).toEqual([1_200, 2_000]);
    expect(ctrl.now.replay?.isLoading).toBe(true);
    expect(asked()).toEqual(history(1_250, 500));
    await answer("history", page(1_250, 1_750, 2_000));
    await answer("history", page(1_750, 2_000, 2_000));
    expect(asked()).toEqual(history(650, 500));
    ctrl.replays.step(1);
    await answer("history", page(650, 1_150, 2_000));
    expect(bar()).toEqual([1_201, 2_000]);
    await answer("history", page(150, 650, 2_000));
    await answer("history", page(0, 150, 2_000));
    await answer("marks", MARKS);
    expect(ctrl.now.replay).toMatchObject({ place: 1_201, isLoading: false, past: { after: 0 } });
    expect(sceneOf(ctrl.now)).toMatchObject({ view: { round: 1_201 } });
    expect(ctrl.now.replay?.past.frames).toHaveLength(2_000);
    ctrl.replays.extend();
    expect(asked()).toEqual(history(2_000, 500));
  });

  test("is reached and left where the server cuts pages short", async () => {
    void ctrl.replays.open(300);
    await answer("history", page(250, 280, 350));
    expect(asked()).toEqual(history(280, 500));
    await answer("history", page(280, 350, 350));
    expect(bar()).toEqual([300, 350]);
    expect(asked()).toEqual(history(0, 250));
    await answer("history", page(0, 120, 350));
    expect(ctrl.now.replay?.past.after).toBe(250);
    expect(asked()).toEqual(history(0, 250));
    await answer("history", page(0, 250, 350));
    await answer("marks", MARKS);
    expect(ctrl.now.replay).toMatchObject({ place: 300, isLoading: false, past: { after: 0 } });
  });

  test("the steps of an amendment before it shift no place", async () => {
    void ctrl.replays.open(60);
    await answer("history", page(10, 80, 80));
    expect(bar()).toEqual([60, 80]);
    const steps = [1, 2, 3].map((step) => ({ n: 4, at: 4_000, events: [], patch: { round: 4 }, step }));
    const before = frames(1, 10);
    before.splice(3, 1, ...steps);
    await answer("history", { after: 0, view: {}, frames: before, last: 80 });
    await answer("marks", MARKS);
    expect(bar()).toEqual([62, 82]);
    expect(sceneOf(ctrl.now)).toMatchObject({ view: { round: 60 } });
  });

  test("dragging stays within what is loaded", async () => {
    void ctrl.replays.open(1_200);
    await answer("history", { ...page(1_150, 1_250, 2_000), view: VIEW });
    ctrl.replays.seek(-700);
    expect(bar()).toEqual([1_150, 2_000]);
    ctrl.replays.seek(5_000);
    expect(bar()).toEqual([1_250, 2_000]);
  });

  test("other eyes meanwhile end the loading", async () => {
    void ctrl.replays.open(1_200);
    await answer("history", page(1_150, 1_250, 2_000));
    const before = questions().length;
    ctrl.replays.close();
    await answer("history", page(1_250, 1_750, 2_000));
    expect(questions().filter(({ question }) => question.type === "history")).toHaveLength(before);
    expect(ctrl.now.replay).toBeUndefined();
  });
});

describe("a game that goes on", () => {
  const asked = () => questions().filter(({ question }) => question.type === "history").at(-1)?.question;
  const goesOn = (n: number) => world.line.say({ type: "update", n, head: head(n), at: n * 1_000, events: [], patch: {} });

  const count = (type: string) => questions().filter(({ question }) => question.type === type).length;

  test("is followed; the place stays where it was", async () => {
    await open();
    goesOn(4);
    expect(asked()).toMatchObject({ after: 6 });
    await answer("history", page(6, 7, 7));
    expect(ctrl.now.replay).toMatchObject({ place: 6, isLoading: false });
    expect(ctrl.now.replay?.past.frames).toHaveLength(7);
  });

  test("is followed when it went on after the last page, while the replay was still opening", async () => {
    void ctrl.replays.open();
    await answer("history", page(0, 6, 6));
    goesOn(4);
    await answer("marks", MARKS);
    expect(ctrl.now.replay).toMatchObject({ place: 6, isLoading: true });
    expect(asked()).toMatchObject({ after: 6 });
    await answer("history", page(6, 7, 7));
    expect(ctrl.now.replay).toMatchObject({ place: 6, isLoading: false });
    expect(ctrl.now.replay?.past.frames).toHaveLength(7);
  });

  test("has its marks asked for every few seconds at most: a spectator has one question a second", async () => {
    await open();
    for (const n of [4, 5, 6]) {
      goesOn(n);
      await answer("history", page(n + 2, n + 3, n + 3));
    }
    expect(count("marks")).toBe(1);
    world.pass(3_000);
    await turn();
    expect(count("marks")).toBe(2);
    await answer("marks", { ...MARKS, undone: [{ first: 5, last: 6, by: 7 }] });
    expect(ctrl.now.replay?.marks?.undone).toHaveLength(1);
    world.pass(10_000);
    expect(count("marks")).toBe(2);
    goesOn(7);
    await answer("history", page(9, 10, 10));
    ctrl.replays.close();
    world.pass(10_000);
    expect(count("marks")).toBe(2);
  });

  test("has its marks asked for one after another, however long they take", async () => {
    await open();
    for (const n of [4, 5, 6]) {
      goesOn(n);
      await answer("history", page(n + 2, n + 3, n + 3));
      world.pass(3_000);
      await turn();
    }
    expect(count("marks")).toBe(2);
    await answer("marks", { ...MARKS, marks: [], until: 7, last: 7 });
    expect(count("marks")).toBe(3);
    expect(questions().at(-1)?.question).toEqual({ type: "marks", after: 7, audience: "gm" });
    await answer("marks", { ...MARKS, marks: [], until: 9, last: 9 });
    expect(count("marks")).toBe(3);
  });

  test("has only the marks asked for that are behind those it has", async () => {
    await open();
    goesOn(4);
    await answer("history", page(6, 9, 9));
    world.pass(3_000);
    await turn();
    expect(questions().at(-1)?.question).toEqual({ type: "marks", after: 6, audience: "gm" });
    await answer("marks", { marks: [{ n: 7, kind: "hit" }], undone: [], until: 7, last: 9 });
    expect(questions().at(-1)?.question).toEqual({ type: "marks", after: 7, audience: "gm" });
    await answer("marks", { marks: [{ n: 9, kind: "fall" }], undone: [{ first: 5, last: 6, by: 7 }], until: 9, last: 9 });
    expect(ctrl.now.replay?.marks?.marks.map(({ n }) => n)).toEqual([6, 7, 9]);
    expect(ctrl.now.replay?.marks?.undone).toHaveLength(1);
  });

  test("is followed by those too who may not ask just now", async () => {
    await open();
    goesOn(4);
    const { id } = questions().at(-1) ?? { id: 0 };
    world.line.say({ type: "rejected", id, code: "rate", message: "Too many.", detail: { retry_after_ms: 900 } });
    world.pass(900);
    await answer("history", page(6, 7, 7));
    expect(ctrl.now.replay).toMatchObject({ isLoading: false, problem: "" });
    expect(ctrl.now.replay?.past.frames).toHaveLength(7);
  });

  test("is followed again after a question that failed, and the reason is said until somebody moves", async () => {
    await open();
    goesOn(4);
    await refuse("history", "internal", "Something broke.");
    expect(ctrl.now.replay).toMatchObject({ isLoading: false, problem: "Something broke." });
    goesOn(5);
    await answer("history", page(6, 8, 8));
    expect(ctrl.now.replay?.past.frames).toHaveLength(8);
    ctrl.replays.step(-1);
    expect(ctrl.now.replay?.problem).toBe("");
  });

  test("is followed by one's own eyes where others' were refused", async () => {
    void ctrl.replays.visit({ encounter: ENCOUNTER, audience: "seat:hagen", n: 2, step: 0 });
    await refuse("moment", "not_revealed", "Only its own people see that now.");
    await answer("history", page(0, 6, 6));
    await answer("marks", MARKS);
    goesOn(4);
    await answer("history", page(6, 7, 7));
    expect(ctrl.now.replay).toMatchObject({ problem: "Only its own people see that now." });
    expect(ctrl.now.replay?.past.frames).toHaveLength(7);
  });
});

test("what is refused is said in the reader's language", async () => {
  await ctrl.speak("de");
  await open();
  world.line.say({ type: "update", n: 4, head: head(4), at: 4_000, events: [], patch: {} });
  await refuse("history", "forbidden", "Not for you.");
  expect(ctrl.now.replay?.problem).toBe(refusedText("de", { code: "forbidden", message: "Not for you." }));
  expect(ctrl.now.replay?.problem).not.toBe("Not for you.");
});

describe("moving", () => {
  test("steps, jumps by rounds, and stays inside", async () => {
    await open(2);
    ctrl.replays.step(1);
    expect(ctrl.now.replay?.place).toBe(3);
    ctrl.replays.round(1);
    expect(ctrl.now.replay?.place).toBe(4);
    ctrl.replays.hit();
    expect(ctrl.now.replay?.place).toBe(6);
    ctrl.replays.round(-1);
    expect(ctrl.now.replay?.place).toBe(5);
    ctrl.replays.edge(-1);
    expect(ctrl.now.replay?.place).toBe(1);
  });

  test("plays place after place, stops behind the last one, and begins anew", async () => {
    await open(4);
    ctrl.replays.toggle();
    const places = [1, 2, 3].map(() => {
      ctrl.replays.on();
      return ctrl.now.replay?.place;
    });
    expect(places).toEqual([5, 6, 6]);
    expect(ctrl.now.replay?.isPlaying).toBe(false);
    ctrl.replays.toggle();
    expect(ctrl.now.replay).toMatchObject({ place: 1, isPlaying: true });
  });

  test("playing before anything is there changes no place: it opens at the newest", async () => {
    void ctrl.replays.open();
    ctrl.replays.toggle();
    expect(ctrl.now.replay).toMatchObject({ place: 0, isPlaying: false });
    await answer("history", page(0, 6, 6));
    expect(ctrl.now.replay?.place).toBe(6);
  });

  test("closing it leads back to the game", async () => {
    await open(2);
    ctrl.replays.toggle();
    ctrl.replays.close();
    world.pass(60_000);
    expect(ctrl.now.replay).toBeUndefined();
    expect(sceneOf(ctrl.now)?.isLive).toBe(true);
  });
});

test("other eyes are opened at the same time of the fight; without a right one's own stay", async () => {
  await open(3);
  void ctrl.replays.look("public");
  await answer("history", { after: 0, view: {}, frames: frames(1, 6).filter(({ n }) => n % 2 === 1).map((one, at) => ({ ...one, n: at + 1 })), last: 3 });
  await answer("marks", { marks: [], undone: [], last: 3 });
  expect(ctrl.now.replay).toMatchObject({ audience: "public", place: 2 });
  void ctrl.replays.look("seat:hagen");
  await refuse("history", "not_revealed", "Not yet.");
  await answer("history", page(0, 6, 6));
  await answer("marks", MARKS);
  await turn();
  expect(ctrl.now.replay).toMatchObject({ audience: "gm", problem: "Not yet." });
});
