"""Puts a server together: settings, store, lobby, gateway, background tasks, worker processes."""
