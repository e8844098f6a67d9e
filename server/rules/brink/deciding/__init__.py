"""From intents to events: turns, frames, readied actions, what the GM says."""
