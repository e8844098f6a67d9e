"""From intents to events: turns, frames, readied actions, rulings."""
