"""From intents to events: the start, turns, what the GM says."""
