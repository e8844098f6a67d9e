"""Weapons, armour and other things, and samples of them."""
