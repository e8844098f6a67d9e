"""What all tables of one process share: clocks, settings, memory, processor time."""
