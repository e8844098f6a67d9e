"""For people: the catalogue, labels, texts, what is shown, the demos."""
