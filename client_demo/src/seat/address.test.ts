import { describe, expect, test } from "vitest";
import { encounterOf, hashOf, pasted, placeOf } from "./address.ts";

const TOKEN = "Y2CnZxEW5eY_jr7DIC5N21h4ZGkzndPcM8hfzqolG1hM7_935jpaeYH55NNg8oII";
const ENCOUNTER = "6360a7671116e5e63f8ebec3202e4ddb";

describe("the address", () => {
  test("a token is a seat, and names its encounter", () => {
    expect(placeOf(`#${TOKEN}`)).toEqual({ kind: "seat", token: TOKEN });
    expect(encounterOf(TOKEN)).toBe(ENCOUNTER);
  });

  test.each([
    ["", { kind: "start" }],
    ["#/new", { kind: "new" }],
    ["#/join/KX7M-2QPF", { kind: "join", code: "KX7M-2QPF" }],
    ["#/", { kind: "start" }],
    ["#/what", { kind: "lost" }],
    [`#/key/${TOKEN.slice(0, 43)}`, { kind: "key", key: TOKEN.slice(0, 43) }],
    ["#/key/short", { kind: "lost" }],
    ["#%E0%A4%A", { kind: "lost" }],
    ["#<script>", { kind: "lost" }],
  ])("%s", (hash, place) => expect(placeOf(hash)).toEqual(place));

  test.each([0, 3])("a moment comes back from its own link (step %d)", (step) => {
    const moment = { encounter: ENCOUNTER, audience: "seat:hagen", n: 41, step };
    expect(placeOf(hashOf(moment))).toEqual({ kind: "moment", moment });
    expect(placeOf(encodeURI(hashOf(moment)))).toEqual({ kind: "moment", moment });
  });

  test.each([`#/at/${ENCOUNTER}/king/4`, "#/at/xyz/gm/4", `#/at/${ENCOUNTER}/gm/-4`])("%s is no moment", (hash) => {
    expect(placeOf(hash).kind).toBe("lost");
  });
});

describe("what is pasted to join", () => {
  test.each([
    [` http://192.168.1.4:8642/#${TOKEN} `, { kind: "seat", token: TOKEN }],
    [TOKEN, { kind: "seat", token: TOKEN }],
    ["http://host/#/join/KX7M-2QPF", { kind: "join", code: "KX7M-2QPF" }],
    ["kx7m 2qpf", { kind: "join", code: "kx7m 2qpf" }],
  ])("%s", (text, place) => expect(pasted(text)).toEqual(place));

  test.each(["", "a", "http://host/", "https://somewhere.example/page#top"])("%s is nothing", (text) => {
    expect(pasted(text)).toBeUndefined();
  });
});
