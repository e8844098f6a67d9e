"""Applying facts."""
