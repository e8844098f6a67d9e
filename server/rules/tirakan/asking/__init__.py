"""Who is asked, and what an answer leads to."""
