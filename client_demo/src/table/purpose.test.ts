import { expect, test } from "vitest";
import { EMPTY, enriched } from "../words/catalog.ts";
import { purposeOf } from "./purpose.ts";
import type { State } from "./state.ts";

const labels = { attack: "Attack", parry: "Parry" };
const state = { language: "en", catalog: enriched(EMPTY, { labels: { en: labels } }) } as unknown as State;

test("what a roll is for is said once, also where act and roll are called alike", () => {
  expect(purposeOf(state, "attack.anna.attack")).toBe("Attack");
  expect(purposeOf(state, "attack.anna.parry")).toBe("Attack · Parry");
  expect(purposeOf(state, "tie.0")).toBe("Tie");
});
