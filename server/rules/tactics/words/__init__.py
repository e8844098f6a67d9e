"""The words of Tactics."""
