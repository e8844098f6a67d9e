"""What a seat may do now, as options with their reasons."""
