"""Who learns what of a commit, and what changed in words."""
