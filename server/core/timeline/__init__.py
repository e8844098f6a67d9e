"""Positions and their states: one table's past in memory."""
