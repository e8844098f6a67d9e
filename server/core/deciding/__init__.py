"""From an intent to events: who may do what now, core's own intents, dice that people roll."""
