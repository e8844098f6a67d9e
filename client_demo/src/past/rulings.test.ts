import { beforeEach, describe, expect, test } from "vitest";
import { Ctrl } from "../ctrl.ts";
import type { Frame } from "../wire/types.ts";
import { FakeWorld, head, VIEW, welcome } from "../wire/world.fake.ts";

const CARD = { amendable: true, dice: [{ index: 0, roll: "attack", who: "hagen", sides: 6, face: 3, depth: 0 }], rolls: [] };
let world: FakeWorld;
let ctrl: Ctrl;

type Question = { type: string; edits?: unknown };

function asked(type: string): number[] {
  return world.line.sent.flatMap((message) =>
    message.type === "ask" && (message.question as Question).type === type ? [message.id] : [],
  );
}

async function answer(id: number | undefined, body: unknown) {
  world.line.say({ type: "answer", id: id ?? 0, body });
  await new Promise((done) => setTimeout(done, 0));
}

async function refuse(id: number | undefined, message: string) {
  world.line.say({ type: "rejected", id: id ?? 0, code: "state", message, detail: {} });
  await new Promise((done) => setTimeout(done, 0));
}

function goesOn(n: number) {
  world.line.say({ type: "update", n, head: head(n), at: n, events: [], patch: {} });
}

function preview(digest: number) {
  return { changes: [], steps: [], needs: [], rules_changed: [], digest: head(digest) };
}

beforeEach(async () => {
  world = new FakeWorld();
  ctrl = new Ctrl(world, { token: "token" }, { language: "en" }, () => Promise.resolve({}));
  world.line.accept();
  world.line.say(welcome({ audience: "gm", seat: "gm" }));
  ctrl.rulings.amend([3, 0]);
  await answer(asked("act_card").at(-1), CARD);
});

describe("a preview", () => {
  test("is asked for once the hand rests, and may then be confirmed", async () => {
    ctrl.rulings.face("0", 5);
    expect(asked("preview_amend")).toHaveLength(0);
    world.pass(350);
    await answer(asked("preview_amend")[0], preview(1));
    expect(ctrl.now.ruling).toMatchObject({ isStale: false });
    ctrl.rulings.confirm();
    expect(world.line.last("submit").intent).toMatchObject({ type: "amend", digest: head(1) });
  });

  test("of what was changed again meanwhile comes too late: nobody confirms what they did not see", async () => {
    ctrl.rulings.face("0", 5);
    world.pass(350);
    ctrl.rulings.face("0", 6);
    await answer(asked("preview_amend")[0], preview(1));
    expect(ctrl.now.ruling).toMatchObject({ isStale: true });
    expect(ctrl.now.ruling?.preview).toBeUndefined();
    ctrl.rulings.confirm();
    expect(world.line.count("submit")).toBe(0);
    world.pass(350);
    await answer(asked("preview_amend")[1], preview(2));
    expect(ctrl.now.ruling).toMatchObject({ isStale: false, preview: { digest: head(2) } });
  });

  test("is asked for at once where somebody will not wait, and an earlier one counts no more", async () => {
    ctrl.rulings.face("0", 5);
    world.pass(350);
    ctrl.rulings.face("0", 6);
    ctrl.rulings.preview();
    const [first, second] = asked("preview_amend");
    await answer(first, preview(1));
    expect(ctrl.now.ruling?.isStale).toBe(true);
    await answer(second, preview(2));
    world.pass(1_000);
    expect(asked("preview_amend")).toHaveLength(2);
    expect(ctrl.now.ruling).toMatchObject({ isStale: false, preview: { digest: head(2) } });
  });
});

describe("a click", () => {
  test("confirms once, however fast it comes twice", async () => {
    ctrl.rulings.face("0", 5);
    world.pass(350);
    await answer(asked("preview_amend")[0], preview(1));
    ctrl.rulings.confirm();
    ctrl.rulings.confirm();
    expect(world.line.count("submit")).toBe(1);
  });

  test("confirms no preview that is not drawn yet", async () => {
    ctrl.rulings.face("0", 5);
    world.pass(350);
    await answer(asked("preview_amend")[0], preview(1));
    ctrl.shown = ctrl.now;
    goesOn(4);
    await answer(asked("preview_amend")[1], preview(2));
    expect(ctrl.now.ruling).toMatchObject({ isStale: false, preview: { digest: head(2) } });
    ctrl.rulings.confirm();
    expect(world.line.count("submit")).toBe(0);
    ctrl.shown = ctrl.now;
    ctrl.rulings.confirm();
    expect(world.line.last("submit").intent).toMatchObject({ digest: head(2) });
  });

  test("draws missing dice once: they are drawn for all to see", () => {
    ctrl.rulings.draw();
    ctrl.rulings.draw();
    expect(world.line.count("submit")).toBe(1);
  });

  test("asks to take back the act that is seen to be the last", () => {
    const frames = [1, 2, 3].map((n) => ({ n, at: n, events: [{ type: "Moved", who: "hagen" }], patch: {}, step: 0 }));
    ctrl.set({ past: { after: 0, view: VIEW, frames } });
    ctrl.shown = ctrl.now;
    world.line.say({ type: "update", n: 4, head: head(4), at: 4, events: [{ type: "Moved", who: "hagen" }], patch: {} });
    ctrl.rulings.askLast();
    expect(world.line.last("submit").intent).toEqual({ type: "request_undo", n: 3 });
    ctrl.rulings.takeBackLast();
    expect(ctrl.now.ruling).toMatchObject({ kind: "rewind", at: [2, 0] });
  });
});

describe("Undo", () => {
  const moved = { type: "Moved", who: "hagen" };
  function after(...told: object[][]) {
    const frames = told.map((events, index) => ({ n: index + 1, at: index, events, patch: {}, step: 0 }));
    ctrl.set({ past: { after: 0, view: VIEW, frames: frames as Frame[] }, n: frames.length, ruling: undefined });
    ctrl.shown = ctrl.now;
  }

  test("after a way back goes on from there: it does not take back what has been taken back", () => {
    after([moved], [moved], [moved], [{ type: "Rewound", to: [2, 0] }]);
    ctrl.rulings.takeBackLast();
    expect(ctrl.now.ruling).toMatchObject({ kind: "rewind", at: [1, 0] });
    ctrl.rulings.askLast();
    expect(world.line.last("submit").intent).toEqual({ type: "request_undo", n: 2 });
  });

  test("of a granted wish goes on from there, too", () => {
    after([moved], [moved], [moved], [{ type: "UndoRequested" }], [{ type: "UndoAnswered" }, { type: "Rewound", to: [2, 0] }]);
    ctrl.rulings.takeBackLast();
    expect(ctrl.now.ruling).toMatchObject({ kind: "rewind", at: [1, 0] });
  });

  test("passes over what says nothing: how the server has gone on by itself", () => {
    after([moved], [moved], [{ type: "DecisionClosed" }]);
    ctrl.rulings.takeBackLast();
    expect(ctrl.now.ruling).toMatchObject({ kind: "rewind", at: [1, 0] });
  });

  test("passes over that somebody passed while an act goes on", () => {
    after([moved], [moved], [moved]);
    const frames = ctrl.now.past.frames.map((frame) => (frame.n === 3 ? { ...frame, patch: { decision: { asks: { hagen: { answered: true } } } } } : frame));
    ctrl.set({ past: { after: 0, view: VIEW, frames: frames as Frame[] } });
    ctrl.shown = ctrl.now;
    ctrl.rulings.takeBackLast();
    expect(ctrl.now.ruling).toMatchObject({ kind: "rewind", at: [1, 0] });
    ctrl.rulings.askLast();
    expect(world.line.last("submit").intent).toEqual({ type: "request_undo", n: 2 });
  });

  test("of an amendment leads to where the game stood when it was made, also later on", () => {
    after([moved], [moved], [moved], [{ type: "Amended", target: [2, 0], base: [1, 0], left: [3, 0] }]);
    ctrl.rulings.takeBackLast();
    expect(ctrl.now.ruling).toMatchObject({ kind: "rewind", at: [3, 0] });
    after([moved], [moved], [moved], [{ type: "Amended", target: [2, 0], base: [1, 0], left: [3, 0] }], [moved], [{ type: "Rewound", to: [4, 0] }]);
    ctrl.rulings.takeBackLast();
    expect(ctrl.now.ruling).toMatchObject({ kind: "rewind", at: [3, 0] });
  });
});

describe("another ruling", () => {
  const at: [number, number] = [2, 0];

  test("of the same position hears nothing that was asked for the one before", async () => {
    ctrl.rulings.rewind(at);
    ctrl.rulings.amend(at);
    await answer(asked("preview_rewind")[0], preview(1));
    expect(ctrl.now.ruling).toMatchObject({ kind: "amend" });
    expect(ctrl.now.ruling?.preview).toBeUndefined();
    ctrl.rulings.rewind(at);
    ctrl.rulings.rewind([1, 0]);
    await refuse(asked("preview_rewind")[1], "Too late.");
    expect(ctrl.now.ruling?.problem).toBeUndefined();
  });

  test("is not looked at for a hand that rested on the one before", () => {
    ctrl.rulings.face("0", 5);
    ctrl.rulings.amend(at);
    world.pass(350);
    expect(asked("preview_amend")).toHaveLength(0);
  });
});

test("other choices are offered for the act that was tapped last, and for none that was put away", async () => {
  ctrl.rulings.chooseInstead([4, 0]);
  ctrl.rulings.chooseInstead([5, 0]);
  const [, first, second] = asked("act_card");
  await answer(second, CARD);
  await answer(first, CARD);
  expect(ctrl.now.ruling?.choosing).toMatchObject({ key: "5.0" });
  ctrl.rulings.chooseInstead([4, 0]);
  ctrl.rulings.stopChoosing();
  await answer(asked("act_card").at(-1), CARD);
  expect(ctrl.now.ruling?.choosing).toBeUndefined();
});

test("a refusal of what was changed meanwhile is not said", async () => {
  ctrl.rulings.face("0", 5);
  world.pass(350);
  ctrl.rulings.face("0", 6);
  await refuse(asked("preview_amend")[0], "Not five.");
  expect(ctrl.now.ruling?.problem).toBeUndefined();
  world.pass(350);
  await refuse(asked("preview_amend")[1], "Not six.");
  expect(ctrl.now.ruling?.problem).toBe("Not six.");
});

test("the dice of several rolls are typed in any order, and one that is taken away is lacking again", async () => {
  const need = { at: [4, 0], act: "a", who: "hagen", sides: 6, index: 0, depth: 0, count: 1 };
  const [parry, cover] = ["parry", "cover"].map((roll) => ({ ...need, roll }));
  const lacks = async (...needs: (object | undefined)[]) => {
    world.pass(350);
    await answer(asked("preview_amend").at(-1), { ...preview(1), needs });
  };
  ctrl.rulings.face("0", 5);
  await lacks(parry, cover);
  ctrl.rulings.face("4.0|cover|hagen|0|0.0", 2);
  await lacks(parry);
  expect(ctrl.now.ruling?.needs).toEqual([parry, cover]);
  ctrl.rulings.face("4.0|parry|hagen|0|0.0", 3);
  await lacks();
  expect(world.line.last("ask").question).toMatchObject({ edits: [{ at: [3, 0] }, { at: [4, 0], faces: [{ roll: "parry", face: 3 }, { roll: "cover", face: 2 }] }] });
  ctrl.rulings.face("4.0|cover|hagen|0|0.0", undefined);
  await lacks(cover);
  expect(world.line.last("ask").question).toMatchObject({ edits: [{ at: [3, 0] }, { at: [4, 0], faces: [{ roll: "parry", face: 3 }] }] });
  expect(ctrl.now.ruling?.needs).toEqual([parry, cover]);
});

test("dice that were lacking are sent no more once what needed them is as it was", async () => {
  const need = { at: [3, 0], act: "a", roll: "hit", who: "hagen", sides: 6, index: 0, depth: 1, count: 1 };
  ctrl.rulings.face("0", 6);
  world.pass(350);
  await answer(asked("preview_amend").at(-1), { ...preview(1), needs: [need] });
  ctrl.rulings.face("3.0|hit|hagen|0|1.0", 4);
  world.pass(350);
  await answer(asked("preview_amend").at(-1), preview(2));
  ctrl.rulings.face("0", 5);
  world.pass(350);
  await refuse(asked("preview_amend").at(-1), "There is no such die.");
  expect(ctrl.now.ruling).toMatchObject({ needs: [], faces: { "0": 5 } });
  expect(ctrl.now.ruling?.problem).toBeUndefined();
  await refuse(asked("preview_amend").at(-1), "Not five.");
  expect(ctrl.now.ruling?.problem).toBe("Not five.");
});

test("the dice that a roll still lacks are typed in its own fields, one after another", async () => {
  const need = { at: [4, 0], act: "a", roll: "parry", who: "hagen", sides: 6, index: 0, depth: 0 };
  const lacks = async (...needs: object[]) => {
    world.pass(350);
    await answer(asked("preview_amend").at(-1), { ...preview(1), needs });
  };
  const key = (index: number) => `4.0|parry|hagen|0|0.${index}`;
  ctrl.rulings.face("0", 5);
  await lacks({ ...need, count: 3 });
  ctrl.rulings.face(key(0), 2);
  await lacks({ ...need, index: 1, count: 2 });
  expect(ctrl.now.ruling?.needs).toEqual([{ ...need, count: 3 }]);
  ctrl.rulings.face(key(1), 3);
  ctrl.rulings.face(key(2), 4);
  await lacks();
  expect(ctrl.now.ruling).toMatchObject({ isStale: false, preview: { needs: [] } });
  ctrl.rulings.confirm();
  expect(world.line.last("submit").intent).toMatchObject({ edits: [{ at: [3, 0] }, { at: [4, 0], faces: [{ face: 2 }, { face: 3 }, { face: 4 }] }] });
});
