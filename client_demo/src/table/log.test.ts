import { expect, test } from "vitest";
import { VIEW } from "../wire/world.fake.ts";
import { loadWords } from "../words/book.ts";
import { costText, EMPTY, enriched } from "../words/catalog.ts";
import type { Event } from "./frames.ts";
import { diceOf, fill, linesOf, linesOfAct, nameOf, plain, whyNot, type Words } from "./log.ts";

const catalog = enriched(EMPTY, {
  labels: { en: { sword: "Long sword", parry: "Parry" }, de: { sword: "Langschwert" } },
  lines: {
    en: {
      HitsRolled: "{who} attacks {target}[ with {weapon}]: {N hit|hits}[, {C} critical]",
      Silent: "",
      Walked: "{who} goes {length_cm}",
    },
  },
  icons: { HitsRolled: "sword" },
});
const words: Words = { view: VIEW, catalog, language: "en" };

function said(event: Event, other: Partial<Words> = {}): string[] {
  const all = { ...words, ...other };
  return linesOf(all, { n: 1, at: 0, events: [event], patch: {}, step: 0 }).map((line) => plain(all, line.parts));
}

test("a sentence has names for ids, labels for keys, and drops stretches that have nothing to say", () => {
  const event = { type: "HitsRolled", who: "hagen", target: "robber", weapon: "sword", N: 2, C: 0 };
  expect(said(event)).toEqual(["Hagen attacks Robber with Long sword: 2 hits"]);
  expect(said({ ...event, weapon: undefined, C: 1 })).toEqual(["Hagen attacks Robber: 2 hits, 1 critical"]);
});

test("what stands in the place of nothing does so only where there is nothing", () => {
  const template = "{who} attacks[: {N hit|hits}][, {C} critical][?: missed].";
  const of = (N: number, C: number) => plain(words, fill(words, template, { who: "hagen", N, C }));
  expect([of(2, 0), of(1, 1), of(0, 1), of(0, 0)]).toEqual([
    "Hagen attacks: 2 hits.",
    "Hagen attacks: 1 hit, 1 critical.",
    "Hagen attacks, 1 critical.",
    "Hagen attacks: missed.",
  ]);
});

test("of a yes or no one of two words is said", () => {
  const of = (hit: boolean) => plain(words, fill(words, "{who} {hit hits|misses}.", { who: "hagen", hit }));
  expect([of(true), of(false)]).toEqual(["Hagen hits.", "Hagen misses."]);
});

test("an event may be told otherwise where a certain one follows it at once", () => {
  const lines = { en: { TurnStarted: "It is {who}'s turn.", "TurnStarted:TurnEnded": "", TurnEnded: "" } };
  const events = (...types: string[]) => types.map((type) => ({ type, who: "hagen" }));
  const of = (...types: string[]) => linesOf({ ...words, catalog: enriched(EMPTY, { lines }) }, { n: 1, at: 0, events: events(...types), patch: {}, step: 0 });
  expect(of("TurnStarted", "TurnEnded").length).toBe(0);
  expect(of("TurnEnded", "TurnStarted").map((line) => plain(words, line.parts))).toEqual(["It is Hagen's turn."]);
});

test("an event may be told otherwise where a field has a certain value, and then a number of 0 is said", () => {
  const lines = { en: { Ruled: "Ruling: {ruling} {n}.", "Ruled:ruling=refuse": "Not so[, {text}]." } };
  const of = (event: object) => said({ type: "Ruled", ...event }, { catalog: enriched(EMPTY, { lines }) });
  expect([of({ ruling: "bonus", n: 0 }), of({ ruling: "refuse" })]).toEqual([["Ruling: bonus 0."], ["Not so."]]);
});

test("an event may be told otherwise where two fields have certain values, which counts before one of them", () => {
  const lines = { en: { Changed: "{what}: {level}", "Changed:what=dead": "{who} dies.", "Changed:what=dead,level=0": "{who} lives." } };
  const of = (event: object) => said({ type: "Changed", who: "hagen", ...event }, { catalog: enriched(EMPTY, { lines }) });
  expect([of({ what: "dead", level: 7 }), of({ what: "dead", level: 0 }), of({ what: "hurt", level: 0 })].flat()).toEqual(["Hagen dies.", "Hagen lives.", "Hurt: 0"]);
});

test("what somebody has goes by the name that it has there, where that is known", () => {
  const broken = enriched(catalog, { lines: { en: { Broken: "{item} of {who} breaks." } } });
  const facts = { "item.sword": "Old blade · +1\\+1", "item.axe_2": "Axe · +0\\+0" };
  const view = { ...VIEW, combatants: { ...VIEW.combatants, hagen: { ...VIEW.combatants?.["hagen"], facts } } } as Words["view"];
  const of = (who: string, item: string) => said({ type: "Broken", who, item }, { catalog: broken, view })[0];
  const skill = enriched(catalog, { lines: { en: { Used: "{who} uses {skill}." } } });
  expect(said({ type: "Used", who: "hagen", skill: "sword" }, { catalog: skill, view })).toEqual(["Hagen uses Long sword."]);
  expect([of("hagen", "sword"), of("hagen", "axe_2")]).toEqual(["Old blade of Hagen breaks.", "Axe of Hagen breaks."]);
  expect([of("robber", "sword"), of("robber", "axe_2")]).toEqual(["Long sword of Robber breaks.", "Axe 2 of Robber breaks."]);
});

test("what is thrown goes by the name on the sheet, else as it is called in the act, which may be one's own words", () => {
  const thrown = enriched(catalog, { lines: { en: { Thrown: "{who} throws {deed.object}." } } });
  const facts = { "thing.lamp": "Oil lamp · 8 m" };
  const view = { ...VIEW, combatants: { ...VIEW.combatants, hagen: { ...VIEW.combatants?.["hagen"], facts } } } as Words["view"];
  const of = (who: string, object: string) => said({ type: "Thrown", who, deed: { object } }, { catalog: thrown, view })[0];
  expect([of("hagen", "lamp"), of("hagen", "a chair"), of("robber", "lamp"), of("robber", "smoke_pot")]).toEqual([
    "Hagen throws Oil lamp.",
    "Hagen throws a chair.",
    "Robber throws lamp.",
    "Robber throws Smoke pot.",
  ]);
});

test("a wish to take back that is refused is told, one that is granted by what it does", () => {
  expect(said({ type: "UndoAnswered", request: "r", granted: false })).toEqual(["It is refused."]);
  expect(said({ type: "UndoAnswered", request: "r", granted: true })).toEqual([]);
});

test("a branch tells what it was copied from, not that it was copied", () => {
  const step = { outcome: "copied", events: [{ type: "HitsRolled", who: "hagen", target: "robber", weapon: "sword", N: 1, C: 0 }] };
  expect(said({ type: "Copied", source: [4, 0], step })).toEqual(["Hagen attacks Robber with Long sword: 1 hit"]);
  expect(said({ type: "Opened", at: 1, begun: 2 })).toEqual([]);
});

test("what was copied from a file that the server had not seen happen is marked, line by line", () => {
  const hit = { type: "HitsRolled", who: "hagen", target: "robber", N: 1, C: 0 };
  const step = { outcome: "copied", events: [hit] };
  const marked = (event: Event, other = {}) =>
    linesOf(words, { n: 1, at: 0, events: [event], patch: {}, step: 0, ...other }).map(({ isUnvouched }) => isUnvouched ?? false);
  expect(marked({ type: "Copied", step: { ...step, unvouched: true } })).toEqual([true]);
  expect(marked({ type: "Copied", step })).toEqual([false]);
  expect(marked({ type: "Amended", steps: [{ ...step, outcome: "stands", unvouched: true }, { ...step, outcome: "stands" }] }).slice(-2)).toEqual([true, false]);
  expect(marked(hit, { step: 1, unvouched: true })).toEqual([true]);
});

test("a field that is missing leaves no gap", () => {
  expect(plain(words, fill(words, "{who}: {kind} {target}", { who: "hagen", kind: "parry" }))).toBe("Hagen: Parry");
});

test("names are parts of their own, so that they can be drawn and never are markup", () => {
  const parts = fill(words, "{who} attacks", { who: "hagen" });
  expect(parts).toEqual([{ who: "hagen" }, " attacks"]);
  expect(fill(words, "{text}", { text: "<b>no</b>" })).toEqual(["<b>no</b>"]);
});

test("a plan is said in its order, each deed with whom it aims at", () => {
  const plan = [{ kind: "parry" }, { kind: "sword", target: "robber" }, { kind: "sword", target: "unseen" }];
  expect(plain(words, fill(words, "{who} plans: {plan}.", { who: "hagen", plan }))).toBe(
    "Hagen plans: Parry, Long sword → Robber, Long sword → someone unseen.",
  );
});

test("what each has is said by name", () => {
  expect(plain(words, fill(words, "Cups: {cups}.", { cups: { hagen: 2, robber: 1 } }))).toBe("Cups: Hagen 2, Robber 1.");
});

test("a side is said as a word, not as an id", () => {
  expect(plain(words, fill(words, "Winners: {winners}.", { winners: ["heroes", "nobody_known"] }))).toBe("Winners: Heroes, nobody_known.");
});

test("someone unseen is said so, with a capital where a sentence begins", () => {
  expect(said({ type: "HitsRolled", who: "unseen", target: "hagen", N: 1 })).toEqual(["Someone unseen attacks Hagen: 1 hit"]);
  expect(said({ type: "HitsRolled", who: "hagen", target: "unseen", N: 1 })).toEqual(["Hagen attacks someone unseen: 1 hit"]);
});

test("a game master whose seat has no name of its own is called so in the reader's language", async () => {
  await loadWords("de");
  const named = { ...VIEW, seats: { ...VIEW.seats, gm: { name: "Ruth", role: "gm" } } } as typeof VIEW;
  expect([nameOf(words, "gm"), nameOf({ ...words, language: "de" }, "gm"), nameOf({ ...words, view: named }, "gm")]).toEqual(["the game master", "die Spielleitung", "Ruth"]);
});

test("an event without a sentence tells who, what and whom; where nobody does anything, nothing", () => {
  expect(said({ type: "ShieldRaised", who: "hagen", target: "robber" })).toEqual(["Hagen: Shield raised → Robber"]);
  expect(said({ type: "RoundBegun" })).toEqual([]);
});

test("an event with an empty sentence has no line", () => {
  expect(said({ type: "Silent" })).toEqual([]);
  expect(said({ type: "DecisionClosed", decision: "d", by: "answers" })).toEqual([]);
  for (const type of ["DiceAsked", "SeatRevealed", "StopsSet", "AskedInPerson"]) expect(said({ type, who: "hagen" })).toEqual([]);
});

test("lengths are shown in metres in the reader's language", async () => {
  await loadWords("de");
  expect(said({ type: "Walked", who: "hagen", length_cm: 450 })).toEqual(["Hagen goes 4.5 m"]);
  expect(said({ type: "Moved", who: "hagen", length_cm: 450 }, { language: "de" })).toEqual(["Hagen bewegt sich 4,5 m."]);
  expect(said({ type: "Moved", who: "hagen" })).toEqual(["Hagen is put elsewhere."]);
});

test("who plays whom is told when it changes, not when the table is laid", () => {
  const given = { type: "ControlGiven", who: "hagen", seat: "anna" };
  expect(said(given)).toEqual(["Hagen is now played by Anna."]);
  expect(linesOf(words, { n: 1, at: 0, events: [{ type: "Created" }, given], patch: {}, step: 0 })).toEqual([]);
});

test("an amendment tells its reason and each of its steps with what became of it", () => {
  const steps = [
    { outcome: "amended", events: [{ type: "HitsRolled", who: "hagen", target: "robber", N: 1 }] },
    { outcome: "falls", events: [], intent: { type: "parry", who: "robber" } },
    { outcome: "moot", events: [] },
  ];
  const frame = { n: 9, at: 0, events: [{ type: "Amended", reason: "He had cover", steps }], patch: {}, step: 0 };
  const lines = linesOf(words, frame);
  expect(lines.map((line) => plain(words, line.parts))).toEqual([
    "The game master changes a ruling: He had cover.",
    "Hagen attacks Robber: 1 hit",
    "Robber: Parry",
  ]);
  expect(lines.map(({ step, outcome }) => [step, outcome])).toEqual([[0, undefined], [1, "amended"], [2, "falls"]]);
  expect(new Set(lines.map(({ key }) => key)).size).toBe(3);
});

test("a line carries the icon of its event and the terms that counted: where none did, nothing is to be explained", () => {
  const terms = [{ key: "cover", value: 1, rule: "C-1" }, { key: "fog", value: 0, was: 2, rule: "C-1" }];
  const all = [...terms, { key: "dark", value: 0, rule: "C-1" }];
  const [line] = linesOf(words, { n: 1, at: 0, events: [{ type: "HitsRolled", who: "hagen", terms: all }], patch: {}, step: 0 });
  expect(line?.icon).toBe("sword");
  expect(line?.terms).toEqual(terms);
});

const d = (sides: number, faces: number[], isDropped = false) => ({ sides, faces, isDropped });

test.each([
  [{ face: 4 }, [d(6, [4])]],
  [{ faces: [4, 2] }, [d(6, [4]), d(6, [2])]],
  [{ faces: [4, 2], sides: 20 }, [d(20, [4]), d(20, [2])]],
  [{ dice: [[6, 3], [2]] }, [d(6, [6, 3]), d(6, [2])]],
  [{ critical_faces: [5], normal_faces: [] }, [d(6, [5])]],
  [{ dice: [{ faces: [6, 1], sides: 6 }] }, [d(6, [6, 1])]],
  [{ dice: [{ sides: 20, faces: [17] }, { sides: 20, faces: [12], kept: false }], coin_dice: [{ sides: 2, faces: [1] }] }, [d(20, [17]), d(20, [12], true), d(2, [1])]],
  [{ attack_dice: { sides: 8, faces: [7] } }, [d(8, [7])]],
  [{ total: 9, sides: 6 }, []],
])("the dice of %j", (event, dice) => {
  expect(diceOf(event)).toEqual(dice);
});

test("a die that does not say how many sides it has is the system's usual one", () => {
  expect(diceOf({ face: 17, thrown_dice: [{ sides: 4, faces: [2] }] }, 20)).toEqual([d(20, [17]), d(4, [2])]);
});

test("dice that a sentence names are not drawn behind it once more", () => {
  const own = enriched(catalog, { lines: { en: { Tied: "{who} rolls {face}." } } });
  const [line] = linesOf({ ...words, catalog: own }, { n: 1, at: 0, events: [{ type: "Tied", who: "hagen", face: 4, dice: [6] }], patch: {}, step: 0 });
  expect(line?.dice).toEqual([d(6, [4]), d(6, [6])]);
  expect(line?.unsaid).toEqual([d(6, [6])]);
  const drawn = { type: "DiceDrawn", who: "hagen", roll: "hit", sides: 20, faces: [17, 3] };
  expect(said(drawn)).toEqual(["For a ruling the server rolls for Hagen."]);
  expect(said({ type: "DiceTyped", who: "hagen", roll: "hit", faces: [17, 3] })).toEqual(["Hagen has rolled 17, 3."]);
  const [served] = linesOf(words, { n: 1, at: 0, events: [drawn], patch: {}, step: 0 });
  expect(served?.unsaid).toEqual([d(20, [17]), d(20, [3])]);
});

test("a refusal is said in the user's language, with names and labels; else in the server's words", () => {
  const words = {
    view: undefined,
    language: "de" as const,
    catalog: enriched(EMPTY, {
      labels: { de: { walk: "Gehen", "cost.actions": "Aktionen" } },
      refusals: { de: { too_far: "{act} führt höchstens {m} m weit." } },
    }),
  };
  const reason = { code: "too_far", message: "walk covers at most 2.5 m.", detail: { act: "walk", m: 2.5 } };
  expect(whyNot(words, reason)).toBe("Gehen führt höchstens 2,5 m weit.");
  expect(whyNot(words, { ...reason, code: "other" })).toBe(reason.message);
  expect(costText(words.catalog, "de", "2 actions, 1 ep")).toBe("2 Aktionen, 1 ep");
});

test("what nobody chose is marked as default, and whose doing it was is said before it", () => {
  const events = [
    { type: "Passed", who: "hagen" },
    { type: "DecisionClosed", decision: "d", by: "gm" },
    { type: "Walked", who: "robber", length_cm: 200 },
  ];
  const lines = linesOf(words, { n: 1, at: 0, events, patch: {}, step: 0 });
  expect(lines.map((line) => plain(words, line.parts))).toEqual(["The game master closes the question", "Hagen: Passed", "Robber goes 2 m"]);
  expect(lines.map(({ isDefault }) => isDefault ?? false)).toEqual([false, true, false]);
  const answered = linesOf(words, { n: 1, at: 0, events: [events[0], { ...events[1], by: "answers" }], patch: {}, step: 0 });
  expect(answered.map(({ isDefault }) => isDefault)).toEqual([undefined]);
});

test("of an act its rolls are told, and before any how it was declared", () => {
  const declared = { type: "Declared", action: { id: "a/attack" }, who: "hagen" };
  const rolled = { type: "HitsRolled", action_id: "a/attack", who: "hagen", target: "robber", N: 2, dice: [5, 6] };
  const other = { type: "HitsRolled", action_id: "b/attack", who: "robber", target: "hagen", N: 1, dice: [1] };
  const frames = [[declared], [other, rolled]].map((events, at) => ({ n: at + 1, at, events, patch: {}, step: 0 }));
  const told = (count: number) => linesOfAct(words, frames.slice(0, count), "a/attack").map(({ parts }) => plain(words, parts));
  expect(told(1)).toEqual(["Hagen: Declared"]);
  expect(told(2)).toEqual(["Hagen attacks Robber: 2 hits"]);
});

test("of an act that was amended its new rolls are told", () => {
  const rolled = { type: "HitsRolled", action_id: "a/attack", who: "hagen", target: "robber", N: 2, dice: [5, 6] };
  const amended = { type: "Amended", base: [1, 0], target: [2, 0], steps: [{ outcome: "amended", events: [{ ...rolled, N: 0, dice: [1, 1] }] }] };
  const frames = [[{ type: "Silent" }], [rolled], [amended]].map((events, at) => ({ n: at + 1, at, events, patch: {}, step: 0 }));
  expect(linesOfAct(words, frames, "a/attack").map(({ dice }) => dice)).toEqual([[d(6, [1]), d(6, [1])]]);
});

test("what is said alike of several behind one another is said once, of all of them", () => {
  const lines = { en: { Rested: "{who has|have} {ep} energy.", Left: "{who} leaves." } };
  const told = (...events: Event[]) => linesOf({ ...words, catalog: enriched(EMPTY, { lines }) }, { n: 1, at: 0, events, patch: {}, step: 0 });
  const said = (...events: Event[]) => told(...events).map(({ parts }) => plain(words, parts));
  const rest = (who: string, ep: number, more = {}) => ({ type: "Rested", who, ep, amount: ep, ...more });
  expect(said(rest("hagen", 1))).toEqual(["Hagen has 1 energy."]);
  expect(said(rest("hagen", 1), rest("sela", 3), { ...rest("robber", 1), amount: 2 })).toEqual(["Hagen, Robber have 1 energy.", "Sela has 3 energy."]);
  expect(said(rest("hagen", 1), { type: "Left", who: "sela" }, rest("robber", 1))).toEqual(["Hagen has 1 energy.", "Sela leaves.", "Robber has 1 energy."]);
  expect(said(rest("hagen", 1, { face: 4 }), rest("robber", 1, { face: 2 }))).toHaveLength(2);
  expect(told(rest("hagen", 1), rest("robber", 1), { type: "Left", who: "sela" }).map(({ key }) => key)).toEqual(["1.0.0", "1.0.2"]);
});

test("what people have written is shown as it is, also where it is the same as a key; so is a name", () => {
  const labels = { de: { no: "Nein", sword: "Langschwert", Robber: "Räuberin" } };
  const lines = { de: { Ruled: "Entscheid: {text!}[ ({kind})].", Joined: "{name} kommt dazu." } };
  const german: Partial<Words> = { catalog: enriched(EMPTY, { labels, lines }), language: "de" };
  expect(said({ type: "Rewound", reason: "no" }, german)).toEqual(["Die Spielleitung nimmt etwas zurück: no."]);
  expect(said({ type: "SeatClaimed", seat: "anna", player: "sword" }, german)).toEqual([expect.stringContaining(": sword.")]);
  expect(said({ type: "Ruled", text: "sword", kind: "sword" }, german)).toEqual(["Entscheid: sword (Langschwert)."]);
  expect(said({ type: "Joined", name: "Robber" }, german)).toEqual(["Robber kommt dazu."]);
});
