/** Laying units against goals: what is laid elsewhere says where, and nothing stands about where nothing is laid. */
import { cleanup, fireEvent, render } from "@testing-library/preact";
import { afterEach, expect, test, vi } from "vitest";
import type { Ctrl } from "../../ctrl.ts";
import type { Scene } from "../../table/scene.ts";
import { defaults, type Form } from "../../table/state.ts";
import type { Param } from "../../wire/types.ts";
import { VIEW } from "../../wire/world.fake.ts";
import { AssignField } from "./assign.tsx";

afterEach(cleanup);

const PARAM: Param = {
  name: "units",
  kind: "assign",
  goals: [{ value: "h1", label: "Hit" }, { value: "h2", label: "Hit" }],
  choices: [{ value: "u1", label: "Mail" }, { value: "u2", label: "Helmet", fits: ["h2"] }],
};

function drawn(units: Record<string, number>) {
  const form: Form = { option: { key: "protect", intent: {}, params: [PARAM] }, values: { units } };
  const state = { ...defaults(), view: VIEW, form };
  const lay = vi.fn();
  const ctrl = { state: { value: state }, lay } as unknown as Ctrl;
  return { page: render(<AssignField ctrl={ctrl} scene={{ view: VIEW, options: [], isLive: true } as Scene} form={form} param={PARAM} />), lay };
}

test("each hit is offered what fits it, and no word where nothing is laid against it", () => {
  const { page } = drawn({});
  expect(page.getAllByRole("group").map((row) => row.textContent)).toEqual(["Mail", "MailHelmet"]);
});

test("one unit stops one hit: elsewhere it says against which, and can't be laid twice", () => {
  const { page, lay } = drawn({ g0: 0 });
  const [own, other] = page.getAllByRole("button", { name: /Mail/ });
  expect(own?.getAttribute("aria-pressed")).toBe("true");
  expect(other?.textContent).toBe("Mail→ Hit 1");
  fireEvent.click(other as HTMLElement);
  expect(lay).not.toHaveBeenCalled();
  fireEvent.click(own as HTMLElement);
  expect(lay).toHaveBeenCalledWith(PARAM, 0, undefined);
});
