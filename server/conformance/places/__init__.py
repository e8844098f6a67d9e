"""Where combatants might go, and what is said of that."""
