"""The key to the lobby's list of links: whoever has it sees the links of every seat, so only the server's user does."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from pathlib import Path

from server.keys.secret_file import secret_of
from server.process.settings import Settings

FILE = "lobby.key"


def lobby_key(settings: Settings) -> str:
    """The key, the same at every start on this data folder; empty where no links are listed. Only whoever can read the
    folder or what the server prints has it: no page of another port, and no other user of the machine."""
    if not settings.lobby_lists_links:
        return ""
    secret = secret_of(Path(settings.data) / FILE, "the key to the lobby's list, or remove the file for a new one")
    return urlsafe_b64encode(secret).rstrip(b"=").decode()
