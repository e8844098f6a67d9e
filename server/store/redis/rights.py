"""What the server sends of Redis's commands, and so the least rights that its user needs. A list; nothing is sent here.

The README shows the same line; tests prove that it is enough, and that no command on it is never sent.
"""

from __future__ import annotations

COMMANDS = (
    *("evalsha", "eval", "xadd", "xrange", "xrevrange", "xinfo|stream", "wait", "scan"),
    *("get", "set", "hset", "hget", "hgetall", "hdel", "publish", "subscribe", "unsubscribe"),
    *("ping", "info", "config|get", "select"),
)
"""To one server, and to the primary behind sentinels."""

CLUSTER_COMMANDS = ("command", "cluster|slots", "asking")
"""To the nodes of a cluster, beside the others."""

SENTINEL_COMMANDS = ("sentinel|masters",)
"""To the sentinels themselves."""

KEYS, CHANNELS = "~fray:*", "&fray:wake:*"


def acl(password: str = "PASSWORD") -> str:
    """The line for an ACL file, or for ACL SETUSER without its first word."""
    return f"user fray on >{password} resetchannels -@all {KEYS} {CHANNELS} {allowed(COMMANDS)}"


def allowed(commands: tuple[str, ...]) -> str:
    """Commands as rules of an ACL."""
    return " ".join(f"+{command}" for command in commands)
