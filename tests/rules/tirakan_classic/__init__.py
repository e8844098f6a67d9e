"""Tirakan Classic beyond its scenarios: whole fights, and what only many of them can show."""
