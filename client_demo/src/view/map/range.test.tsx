/** How far one can go is drawn as far as one can go, also where the ground takes more. */
import { cleanup, render } from "@testing-library/preact";
import { afterEach, expect, test } from "vitest";
import { defaults } from "../../table/state.ts";
import type { Param } from "../../wire/types.ts";
import { Aim } from "./map_layers.tsx";

afterEach(cleanup);

const CAMERA = { x: 0, y: 0, scale: 40 };

function drawn(rough: Param["rough"]) {
  const param = { name: "path", kind: "path", most: 500, rough } as Param;
  const aim = { param, who: "hagen", start: [0, 0] as [number, number], path: [], isPlaced: true, cost: "" };
  return render(<svg><Aim state={defaults()} aim={aim} camera={CAMERA} /></svg>).container;
}

test("on even ground it is a circle", () => {
  expect(drawn([]).querySelector("circle.range")?.getAttribute("r")).toBe("5");
});

test("behind a fence it goes less far", () => {
  const fence = [[200, -900], [300, -900], [300, 900], [200, 900]] as [number, number][];
  const corners = (drawn([fence]).querySelector("polygon.range")?.getAttribute("points") ?? "").split(" ").map((each) => each.split(",").map(Number));
  const across = corners.map(([x]) => x as number);
  expect([Math.max(...across), Math.min(...across)]).toEqual([4, -5]);
});
