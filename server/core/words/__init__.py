"""Sentences in several languages, and names that look alike."""
