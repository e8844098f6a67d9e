"""What one message may hold: named numbers with their units.

Only limits that a client can meet live here; rates, queues and time-outs belong to the gateway.
"""

from typing import NamedTuple

# Frames. A client's are small; a server's `welcome` carries a whole view.
CLIENT_FRAME_BYTES = 64 * 1024
SERVER_FRAME_BYTES = 4 * 1024 * 1024
WELCOME_EVENTS = 256
"""How many missed updates a `welcome` repeats at most; a client that missed more gets the view alone."""
WELCOME_EVENTS_BYTES = 256 * 1024
OPTIONS_BEFORE = 256
"""So many options that are not offered now, but were, a client in blocks remembers: updates may name them."""
OPTIONS_BEFORE_BYTES = 64 * 1024
"""And no more of them are named than have so many bytes together, each counted whole; a client need not count them."""

# The values inside a client's frame.
DEPTH = 8
"""Maps and lists inside each other, the message itself counted."""
ITEMS = 4096
"""Values in one frame, keys not counted."""
CONTAINER_ITEMS = 512
"""Entries of one map or one list."""
STRING_CHARS = 4096
IMPORT_PART_BYTES = 32 * 1024
"""A part of a file on its way to the server. In JSON, where binary is text, `STRING_CHARS` holds."""
BINARY_BYTES = IMPORT_PART_BYTES


class Bounds(NamedTuple):
    """What may lie in one piece of bytes; numbers have the same bounds everywhere."""

    depth: int
    items: int
    container_items: int
    binary_bytes: int = BINARY_BYTES
    is_written: bool = True
    """Texts are what people write: of so many signs, and of those that may be written."""


MESSAGE = Bounds(DEPTH, ITEMS, CONTAINER_ITEMS)
COMMIT = Bounds(depth=32, items=1_000_000, container_items=65_536)
"""Of a commit in an imported file: one amendment may hold hundreds of acts with all that came of them."""
FILE = Bounds(depth=4, items=2_000_000, container_items=400_000, binary_bytes=4 * 1024 * 1024, is_written=False)
"""Of an imported file around its commits, which it holds as binaries."""

SAFE_INT = 2**53 - 1
"""The largest whole number that JavaScript keeps exact; the smallest is its negative."""

# Fields.
ID_BYTES = 16
NONCE_BYTES = 16
HEAD_BYTES = 16
KEY_BYTES = KEY_HASH_BYTES = 32
TOKEN_CHARS = 256
KEY_CHARS = 64
JOIN_CODE_CHARS = 64
DECISION_CHARS = 256
NAME_CHARS = 64
CHAT_CHARS = 2000
