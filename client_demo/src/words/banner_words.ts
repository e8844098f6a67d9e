/** The words of what is out of the ordinary come when something is, in both languages: they are few. */
import { type Gaps, fill } from "./book.ts";
import type { Language } from "./language.ts";

const EN = {
  others: "Your seat is open in {count window|windows}.",
  another: "Your seat has been opened once more. Not by you? Tell your game master, who can free it.",
  anotherGm: "Somebody has opened this table as game master once more. Not you? “Play on from here” in the replay makes a copy with new links.",
  mine: "That was me",
  eyes: "You see what {name} sees.",
  paused: "Paused: the clocks stand still until the game master goes on. You may still act.",
};

const DE: typeof EN = {
  others: "Dein Platz ist in {count Fenster|Fenstern} offen.",
  another: "Dein Platz wurde noch einmal geöffnet. Nicht du? Die Spielleitung kann ihn freigeben.",
  anotherGm: "Jemand leitet diesen Tisch noch einmal. Nicht du? „Von hier weiterspielen“ (Wiederholung) macht neue Links.",
  mine: "Das war ich",
  eyes: "Angezeigte Sicht: {name}.",
  paused: "Pause: Die Uhren stehen. Handeln geht trotzdem.",
};

/** The words in a language. */
export function bannerWords(language: Language): (key: keyof typeof EN, gaps?: Gaps) => string {
  const words = language === "de" ? DE : EN;
  return (key, gaps) => fill(language, words[key], gaps);
}
