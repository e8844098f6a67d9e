"""From hits to wounds: cover, protection, conditions."""
