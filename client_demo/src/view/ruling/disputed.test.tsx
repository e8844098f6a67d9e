/** What of a past act can be disputed can be read as a whole. */
import { render } from "@testing-library/preact";
import { expect, test } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import { defaults, type Ruling } from "../../table/state.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { Disputed } from "./disputed.tsx";

test("the field of a number is as wide as the number needs", () => {
  const terms = [3, 1040, 100_000].map((value, index) => ({ key: `term${index}`, rule: "X-1", value }));
  const card = { amendable: true, dice: [], rolls: [{ roll: "hit", terms }] };
  const ruling = { kind: "amend", at: [1, 0], card, faces: {}, terms: {}, instead: {}, struck: false } as unknown as Ruling;
  const ctrl = { state: { value: { ...defaults(), view: VIEW } } } as unknown as Ctrl;
  const { container } = render(<Disputed ctrl={ctrl} ruling={ruling} />);
  const widths = [...container.querySelectorAll<HTMLInputElement>("input[type=number]")].map(({ style, value }) => parseInt(style.width) - value.length);
  expect(widths).toEqual([5, 5, 5]);
});
