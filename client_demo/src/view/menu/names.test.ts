import { expect, test } from "vitest";
import type { State } from "../../table/state.ts";
import { EMPTY, enriched } from "../../words/catalog.ts";
import { groupName } from "./names.ts";

const state = (labels: Record<string, string>) => ({ language: "en", catalog: enriched(EMPTY, { labels: { en: labels } }) }) as State;

test("a group is called as its system says, by a name of its own where its key means something else", () => {
  expect(groupName(state({ end: "Turn" }), "end")).toBe("Turn");
  expect(groupName(state({ end: "Endurance", "group.end": "Turn" }), "end")).toBe("Turn");
  expect(groupName(state({}), "sorcery")).toBe("Group: sorcery");
});
