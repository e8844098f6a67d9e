"""Applying events to the state: facts only."""
