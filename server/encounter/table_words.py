"""What the options of every table are called: English and German, a sentence each. Read by `setup` only."""

TABLE_OPTIONS = {
    "window_s": ("Time for each decision", "Zeit für jede Entscheidung"),
    "window_s.hint": (
        "Seconds until a question answers itself with the usual answer. Empty: no clock, everybody is waited for.",
        "Sekunden, bis sich eine Frage mit der üblichen Antwort selbst beantwortet. Leer: keine Uhr, auf alle wird "
        "gewartet.",
    ),
    "min_window_s": ("Shortest pause for reactions", "Kürzeste Pause für Reaktionen"),
    "min_window_s.hint": (
        "Seconds that every act waits at least, so that nobody can tell from the pace who is hidden or could react.",
        "Sekunden, die jede Handlung mindestens wartet, damit niemand am Tempo merkt, wer verborgen ist oder "
        "reagieren könnte.",
    ),
    "stops": ("Who is asked when", "Wer wann gefragt wird"),
    "stops.hint": (
        "At all other moments combatants pass by themselves, unless their players say otherwise.",
        "In allen anderen Augenblicken passen die Kämpfenden von selbst, wenn ihre Spielenden nichts anderes sagen.",
    ),
    "stops.everything": ("All, whenever they may react", "Alle, wann immer sie reagieren dürfen"),
    "stops.mine": ("Whoever it concerns", "Wen es betrifft"),
    "stops.usual": ("Whoever can still change it", "Wer noch etwas daran ändern kann"),
    "npc_numbers_public": ("Open numbers of the GM's combatants", "Offene Werte der Spielleitung"),
    "npc_numbers_public.hint": (
        "Players see sheets, thresholds and single terms of the GM's combatants. Otherwise only faces and totals.",
        "Die Spielenden sehen Bögen, Schwellen und einzelne Posten der Kämpfenden der Spielleitung. Sonst nur "
        "Augen und Summen.",
    ),
    "typed_dice": ("Real dice", "Echte Würfel"),
    "typed_dice.hint": (
        "Everybody rolls on the real table and types the faces. Otherwise the server rolls, and each die can be "
        "checked afterwards.",
        "Alle würfeln am echten Tisch und tippen die Augen ein. Sonst würfelt der Server, und jeder Wurf lässt sich "
        "später prüfen.",
    ),
    "undo_vote": ("Players vote on taking back", "Spielende stimmen über Rücknahmen ab"),
    "undo_vote.hint": (
        "A wish to take something back is granted by a majority of the players. Otherwise only by the game master.",
        "Den Wunsch, etwas zurückzunehmen, erfüllt eine Mehrheit der Spielenden. Sonst nur die Spielleitung.",
    ),
    "keep_dice": ("Keep dice when rewinding", "Würfel beim Zurückspulen behalten"),
    "keep_dice.hint": (
        "After a rewind the same roll shows the same faces again. Otherwise it is rolled anew.",
        "Nach dem Zurückspulen zeigt derselbe Wurf wieder dieselben Augen. Sonst wird neu gewürfelt.",
    ),
    "delay_s": ("Spectators' delay in seconds", "Verzögerung fürs Publikum in Sekunden"),
    "delay_s.hint": (
        "Spectators see everything this much later, so that nobody can whisper to a player.",
        "Das Publikum sieht alles um so viel später, damit niemand den Spielenden etwas zuflüstern kann.",
    ),
    "delay_turns": ("Spectators' delay in turns", "Verzögerung fürs Publikum in Zügen"),
    "delay_turns.hint": (
        "Spectators see everything only after so many more turns have ended.",
        "Das Publikum sieht alles erst, wenn so viele weitere Züge beendet sind.",
    ),
    "reveal": ("What replays show in the end", "Was Wiederholungen am Ende zeigen"),
    "reveal.hint": (
        "Whether everybody may see all secrets in the replay once the encounter is closed.",
        "Ob alle nach dem Schließen der Begegnung in der Wiederholung alle Geheimnisse sehen dürfen.",
    ),
    "reveal.never": ("Secrets stay secret", "Geheimes bleibt geheim"),
    "reveal.end": ("Everything, once it is closed", "Alles, sobald sie geschlossen ist"),
    "reveal.gm": ("The game master decides", "Die Spielleitung entscheidet"),
    "join": ("How players sit down", "Wie sich die Spielenden setzen"),
    "join.hint": (
        "With the join code anybody who has it takes a free seat, at once or once you have said yes.",
        "Mit dem Beitrittscode nimmt sich, wer ihn hat, einen freien Platz: sofort oder erst, wenn du zustimmst.",
    ),
    "join.code": ("By join code or link", "Mit Beitrittscode oder Link"),
    "join.ask": (
        "By join code, once the game master has said yes",
        "Mit Beitrittscode, wenn die Spielleitung zustimmt",
    ),
    "join.links": ("By their links alone", "Nur mit ihrem Link"),
}
