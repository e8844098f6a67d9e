"""What somebody may do in an act, one kind a module: what it costs, what it rolls, what comes of it."""
