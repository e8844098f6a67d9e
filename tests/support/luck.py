"""Random numbers that are the same in every run, for servers that must make the same ids, keys and nonces again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock


class Numbers:
    """Stands for `secrets`: the same in every world, drawn from a name, never twice the same."""

    def __init__(self, name: str) -> None:
        self._name, self._count = name, 0

    def token_bytes(self, size: int) -> bytes:
        """So many bytes."""
        self._count += 1
        return hashlib.shake_128(f"{self._name} {self._count}".encode()).digest(size)

    def token_hex(self, size: int) -> str:
        """So many bytes, in hex."""
        return self.token_bytes(size).hex()


@contextmanager
def same_numbers(seed: int) -> Iterator[None]:
    """Within: servers draw the same numbers each time."""
    with (
        mock.patch("server.lobby.lobby.secrets", Numbers(f"lobby {seed}")),
        mock.patch("server.table.table.secrets", Numbers("table")),
        mock.patch("server.table.inbox.secrets", Numbers("inbox")),
        mock.patch("server.table.line.secrets", Numbers("line")),
        mock.patch("server.table.log_end.secrets", Numbers("tail")),
        mock.patch("server.past.files.secrets", Numbers("files")),
        mock.patch("server.lobby.copying.secrets", Numbers("copying")),
    ):
        yield
