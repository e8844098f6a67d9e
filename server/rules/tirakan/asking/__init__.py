"""Who is asked, and what: questions to players and to the GM."""
