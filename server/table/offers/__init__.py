"""What a seat may do now, as it goes out."""
