/** The screen at the end, and the suggestion before it. */
import { cleanup, fireEvent, render, waitFor } from "@testing-library/preact";
import { afterEach, expect, test, vi } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import { planOf } from "../../seat/alone.ts";
import { keepLesson, lessonOf } from "../../seat/lesson.ts";
import { keep } from "../../seat/storage.ts";
import type { Scene } from "../../table/scene.ts";
import { FakeWorld, VIEW } from "../../wire/world.fake.ts";
import { EMPTY } from "../../words/catalog.ts";
import { Ending } from "./ending.tsx";

const world = new FakeWorld();
vi.mock("../../wire/socket.ts", async (original) => ({ ...(await original<object>()), browserWorld: () => world }));

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const OUTCOME = {
  rows: [{ who: "hagen", dealt: 3, took: 1 }, { who: "robber", took: 3 }],
  beaten: ["y"],
  falls: [{ n: 7, who: "robber" }],
  worst: { n: 6, step: 1, who: "robber" },
  began: 0,
  ended: 0,
  last: 9,
};

function shown(more: object, options: object[] = [], answers: (() => Promise<unknown>)[] = [async () => OUTCOME], own: object = {}, set = (_: object) => {}) {
  const done: unknown[] = [];
  const combatants = { hagen: { name: "Hagen", side: "x" }, robber: { name: "Robber", side: "y", out: true } };
  const view = { ...VIEW, title: "Bridge", combatants, ...more };
  const state = { language: "en", view, catalog: EMPTY, me: { seat: "ann", role: "player", audience: "seat:ann" }, n: 9, ...own };
  const ctrl = {
    state: { value: state },
    ask: (question: unknown) => (done.push(question), (answers.shift() ?? (async () => OUTCOME))()),
    request: async (errand: unknown) => void done.push(errand),
    set,
    choose: (option: unknown) => done.push(option),
    replays: { open: async (...where: unknown[]) => void done.push(where), toggle: () => done.push("plays") },
  } as unknown as Ctrl;
  return { page: render(<Ending ctrl={ctrl} scene={{ view, options, isLive: true } as unknown as Scene} />), done };
}

test("where a side is out the end is one tap away, and nothing is asked", () => {
  const end = { key: "side_out", sides: ["y", "the free, the brave"], intent: { type: "end_combat" } };
  const { page, done } = shown({ stage: "running" }, [end]);
  expect(page.container.textContent).toContain("Nobody of this side can fight any more: Y, the free, the brave.");
  fireEvent.click(page.getByRole("button", { name: "End the fight" }));
  expect(done).toEqual([end]);
});

test("who stands, what each did, and where to look again", async () => {
  const { page, done } = shown({ stage: "ended" });
  await waitFor(() => page.getByText("Still standing: X"));
  expect(done).toEqual([{ type: "outcome", audience: "seat:ann" }]);
  expect(page.getAllByRole("row").map((row) => row.textContent)).toEqual(["WhoHarm doneHarm taken", "Hagen X31", "Robber Y03"]);
  fireEvent.click(page.getByRole("button", { name: "The hardest blow hit Robber" }));
  fireEvent.click(page.getByRole("button", { name: "Watch again" }));
  await waitFor(() => expect(done.slice(1)).toEqual([[6, 1, "seat:ann"], [1, 0, "seat:ann"], "plays"]));
});

test("what can be done next stands before the account, where it is seen without scrolling", async () => {
  const { page } = shown({ stage: "ended" });
  await waitFor(() => page.getByText("Still standing: X"));
  const [button, table] = [page.getByRole("button", { name: "Watch again" }), page.getByRole("table")];
  expect(button.compareDocumentPosition(table) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test("once all is revealed everybody sees the whole account", async () => {
  const { page, done } = shown({ stage: "closed", revealed: true });
  await waitFor(() => page.getByText("Still standing: X"));
  expect(done).toEqual([{ type: "outcome", audience: "gm" }]);
});

test("what the server can't answer now can be asked again", async () => {
  const busy = () => Promise.reject({ code: "busy", message: "Later", detail: {} });
  const { page, done } = shown({ stage: "ended" }, [], [busy]);
  await waitFor(() => page.getByRole("alert"));
  fireEvent.click(page.getByRole("button", { name: "Try again" }));
  await waitFor(() => page.getByText("Still standing: X"));
  expect(done).toHaveLength(2);
});

test("the game master begins the same fight anew, and who is told of a link there is led there", async () => {
  const me = { seat: "gm", role: "gm", audience: "gm" };
  const { page, done } = shown({ stage: "ended" }, [], undefined, { me });
  fireEvent.click(await page.findByRole("button", { name: "Play again" }));
  await waitFor(() => expect(done).toContainEqual({ type: "branch", again: true }));
  cleanup();
  const anna = { seat: "anna", role: "player", audience: "seat:anna" };
  const told = shown({ stage: "ended" }, [], undefined, { me: anna, again: "T".repeat(64) });
  expect((await told.page.findByRole("link", { name: "Go there" })).getAttribute("href")).toBe(`/#${"T".repeat(64)}`);
  cleanup();
  const reloaded = shown({ stage: "ended" }, [], undefined, { me: anna });
  expect((await reloaded.page.findByRole("link", { name: "Go there" })).getAttribute("href")).toBe(`/#${"T".repeat(64)}`);
  cleanup();
  const another = shown({ stage: "ended" }, [], undefined, { me: { ...anna, seat: "bert" } });
  await waitFor(() => another.page.getByText("Still standing: X"));
  expect(another.page.queryByRole("link", { name: "Go there" })).toBeNull();
  cleanup();
  const player = shown({ stage: "ended" });
  await waitFor(() => player.page.getByText("Still standing: X"));
  expect(player.page.queryByRole("button", { name: "Play again" })).toBeNull();
});

test("whoever played alone lays the same table anew, a lesson as one, and is led there", async () => {
  const plan = { encounter: { title: "Bridge" }, seat: "ann" };
  keep(`alone.${VIEW.encounter}`, JSON.stringify(plan));
  keepLesson(VIEW.encounter, "tirakan");
  const set = vi.fn();
  const { page } = shown({ stage: "ended" }, [], undefined, {}, set);
  fireEvent.click(await page.findByRole("button", { name: "Play again" }));
  world.line.accept();
  world.line.say({ type: "lobby", body: {} });
  const { id, encounter, alone } = world.line.last("create");
  expect([encounter, alone]).toEqual([plan.encounter, "ann"]);
  world.line.say({ type: "answer", id, body: { encounter: "0456", links: { ann: "A".repeat(64), gm: "B".repeat(64) } } });
  await waitFor(() => expect(set).toHaveBeenCalledWith({ again: "A".repeat(64) }));
  expect([planOf("0456"), lessonOf("0456"), world.line.isOpen]).toEqual([plan, "tirakan", false]);
});

test("where the bots are all at play the one who played alone is told so", async () => {
  keep(`alone.${VIEW.encounter}`, JSON.stringify({ encounter: {}, seat: "ann" }));
  const { page } = shown({ stage: "ended" });
  fireEvent.click(await page.findByRole("button", { name: "Play again" }));
  world.line.accept();
  world.line.say({ type: "lobby", body: {} });
  const { id } = world.line.last("create");
  world.line.say({ type: "rejected", id, code: "bots_full", message: "All bots play.", detail: {} });
  expect((await page.findByRole("alert")).textContent).toContain("bots");
});

test("what was rolled stands beside what could be expected, where that was told", async () => {
  const rows = [{ who: "hagen", dealt: 3, made: 5, expected: 4_167 }, { who: "robber", took: 3 }];
  const { page } = shown({ stage: "ended" }, [], [async () => ({ ...OUTCOME, rows })]);
  await waitFor(() => page.getByText("Still standing: X"));
  expect(page.getAllByRole("row").map((row) => row.textContent)).toEqual([
    "WhoHarm doneHarm takenRolled well (expected)",
    "Hagen X305 (4.2)",
    "Robber Y03",
  ]);
});
