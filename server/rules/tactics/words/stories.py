"""What each demo is about, in two sentences, as whoever sits down is told; and what is called otherwise in German."""

# title: (English, German)
STORIES = {
    "The Hedge": (
        "Maren and Iva walk the old road home, along a hedge. Somebody has paid two assassins to see that "
        "they never arrive.",
        "Maren und Iva gehen auf der alten Straße an einer Hecke entlang nach Hause. Jemand hat zwei "
        "Mörder dafür bezahlt, dass sie nie ankommen.",
    ),
    "The Depot": (
        "Kit, Ros and Teo break into a depot to take back what was theirs. The guard and his hound are on their round.",
        "Kit, Ros und Teo brechen in ein Depot ein und holen sich zurück, was ihnen gehört hat. Der "
        "Wächter und sein Hund machen gerade ihre Runde.",
    ),
}

# As it stands in the files of demo: German. Persons keep their names.
NAMES = {
    "The Hedge": "Die Hecke",
    "travellers": "Reisende",
    "assassins": "Mörder",
}
