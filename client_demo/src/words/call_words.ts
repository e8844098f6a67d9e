/** The words that call somebody to the table, and of what is waited for, in both languages: they are few. */
import { type Gaps, fill } from "./book.ts";
import type { Language } from "./language.ts";

const EN = {
  turn: "Your turn",
  asked: "Your answer",
  waiting: "Waiting for {names}",
  master: "Waiting for the game master",
  since: "for {time}",
  soundOn: "Play a sound when it is my turn",
  soundOff: "No sound when it is my turn",
};

const DE: typeof EN = {
  turn: "Du bist dran",
  asked: "Deine Antwort",
  waiting: "Warten auf {names}",
  master: "Warten auf die Spielleitung",
  since: "seit {time}",
  soundOn: "Ton, wenn ich dran bin",
  soundOff: "Kein Ton, wenn ich dran bin",
};

/** The words in a language. */
export function callWords(language: Language): (key: keyof typeof EN, gaps?: Gaps) => string {
  const words = language === "de" ? DE : EN;
  return (key, gaps) => fill(language, words[key], gaps);
}
