"""What a session asks of the lobby. Only here does the gateway await, so that a slow store never stops a session from
reading. Each errand ends in one action."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol, TypeVar

import msgspec

from protocol.codec import Codec
from protocol.errors import ProtocolError
from protocol.limits import NAME_CHARS
from protocol.messages import Answer, Branch, Create, Hello, Import, Join, Links, List, Lobby, Position, Resume
from protocol.text import check_text
from server.core import ids
from server.core.errors import Rejected
from server.gateway import auth
from server.gateway.connection import Action, Connection, End, Id, Say
from server.gateway.gateway import Gateway
from server.gateway.limits import COPIED_A_DAY, network_of
from server.lobby import copying, joining
from server.lobby.lobby import Entered, Refused
from server.process.shares import Party, Slice
from server.store.log_size import MIB

BRANCH_S = 500e-6
"""About what a commit costs that is copied into a branch, before one was made."""

T = TypeVar("T")


class Visitor(Protocol):
    """What this module needs of a session."""

    gateway: Gateway
    connection: Connection
    codec: Codec
    address: str
    is_local: bool
    is_over: bool
    is_listed: bool
    number: int
    role: str
    entered: Entered | None

    @property
    def network(self) -> str:
        """From where it came, as limits count it."""

    def sit_down(self, entered: Entered, resume: Resume | None, in_blocks: bool, in_likes: bool) -> None:
        """Become a viewer of the table, whose options may come in blocks, and as patches onto known ones."""

    def failed(self, where: str, id: Id) -> Say | End:
        """Record the error that is being handled."""


async def enter(session: Visitor, hello: Hello) -> Action | None:
    """To the table that the token names, or without one to the lobby."""
    if isinstance(hello.token, msgspec.UnsetType):
        return await _greet(session, hello.key)
    gateway = session.gateway
    resume = hello.resume if isinstance(hello.resume, Resume) else None
    try:
        entered = await _seat(session, hello.token, resume)
    except Refused as refused:
        if refused.code == "token":
            _wait("rate", gateway.mistakes.spend(session.address, gateway.now_s()))
        raise
    is_playing = entered.role == "player" and not entered.table.is_ended
    bots = await gateway.company.bots_at(entered.table.encounter) if is_playing else ()
    if session.is_over:
        return None
    if not gateway.take_seat(entered.table.encounter, entered.seat, entered.role):
        return session.connection.end("too_many_sessions", limit=gateway.limits.sessions_per_seat)
    session.sit_down(entered, resume, hello.blocks is True, hello.like is True)
    if is_playing:
        network = network_of(session.address, gateway.limits)
        gateway.company.came(entered.table.encounter, entered.seat, network, bots)
    return None


async def _seat(session: Visitor, token: str, resume: Resume | None) -> Entered:
    parsed = auth.parse_token(token)
    if parsed is None:
        raise Refused("token")

    def allow(is_known: bool) -> None:
        """Opening a table costs a read of its log: no address may cause many, least of all by guessing links."""
        gateway, now_s = session.gateway, session.gateway.now_s()
        _wait("busy", 0.0 if is_known else gateway.mistakes.wait(session.address, now_s))
        _wait("busy", gateway.openings.spend(session.address, now_s))

    return await session.gateway.lobby.enter(parsed.encounter, parsed.secret, resume, allow, session.network)


def _wait(code: str, seconds: float) -> None:
    """Raises Refused, if there is anything to wait for."""
    if seconds:
        raise Refused(code, retry_after_ms=math.ceil(seconds * 1000))


async def _greet(session: Visitor, key: str | msgspec.UnsetType) -> Action:
    lobby, given = session.gateway.lobby, key if isinstance(key, str) else ""
    body = await lobby.greet(session.is_local, given)
    session.is_listed = lobby.lists(session.is_local, given)
    session.connection.greeted()
    body["alone"] = body["open"] and session.gateway.company.is_given
    return session.connection.say(Lobby(body=session.codec.body(body)))


async def run(session: Visitor, message: Create | Join | Import | List | Branch | Links) -> Action:
    """Carry out what takes time: make an encounter (from nothing, a file or another one), find a seat or list links."""
    lobby = session.gateway.lobby
    _admit(session, message)
    match message:
        case Create():
            made = await _create(session, message)
        case Join():
            made = await _join(session, message)
        case Import():
            made = await _bring(session, message)
        case List():
            if not session.is_listed:
                raise Refused("forbidden")
            made = await lobby.page(message.before)
        case Branch():
            made = await _branch(session, message)
        case Links():
            assert session.entered is not None
            made = await lobby.links_of(session.entered)
    return session.connection.say(Answer(id=message.id, body=session.codec.body(made)))


def _makes(message: Create | Join | Import | List | Branch | Links) -> bool:
    """Does this message make a new encounter?"""
    match message:
        case Create():
            return message.check is not True
        case Import():
            return message.last
        case _:
            return isinstance(message, Branch)


def _admit(session: Visitor, message: Create | Join | Import | List | Branch | Links) -> None:
    """May this client make encounters, and as many? They stay for ever, so each address has a limit. Raises Refused."""
    if isinstance(message, Create | Import) and not session.gateway.lobby.may_lay(session.is_local):
        raise Refused("lobby_closed")
    if isinstance(message, Branch) and session.role != ids.GM:
        raise Refused("forbidden")
    if _makes(message):
        _wait("rate", session.gateway.creations.spend(session.address, session.gateway.now_s()))


async def _branch(session: Visitor, message: Branch) -> copying.Made:
    """Make a branch. The work is done in slices and takes turns with everybody's questions."""
    entered, lobby = session.entered, session.gateway.lobby
    assert entered is not None
    party = Party(session.network, (entered.table.encounter, entered.seat))
    try:
        commits = entered.table.timeline.version
        guess_s = commits * BRANCH_S
        async with lobby.shares.question(party, "branch", "branch", commits, guess_s, takes_minutes=True) as turn:
            at, allow, here = _position(message.at), partial(_copy, session), _while_here(session, turn)
            return await copying.branch(lobby, entered, at, message.title, here, allow, message.again)
    except Rejected as busy:
        raise Refused(busy.code, **busy.detail) from busy


def _while_here(session: Visitor, turn: Slice) -> Slice:
    """Turns that end when the client leaves: nothing more is worked out for somebody who has gone."""

    async def taken(piece: Callable[[], T], /) -> T:
        if session.is_over:
            raise Refused("unavailable")
        return await turn(piece)

    return taken


async def _create(session: Visitor, message: Create) -> dict[str, Any]:
    """A new encounter; where only a check was asked for, its title and system."""
    encounter = session.codec.reader(dict[str, Any], "$.encounter")(message.encounter)
    lobby = session.gateway.lobby
    if message.check is True:
        return await lobby.check_spec(encounter)
    return await (_alone(session, encounter, message.alone) if message.alone else lobby.create_from(encounter))


async def _alone(session: Visitor, encounter: dict[str, Any], seat: str) -> dict[str, Any]:
    """A new encounter at which bots play all seats but this one."""
    gateway = session.gateway
    network = network_of(session.address, gateway.limits)
    with gateway.company.laying(network):
        made = await gateway.lobby.create_from(encounter, alone=seat)
        played = [id for id, place in made["seats"].items() if place["role"] != "spectator" and id != seat]
        await gateway.company.accompany(made["encounter"], played, network)
        return made


async def _join(session: Visitor, message: Join) -> dict[str, Any]:
    """What a code leads to, or a seat there. A code that leads nowhere counts as a guess, and few are allowed."""
    lobby, gateway = session.gateway.lobby, session.gateway
    if message.name:
        check_text(message.name, NAME_CHARS, "$.name")
    _wait("rate", gateway.guesses.begin(session.address, gateway.now_s()))
    key_h = message.key_h or b""
    try:
        if isinstance(message.seat, msgspec.UnsetType):
            made = await joining.free_seats_behind(lobby, message.code, key_h, session.network)
        else:
            name = message.name or ""
            made = await joining.sit(lobby, message.code, message.seat, key_h, name, session.network)
    except Refused as refused:
        if refused.code == "join_code":
            gateway.guesses.wrong(gateway.now_s())
        else:
            gateway.guesses.right(session.address, gateway.now_s())
        raise
    gateway.guesses.right(session.address, gateway.now_s())
    return made


async def _bring(session: Visitor, part: Import) -> dict[str, Any]:
    """One part of a file; the last part imports the whole file."""
    gateway = session.gateway
    whence = network_of(session.address, gateway.limits) or session
    data = gateway.uploads.take(session, whence, part.offset, part.data, part.last, gateway.now_s())
    if not part.last:
        return {"bytes": len(data)}
    at, allow = _position(part.at), partial(_copy, session)
    return await copying.bring(gateway.lobby, bytes(data), at, part.carry_on, part.title, allow, key=part.key or b"")


def _copy(session: Visitor, size: int) -> None:
    """Count so many bytes that a copy takes of the store. Raises Refused."""
    gateway, limit = session.gateway, COPIED_A_DAY // MIB
    if wait_s := gateway.copied_bytes.use(session.address, gateway.now_s(), size):
        raise Refused("copied_enough", mib=size // MIB, limit=limit, retry_after_ms=math.ceil(wait_s * 1000))


def _position(at: Position | msgspec.UnsetType) -> ids.Position | None:
    return None if isinstance(at, msgspec.UnsetType) else ids.Position(*at)


def failed(session: Visitor, error: Exception, id: Id) -> Action:
    """What to answer when an errand failed. Only `hello` has no id; if that fails, the connection ends."""
    if isinstance(id, msgspec.UnsetType):
        return _turned_away(session, error)
    if isinstance(error, Refused):
        return session.connection.reject(id, error.code, **error.detail)
    if isinstance(error, ProtocolError):
        return session.connection.refuse(id, error)
    return session.failed("lobby", id)


def _turned_away(session: Visitor, error: Exception) -> End:
    if isinstance(error, Refused):
        return session.connection.end(error.code, **error.detail)
    return session.connection.end("internal", reference=session.gateway.failure("lobby", session.number))
