"""The log on Redis: one server, Sentinel or cluster, or a private one."""
