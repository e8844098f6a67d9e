"""Pools of dice, minimum rolls, hits."""
