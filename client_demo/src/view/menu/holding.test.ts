/** What is changed by an option, and holds already, can be read from it. */
import { expect, test } from "vitest";
import type { Option } from "../../wire/types.ts";
import { holding } from "./holding.ts";

const how = { name: "how", kind: "choice", choices: [{ value: "ask" }, { value: "never" }] };
const order: Option = { key: "order", who: "hagen", group: "free", intent: { type: "order", how: "never" }, params: [how] };

test("of a standing answer the choice that holds, of anything else nothing", () => {
  expect(holding(order)).toEqual([[how, { value: "never" }]]);
  expect(holding({ ...order, intent: { type: "order" } })).toEqual([]);
  expect(holding({ ...order, params: [how, { name: "target", kind: "choice", choices: [{ value: "robber" }] }] })).toEqual([]);
  expect(holding({ ...order, answers: true })).toEqual([]);
  expect(holding({ ...order, group: "gm" })).toEqual([]);
  expect(holding({ ...order, cost: "1 action" })).toEqual([]);
});
