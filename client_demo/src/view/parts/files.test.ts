/** A file is chosen by a button like any other: the browser's own speaks its own language, and looks like nothing else. */
import { expect, test } from "vitest";

const SCREENS = import.meta.glob<string>(["../**/*.tsx", "!../**/*.test.*"], { query: "?raw", import: "default", eager: true });
const FIELD = /(<label\b[^>]*>\s*(?:<span>)?\{[^}]+\}(?:<\/span>)?\s*)?<input type="file"([^>]*)/g;

test("whatever takes a file is a label with words, and its field is seen by nobody", () => {
  const fields = Object.values(SCREENS).flatMap((text) => [...text.matchAll(FIELD)]);
  expect(fields.length).toBeGreaterThan(2);
  for (const [, label, more] of fields) expect([label !== undefined, more]).toEqual([true, expect.stringContaining('class="sr-only"')]);
});
