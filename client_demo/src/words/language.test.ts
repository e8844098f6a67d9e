import { expect, test } from "vitest";
import { preferred } from "./language.ts";

test.each([
  [["de-AT", "en"], "de"],
  [["fr-FR", "de"], "de"],
  [["en-US", "de"], "en"],
  [["fr"], "en"],
])("%j speaks %s", (languages, language) => {
  expect(preferred(languages)).toBe(language);
});
