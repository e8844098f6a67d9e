"""What a session asks of the lobby: the only part of the gateway that awaits. Each errand ends in one action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from protocol.errors import ProtocolError
from protocol.messages import Answer, Create, Hello, Join, Lobby, Resume
from server.gateway import auth
from server.gateway.connection import Action, End, Id, Say
from server.lobby import Refused

if TYPE_CHECKING:
    from server.gateway.session import Session


async def enter(session: Session, hello: Hello) -> Action | None:
    """To the table that the token names, or without one to the lobby."""
    if isinstance(hello.token, msgspec.UnsetType):
        return await _greet(session)
    token = auth.parse(hello.token)
    if token is None:
        return session.connection.end("token")
    gateway = session.gateway
    resume = hello.resume if isinstance(hello.resume, Resume) else None
    entered = await gateway.lobby.enter(token.encounter, token.secret, resume)
    if session.is_over:
        return None
    if not gateway.take_seat(entered.table.encounter, entered.seat, entered.role):
        return session.connection.end("too_many_sessions", limit=gateway.limits.sessions_per_seat)
    session.sit_down(entered, resume)
    return None


async def _greet(session: Session) -> Action:
    body = await session.gateway.lobby.greet()
    session.connection.greeted()
    return session.connection.say(Lobby(body=session.codec.body(body)))


async def create(session: Session, message: Create) -> Action:
    """A new encounter; the answer holds its links, or after a mere check its title."""
    encounter = session.codec.reader(dict[str, Any], "$.encounter")(message.encounter)
    lobby = session.gateway.lobby
    if message.check is True:
        return _answer(session, message.id, lobby.check(encounter))
    return _answer(session, message.id, await lobby.create_from(encounter))


async def join(session: Session, message: Join) -> Action:
    """The open seats behind a code, or the link of one of them."""
    seat = message.seat if isinstance(message.seat, str) else None
    return _answer(session, message.id, await session.gateway.lobby.join(message.code, seat))


def _answer(session: Session, id: int, body: object) -> Say:
    return session.connection.say(Answer(id=id, body=session.codec.body(body)))


def failed(session: Session, error: Exception, id: Id) -> Action:
    """What to say instead; without an id it was the `hello`, and the connection ends."""
    if isinstance(id, msgspec.UnsetType):
        return _turned_away(session, error)
    if isinstance(error, Refused):
        return session.connection.reject(id, error.code, **error.detail)
    if isinstance(error, ProtocolError):
        return session.connection.refuse(id, error)
    return session.failed("lobby", id)


def _turned_away(session: Session, error: Exception) -> End:
    if isinstance(error, Refused):
        return session.connection.end(error.code, **error.detail)
    return session.connection.end("internal", reference=session.gateway.failure("lobby", session.number))
