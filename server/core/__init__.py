"""What all rule systems share: events, decisions, dice, terms, secrecy, timeline.

Pure: nothing in here waits, reads a clock, draws luck, logs or speaks to the world. Time, seat, dice and overrides
enter as data. Nothing in here asks which rule system it serves.
"""
