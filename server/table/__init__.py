"""An encounter live in memory, and the only path that changes it."""
