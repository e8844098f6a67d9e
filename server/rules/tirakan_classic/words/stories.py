"""What each demo is about, in two sentences, as whoever sits down is told; and what is called otherwise in German."""

# title: (English, German)
STORIES = {
    "Ambush at the Ford": (
        "Hagen and Ilva follow the tracks of stolen horses down to a ford. The raiders have heard them coming.",
        "Hagen und Ilva folgen der Spur gestohlener Pferde zu einer Furt hinunter. Die Plünderer haben sie"
        " kommen hören.",
    ),
    "Night at the Granary": (
        "After a bad harvest Berta and Olav guard the granary at night, with their hound. Thieves have "
        "found out which door does not lock.",
        "Nach einer schlechten Ernte bewachen Berta und Olav nachts mit ihrem Hund den Kornspeicher. Diebe"
        " haben herausgefunden, welche Tür nicht schließt.",
    ),
}

# As it stands in the files of demo: German. Persons keep their names.
NAMES = {
    "Ambush at the Ford": "Hinterhalt an der Furt",
    "wardens": "Wachleute",
    "raiders": "Plünderer",
    "Raider": "Plünderer",
    "Deserter": "Deserteur",
}
