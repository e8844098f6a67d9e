"""What somebody may do in an act, one kind a module: what refuses it, what it rolls, what comes of it."""
