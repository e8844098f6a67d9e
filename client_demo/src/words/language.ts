/** The languages that the client speaks. */
export type Language = "en" | "de";

/** The browser's first language that there is. */
export function preferred(languages: readonly string[]): Language {
  const found = languages.map((language) => language.slice(0, 2)).find((short) => short === "de" || short === "en");
  return found === "de" ? "de" : "en";
}
