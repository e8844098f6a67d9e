import { beforeEach, expect, test, vi } from "vitest";
import type { Ctrl } from "../ctrl.ts";
import type { Errand } from "../wire/socket.ts";
import { planOf } from "../seat/alone.ts";
import { knownLinks } from "../seat/recent.ts";
import { sampleIn } from "./draft.ts";
import { Home, refusal } from "./home.ts";

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

/** Ann's seat is asked for; the server answers each claim with the next of these. */
function waitingAt(...answers: (() => unknown)[]) {
  const asked: Errand[] = [];
  const pauses: (() => void)[] = [];
  const request = async (errand: Errand) => {
    asked.push(errand);
    return "seat" in errand ? answers.shift()?.() : FOUND;
  };
  const ctrl = { now: { language: "en" }, request, later: (go: () => void) => pauses.push(go) } as unknown as Ctrl;
  const home = new Home(ctrl, () => Promise.reject());
  home.set({ code: "KX7M-2QPF-9TRC", found: FOUND as never });
  return { home, asked, pauses };
}

test("who waits for the game master may withdraw, and the server is told so with the same key", async () => {
  const { home, asked, pauses } = waitingAt(refusing("claim_waits"), refusing("claim_waits"));
  const choosing = home.choose("ann");
  await vi.waitFor(() => expect(home.now.waiting).toBe("ann"));
  pauses.shift()?.();
  await vi.waitFor(() => expect(asked.length).toBe(2));
  home.withdraw();
  await choosing;
  const [, again, last] = asked as { seat?: string; key_h: Uint8Array }[];
  expect(asked.length).toBe(3);
  expect(last?.seat).toBeUndefined();
  expect(last?.key_h).toEqual(again?.key_h);
  expect([home.now.waiting, home.now.isBusy, home.now.error, location.hash]).toEqual([undefined, false, undefined, ""]);
});

test("who withdraws while the question is on its way withdraws as well, unless the answer is yes", async () => {
  for (const [answer, hash] of [[refusing("claim_waits"), ""], [() => FOUND, "#ASN"]] as const) {
    let say = () => {};
    const { home, asked, pauses } = waitingAt(refusing("claim_waits"), () => new Promise((go, no) => (say = () => new Promise((done) => done(answer())).then(go, no))));
    const choosing = home.choose("ann");
    await vi.waitFor(() => expect(home.now.waiting).toBe("ann"));
    pauses.shift()?.();
    await vi.waitFor(() => expect(asked.length).toBe(2));
    home.withdraw();
    say();
    await choosing;
    expect(asked.length).toBe(hash ? 2 : 3);
    expect(location.hash.startsWith(hash)).toBe(true);
    expect(home.now.waiting).toBeUndefined();
  }
});

test("who asks anew after having withdrawn is not given the answer to the old question", async () => {
  const { home, asked } = waitingAt(refusing("claim_waits"), refusing("claim_refused"), () => FOUND);
  const choosing = home.choose("ann");
  await vi.waitFor(() => expect(home.now.waiting).toBe("ann"));
  home.withdraw();
  await choosing;
  await home.choose("ann");
  const [first, , second, third] = asked.map((errand) => String((errand as { key_h?: Uint8Array }).key_h));
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  expect(home.now.error).toBeUndefined();
});

test("a no to who waits is told, and nothing is asked by itself", async () => {
  const { home, asked, pauses } = waitingAt(refusing("claim_waits"), refusing("claim_refused"));
  const choosing = home.choose("ann");
  await vi.waitFor(() => expect(home.now.waiting).toBe("ann"));
  pauses.shift()?.();
  await choosing;
  expect(asked.length).toBe(2);
  expect(home.now.error?.code).toBe("claim_refused");
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

test("all that is wrong with a file is there at once, each with its own place and details", () => {
  const detail = { path: "table", problem: "No such field.", kind: "unknown_field", field: "windows", "path.1": "seats.bob.role", "problem.1": "Not a role.", "kind.1": "not_allowed", "value.1": "king" };
  const text = '[table]\nwindows = 3\n[seats.bob]\nrole = "king"';
  const { also, ...first } = refusal({ type: "rejected", code: "schema", message: "", detail }, text, "tirakan");
  expect(first).toEqual({ path: "table", text: "No such field.", line: 1, kind: "unknown_field", detail: { field: "windows" }, system: "tirakan" });
  expect(also).toEqual([{ path: "seats.bob.role", text: "Not a role.", line: 4, kind: "not_allowed", detail: { value: "king" }, system: "tirakan" }]);
});

const SAMPLE = { title: "Toll", system: "tirakan", seats: { hagen: { name: "Hagen" }, sela: { name: "Sela" } } };

const IN_GERMAN = { ...SAMPLE, title: "Zoll" };

/** Somebody tries it alone; the lobby knows one system, and answers so. */
async function alone(answer: () => unknown, sample?: typeof SAMPLE, language = "en") {
  const asked: Errand[] = [];
  const request = async (errand: Errand) => {
    asked.push(errand);
    return answer();
  };
  const ctrl = { now: { language, lobby: { systems: [{ name: "tirakan" }] } }, request } as unknown as Ctrl;
  const home = new Home(ctrl, async () => ({ sample: SAMPLE, translated: { de: IN_GERMAN } }) as never);
  await home.alone(sample);
  return { home, asked };
}

test("who tries it alone sits down on the first seat, and the links of all are kept", async () => {
  const token = "A".repeat(64);
  const { home, asked } = await alone(() => ({ encounter: "0123", links: { hagen: token, gm: "B".repeat(64) } }));
  expect(asked).toEqual([{ type: "create", encounter: SAMPLE, alone: "hagen" }]);
  expect(location.hash).toBe(`#${token}`);
  expect(knownLinks("0123")["gm"]).toBe("B".repeat(64));
  expect(planOf("0123")).toEqual({ encounter: SAMPLE, seat: "hagen" });
  home.forget("0123");
  expect(planOf("0123")).toBeUndefined();
});

test("a fight is laid with names of the language of whoever lays it", async () => {
  const { home, asked } = await alone(() => ({ encounter: "0123", links: { hagen: "A".repeat(64) } }), undefined, "de");
  expect(asked).toEqual([{ type: "create", encounter: IN_GERMAN, alone: "hagen" }]);
  const setup = { sample: SAMPLE, translated: { de: IN_GERMAN } } as never;
  expect(["de", "en", "fr"].map((language) => sampleIn(language, setup))).toEqual([IN_GERMAN, SAMPLE, SAMPLE]);
  home.forget("0123");
});

test("a lesson is laid so, too", async () => {
  const fetching = vi.spyOn(globalThis, "fetch");
  fetching.mockResolvedValue(new Response(JSON.stringify({ encounter: SAMPLE, translated: { de: IN_GERMAN }, steps: [] })));
  const asked: Errand[] = [];
  const request = async (errand: Errand) => (asked.push(errand), { encounter: "0123", links: { hagen: "A".repeat(64) } });
  const ctrl = { now: { language: "de", lobby: { systems: [{ name: "brink", tutorial: true }] } }, request };
  const home = new Home(ctrl as unknown as Ctrl, () => Promise.reject());
  await home.learn();
  fetching.mockRestore();
  expect(asked).toEqual([{ type: "create", encounter: IN_GERMAN, alone: "hagen" }]);
  home.forget("0123");
});

test("where the bots are all at play it says so, and nobody is led anywhere", async () => {
  const { home } = await alone(refusing("bots_full"), SAMPLE);
  expect([home.now.error?.code, home.now.isBusy, location.hash]).toEqual(["bots_full", false, ""]);
});
