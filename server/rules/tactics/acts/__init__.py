"""What actions bring about: attacks, wounds, sundering, moves."""
