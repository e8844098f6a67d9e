"""Pools of dice, minimum rolls, hits, and dice spent on rolls."""
