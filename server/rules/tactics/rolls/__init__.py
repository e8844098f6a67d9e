"""Dice and the numbers that they have to reach."""
