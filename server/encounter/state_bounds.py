"""What an encounter may have come to, whatever led there: the game keeps the bounds that its types declare, who sits
and fights those of encounter files. Asked of files that are imported, and of what a game master changes by decree:
nothing is made here that could be taken in nowhere else.
"""

from __future__ import annotations

from typing import Any

import msgspec

from protocol.decode import PROBLEM_CHARS
from server.core.create import CombatantSpec, EncounterSpec, SeatSpec
from server.core.errors import Rejected
from server.core.space import metres
from server.core.state import Ledger, Play, State
from server.core.system import System
from server.encounter.file import BadFile, check_people

BESIDE = ("gm", "spectator")
"""Seats that every encounter has; no file names them."""


class Outside(Exception):
    """A state holds what no encounter may."""


class StateBounds:
    """Looks at states one after another; what did not change is not looked at again."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._game = msgspec.msgpack.Decoder(system.game_type)
        self._seen: tuple[Any, ...] = ()

    def check(self, state: State) -> None:
        """Raises Outside."""
        play, ledger = state.play, state.ledger
        seen = play.game, play.pieces, ledger.seats, ledger.control, ledger.title, ledger.options
        if len(seen) == len(self._seen) and all(now is then for now, then in zip(seen, self._seen, strict=True)):
            return
        try:
            self._game.decode(msgspec.msgpack.encode(play.game))
            msgspec.convert(msgspec.to_builtins(ledger.options), self._system.options_type)
            check_people(_people(play, ledger), "state")
        except BadFile as error:
            raise Outside(f"{error.path}: {error.problem}") from error
        except (msgspec.ValidationError, OverflowError) as error:  # MessagePack has no number of more than 64 bits
            raise Outside(str(error)) from error
        self._seen = seen

    def check_edit(self, before: State, after: State, version: int) -> None:
        """Nobody makes by decree what no encounter may hold; who mends one of an older release that holds it already
        may go step by step.

        Raises Rejected: import_bounds, as such a commit of a file is refused."""
        try:
            self.check(after)
        except Outside as error:
            if self._holds(before):
                raise Rejected("import_bounds", position=version, problem=str(error)[:PROBLEM_CHARS]) from error

    def _holds(self, state: State) -> bool:
        try:
            self.check(state)
        except Outside:
            return False
        return True


def _people(play: Play, ledger: Ledger) -> EncounterSpec:
    """Who sits and fights there, as an encounter file would say it."""
    return EncounterSpec(
        title=ledger.title,
        system=ledger.system,
        seats={id: SeatSpec(name=seat.name, role=seat.role) for id, seat in ledger.seats.items() if id not in BESIDE},
        combatants={
            who: CombatantSpec(
                name=piece.name,
                side=piece.side,
                at=(metres(piece.at[0]), metres(piece.at[1])) if piece.at is not None else None,
            )
            for who, piece in play.pieces.items()
        },
    )
