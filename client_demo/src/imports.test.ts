/** The client's architecture: its rooms from the top down, and no module that comes back to itself by its imports. */
import { expect, test } from "vitest";

/** A module uses its own room and those below it. */
const ROOMS = [
  "main.tsx",
  "view/app.tsx",
  "view/home/",
  "view/table/",
  "view/replay/",
  "view/end/",
  "view/gm/",
  "view/ruling/",
  "view/acts/",
  "view/menu/",
  "view/log/",
  "view/map/",
  "view/links/",
  "view/parts/",
  "view/props.ts",
  "home/",
  "ctrl.ts",
  "past/",
  "table/",
  "seat/",
  "words/",
  "verify/",
  "wire/",
];

type Texts = Record<string, string>;

const MODULES: Texts = import.meta.glob<string>(["./**/*.{ts,tsx}", "!./**/*.test.*"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** In all the ways there are: for values, for types, to pass it on, for its effects, and later. */
const IMPORT = /^(?:import|export)\b[^;"]*\bfrom\s*"(\.[^"]+)"|^import\s*"(\.[^"]+)"|\bimport\(\s*"(\.[^"]+)"/gm;

/** What brings nothing along by itself. */
const LATER_OR_TYPES = /^(?:import|export) type\b[^;"]*\bfrom\s*"[^"]+"|\bimport\("[^"]+"\)/gm;

/** What each module imports of the others, as paths from this folder. */
function importsIn(texts: Texts): Record<string, string[]> {
  const plain = (path: string, from = "./") => new URL(path, new URL(from, "file:///")).pathname.slice(1);
  const paths = new Set(Object.keys(texts).map((path) => plain(path)));
  const found = Object.entries(texts).map(([path, text]) => {
    const all = [...text.matchAll(IMPORT)].map(([, from, effect, later]) => plain(from ?? effect ?? later ?? "", path));
    return [plain(path), all.filter((other) => paths.has(other))];
  });
  return Object.fromEntries(found);
}

/** The first way on which a module comes back to itself. */
function cycleIn(texts: Texts): string[] {
  const imports = importsIn(texts);
  const seen = new Set<string>();
  const walk = (path: string, way: string[]): string[] => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (seen.has(path)) return [];
    seen.add(path);
    return first((imports[path] ?? []).map((next) => () => walk(next, [...way, path])));
  };
  return first(Object.keys(imports).map((path) => () => walk(path, [])));
}

function first(tries: (() => string[])[]): string[] {
  for (const each of tries) {
    const found = each();
    if (found.length > 0) return found;
  }
  return [];
}

/** Every import that leads up, and every module without a room. */
function upwardIn(texts: Texts): string[] {
  const floor = (path: string) => ROOMS.findIndex((room) => path.startsWith(room));
  return Object.entries(importsIn(texts)).flatMap(([path, others]) => [
    ...(floor(path) < 0 ? [path] : []),
    ...others.filter((other) => floor(other) < floor(path)).map((other) => `${path} -> ${other}`),
  ]);
}

/** What comes along with these at once, not only when it is wanted. */
function loadedWith(...entries: string[]): Set<string> {
  const values = Object.entries(MODULES).map(([path, text]) => [path, text.replaceAll(LATER_OR_TYPES, "")]);
  const imports = importsIn(Object.fromEntries(values));
  const found = new Set(entries);
  for (const path of found) imports[path]?.forEach((other) => found.add(other));
  return found;
}

test("the modules are read", () => {
  const imports = importsIn(MODULES);
  expect(imports["main.tsx"]).toEqual(expect.arrayContaining(["ctrl.ts", "view/app.tsx", "view/table/table.tsx"]));
  expect(Object.values(imports).flat().length).toBeGreaterThan(300);
});

test("no module comes back to itself", () => {
  expect(cycleIn(MODULES)).toEqual([]);
});

test("every module stands in a room and uses only what is beside or below it", () => {
  expect(upwardIn(MODULES)).toEqual([]);
});

test.each([
  'import { b } from "./b.ts";',
  'import {\n  type A,\n  b,\n} from "./b.ts";',
  'import type { B } from "./b.ts";',
  'import "./b.ts";',
  'export { b } from "./b.ts";',
  'export const b = async () => (await import("./b.ts")).b;',
])("a cycle is found over %s", (text) => {
  const texts = { "./main.ts": 'import "./x/a.ts";', "./x/a.ts": text, "./x/b.ts": 'import { c } from "../c.ts";' };
  expect(cycleIn({ ...texts, "./c.ts": "" })).toEqual([]);
  expect(cycleIn({ ...texts, "./c.ts": 'import { a } from "./x/a.ts";' })).toEqual(["x/a.ts", "x/b.ts", "c.ts", "x/a.ts"]);
});

test("an import that leads up is found, and a module without a room", () => {
  const texts = { "./wire/socket.ts": 'import type { State } from "../table/state.ts";', "./table/state.ts": "", "./util.ts": "" };
  expect(upwardIn(texts)).toEqual(["wire/socket.ts -> table/state.ts", "util.ts"]);
});

test("report, search and lesson are loaded when they are wanted, not with the table", () => {
  const loaded = loadedWith("main.tsx", "view/table/table.tsx");
  expect([...loaded]).toEqual(expect.arrayContaining(["view/app.tsx", "view/table/dock.tsx", "view/acts/actions.tsx"]));
  const wanted = ["view/end/ending.tsx", "past/account.ts", "view/menu/menu.tsx", "view/menu/suggested.ts", "view/table/guide.tsx", "past/lessons.ts"];
  expect(Object.keys(importsIn(MODULES))).toEqual(expect.arrayContaining(wanted));
  expect(wanted.filter((path) => loaded.has(path))).toEqual([]);
});
