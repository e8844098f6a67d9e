"""What somebody may do on a turn, one kind a module."""
