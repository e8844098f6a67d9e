import { beforeEach, expect, test } from "vitest";
import type { Ctrl } from "./ctrl.ts";
import { Home } from "./home.ts";
import type { Errand } from "./socket.ts";

const FOUND = { encounter: "0123456789abcdef0123456789abcdef", title: "Toll", seats: { ann: { name: "Ann", role: "player" } } };

let claims: Errand[];

beforeEach(() => {
  localStorage.clear();
  location.hash = "";
  claims = [];
});

/** Whoever sits down at Ann's, twice; the first time the server answers this. With which keys? */
async function keysOfTwoClaims(first: () => unknown): Promise<string[]> {
  const request = async (errand: Errand) => {
    if (!("key_h" in errand)) return FOUND;
    claims.push(errand);
    return claims.length === 1 ? first() : FOUND;
  };
  const home = new Home({ now: { language: "en" }, request } as unknown as Ctrl, () => Promise.reject());
  home.set({ code: "KX7M-2QPF-9TRC", found: FOUND as never });
  await home.choose("ann");
  await home.choose("ann");
  return claims.map((claim) => String((claim as { key_h?: Uint8Array }).key_h));
}

function refusing(code: string) {
  return () => {
    throw { code, message: "", detail: {} };
  };
}

test("a link that was once somebody's seat never opens it again after it was freed", async () => {
  const [first, second] = await keysOfTwoClaims(() => FOUND);
  expect(second).not.toBe(first);
});

test("whom the game master has refused may ask anew: a no may have been a slip", async () => {
  const [first, second] = await keysOfTwoClaims(refusing("claim_refused"));
  expect(second).not.toBe(first);
});

test("after a lost answer the same is asked again", async () => {
  const [first, second] = await keysOfTwoClaims(refusing("lost"));
  expect(second).toBe(first);
});

test("who comes too late for a seat sees which are free by now", async () => {
  const taken = { ...FOUND, seats: { ann: { name: "Ann", role: "player", taken: true } } };
  const request = async (errand: Errand) => ("key_h" in errand ? refusing("seat_taken")() : taken);
  const home = new Home({ now: { language: "en" }, request } as unknown as Ctrl, () => Promise.reject());
  home.set({ code: "KX7M-2QPF-9TRC", found: FOUND as never });
  await home.choose("ann");
  expect(home.now.found).toEqual(taken);
  expect(home.now.error?.code).toBe("seat_taken");
});

test("a file of an encounter that is here can be played on as a new one", async () => {
  const sent: Errand[] = [];
  const request = async (errand: Errand) => {
    sent.push(errand);
    return "carry_on" in errand && errand.carry_on ? { encounter: FOUND.encounter, links: {} } : refusing("import_exists")();
  };
  const home = new Home({ now: { language: "en" }, request } as unknown as Ctrl, () => Promise.reject());
  await home.bring(new Uint8Array(1));
  expect(home.now.error?.code).toBe("import_exists");
  await home.bring(new Uint8Array(1), true);
  expect(home.now.error).toBeUndefined();
  expect(home.now.made?.encounter).toBe(FOUND.encounter);
});
