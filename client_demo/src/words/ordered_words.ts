/** The words of an ordered list come with its field, in both languages: they are few. */
import { type Gaps, fill } from "./book.ts";
import type { Language } from "./language.ts";

const EN = {
  list: "Choose {least} to {most}, in their order",
  exactly: "Choose {most}, in their order",
  add: "Add",
  earlier: "{name}: earlier",
  later: "{name}: later",
  out: "{name}: take out",
  isNow: "Number {place} of {count}: {name}",
  isOut: "Taken out: {name}",
  listKeys: "Arrow keys move it, Delete takes it out.",
  drag: "Drag {name} to another place",
  left: "{name} {used} of {most}",
  used: "{name} {used}",
  empty: "Nothing yet",
  anybody: "whomever",
  much: "How much: {name}",
};

const DE: typeof EN = {
  list: "{least} bis {most} in ihrer Reihenfolge",
  exactly: "{most} in ihrer Reihenfolge",
  add: "Hinzufügen",
  earlier: "{name}: früher",
  later: "{name}: später",
  out: "{name}: herausnehmen",
  isNow: "Nummer {place} von {count}: {name}",
  isOut: "Herausgenommen: {name}",
  listKeys: "Die Pfeiltasten verschieben, Entf nimmt heraus.",
  drag: "{name} an eine andere Stelle ziehen",
  left: "{name} {used} von {most}",
  used: "{name} {used}",
  empty: "Noch nichts",
  anybody: "irgendwen",
  much: "Wie viel: {name}",
};

/** The words in a language. */
export function orderedWords(language: Language): (key: keyof typeof EN, gaps?: Gaps) => string {
  const words = language === "de" ? DE : EN;
  return (key, gaps) => fill(language, words[key], gaps);
}
