"""Who gets in and what is open: doors, creating, branching, importing, the open tables."""
