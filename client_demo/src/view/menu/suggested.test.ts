/** Which options stand first, and what can be done to whom. */
import { expect, test } from "vitest";
import type { Option } from "../../wire/types.ts";
import { against, searched, suggested } from "./suggested.ts";

const option = (key: string, goal: Option["goal"], more: Partial<Option> = {}): Option => ({ key, who: "a", goal, intent: { type: key }, ...more }) as Option;
const reason = { code: "too_far", message: "Too far." };
const target = (values: string[], far: string[] = []) => ({
  name: "target",
  kind: "choice",
  combatant: true,
  choices: values.map((value) => ({ value, ...(far.includes(value) && { reason }) })),
});

test("three stand first, each for something else, and nothing that is not possible", () => {
  const all = [option("run", "move"), option("walk", "move"), option("sword", "harm", { reason }), option("bow", "harm"), option("hide", "prepare"), option("pass", "end")];
  expect(suggested(all).map(({ key }) => key)).toEqual(["bow", "run", "hide"]);
});

test("where nobody can be harmed what prepares for it stands before what else there is", () => {
  const all = [option("bow", "harm", { reason }), option("walk", "move"), option("duck", "defend"), option("trip", "hinder"), option("reload", "prepare")];
  expect(suggested(all).map(({ key }) => key)).toEqual(["walk", "reload", "duck"]);
});

test("where harm is possible but not in the way that comes first, what prepares for that is among the three", () => {
  const all = (burst: Partial<Option>) => [option("burst", "harm", burst), option("single", "harm"), option("walk", "move"), option("duck", "defend"), option("reload", "prepare")];
  expect(suggested(all({ reason })).map(({ key }) => key)).toEqual(["single", "walk", "reload"]);
  expect(suggested(all({})).map(({ key }) => key)).toEqual(["burst", "walk", "duck"]);
});

test("where all is for the same the first three do", () => {
  expect(suggested([option("a", "move"), option("b", "move"), option("c", "move"), option("d", "move")]).map(({ key }) => key)).toEqual(["a", "b", "c"]);
  expect(suggested([option("pass", "end")])).toEqual([]);
});

test("to strike at those alone who are out of the fight is not suggested, but still to strike at others", () => {
  const strike = (...values: string[]) => option("strike", "harm", { whom: "target", params: [target(values)] });
  const all = (...values: string[]) => [strike(...values), option("walk", "move"), option("hide", "prepare"), option("wait", "help")];
  const isOut = (who: unknown) => who === "fallen";
  expect(suggested(all("fallen"), isOut).map(({ key }) => key)).toEqual(["walk", "hide", "wait"]);
  expect(suggested(all("fallen", "wolf"), isOut).map(({ key }) => key)).toEqual(["strike", "walk", "wait"]);
});

test("who is spared may depend on who acts: of friends and the fallen alone nobody is harmed", () => {
  const strike = (who: string) => option("strike", "harm", { who, whom: "target", params: [target(["ally"])] });
  const isSpared = (who: unknown, actor?: string) => who === "ally" && actor === "friend";
  expect(suggested([strike("friend"), option("walk", "move")], isSpared).map(({ key }) => key)).toEqual(["walk"]);
  expect(suggested([strike("foe"), option("walk", "move")], isSpared).map(({ key }) => key)).toEqual(["strike", "walk"]);
});

test("what is aimed at somebody already is not suggested against who is out of the fight, and can be done to whom it is aimed at", () => {
  const close = (target: string) => option(`to_${target}`, "harm", { whom: "with.target", intent: { type: "walk", with: { type: "strike", target } } });
  const all = [close("fallen"), close("wolf"), option("walk", "move")];
  expect(suggested(all, (who) => who === "fallen").map(({ key }) => key)).toEqual(["to_wolf", "walk"]);
  expect(against(all, "wolf").map((each) => [each.option.key, each.param])).toEqual([["to_wolf", undefined]]);
});

test("to somebody can be done what may be aimed at them, what is possible first", () => {
  const all = [
    option("sword", "harm", { whom: "target", params: [target(["wolf", "bear"], ["bear"])] }),
    option("bow", "harm", { whom: "target", params: [target(["bear"])] }),
    option("taunt", "hinder", { whom: "other", params: [target(["bear"])] }),
    option("walk", "move"),
  ];
  expect(against(all, "bear").map((each) => [each.option.key, each.index, each.reason?.code])).toEqual([["bow", 0, undefined], ["sword", 1, "too_far"]]);
  expect(against(all, "nobody")).toEqual([]);
});

test("a search finds by all its words, however they are written", () => {
  const names = [{ name: "Attack: Long sword" }, { name: "Throw: Long knife" }];
  expect(searched(names, "LONG att")).toEqual([names[0]]);
  expect(searched(names, "")).toEqual(names);
});
