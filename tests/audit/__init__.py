"""The audit: what others have written to find fault with servers like this one, run against it."""
