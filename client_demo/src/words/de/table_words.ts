/** The client's own texts of the live table in German, beside those of `client_words.ts`. */
import type { TABLE_EN } from "../en/table_words.ts";

export const TABLE_DE: Record<keyof typeof TABLE_EN, string> = {
  "prompt.answeredWith": "Geantwortet: {answer}",
  "prompt.answered": "Geantwortet",
  "prompt.change": "Ändern",
  "prompt.onlyPass": "{name} kann hier nichts anderes tun.",
  "prompt.others": "Es fehlt noch: {names}",
  "prompt.forOthers": "Antworten für {names}",
  "prompt.close": "Frage schließen",
  "prompt.closeHint": "Wer nicht geantwortet hat, bekommt die Vorgabe.",
  "prompt.all": "{answer} für alle {count}",
  "prompt.more": "{group}: {count} weitere",

  "form.gone": "Was du gerade ausgefüllt hast, ist so nicht mehr möglich.",
  "form.unknown": "Lade die Seite dafür neu.",
  "table.plans": "Pläne",

  "log.recent": "Was geschah",
  "log.byDefault": "nach Vorgabe",
  "log.unvouched": "aus einer Datei; hier nicht miterlebt",
  "log.closed.gm": "Die Spielleitung schließt die Frage",
  "log.closed.expired": "Die Zeit ist um",

  "act.waitStart": "Die Spielleitung beginnt den Kampf.",
  "wait.title": "Wer da ist",
  "wait.you": "Du",
  "wait.away": "noch nicht da",
  "wait.missing": "Es fehlt noch: {names}.",
  "wait.gmMissing": "Schick ihnen ihren Link, oder beginn ohne sie.",
  "wait.gmAll": "Alle sind da. Beginn den Kampf, wenn du so weit bist.",
  "act.missing": "Es fehlt: {names}",
  "act.waitTurn": "Am Zug: {names}.",
  "act.waitAnswer": "Es fehlt noch die Antwort: {names}.",
  "act.waitTable": "Warten auf den Tisch",
  "act.mayStill": "Derweil kannst du:",
  "tab.now": "Jetzt",

  "gm.part.act": "Handeln",
  "gm.part.rule": "Entscheide",
  "gm.part.people": "Figuren",
  "gm.which": "Werkzeuge der Spielleitung",
  "gm.now": "jetzt {value}",
  "gm.add": "Jemanden hinzufügen",
  "gm.addFile": "Eine Datei (TOML oder JSON)",
  "gm.away": "nicht verbunden",
  "gm.redo": "Wiederherstellen …",
  "gm.undoLast": "Letzte Handlung zurücknehmen …",
  "gm.rewind": "Bis hierher zurück",

  "key.whose_sheet": "Bogen von",
  "key.name": "Name",
  "key.side": "Seite",
  "key.place": "Wo auf der Karte",
  "key.seat": "Gespielt von",
  "key.hidden": "Zuerst verborgen",


  "map.keys": "Pfeiltasten bewegen die Karte, Plus und Minus zoomen, 0 zeigt alle; Enter fragt nach einem Ort.",
};
