/** Behind the first look: what fails to come is fetched again, once the server is there. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Ctrl, type Part } from "../ctrl.ts";
import { fetched, fetchJson, page } from "./fetched.ts";
import { FakeWorld, welcome } from "./world.fake.ts";

const LONG_MS = 10_000;
const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("location", { reload });
  document.head.innerHTML = '<script type="text/plain" src="/assets/index-old.js"></script>';
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  reload.mockReset();
  Object.assign(page, { isAway: false, isBusy: () => false });
});

/** The server's answers from now on. */
function serve(status: number, text: string) {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(text, { status })));
}

/** Fails so often. */
function failing(times: number) {
  const load = vi.fn(() => (load.mock.calls.length > times ? Promise.resolve("there") : Promise.reject(new TypeError("Failed to fetch"))));
  return load;
}

test("what fails is tried until it comes", async () => {
  serve(200, document.head.innerHTML);
  const load = failing(2);
  const coming = fetched(load);
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(await coming).toBe("there");
  expect(load).toHaveBeenCalledTimes(3);
  expect(reload).not.toHaveBeenCalled();
});

test("a server that is away is not asked until it is back", async () => {
  page.isAway = true;
  const load = failing(0);
  const coming = fetched(load);
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(load).not.toHaveBeenCalled();
  page.isAway = false;
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(await coming).toBe("there");
});

test("where the server has another client by now, the page is loaded anew, unless somebody would lose something", async () => {
  serve(200, '<script src="/assets/index-new.js"></script>');
  page.isBusy = () => true;
  void fetched(failing(99));
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(reload).not.toHaveBeenCalled();
  page.isBusy = () => false;
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(reload).toHaveBeenCalled();
});

test("a server that does not answer with a page has no other client", async () => {
  serve(502, "Bad gateway");
  void fetched(failing(99));
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(reload).not.toHaveBeenCalled();
});

test("a file that the server does not have is empty; any other answer is no file", async () => {
  serve(404, "not found");
  expect(await fetchJson("/catalog/cups.rules.json")).toEqual({});
  serve(503, "starting");
  await expect(fetchJson("/catalog/cups.rules.json")).rejects.toThrow("503");
});

test("a table whose server went away gets its sentences when it is back, each part once", async () => {
  const world = new FakeWorld();
  const asked: Part[] = [];
  let isUp = true;
  const fetchCatalog = (_system: string, part: Part) => {
    asked.push(part);
    return isUp ? Promise.resolve(part === "rules" ? { rules: { "C-1": "Cups" } } : { refusals: { en: { far: "Too far." } } }) : Promise.reject(new TypeError());
  };
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError()));
  const ctrl = new Ctrl(world, { token: "token" }, { language: "en" }, fetchCatalog);
  world.line.accept();
  world.line.say(welcome());
  isUp = false;
  world.pass(LONG_MS);
  ctrl.needRules();
  ctrl.needRules();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual(["en", "rules", "en.refusals"]);
  world.line.end(1006);
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(asked.length).toBe(3);
  isUp = true;
  world.pass(LONG_MS);
  world.line.accept();
  world.line.say(welcome());
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(asked.slice(3).toSorted()).toEqual(["en.refusals", "rules"]);
  expect(ctrl.now.catalog.refusals).toEqual({ en: { far: "Too far." } });
  expect(ctrl.now.catalog.rules).toEqual({ "C-1": "Cups" });
});
