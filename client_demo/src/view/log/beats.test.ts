import { expect, test } from "vitest";
import type { Frame } from "../../wire/types.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { EMPTY, enriched } from "../../words/catalog.ts";
import type { Event } from "../../table/frames.ts";
import type { Words } from "../../table/log.ts";
import { type Beat, beatsOf, dwell_ms, pause_ms, queued, whole_ms } from "./beats.ts";

const lines = { Locked: "Fixed.", Rolled: "{who} rolls.", Hurt: "{who} is hurt.", Quiet: "" };
const words: Words = { view: VIEW, catalog: enriched(EMPTY, { lines: { en: lines } }), language: "en" };

const roll = (who: string) => ({ type: "Rolled", who, dice: [1, 2, 3] });
const hurt = { type: "Hurt", who: "robber" };

function frame(events: Event[], at = 0, step = 0): Frame {
  return { n: 1, at, events, patch: {}, step };
}

function told(events: Event[]): Beat[] {
  const one = frame(events);
  return beatsOf(words, [one], one);
}

function types(beats: Beat[]): string[][] {
  return beats.map(({ lines }) => lines.map(({ type }) => type));
}

function beat(length: number, key = ""): Beat {
  return { key, length, lines: [] };
}

const rolled = told([roll("hagen")]);

test("each roll begins another act, and what came of it belongs to it; what came before the first does too", () => {
  const beats = told([{ type: "Locked" }, roll("hagen"), hurt, { type: "Quiet" }, roll("robber"), roll("hagen")]);
  expect(types(beats)).toEqual([["Locked", "Rolled", "Hurt"], ["Rolled"], ["Rolled"]]);
  expect(beats.map(({ key }) => key)).toEqual(["1.0.0", "1.0.4", "1.0.5"]);
  expect(beats[1]?.length).toBe("Robber rolls.".length);
});

test("that somebody passes is left to the log: nobody waits for it to be told", () => {
  const passed = { ...frame([hurt]), patch: { decision: { asks: { hagen: { answered: true } } } } };
  expect(beatsOf(words, [passed], passed)).toEqual([]);
});

test("of an attack what came of it is told, in a few words, where the last of it was said", () => {
  const outcomes = { en: { roll: { Rolled: "[{N hit|hits}][?missed]" }, harm: { Hurt: "{wounds wound|wounds}" } } };
  const known = { ...words, catalog: { ...words.catalog, outcomes } };
  const frames = [[{ ...roll("hagen"), target: "robber", N: 1 }], [{ ...hurt, wounds: 2 }]].map((events, index) => ({ ...frame(events), n: index + 1 }));
  const beats = frames.map((one) => beatsOf(known, frames, one));
  expect(beats[0]?.map(({ came }) => came)).toEqual([undefined]);
  expect(beats[1]?.map(({ came, length }) => [came?.parts, length])).toEqual([[["2 wounds"], "Hagen against Robber: 2 wounds.".length]]);
  expect(queued([], beats[1] ?? [])).toHaveLength(1);
});

test("what else is rolled at an attack is told behind what came of it", () => {
  const outcomes = { en: { roll: { Rolled: "[{N hit|hits}][?missed]" } } };
  const known = { ...words, catalog: enriched(words.catalog, { outcomes, lines: { en: { Tested: "{who}: does it hold?" } } }) };
  const one = frame([{ type: "Locked" }, { ...roll("hagen"), target: "robber", N: 1 }, hurt, { type: "Tested", who: "robber", dice: [4] }]);
  const beats = beatsOf(known, [one], one);
  expect(types(beats)).toEqual([[], ["Tested"]]);
  expect(beats[0]?.came?.parts).toEqual(["1 hit"]);
});

test("of real dice the act tells, and of an amendment that there was one, not each of its steps", () => {
  expect(told([{ type: "DiceTyped", who: "hagen", faces: [3] }])).toEqual([]);
  const amended = { type: "Amended", target: [1, 0], base: [0, 0], steps: [{ outcome: "changed", events: [roll("hagen")] }] };
  expect(told([amended]).flatMap(({ lines }) => lines.filter(({ step }) => step > 0))).toEqual([]);
});

test("without a roll nothing is told, but behind one everything, up to what nobody follows any more", () => {
  const plain = told([hurt]);
  expect(queued([], plain)).toEqual([]);
  expect(types(queued(rolled, plain))).toEqual([["Rolled"], ["Hurt"]]);
  expect(queued(rolled, Array.from({ length: 80 }, () => beat(1))).length).toBe(60);
});

test("an act is told as long as it takes to read it, less where many wait, and never in a blink", () => {
  expect(dwell_ms(beat(20), 1)).toBe(1_340);
  expect(dwell_ms(beat(500), 1)).toBe(2_400);
  expect(dwell_ms(beat(20), 13)).toBe(670);
  expect(dwell_ms(beat(20), 60)).toBe(500);
});

test("a replay stays as long as then, without the idle time, or as it takes to tell what happened there", () => {
  const paced = [0, 1_200, 60_000, 60_001].map((at) => frame([], at));
  expect([0, 1, 2, 3, 4].map((place) => pause_ms(paced, place))).toEqual([500, 1_200, 3_000, 500, 500]);
  const beats = [beat(20), beat(20)];
  expect(whole_ms(beats)).toBe(2_680);
  expect([1, 2, 3, 4].map((place) => pause_ms(paced, place, beats))).toEqual([2_680, 3_000, 2_680, 2_680]);
});
