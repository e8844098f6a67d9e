import { describe, expect, test } from "vitest";
import type { Option, Param } from "../wire/types.ts";
import type { Point } from "./ground.ts";
import { alike, assigned, extended, fillable, filled, initial, isReady, length_cm, oneTap, onMap, optionId, picked } from "./options.ts";

const reason = { code: "reach", message: "Too far: 6 m, at most 2 m." };

function option(...params: Param[]): Option {
  return { key: "attack", who: "hagen", intent: { type: "declare", reaction: { type: "attack", mode: "" } }, params };
}

const target: Param = {
  name: "reaction.target",
  kind: "choice",
  combatant: true,
  choices: [{ value: "robber" }, { value: "scout", reason }, { value: "chief" }],
};

describe("filling in", () => {
  test("a choice goes to its dotted place and leaves the template as it was", () => {
    const attack = option(target);
    expect(filled(attack, { "reaction.target": 2 })).toEqual({
      type: "declare",
      reaction: { type: "attack", mode: "", target: "chief" },
    });
    expect(attack.intent).toEqual({ type: "declare", reaction: { type: "attack", mode: "" } });
  });

  test("a value goes into one of a list's items, and the template stays as it was", () => {
    const plan = { ...option(target), intent: { type: "declare", plan: [{ kind: "run" }, { kind: "attack" }] } };
    plan.params = [{ ...target, name: "plan.1.target" }];
    const [run, attack] = plan.intent.plan;
    expect(filled(plan, { "plan.1.target": 2 })).toEqual({ type: "declare", plan: [run, { ...attack, target: "chief" }] });
    expect(plan.intent.plan[1]).toEqual({ kind: "attack" });
  });

  test("values may be of any type, also false and 0", () => {
    const param: Param = { name: "how", kind: "choice", choices: [{ value: false }, { value: 0 }] };
    expect(filled(option(param), { how: 0 })["how"]).toBe(false);
    expect(filled(option(param), { how: 1 })["how"]).toBe(0);
  });

  test("many choices become a list in the order of tapping", () => {
    const param: Param = { name: "units", kind: "many", least: 1, most: 2, choices: [{ value: "a" }, { value: "b" }, { value: "c" }] };
    let value = picked(param, undefined, 2);
    value = picked(param, value, 0);
    expect(picked(param, value, 1)).toEqual(value);
    expect(filled(option(param), { units: value as number[] })["units"]).toEqual(["c", "a"]);
    expect(picked(param, value, 2)).toEqual([0]);
  });

  describe("an ordered list", () => {
    const plan: Param = { name: "plan", kind: "list", least: 1, most: 3, choices: [{ value: { kind: "strike", target: "robber" } }, { value: { kind: "guard" } }] };

    test("is sent in its order", () => {
      expect(filled(option(plan), { plan: [1, 0] })["plan"]).toEqual([{ kind: "guard" }, { kind: "strike", target: "robber" }]);
    });

    test("has a choice for each at whom one may be aimed, and finds those again that are planned", () => {
      const blow: Param = { name: "plan", kind: "list", most: 3, repeats: true, aim: "target", choices: [{ value: { kind: "strike" }, aims: ["", "robber"] }, { value: { kind: "guard" } }] };
      const given = { ...option(blow), intent: { type: "plan", plan: [{ kind: "guard" }, { kind: "strike", target: "robber" }] } };
      const shown = fillable(given);
      expect(shown.params?.[0]?.choices?.map(({ value, target }) => [value, target])).toEqual([
        [{ kind: "strike" }, undefined],
        [{ kind: "strike", target: "robber" }, "robber"],
        [{ kind: "guard" }, undefined],
      ]);
      expect(initial(shown)).toEqual({ plan: [2, 1] });
    });

    test("keeps what is planned though it is not possible any more", () => {
      const grey = { ...plan, choices: [{ value: { kind: "guard" }, reason }] };
      expect(initial({ ...option(grey), intent: { type: "plan", plan: [{ kind: "guard" }] } })).toEqual({ plan: [0] });
    });

    test("is whole when it is long enough, and begins with what is planned already", () => {
      expect(isReady(option(plan), initial(option(plan)))).toBe(false);
      expect(isReady(option(plan), { plan: [1] })).toBe(true);
      const now = { ...option(plan), intent: { type: "plan", plan: [{ kind: "guard" }] } };
      expect(initial(now)).toEqual({ plan: [1] });
      expect(initial({ ...now, intent: { type: "plan", plan: [{ kind: "dance" }] } })).toEqual({ plan: [] });
    });
  });

  test("what this page can't fill in is greyed, with a sentence", () => {
    const strange = option(target, { name: "how", kind: "dial" });
    expect(fillable(strange).reason).toMatchObject({ code: "unknown_param", detail: { kind: "dial" } });
    expect(fillable(option(target))).toEqual(option(target));
    expect(fillable({ ...strange, reason }).reason).toBe(reason);
  });

  test("units are laid against goals as pairs", () => {
    const param: Param = {
      name: "stops",
      kind: "assign",
      choices: [{ value: "mail.1" }, { value: "mail.2" }],
      goals: [{ value: "h1" }, { value: "h2" }],
    };
    expect(filled(option(param), { stops: assigned({}, 0, 1) })["stops"]).toEqual([{ unit: "mail.2", hit: "h1" }]);
    expect(filled(option(param), initial(option(param)))["stops"]).toEqual([]);
    expect(assigned(assigned({}, 0, 1), 1, 1)).toEqual({ g1: 1 });
    expect(assigned({ g0: 0, g1: 1 }, 0, undefined)).toEqual({ g1: 1 });
  });

  test("numbers, texts, points and paths go as they are; what is open is left out", () => {
    const params: Param[] = [
      { name: "dice", kind: "number", least: 1, most: 3 },
      { name: "text", kind: "text", most: 20, optional: true },
      { name: "at", kind: "point" },
      { name: "path", kind: "path", most: 600 },
    ];
    const given = { dice: 2, text: "", at: [10, 20] as Point, path: [[30, 40]] as Point[] };
    expect(filled(option(...params), given)).toMatchObject({ dice: 2, at: [10, 20], path: [[30, 40]] });
    expect(filled(option(...params), given)).not.toHaveProperty("text");
  });
});

describe("a form", () => {
  test("begins with the only choice there is and the least number", () => {
    const one: Param = { ...target, choices: [{ value: "scout", reason }, { value: "robber" }] };
    expect(initial(option(one, { name: "dice", kind: "number", least: 2, most: 4 }))).toEqual({ "reaction.target": 1, dice: 2 });
    expect(initial(option(target))).toEqual({});
  });

  test("begins with what the template says already", () => {
    const yesNo: Param["choices"] = [{ value: true }, { value: false }];
    const params: Param[] = [
      { name: "options.asks", kind: "choice", choices: yesNo, optional: true },
      { name: "options.most", kind: "number", most: 9, optional: true },
      { name: "options.other", kind: "number", most: 9, optional: true },
    ];
    const now = { ...option(...params), intent: { type: "set_options", options: { asks: false, most: 4 } } };
    expect(initial(now)).toEqual({ "options.asks": 1, "options.most": 4 });
    expect(filled(now, initial(now))).toEqual(now.intent);
  });

  test("is ready when all that must be there is there", () => {
    expect(isReady(option(target), {})).toBe(false);
    expect(isReady(option({ ...target, optional: true }), {})).toBe(true);
    expect(isReady(option(target), { "reaction.target": 0 })).toBe(true);
    const many: Param = { name: "units", kind: "many", least: 2, most: 3, choices: [{ value: 1 }, { value: 2 }] };
    expect(isReady(option(many), { units: [0] })).toBe(false);
    expect(isReady(option(many), { units: [0, 1] })).toBe(true);
    const stops: Param = { name: "stops", kind: "assign", choices: [{ value: "mail" }], goals: [{ value: "h1" }] };
    expect(isReady(option(stops), initial(option(stops)))).toBe(false);
    expect(isReady(option(stops), { stops: { g0: 0 } })).toBe(true);
    const path: Param = { name: "path", kind: "path" };
    expect(isReady(option(path), { path: [] })).toBe(false);
  });

  test("shows its place on the map first, then combatants that are still open", () => {
    const path: Param = { name: "path", kind: "path" };
    expect(onMap(option(target, path), {})?.name).toBe("path");
    expect(onMap(option(target), {})?.name).toBe("reaction.target");
    expect(onMap(option({ name: "n", kind: "number" }), {})).toBeUndefined();
    const corners = option({ name: "corner", kind: "point" }, { name: "opposite", kind: "point" });
    expect(onMap(corners, {})?.name).toBe("corner");
    expect(onMap(corners, { corner: [0, 0] })?.name).toBe("opposite");
  });

  test("decides with one tap only where a single choice is open", () => {
    const cups: Param = { name: "cup", kind: "choice", choices: [{ value: 1 }, { value: 2 }] };
    expect(oneTap(option(cups))).toBe(cups);
    expect(oneTap(option(cups, target))).toBeUndefined();
    expect(oneTap(option({ ...cups, optional: true }))).toBeUndefined();
  });
});

test("options are alike that say the same, each for another one", () => {
  const pass = (who: string, more = {}): Option => ({ key: "pass", who, intent: { type: "pass", who, ...more } });
  const cup: Param = { name: "cup", kind: "choice", choices: [{ value: 1 }, { value: 2 }] };
  const lift = (who: string): Option => ({ key: "lift", who, intent: { type: "lift", who }, params: [cup] });
  const offered = [pass("a"), lift("a"), pass("b"), pass("b", { loud: true }), lift("b"), { ...pass("c"), label: "softly" }];
  expect(alike(offered).map((same) => same.map(({ key, who }) => `${key} ${who}`))).toEqual([["pass a", "pass b"], ["lift a", "lift b"], ["pass b"], ["pass c"]]);
});

test("options that differ in their intent only have different ids", () => {
  const a: Option = { key: "riposte", who: "x", intent: { type: "riposte", decline: false } };
  expect(optionId(a)).not.toBe(optionId({ ...a, intent: { type: "riposte", decline: true } }));
  expect(optionId(a)).toBe(optionId({ ...a, reason }));
});

describe("a path", () => {
  test("is as long as its legs together, in whole centimetres", () => {
    expect(length_cm([0, 0], [[300, 400], [300, 500]])).toBe(600);
  });

  test("is cut where it would be too long, and never longer by rounding", () => {
    expect(extended([0, 0], [], [1000, 0], 600)).toEqual([[600, 0]]);
    for (let angle = 0; angle < 6.28; angle += 0.01) {
      const far: Point = [Math.round(5000 * Math.cos(angle)), Math.round(5000 * Math.sin(angle))];
      const path = extended([0, 0], extended([0, 0], [], [100, 33], 600), far, 600);
      expect(length_cm([0, 0], path)).toBeLessThanOrEqual(600);
      expect(length_cm([0, 0], path)).toBeGreaterThan(595);
    }
  });

  test("does not grow by a point where it ends, or beyond its limit", () => {
    expect(extended([0, 0], [[600, 0]], [900, 0], 600)).toEqual([[600, 0]]);
    expect(extended([5, 5], [], [5, 5], 600)).toEqual([]);
  });
});
