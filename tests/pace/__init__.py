"""How much people are asked in a fight, and whether it comes to the same."""
