/** What would change, in sentences. */
import { expect, test } from "vitest";
import { speech } from "../table/scene.ts";
import { defaults } from "../table/state.ts";
import type { View } from "../wire/types.ts";
import { loadWords } from "../words/book.ts";
import { EMPTY, enriched } from "../words/catalog.ts";
import { changeText } from "./changes.ts";

const state = { ...defaults(), catalog: enriched(EMPTY, { labels: { en: { cover: "Cover" } } }) };
const view = { combatants: { robber: { name: "Robber", side: "b" }, sela: { name: "Sela", side: "a" } } } as unknown as View;

test("cover says against whom it changes", async () => {
  const change = { kind: "stance", who: "robber", key: "cover", before: "4+", after: "6+" };
  const said = (towards?: string) => changeText(towards ? { ...change, towards } : change, speech(state, view), "en");
  await loadWords("en");
  expect(said()).toBe("Robber: Cover 4+ → 6+");
  expect(said("sela")).toBe("Robber: Cover against Sela 4+ → 6+");
});

test("who is hidden again has been seen", async () => {
  await loadWords("en");
  const said = (after: boolean) => changeText({ kind: "hidden", who: "robber", before: !after, after }, speech(state, view), "en");
  expect(said(true)).toBe("Robber is hidden again, though players have seen Robber");
  expect(said(false)).toBe("Robber is seen by everybody");
});

test("an order that goes is not said to become anybody", async () => {
  await loadWords("en");
  const said = (after: string[]) => changeText({ kind: "order", before: ["robber"], after }, speech(state, view), "en");
  expect([said(["sela"]), said([])]).toEqual(["The order becomes Sela", "There is no order any more"]);
});

test("a turn goes to nobody and comes from nobody: it is over, or begins", async () => {
  await loadWords("en");
  const said = (before: string[], after: string[]) => changeText({ kind: "turn", before, after }, speech(state, view), "en");
  expect(said(["robber"], ["sela"])).toBe("The turn goes from Robber to Sela");
  expect(said(["robber"], [])).toBe("The turn of Robber is over");
  expect(said([], ["sela"])).toBe("The turn of Sela begins");
});
