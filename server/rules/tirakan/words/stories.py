"""What each demo is about, in two sentences, as whoever sits down is told; and what is called otherwise in German."""

# title: (English, German)
STORIES = {
    "Toll at the Bridge": (
        "Hagen and Sela must be over the bridge before the gates close. Robbers ask for a toll that nobody owes them.",
        "Hagen und Sela müssen über die Brücke, bevor die Tore schließen. Räuber verlangen einen Zoll, den"
        " ihnen niemand schuldet.",
    ),
    "Night at the Harbour": (
        "On their night patrol Noah and Kira count one crate too many on the quay. Whoever waits for it "
        "would rather shoot than explain.",
        "Auf ihrer Nachtstreife zählen Noah und Kira am Kai eine Kiste zu viel. Wer auf sie wartet, "
        "schießt lieber, als etwas zu erklären.",
    ),
}

# As it stands in the files of demo: German. Persons keep their names.
NAMES = {
    "Toll at the Bridge": "Zoll an der Brücke",
    "travellers": "Reisende",
    "robbers": "Räuber",
    "Robber": "Räuber",
}
