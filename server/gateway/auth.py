"""A link's token as the gateway reads it. Pure; which seat a secret opens is the lobby's to say."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode
from typing import NamedTuple

ENCOUNTER_BYTES = 16
_TOKEN = re.compile(r"[A-Za-z0-9_-]{64}")  # 48 bytes in base64url: exactly 64 characters, no padding, one spelling


class Token(NamedTuple):
    """What a link holds: the encounter's id in hex and the seat's secret of 32 bytes."""

    encounter: str
    secret: bytes


def parse_token(token: str) -> Token | None:
    """The token in a link's fragment; None if it is none."""
    if not _TOKEN.fullmatch(token):
        return None
    raw = urlsafe_b64decode(token)
    return Token(raw[:ENCOUNTER_BYTES].hex(), raw[ENCOUNTER_BYTES:])
