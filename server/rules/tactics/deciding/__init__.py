"""What intents bring about, and how the fight goes on."""
