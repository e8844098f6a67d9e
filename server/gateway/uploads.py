"""Files on their way in, part by part: one for each session and address, bounded in size, time and rate, and all
together in size. Reads nothing of them.

A file that comes too slowly is dropped when another needs its room: nobody can block uploads by sending nothing.
"""

from __future__ import annotations

from server.lobby.lobby import Refused

TOGETHER = 4
"""All files together may be this many times as large as the largest one."""

UPLOAD_RETRY_MS = 5_000

WITHIN_S = 600.0
"""How long a whole file may take."""

GRACE_S, LEAST_BYTES_PER_S = 15.0, 32 * 1024
"""Once a file has taken so long, it must have come at this rate since it began. And no pause may be so long, however
much came before."""


class _Upload:
    """What has come of a file from an address since it began."""

    def __init__(self, whence: object, began_s: float) -> None:
        self.whence = whence
        self.began_s = self.heard_s = began_s
        self.data = bytearray()

    def is_late(self, now_s: float) -> bool:
        """Does it come too slowly?"""
        took_s = now_s - self.began_s
        is_slow = took_s > GRACE_S and len(self.data) < took_s * LEAST_BYTES_PER_S
        return took_s > WITHIN_S or is_slow or now_s - self.heard_s > GRACE_S


class Uploads:
    """What has come so far, by session. `most_bytes`: no file may be larger."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._files: dict[object, _Upload] = {}

    def take(self, session: object, whence: object, offset: int, data: bytes, is_last: bool, now_s: float) -> bytearray:
        """The file with this part, which must follow what came before; offset 0 begins anew.

        Raises Refused (import_order, import_slow, import_too_large, full); then nothing of the file is kept."""
        file = self._files.pop(session, None)
        if file is None or not offset:
            file = _Upload(whence, now_s)
        if file.is_late(now_s):
            took_s = round(now_s - file.began_s)
            raise Refused("import_slow", bytes=len(file.data), seconds=took_s, wanted=LEAST_BYTES_PER_S)
        if offset != len(file.data):
            raise Refused("import_order", wanted=len(file.data), offset=offset)
        if offset + len(data) > self._most_bytes:
            raise Refused("import_too_large", bytes=offset + len(data), limit=self._most_bytes)
        if not is_last:
            self._make_room(file, len(data), now_s)
            self._files[session] = file
        file.data += data
        file.heard_s = now_s
        return file.data

    def _make_room(self, file: _Upload, more_bytes: int, now_s: float) -> None:
        """Make room for more of this file by dropping those that come too slowly. Raises Refused."""
        self._files = {session: each for session, each in self._files.items() if not each.is_late(now_s)}
        held = sum(len(each.data) for each in self._files.values())
        is_second = any(each.whence == file.whence for each in self._files.values())
        if is_second or held + len(file.data) + more_bytes > TOGETHER * self._most_bytes:
            raise Refused("full", retry_after_ms=UPLOAD_RETRY_MS)

    def drop(self, session: object) -> None:
        """The session is gone."""
        self._files.pop(session, None)
