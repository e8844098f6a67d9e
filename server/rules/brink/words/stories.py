"""What each demo is about, in two sentences, as whoever sits down is told."""

# title: (English, German)
STORIES = {
    "Lanterns at the Boathouse": (
        "At dusk three wardens come upon Captain Vell and her crew, who unload by lantern light. Between "
        "them stand a fence and a bowman who has already seen them.",
        "In der Dämmerung stoßen drei Wachleute auf Kapitänin Vell und ihre Leute, die bei Laternenlicht "
        "ausladen. Dazwischen stehen ein Zaun und ein Schütze, der sie schon gesehen hat.",
    ),
}
