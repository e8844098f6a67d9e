"""What each demo is about, in two sentences, as whoever sits down is told; and what is called otherwise in German."""

# title: (English, German)
STORIES = {
    "Lanterns at the Boathouse": (
        "At dusk three wardens come upon Captain Vell and her crew, who unload by lantern light. Between "
        "them stand a fence and a bowman who has already seen them.",
        "In der Dämmerung stoßen drei Wachleute auf Kapitänin Vell und ihre Leute, die bei Laternenlicht "
        "ausladen. Dazwischen stehen ein Zaun und ein Schütze, der sie schon gesehen hat.",
    ),
}

# As it stands in the files of demo and tutorial: German. Persons keep their names.
NAMES = {
    "Lanterns at the Boathouse": "Laternen am Bootshaus",
    "wardens": "Wachleute",
    "smugglers": "Schmuggler",
    "Captain Vell": "Kapitänin Vell",
    "Bowman": "Schütze",
    "Deckhand A": "Matrose A",
    "Deckhand B": "Matrose B",
    "Deckhand C": "Matrose C",
    "Deckhands": "Matrosen",
    "Comrades within five metres take heart": "Gefährten im Umkreis von fünf Metern fassen Mut",
    "First blows": "Erste Hiebe",
    "learners": "Lernende",
    "teachers": "Lehrende",
}
