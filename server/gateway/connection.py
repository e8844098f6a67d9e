"""One client's conversation, without I/O: each frame that comes in becomes one action.

    first frame   hello, or the end (4400)
    in the lobby  create, join, import, list, ping
    at a table    submit, ask, branch, ping

Every frame is handed on, answered with `rejected`, or ends the connection with a code. Sockets, tables and tasks are
the session's; what an intent means is the table's.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Mapping
from functools import partial
from typing import NamedTuple, TypeAlias

from msgspec import UNSET, UnsetType

from protocol.codec import Codec
from protocol.errors import CLOSES, Detail, ProtocolError, Text, text_of
from protocol.messages import (
    Bye,
    ClientMessage,
    Create,
    FromServer,
    Hello,
    Import,
    Join,
    List,
    Ping,
    Rejected,
    Submit,
)
from server.gateway.limits import Bucket, Limits

TRY_LATER = 1013
FAILED = 1011
Id: TypeAlias = bytes | int | UnsetType


class Say(NamedTuple):
    """Send this message."""

    payload: bytes


class End(NamedTuple):
    """Send the last words, then close with this number and the code as reason."""

    code: str
    number: int
    words: tuple[bytes, ...] = ()


Action: TypeAlias = ClientMessage | Say | End
"""A message that passed every gate here is to be carried out; `Say` and `End` are to be sent."""


class Stage(enum.Enum):
    """Where the conversation stands."""

    DOOR = enum.auto()
    LOBBY = enum.auto()
    TABLE = enum.auto()


class Connection:
    """`texts` are the sentences of all codes."""

    __slots__ = ("_bucket", "_failures", "_limits", "_parts", "_place", "_rate", "_role", "_texts", "codec")

    def __init__(self, codec: Codec, limits: Limits, texts: Mapping[str, Text]) -> None:
        self.codec = codec
        self._limits = limits
        self._texts = texts
        self._place = Stage.DOOR
        self._role = ""
        self._rate = limits.lobby
        self._bucket: Bucket | None = None  # made for the first message: most spectators never send one
        self._parts: Bucket | None = None  # for those who import a file
        self._failures = 0

    # --- what comes in -----------------------------------------------------------------------------------------------

    def receive(self, data: bytes, is_text: bool, now_s: float) -> Action:
        """What is to be done about a frame."""
        if is_text is not self.codec.is_text:
            return self.end("wrong_frame", kind="text" if self.codec.is_text else "binary")
        try:
            message = self.codec.decode(data)
        except ProtocolError as error:
            return self._unreadable(error, now_s)
        if self._place is Stage.DOOR:
            return message if isinstance(message, Hello) else self.end("hello_expected")
        id = id_of(message)
        if isinstance(message, Import) and message.offset:  # the file was counted with its first part
            return self._too_many_parts(id, now_s) or self._misplaced(message, id) or message
        return self._too_many(id, now_s) or self._misplaced(message, id) or message

    def count(self, now_s: float) -> End | None:
        """Count a frame that is no message, such as a ping: it is never refused, but too many end the connection."""
        wait_s, is_overdrawn = self._take(now_s)
        return self.end("rate", retry_after_ms=_ms(wait_s)) if is_overdrawn else None

    def _unreadable(self, error: ProtocolError, now_s: float) -> Say | End:
        refusal = self.refuse(UNSET, error)
        if self._place is not Stage.DOOR:
            return self._too_many(UNSET, now_s) or refusal
        if error.path == "$.token":
            return self.end("token")
        return self._end("hello_expected", {}, refusal.payload)

    def _too_many_parts(self, id: Id, now_s: float) -> Say | End | None:
        self._parts = self._parts or Bucket(self._limits.import_parts, now_s)
        wait_s = self._parts.take(now_s)
        if not wait_s:
            return None
        say = self.end if self._parts.is_overdrawn else partial(self.reject, id)
        return say("rate", retry_after_ms=_ms(wait_s))

    def _too_many(self, id: Id, now_s: float) -> Say | End | None:
        wait_s, is_overdrawn = self._take(now_s)
        if not wait_s:
            return None
        if is_overdrawn:
            return self.end("rate", retry_after_ms=_ms(wait_s))
        return self.reject(id, "rate", retry_after_ms=_ms(wait_s))

    def _take(self, now_s: float) -> tuple[float, bool]:
        bucket = self._bucket = self._bucket or Bucket(self._rate, now_s)
        return bucket.take(now_s), bucket.is_overdrawn

    def _misplaced(self, message: ClientMessage, id: Id) -> Say | None:
        if isinstance(message, Ping):
            return None
        if isinstance(message, Hello):
            return self.reject(id, "state", problem="`hello` was already said")
        if isinstance(message, Create | Join | Import | List):
            is_here, problem = self._place is Stage.LOBBY, "you are at a table, not in the lobby"
        else:
            is_here, problem = self._place is Stage.TABLE, "you are in the lobby, not at a table"
        if not is_here:
            return self.reject(id, "state", problem=problem)
        if isinstance(message, Submit) and self._role == "spectator":
            return self.reject(id, "forbidden")
        return None

    # --- what happened to it -----------------------------------------------------------------------------------------

    def greeted(self) -> None:
        """The client is in the lobby."""
        self._place = Stage.LOBBY

    def seated(self, role: str, bucket: Bucket | None = None) -> None:
        """The client is at a table; from now on its role's rate holds, in a bucket that it may share."""
        self._place = Stage.TABLE
        self._role = role
        self._rate, self._bucket = self._limits.rate(role), bucket

    def failed(self, id: Id, reference: str) -> Say | End:
        """Something broke in the server; it is recorded under the reference."""
        self._failures += 1
        if self._failures >= self._limits.failures or self._place is Stage.DOOR:
            return self.end("internal", reference=reference)
        return self.reject(id, "internal", reference=reference)

    # --- what to say -------------------------------------------------------------------------------------------------

    def say(self, message: FromServer) -> Say:
        """A message in this connection's subprotocol."""
        return Say(self.codec.encode(message))

    def reject(self, id: Id, code: str, /, **detail: Detail) -> Say:
        """A `rejected` for the message with this id."""
        return self.say(Rejected(id=id, code=code, message=self._text(code, detail), detail=detail))

    def refuse(self, id: Id, error: ProtocolError) -> Say:
        """A `rejected` for bytes or a body that cannot be taken."""
        return self.say(Rejected(id=id, code=error.code, message=error.message, detail=error.detail))

    def end(self, code: str, /, **detail: Detail) -> End:
        """A `bye` and its close number."""
        return self._end(code, detail)

    def _end(self, code: str, detail: Mapping[str, Detail], *before: bytes) -> End:
        retry = detail.get("retry_after_ms")
        bye = Bye(
            code=code, message=self._text(code, detail), retry_after_ms=retry if isinstance(retry, int) else UNSET
        )
        number = CLOSES.get(code, FAILED if retry is None else TRY_LATER)
        return End(code, number, (*before, self.codec.encode(bye)))

    def _text(self, code: str, detail: Mapping[str, Detail]) -> str:
        return text_of(self._texts, code, detail) if code in self._texts else code


def id_of(message: ClientMessage) -> Id:
    """The id by which an answer refers to the message."""
    return UNSET if isinstance(message, Hello | Ping) else message.id


def _ms(seconds: float) -> int:
    return math.ceil(seconds * 1000)
