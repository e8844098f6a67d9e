"""From events to the next state."""
