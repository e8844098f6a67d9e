/** The words of the picture come with it, in both languages: they are few. */
import type { Language } from "../words/language.ts";

const EN = {
  title: "Three screens show the same fight; somebody hidden is on the game master's alone. Below, acts in a line: two were taken back, and it goes on.",
  gm: "Game master",
  player: "Player",
  spectators: "Spectators",
  line: "every act is kept",
  caption: "One fight, and everybody on their own screen: each is told what they may know, and nothing else. What happened can be watched again, taken back and changed.",
};

const DE: typeof EN = {
  title: "Drei Bildschirme zeigen denselben Kampf; jemand Verborgenes steht nur auf dem der Spielleitung. Darunter Handlungen in einer Reihe: Zwei sind zurückgenommen, und es geht weiter.",
  gm: "Spielleitung",
  player: "Spieler",
  spectators: "Zuschauer",
  line: "jede Handlung bleibt erhalten",
  caption: "Ein Kampf, und alle am eigenen Bildschirm: Jeder erfährt, was er wissen darf, und sonst nichts. Was geschah, lässt sich noch einmal ansehen, zurücknehmen und ändern.",
};

/** The words in a language. */
export function pictureWords(language: Language): (key: keyof typeof EN) => string {
  return (key) => (language === "de" ? DE : EN)[key];
}
