"""Scenario files: reading, playing and judging them."""
