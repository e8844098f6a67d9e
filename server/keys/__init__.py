"""Secrets: the master key, dice seeds, links and join codes."""
