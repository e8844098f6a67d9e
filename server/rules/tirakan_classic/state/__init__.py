"""State, sheets, house rules, intents and events."""
