import { expect, test } from "vitest";
import { filled, isReady } from "../../table/options.ts";
import type { Option } from "../../wire/types.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { EN } from "../../words/en/client_words.ts";
import { addOption, newId, samplesOf, sheetsIn } from "./adding.ts";

const wolf = { type: "CombatantAdded", who: "w1", name: "Wolf", sheet: { strength: 2 } };

test("every sheet that somebody came with is offered once", () => {
  const events = [wolf, { ...wolf, who: "w2" }, { ...wolf, name: "Bear", sheet: { strength: 5 } }, { type: "CombatantAdded", who: "x", name: "X" }];
  expect(sheetsIn(events).map(({ name }) => name)).toEqual(["Wolf", "Bear"]);
});

test("the filled form is the intent that a system takes which offers to add somebody", () => {
  const option = addOption(VIEW, sheetsIn([wolf]), "added_1");
  expect(isReady(option, { sheet: 0, name: "Grey" })).toBe(false);
  const values = { sheet: 0, name: "Grey", side: 1, at: [100, 50] as [number, number], seat: 1, hidden: 0 };
  expect(isReady(option, values)).toBe(true);
  expect(filled(option, values)).toEqual({
    type: "add_combatant",
    who: "added_1",
    sheet: { strength: 2 },
    name: "Grey",
    side: "robbers",
    at: [100, 50],
    seat: "anna",
    hidden: true,
  });
});

test("what the option offers by name is sent by name, called as the system calls it", () => {
  const choices = [{ value: "marauder", label: "marauder" }];
  const offered: Option = { key: "add_combatant", intent: {}, params: [{ name: "sheet", kind: "choice", choices }, { name: "name", kind: "text" }] };
  const option = addOption(VIEW, [...sheetsIn([wolf]), ...samplesOf(offered)], "added_1");
  expect(option.params?.[0]?.choices?.[1]).toEqual({ value: "marauder", label: "marauder" });
  expect(filled(option, { sheet: 1, name: "Grim", side: 1 })).toMatchObject({ sheet: "marauder", name: "Grim" });
  expect(samplesOf(undefined)).toEqual([]);
});

test("who comes has the id that is offered, and one made up where none is", () => {
  const offered: Option = { key: "add_combatant", intent: { type: "add_combatant", who: "late_1" } };
  expect(newId(addOption(VIEW, [], newId(offered)))).toBe("late_1");
  expect(newId({ key: "add_combatant", intent: { type: "add_combatant" } })).toMatch(/^added_[0-9a-f]{8}$/);
  expect(newId(undefined)).not.toBe(newId(undefined));
});

test("whose sheet is to be copied is not called what a number is", () => {
  expect(addOption(VIEW, sheetsIn([wolf]), "added_1").params?.[0]?.label).toBe("whose_sheet");
  expect(EN["key.whose_sheet"]).toBe("Sheet of");
});
