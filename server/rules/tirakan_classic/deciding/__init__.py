"""From intents to events: moments, checks, turns, what the GM says."""
