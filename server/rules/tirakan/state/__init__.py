"""State, sheets, house rules and intents."""
