"""Every message of the wire as a frozen Struct, tagged by its field `type`.

Bodies are `Raw`: bytes already in the subprotocol's own format, so an encoder copies them and a decoder
leaves them alone. What they mean is not known here. Field by field explanations are in README.md.

A field that may be missing is UNSET, never null. Binary fields are `bin` in MessagePack and base64 in JSON.
"""

from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from protocol import limits
from protocol.errors import Detail

Id: TypeAlias = Annotated[bytes, Meta(min_length=limits.ID_BYTES, max_length=limits.ID_BYTES)]
Nonce: TypeAlias = Annotated[bytes, Meta(min_length=limits.NONCE_BYTES, max_length=limits.NONCE_BYTES)]
Head: TypeAlias = Annotated[bytes, Meta(min_length=limits.HEAD_BYTES, max_length=limits.HEAD_BYTES)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=limits.SAFE_INT)]
TimeMs: TypeAlias = Annotated[int, Meta(ge=0, le=limits.SAFE_INT)]


class Resume(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a returning client last saw."""

    n: Count
    head: Head


class FromClient(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """Base of what clients send: nothing unknown is taken."""


class Hello(FromClient, frozen=True, kw_only=True):
    """The first message. Without a token it enters the lobby."""

    token: Annotated[str, Meta(max_length=limits.TOKEN_CHARS)] | UnsetType = UNSET
    resume: Resume | UnsetType = UNSET


class Submit(FromClient, frozen=True, kw_only=True):
    """An intent; `seen` is the sender's n, `decision` what it answers."""

    id: Id
    intent: Raw
    nonce: Nonce
    decision: Annotated[str, Meta(max_length=limits.DECISION_CHARS)] | UnsetType = UNSET
    seen: Count | UnsetType = UNSET


class Ask(FromClient, frozen=True, kw_only=True):
    """A question that changes nothing: forecast, preview, replay range, log page."""

    id: Count
    question: Raw


class Ping(FromClient, frozen=True, kw_only=True):
    """Asks for a `pong`."""


class Create(FromClient, frozen=True, kw_only=True):
    """Lobby: make an encounter; with `check` only say whether it could be made."""

    id: Count
    encounter: Raw
    check: bool | UnsetType = UNSET


class Join(FromClient, frozen=True, kw_only=True):
    """Lobby: ask by the code that the game master gave out which seats are open; with `seat` for its link."""

    id: Count
    code: Annotated[str, Meta(min_length=1, max_length=limits.JOIN_CODE_CHARS)]
    seat: Annotated[str, Meta(min_length=1, max_length=limits.NAME_CHARS)] | UnsetType = UNSET


class FromServer(Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower):
    """Base of what the server sends. Clients ignore fields they do not know."""


class Told(Struct, frozen=True, kw_only=True):
    """One update that a returning client missed: its events without the patch."""

    n: Count
    at: TimeMs
    events: Raw


class Welcome(FromServer, frozen=True, kw_only=True):
    """The whole view at `n`. `more` says that missed events were left out."""

    seat: str | UnsetType = UNSET
    audience: str
    n: Count
    head: Head
    view: Raw
    options: Raw
    events: list[Told] | UnsetType = UNSET
    more: bool | UnsetType = UNSET


class Lobby(FromServer, frozen=True, kw_only=True):
    """Answers a `hello` without token."""

    body: Raw


class Update(FromServer, frozen=True, kw_only=True):
    """What an audience learns of one commit.

    Every session of an audience gets the same bytes: encode once, send to all. A seat is an audience of its
    own, so `options` never make two sessions of one audience differ.
    """

    n: Count
    head: Head
    at: TimeMs
    events: Raw
    patch: Raw
    options: Raw | UnsetType = UNSET


class Ack(FromServer, frozen=True, kw_only=True):
    """The intent has been taken; without `n` nothing had to happen."""

    id: Id
    n: Count | UnsetType = UNSET


class Rejected(FromServer, frozen=True, kw_only=True):
    """The message changed nothing. `id` is missing where the bytes could not be read that far."""

    id: bytes | int | UnsetType = UNSET
    code: str
    message: str
    detail: dict[str, Detail]


class Pending(FromServer, frozen=True, kw_only=True):
    """The outcome is not known yet; `ack` or `rejected` follows."""

    id: Id


class Answer(FromServer, frozen=True, kw_only=True):
    """The answer to `ask`, `create` or `join`."""

    id: Count
    body: Raw


class Presence(FromServer, frozen=True, kw_only=True):
    """How many sessions each audience has open now. Not state, not numbered."""

    sessions: dict[str, Count]


class Pong(FromServer, frozen=True, kw_only=True):
    """Answers `ping` with the server's time."""

    at: TimeMs


class Bye(FromServer, frozen=True, kw_only=True):
    """The last message before the server closes."""

    code: str
    message: str
    retry_after_ms: Count | UnsetType = UNSET


ClientMessage: TypeAlias = Hello | Submit | Ask | Ping | Create | Join
ServerMessage: TypeAlias = Welcome | Lobby | Update | Ack | Rejected | Pending | Answer | Presence | Pong | Bye
