import { beforeEach, describe, expect, test } from "vitest";
import { Ctrl } from "./ctrl.ts";
import { FakeWorld, head, welcome } from "./world.fake.ts";

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

function preview(digest: number) {
  return { changes: [], steps: [], needs: [], rules_changed: [], digest: head(digest) };
}

beforeEach(async () => {
  world = new FakeWorld();
  ctrl = new Ctrl(world, "token", { language: "en" }, () => Promise.resolve({}));
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
