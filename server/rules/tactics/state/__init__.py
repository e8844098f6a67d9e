"""The values of Tactics: sheet, plan, state, events, intents."""
