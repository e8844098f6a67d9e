import { describe, expect, test } from "vitest";
import type { OptionShown } from "../wire/types.ts";
import { BadText, changedOptions, type Encounter, lineOf, parsed, sides, valueOf, withOption } from "./draft.ts";

const TOML = `# A bridge
title = "Toll"
system = "tirakan"

[seats.hagen]
name = "Hagen"

[combatants.hagen]
name = "Hagen"
side = "travellers"
seat = "hagen"

[combatants.hagen.sheet]
quickness = 2

[combatants.hagen.sheet.weapons.long_sword]
range_m = 1.5

[combatants.robber]
name = "Robber"
side = "robbers"
`;

const delay: OptionShown = { key: "delay_s", kind: "number", default: 0, words: {} };

describe("a file", () => {
  test("is TOML or JSON", async () => {
    const encounter = await parsed(TOML);
    expect(encounter.combatants?.["hagen"]).toMatchObject({ name: "Hagen", sheet: { quickness: 2 } });
    expect(await parsed(JSON.stringify(encounter))).toEqual(encounter);
  });

  test.each([
    [TOML.replace("quickness = 2", "quickness = "), 14],
    ['{\n  "title": "Toll",\n  oops\n}', 3],
  ])("that can't be read says in which line", async (text, line) => {
    const failure = await parsed(text).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(BadText);
    expect((failure as BadText).problem.line).toBe(line);
  });

  test.each([
    ["combatants.hagen.sheet.quickness", 14],
    ["combatants.hagen.sheet.weapons.long_sword.range_m", 17],
    ["combatants.hagen.sheet.weapons.long_sword.reach", 16],
    ["combatants.robber.side", 21],
    ["title", 2],
    ["nothing", 0],
  ])("%s stands in line %d", (path, line) => expect(lineOf(TOML, path)).toBe(line));

  test("the same in JSON", async () => {
    const text = JSON.stringify(await parsed(TOML), null, 2);
    const line = text.split("\n").findIndex((each) => each.includes("quickness")) + 1;
    expect(lineOf(text, "combatants.hagen.sheet.quickness")).toBe(line);
  });
});

describe("what it says", () => {
  test("who fights whom, and who plays them", async () => {
    expect(sides(await parsed(TOML))).toEqual([
      { side: "travellers", members: [{ name: "Hagen", seat: "Hagen" }] },
      { side: "robbers", members: [{ name: "Robber", seat: "" }] },
    ]);
  });

  test.each(["constructor", "toString", "__proto__"])("a side that is called %s", (side) => {
    expect(sides({ combatants: { wolf: { name: "Wolf", side } } })).toEqual([{ side, members: [{ name: "Wolf", seat: "" }] }]);
  });

  test("an option at its default is left out again", () => {
    const encounter: Encounter = { title: "Toll" };
    const later = withOption(encounter, "table", delay, 30);
    expect(valueOf(encounter, "table", delay)).toBe(0);
    expect(later.table).toEqual({ delay_s: 30 });
    expect(changedOptions(later, "table", [delay])).toBe(1);
    expect(withOption(later, "table", delay, 0).table).toEqual({});
    expect(changedOptions(encounter, "table", [delay])).toBe(0);
  });
});
