"""Files on their way in, part by part: one for each session, bounded for each and for all. Reads nothing of them."""

from __future__ import annotations

from collections.abc import Hashable

from server.lobby import Refused

TOGETHER = 4
"""All files together may be so many times as large as one."""

RETRY_MS = 5_000


class Uploads:
    """What has come so far, by session. `most_bytes`: no file may be larger."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._files: dict[Hashable, bytearray] = {}

    def take(self, session: Hashable, offset: int, data: bytes, is_last: bool) -> bytearray:
        """The file with this part, which must follow what came before; offset 0 begins anew.

        Raises Refused (import_order, import_too_large, full); then nothing of the file is kept."""
        file = self._files.pop(session, bytearray()) if offset else bytearray()
        if not offset:
            self._files.pop(session, None)
        if offset != len(file):
            raise Refused("import_order", wanted=len(file), offset=offset)
        if offset + len(data) > self._most_bytes:
            raise Refused("import_too_large", bytes=offset + len(data), limit=self._most_bytes)
        if sum(map(len, self._files.values())) + len(file) + len(data) > TOGETHER * self._most_bytes:
            raise Refused("full", retry_after_ms=RETRY_MS)
        file += data
        if not is_last:
            self._files[session] = file
        return file

    def drop(self, session: Hashable) -> None:
        """The session is gone."""
        self._files.pop(session, None)
