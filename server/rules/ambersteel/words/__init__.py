"""For people: the catalogue, labels, texts, what is shown, sample things, the demos."""
