"""Questions about a table's history: pages of the log, replay, previews, exports."""
