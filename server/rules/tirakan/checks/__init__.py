"""May this intent be decided now? On what its seat knows."""
