"""Fray's server: bytes -> intent -> check -> decide -> events -> append -> fold -> view -> bytes.

Layers, each importing only those after it: cli > app > gateway > lobby > table > store > core > protocol; the whole
order is a contract in pyproject.toml. Rule systems are found by entry points; only the store and `app` name Redis.
"""
