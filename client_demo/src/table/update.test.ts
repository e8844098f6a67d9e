import { expect, test } from "vitest";
import type { Option, Update } from "../wire/types.ts";
import { head, VIEW, welcome } from "../wire/world.fake.ts";
import { defaults, type State } from "./state.ts";
import { acked, answering, listed, lobbied, mine, paged, rejected, submitted, tapped, toasted, updated, waitingFor, welcomed } from "./update.ts";

function seated(change: Parameters<typeof welcome>[0] = {}): State {
  return welcomed(defaults(), welcome(change));
}

function update(n: number, patch: unknown, rest: Partial<Update> = {}): Update {
  return { type: "update", n, head: head(n), at: 7, events: [{ type: "Begun" }], patch, ...rest };
}

const attack: Option = {
  key: "attack",
  who: "hagen",
  intent: { type: "attack", who: "hagen" },
  params: [{ name: "target", kind: "choice", choices: [{ value: "robber" }] }],
};

test("a welcome says who I am and replaces the view", () => {
  const state = seated();
  expect(state.me).toEqual({ seat: "anna", audience: "seat:anna", role: "player" });
  expect(state.n).toBe(3);
  expect(state.view?.title).toBe("Toll at the Bridge");
});

test.each([
  ["gm", "gm", "gm"],
  ["spectator", "public", "spectator"],
])("the seat %s is a %s", (seat, audience, role) => {
  expect(seated({ seat, audience }).me?.role).toBe(role);
});

test("an update lays its patch over the view and keeps the rest the same", () => {
  const before = seated();
  const after = updated(before, update(4, { round: 2, combatants: { robber: null } }));
  expect(after.n).toBe(4);
  expect(after.view?.round).toBe(2);
  expect(Object.keys(after.view?.combatants ?? {})).toEqual(["hagen"]);
  expect(after.view?.combatants?.["hagen"]).toBe(before.view?.combatants?.["hagen"]);
});

test("an update without options leaves them as they were", () => {
  const before = seated({ options: [attack] });
  expect(updated(before, update(4, {})).options).toBe(before.options);
  expect(updated(before, update(4, {}, { options: [] })).options).toEqual([]);
});

test("an option that was offered before is known by its number, as it was taken", () => {
  const list = { name: "plan", kind: "list", most: 2, aim: "target", choices: [{ value: { type: "hit" }, aims: ["robber", "scout"] }] };
  const before = seated({ options: [{ ...attack, params: [list] }, { key: "walk", intent: {} }], offered: 1 });
  const away = updated(before, update(4, {}, { options: [1] }));
  const again = updated(away, update(5, {}, { options: [1, { key: "feint", intent: {}, params: [0] }] }));
  expect(away.options.map(({ key }) => key)).toEqual(["walk"]);
  expect(again.options[0]).toBe(before.options[0]);
  expect(again.options[1]?.params).toEqual(before.options[0]?.params);
});

test("what is like an option that this page can't fill in can be filled in where only its parameters are unlike", () => {
  const before = seated({ options: [{ ...attack, params: [{ name: "angle", kind: "dial" }] }] });
  expect(before.options[0]?.reason?.code).toBe("unknown_param");
  const [now] = updated(before, update(4, {}, { options: [{ like: 0, params: attack.params }] })).options;
  expect(now).toEqual(attack);
  const reason = { code: "tired", message: "Ann rests.", detail: {} };
  const [grey] = updated(before, update(4, {}, { options: [{ like: 0, reason }] })).options;
  expect(grey?.reason).toEqual(reason);
});

test.each([[[1]], [[{ key: "feint", intent: {}, params: [7] }]]])("what names an unknown number is not taken: %j", (options) => {
  expect(() => updated(seated({ options: [attack] }), update(4, {}, { options }))).toThrow();
});

test("updates continue the past once it is loaded", () => {
  const page = { after: 0, view: VIEW, last: 3, frames: [1, 2, 3].map((n) => ({ n, at: 1, events: [], patch: {}, step: 0 })) };
  const state = updated(paged(seated(), page), update(4, { round: 2 }));
  expect(state.past.frames.map(({ n }) => n)).toEqual([1, 2, 3, 4]);
});

test("a return to the same table keeps the past; another history drops it", () => {
  const page = { after: 2, view: VIEW, last: 3, frames: [{ n: 3, at: 1, events: [], patch: {}, step: 0 }] };
  const state = paged(seated(), page);
  expect(welcomed(state, welcome({ n: 8 })).past.frames.length).toBe(1);
  expect(welcomed({ ...state, isForked: true }, welcome({ n: 8 })).past.frames.length).toBe(0);
  expect(welcomed(state, welcome({ n: 2 })).past.frames.length).toBe(0);
});

test("a form closes when its option is gone or greyed, and keeps its values while it stands", () => {
  const state = { ...seated({ options: [attack] }), form: { option: attack, values: { target: 0 } } };
  expect(updated(state, update(4, {}, { options: [attack] })).form?.values).toEqual({ target: 0 });
  expect(updated(state, update(4, {}, { options: [] })).form).toBeUndefined();
  const grey = { ...attack, reason: { code: "turn", message: "Not your turn." } };
  expect(updated(state, update(4, {}, { options: [grey] })).form).toBeUndefined();
});

test("a form forgets a value whose choices are no longer the same", () => {
  const state = { ...seated({ options: [attack] }), form: { option: attack, values: { target: 0 } } };
  const moved = { ...attack, params: [{ name: "target", kind: "choice", choices: [{ value: "scout" }, { value: "robber" }] }] };
  expect(updated(state, update(4, {}, { options: [moved] })).form?.values).toEqual({});
});

test("my combatant that can act is taken in hand", () => {
  expect(seated({ options: [attack] }).selected).toBe("hagen");
  expect(seated().selected).toBe("hagen");
  expect(seated({ seat: "spectator", audience: "public" }).selected).toBeUndefined();
});

test("for the GM the one who is asked is taken in hand when the one before has nothing to do", () => {
  const robber = { ...attack, who: "robber", answers: true };
  const state = { ...seated({ seat: "gm", audience: "gm" }), selected: "hagen" };
  expect(updated(state, update(4, {}, { options: [robber] })).selected).toBe("robber");
  expect(updated(state, update(4, {}, { options: [attack, robber] })).selected).toBe("hagen");
});

test("whoever of mine begins its turn is taken in hand", () => {
  const options = [attack, { ...attack, who: "robber" }];
  const state = { ...seated({ seat: "gm", audience: "gm", options }), selected: "hagen" };
  expect(updated(state, update(4, { turn: ["robber"] })).selected).toBe("robber");
  expect(updated(state, update(4, { turn: [] })).selected).toBe("hagen");
});

test("those are mine whom my seat plays; the GM's whom no seat plays", () => {
  expect(mine(seated())).toEqual(["hagen"]);
  expect(mine(seated({ seat: "gm", audience: "gm" }))).toEqual(["robber"]);
  expect(mine(seated({ seat: "spectator", audience: "public" }))).toEqual([]);
});

test("the game waits for those who have not answered", () => {
  const decision = { id: "d", kind: "react", asks: { hagen: { answered: true }, robber: {} } };
  expect(waitingFor({ ...VIEW, decision })).toEqual(["robber"]);
});

test("what was taken stays pending until the update is here that shows it, or a whole view", () => {
  const sent = submitted(submitted(seated(), "aa", "attack"), "bb", "walk");
  const taken = acked(sent, "aa", 4);
  expect(Object.keys(taken.pending)).toEqual(["aa", "bb"]);
  expect(Object.keys(updated(taken, update(4, {})).pending)).toEqual(["bb"]);
  expect(Object.keys(welcomed(taken, welcome({ n: 9 })).pending)).toEqual(["bb"]);
  expect(Object.keys(welcomed(taken, welcome({ n: 3 })).pending)).toEqual(["aa", "bb"]);
  expect(Object.keys(welcomed({ ...taken, isForked: true }, welcome({ n: 3 })).pending)).toEqual(["bb"]);
  expect(Object.keys(acked(updated(sent, update(4, {})), "aa", 4).pending)).toEqual(["bb"]);
  expect(Object.keys(acked(sent, "bb", undefined).pending)).toEqual(["aa"]);
});

test("a refusal takes the pending state back and says why", () => {
  const state = submitted(seated(), "aa", "attack");
  expect(state.pending["aa"]?.what).toBe("attack");
  const after = rejected(state, "aa", { type: "rejected", code: "reach", message: "Too far.", detail: {} });
  expect(after.pending).toEqual({});
  expect(after.toasts.at(-1)).toMatchObject({ kind: "error", text: "Too far." });
});

test("an outdated preview has to be looked at again", () => {
  const ruling = { kind: "rewind" as const, at: [2, 0] as [number, number], needs: [], faces: {}, terms: {}, struck: false, instead: {}, reason: "", isStale: false };
  const preview = { digest: head(1), changes: [], steps: [], needs: [], rules_changed: [] };
  const state = { ...seated(), ruling: { ...ruling, preview } };
  const message = { type: "rejected" as const, code: "preview_outdated", message: "Look again.", detail: {} };
  expect(rejected(state, undefined, message).ruling?.isStale).toBe(true);
  expect(updated(state, update(4, {})).ruling?.isStale).toBe(true);
});

test("what is said again stands there once, as the newest", () => {
  const state = ["a", "b", "a"].reduce((before, text) => toasted(before, "info", text), defaults());
  expect(state.toasts.map(({ text, id }) => [text, id])).toEqual([["b", 2], ["a", 3]]);
});

test("at most three toasts stand at once, and each has its own id", () => {
  let state = seated();
  for (const text of ["a", "b", "c", "d"]) state = toasted(state, "info", text);
  expect(state.toasts.map(({ text }) => text)).toEqual(["b", "c", "d"]);
  expect(new Set(state.toasts.map(({ id }) => id)).size).toBe(3);
});

test("older encounters come behind those that are there", () => {
  const line = (id: string) => ({ id, title: id, system: "cups" });
  const begun = lobbied(seated(), { encounters: [line("new")], systems: [], open: true, more: 7 });
  const more = listed(begun, { encounters: [line("old")], more: 3 });
  expect(more.lobby?.encounters.map(({ id }) => id)).toEqual(["new", "old"]);
  expect(more.lobby?.more).toBe(3);
  expect(listed(more, { encounters: [] }).lobby?.more).toBeUndefined();
});

test("the lobby shows no table", () => {
  const state = lobbied(seated(), { encounters: [], systems: [], open: true });
  expect(state.view).toBeUndefined();
  expect(state.lobby?.open).toBe(true);
});

test("whoever's turn begins is in hand, and is again when a question is over", () => {
  const gm = seated({ seat: "gm", audience: "gm" });
  const turn = updated(gm, update(4, { turn: ["robber"] }));
  expect(turn.selected).toBe("robber");
  const asked = updated({ ...turn, selected: "hagen" }, update(5, { decision: { id: "d", kind: "react", asks: { hagen: {} } } }));
  expect(asked.selected).toBe("hagen");
  expect(updated(asked, update(6, { decision: null })).selected).toBe("robber");
});

test("the game master is given in hand whoever's turn begins where nobody sits who plays it", () => {
  const gm = updated(seated({ seat: "gm", audience: "gm" }), update(4, { turn: ["robber"] }));
  expect(updated(gm, update(5, { turn: ["hagen"] })).selected).toBe("hagen");
  expect(updated({ ...gm, sessions: { "seat:anna": 1 } }, update(5, { turn: ["hagen"] })).selected).toBe("robber");
});

test("whoever was met keeps a name when out of sight; nobody new is no new object", () => {
  const before = seated();
  const gone = updated(before, update(4, { combatants: { robber: null } }));
  expect(gone.met["robber"]).toEqual({ name: "Robber", side: "robbers" });
  expect(gone.met).toBe(before.met);
  const frames = [{ n: 1, at: 0, step: 0, events: [], patch: { combatants: { wolf: { name: "Wolf", side: "wild" }, robber: { x: 3 } } } }];
  expect(Object.keys(paged(gone, { after: 0, view: {}, frames, last: 4 }).met)).toEqual(["hagen", "robber", "wolf"]);
});

test("what was answered is remembered for the open question only", () => {
  const pass: Option = { key: "pass", who: "hagen", label: "now", answers: true, intent: { type: "pass" } };
  const asked = (id: string) => updated(seated(), update(4, { decision: { id, kind: "react", asks: { hagen: {} } } }));
  const once = answering(asked("d1"), pass);
  expect(once.answers).toEqual({ decision: "d1", given: { hagen: { key: "pass", label: "now" } } });
  expect(answering({ ...asked("d2"), answers: once.answers }, { ...pass, who: "sela" }).answers.given).toEqual({ sela: { key: "pass", label: "now" } });
  expect(answering(once, attack).answers).toBe(once.answers);
});

test("a form that answers closes with its question, though the next one offers the same", () => {
  const parry: Option = { ...attack, key: "parry", answers: true };
  const asking = (id: string) => ({ decision: { id, kind: "react", asks: { hagen: {} } } });
  const first = updated(seated({ options: [parry] }), update(4, asking("d1")));
  const state = { ...first, form: { option: parry, values: {}, decision: "d1" } };
  expect(updated(state, update(5, { round: 2 })).form?.decision).toBe("d1");
  expect(updated(state, update(5, asking("d2"))).form).toBeUndefined();
});

test("a tap takes in hand who can be acted as; of anybody else it is asked what can be done to them", () => {
  const state = { ...seated({ options: [{ ...attack, whom: "target" }] }), selected: "hagen" };
  expect(tapped(state, "hagen")).toEqual({ selected: "hagen", target: undefined });
  expect(tapped(state, "robber")).toEqual({ target: "robber" });
  expect(tapped({ ...state, target: "robber" }, "robber")).toEqual({ target: undefined });
  expect(tapped({ ...state, options: [] }, "robber")).toEqual({ selected: "robber", target: undefined });
  const gm = { ...state, me: { seat: "gm", audience: "gm", role: "gm" as const }, gmPart: "people" as const };
  expect(tapped(gm, "robber").selected).toBe("robber");
});

test("for the game master a tap on a foe of the one on turn asks what can be done to them, though they could be acted as", () => {
  const options = [{ ...attack, who: "robber", whom: "target" }, { ...attack, who: "hagen", group: "free" }] as Option[];
  const gm = { ...seated({ seat: "gm", audience: "gm", options, view: { ...VIEW, turn: ["robber"] } }), selected: "robber" };
  expect(tapped(gm, "hagen")).toEqual({ target: "hagen" });
  const wolf = { ...VIEW.combatants!["robber"]!, name: "Wolf" };
  expect(tapped({ ...gm, view: { ...gm.view!, combatants: { ...VIEW.combatants, wolf } } }, "wolf")).toEqual({ selected: "wolf", target: undefined });
  expect(tapped({ ...gm, view: { ...gm.view!, turn: [] } }, "hagen")).toEqual({ selected: "hagen", target: undefined });
});

test("whoever is on turn stays in hand while the own act goes on, unless one of mine is asked and won't pass", () => {
  const wolf = { ...VIEW.combatants!["robber"]!, name: "Wolf" };
  const view = { ...VIEW, turn: ["robber"], combatants: { ...VIEW.combatants, wolf } };
  const gm = { ...seated({ seat: "gm", audience: "gm", view, options: [{ ...attack, who: "robber" }] }), selected: "robber" };
  const delay = [{ ...attack, key: "delay", who: "wolf" }];
  expect(updated(gm, update(4, { act: { id: "a" } }, { options: delay })).selected).toBe("robber");
  const asks = (more: object) => ({ decision: { id: "d", kind: "react", asks: { wolf: more } } });
  expect(updated(gm, update(4, asks({ passes: true }), { options: delay })).selected).toBe("robber");
  expect(updated(gm, update(4, asks({}), { options: delay })).selected).toBe("wolf");
  expect(updated(gm, update(4, {}, { options: delay })).selected).toBe("wolf");
});

test("in a turn of several whoever can still act is in hand, not who has done all it could", () => {
  const wolf = { ...VIEW.combatants!["robber"]!, name: "Wolf" };
  const view = { ...VIEW, turn: ["robber", "wolf"], combatants: { ...VIEW.combatants, wolf } };
  const gm = { ...seated({ seat: "gm", audience: "gm", view, options: [{ ...attack, who: "wolf" }] }), selected: "wolf" };
  const asked = updated(gm, update(4, { decision: { id: "d", kind: "react", asks: { hagen: {} } } }));
  expect(updated(asked, update(5, { decision: null })).selected).toBe("wolf");
});

test("a form that closes by itself says so, one that was sent or left does not", () => {
  const state = { ...seated({ options: [attack] }), form: { option: attack, values: {} } };
  expect(updated(state, update(4, {}, { options: [] })).toasts.map(({ text }) => text)).toEqual(["What you were filling in is no longer possible as things stand."]);
  expect(updated(state, update(4, {}, { options: [attack] })).toasts).toEqual([]);
  expect(updated({ ...state, form: undefined }, update(4, {}, { options: [] })).toasts).toEqual([]);
});

test("a form about the past or for somebody new stays while options come and go", () => {
  const form = { option: attack, values: {}, purpose: "ruling" as const };
  expect(updated({ ...seated(), form }, update(4, {}, { options: [] })).form).toBe(form);
  expect(updated({ ...seated(), form: { option: attack, values: {} } }, update(4, {}, { options: [] })).form).toBeUndefined();
});

test("after 5,000 updates the log holds the newest thousand, and the view before them", () => {
  let state = paged(seated(), { after: 0, view: { ...VIEW, round: 0 }, frames: [], last: 0 });
  state = { ...state, n: 0 };
  for (let n = 1; n <= 5_000; n++) state = updated(state, update(n, { round: n }));
  const { after, frames, view } = state.past;
  expect(frames.length).toBeLessThan(1_200);
  expect(frames.at(-1)?.n).toBe(5_000);
  expect(view?.round).toBe(after);
  expect(frames[0]?.n).toBe(after + 1);
});

test("an earlier page that was asked for stays", () => {
  let state = paged(seated(), { after: 500, view: { ...VIEW, round: 500 }, frames: [], last: 500 });
  state = { ...state, n: 500 };
  for (let n = 501; n <= 1_600; n++) state = updated(state, update(n, { round: n }));
  const frames = Array.from({ length: 500 }, (_, index) => ({ n: index + 1, at: 0, events: [], patch: { round: index + 1 }, step: 0 }));
  state = paged(state, { after: 0, view: { ...VIEW, round: 0 }, frames, last: 1_600 });
  for (let n = 1_601; n <= 1_700; n++) state = updated(state, update(n, { round: n }));
  expect(state.past.after).toBeLessThan(500);
});

test("and so it is when a lost connection is back, whatever was missed", () => {
  const gm = seated({ seat: "gm", audience: "gm" });
  const back = (view: object) => welcomed({ ...gm, selected: "hagen" }, welcome({ seat: "gm", audience: "gm", n: 8, view: { ...VIEW, ...view } }));
  expect(back({ turn: ["robber"] }).selected).toBe("robber");
  expect(back({}).selected).toBe("hagen");
});
