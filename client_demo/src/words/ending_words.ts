/** The words of the end of a fight come with its screen, in both languages: they are few. */
import { type Gaps, fill } from "./book.ts";
import type { Language } from "./language.ts";

const EN = {
  out: "Nobody of this side can fight any more: {side}. Only you are told.",
  end: "End the fight",
  title: "The fight is over",
  won: "Still standing: {side}",
  nobody: "Nobody is left standing.",
  undecided: "Several sides are still standing: {sides}",
  rounds: "Rounds: {rounds}",
  lasted: "Time: {time}",
  minutes: "{minutes} min",
  hours: "{hours} h {minutes} min",
  fallen: "Out of the fight: {names}",
  nobodyFell: "Nobody fell.",
  account: "What each did",
  who: "Who",
  dealt: "Harm done",
  took: "Harm taken",
  stopped: "Stopped",
  rolled: "Rolled well (expected)",
  luck: "{made} ({expected})",
  spent: "Spent (regained)",
  point: ".",
  note: "≥ and ?: not all of it was told to you.",
  worst: "The hardest blow hit {name}",
  first: "The first to fall: {name}",
  last: "The last to fall: {name}",
  links: "Look again",
  again: "Watch again",
  playAgain: "Play again",
  laying: "Laying the table …",
  laid: "The same fight begins anew at a table of its own.",
  follow: "Go there",
  save: "Save as text (Markdown)",
  print: "Print",
  adding: "Adding up what happened …",
  failed: "That could not be added up: {problem}",
  retry: "Try again",
};

const DE: typeof EN = {
  out: "Von dieser Seite kann niemand mehr kämpfen: {side}. Das erfährst nur du.",
  end: "Kampf beenden",
  title: "Der Kampf ist vorbei",
  won: "Noch auf den Beinen: {side}",
  nobody: "Niemand steht mehr.",
  undecided: "Mehrere Seiten stehen noch: {sides}",
  rounds: "Runden: {rounds}",
  lasted: "Dauer: {time}",
  minutes: "{minutes} min",
  hours: "{hours} h {minutes} min",
  fallen: "Außer Gefecht: {names}",
  nobodyFell: "Niemand ist gefallen.",
  account: "Was alle getan haben",
  who: "Wer",
  dealt: "Schaden verursacht",
  took: "Schaden erlitten",
  stopped: "Abgehalten",
  rolled: "Gut gewürfelt (erwartet)",
  luck: "{made} ({expected})",
  spent: "Verbraucht (erholt)",
  point: ",",
  note: "≥ und ?: Davon hast du nicht alles erfahren.",
  worst: "Der härteste Schlag traf {name}",
  first: "Fiel zuerst: {name}",
  last: "Fiel zuletzt: {name}",
  links: "Noch einmal ansehen",
  again: "Von vorn ansehen",
  playAgain: "Noch einmal spielen",
  laying: "Der Tisch wird gedeckt …",
  laid: "Derselbe Kampf beginnt von Neuem, an einem eigenen Tisch.",
  follow: "Dorthin",
  save: "Als Text speichern (Markdown)",
  print: "Drucken",
  adding: "Was geschehen ist, wird zusammengezählt …",
  failed: "Das ließ sich nicht zusammenzählen: {problem}",
  retry: "Noch einmal versuchen",
};

export type EndingKey = keyof typeof EN;
export type Say = (key: EndingKey, gaps?: Gaps) => string;

/** The words in a language. */
export function endingWords(language: Language): Say {
  const words = language === "de" ? DE : EN;
  return (key, gaps) => fill(language, words[key], gaps);
}
