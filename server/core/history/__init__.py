"""Taking back and amending: acts decided again, what they become, branches."""
