import { expect, test } from "vitest";
import { VIEW } from "../wire/world.fake.ts";
import { initials, ranks, sideIndex } from "./scene.ts";

test.each([
  ["Hagen", "HA"],
  ["Robber of the Bridge", "RB"],
  ["Robber 3", "R3"],
  ["Robber 012", "12"],
  ["Ö", "Ö"],
  ["🐺 Wolf", "🐺W"],
])("%s is shown as %s", (name, sign) => {
  expect(initials(name)).toBe(sign);
});

test("those who are not in the order stand behind it", () => {
  const combatants = { ...VIEW.combatants, late: { name: "Late", side: "heroes" } };
  expect(ranks({ ...VIEW, combatants, order: ["robber", "gone", "hagen"] })).toEqual({
    order: ["robber", "hagen"],
    others: ["late"],
  });
});

test("sides are told apart in the order in which they came", () => {
  expect([VIEW.combatants?.["hagen"], VIEW.combatants?.["robber"]].map((each) => sideIndex(VIEW, each))).toEqual([0, 1]);
});
