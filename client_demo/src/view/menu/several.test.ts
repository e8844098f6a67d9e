/** Several in one form, as it is drawn anew. */
import { expect, test } from "vitest";
import type { Form } from "../../table/state.ts";
import type { Param } from "../../wire/types.ts";
import { besides, chosen, isForEach, toggled } from "./several.ts";

const param = (...people: string[]): Param => ({ name: "who", kind: "choice", choices: people.map((value) => ({ value })) });
const form = (who: Param): Form => ({ option: { key: "join", intent: { type: "join" }, params: [who], each: "who" }, values: {} });

test("who is tapped again is given back, also the first of them", () => {
  const three = param("ana", "bram", "cara");
  const all = [2, 0, 1].reduce((now, index) => toggled(now, three, index), form(three));
  expect(chosen(all, three)).toEqual([2, 0, 1]);
  expect(chosen(toggled(all, three, 2), three)).toEqual([0, 1]);
  expect(chosen([0, 1, 2].reduce((now, index) => toggled(now, three, index), all), three)).toEqual([]);
});

test("whoever leaves while it is filled in is sent for no more, and nobody in that place", () => {
  const three = param("ana", "bram", "cara");
  const two = [0, 1].reduce((now, index) => toggled(now, three, index), form(three));
  const left = param("ana", "cara");
  expect(besides({ ...two, option: { ...two.option, params: [left] } })).toEqual([]);
});

test("another choice for a past act is for one", () => {
  const two = param("ana", "bram");
  const ruling: Form = { ...[0, 1].reduce((now, index) => toggled(now, two, index), form(two)), purpose: "ruling" };
  expect([isForEach(ruling, two), besides(ruling)]).toEqual([false, []]);
});
