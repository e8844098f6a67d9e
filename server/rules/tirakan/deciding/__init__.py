"""From intents to events: frames, reactions, rounds, what is paid."""
