/** The words of who is asked when come with the panel that sets it, in both languages: they are few. */
import { type Gaps, fill } from "./book.ts";
import type { Language } from "./language.ts";

const EN = {
  title: "When I am asked",
  usual: "Usual",
  mine: "All mine",
  everything: "Everything",
  own: "as chosen",
  from: "from",
  passes: "{names} will pass. Nothing to do.",
  react: "React",
  reactFor: "React with {name}",
  always: "You always pass on:",
  ask: "Ask me again about: {kind}",
  hold: "Hold this window",
  letGo: "Let the window go on",
};

const DE: typeof EN = {
  title: "Wann ich gefragt werde",
  usual: "Üblich",
  mine: "Alles, was mich betrifft",
  everything: "Immer",
  own: "wie gewählt",
  from: "ab",
  passes: "{names} passt von selbst. Nichts zu tun.",
  react: "Reagieren",
  reactFor: "Mit {name} reagieren",
  always: "Du passt immer bei:",
  ask: "Wieder fragen bei: {kind}",
  hold: "Dieses Fenster anhalten",
  letGo: "Das Fenster weitergehen lassen",
};

/** The words in a language. */
export function stopsWords(language: Language): (key: keyof typeof EN, gaps?: Gaps) => string {
  const words = language === "de" ? DE : EN;
  return (key, gaps) => fill(language, words[key], gaps);
}
