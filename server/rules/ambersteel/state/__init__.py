"""What a fight is made of: sheets, state, events, intents, and look-ups in them."""
