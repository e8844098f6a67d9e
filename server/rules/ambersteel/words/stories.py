"""What each demo is about, in two sentences, as whoever sits down is told; and what is called otherwise in German."""

# title: (English, German)
STORIES = {
    "The Amber Ford": (
        "Anna and Clara want to be across the ford before night falls. Boris and Emil wait there and want "
        "their purses.",
        "Anna und Clara wollen vor der Nacht durch die Furt. Dort warten Boris und Emil und wollen ihre Beutel.",
    ),
    "The Yard at Emberhold": (
        "Raiders have climbed into the yard of Emberhold while most of its people are away. Four defenders"
        " are all who stand between them and the hall.",
        "Plünderer sind in den Hof von Emberhold gestiegen, als die meisten fort waren. Nur vier "
        "Verteidiger stehen noch zwischen ihnen und der Halle.",
    ),
}

# As it stands in the files of demo: German. Persons keep their names.
NAMES = {
    "The Amber Ford": "Die Bernsteinfurt",
    "travellers": "Reisende",
    "bandits": "Wegelagerer",
}
