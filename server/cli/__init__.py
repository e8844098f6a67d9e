"""The commands of `fray`."""
