"""What a log from elsewhere may hold: no more than what is asked, laid and written here.

Whoever can write a file can make its hashes fit. So its bytes keep the wire's limits, its people those of encounter
files, and what its events fold to the bounds that the types of state declare.
"""

from __future__ import annotations

from typing import Any

import msgspec

from protocol.errors import ProtocolError
from protocol.limits import COMMIT
from protocol.scan_msgpack import scan_msgpack
from server.core.create import CombatantSpec, EncounterSpec, SeatSpec
from server.core.space import metres
from server.core.state import Ledger, Play, State
from server.core.system import System
from server.core.timeline import Timeline
from server.encounter_file import BadFile, check_people
from server.export import Content
from server.store.codec import Codec

BESIDE = ("gm", "spectator")
"""Seats that every encounter has; no file names them."""


class Beyond(Exception):
    """A commit holds what no encounter may: which commit, and what is wrong with it."""

    def __init__(self, version: int, problem: str) -> None:
        super().__init__(f"commit {version}: {problem}")
        self.version, self.problem = version, problem


def check_bounds(content: Content, system: System) -> None:
    """Raises Beyond for the first commit that breaks a limit. The file has been verified."""
    timeline, codec, bounds = Timeline(system, content.encounter), Codec(system), _Bounds(system)
    for row in content.entries:
        try:
            scan_msgpack(row.body, COMMIT)
            with timeline.shelf:
                timeline.fold(codec.open(row.version, row.body).commit)
            bounds.check(timeline.state)
        except ProtocolError as error:
            raise Beyond(row.version, f"{error.path}: {error.detail.get('problem', error.code)}") from error
        except BadFile as error:
            raise Beyond(row.version, f"{error.path}: {error.problem}") from error
        except msgspec.ValidationError as error:
            raise Beyond(row.version, str(error)) from error


class _Bounds:
    """Looks at states one after another; what did not change is not looked at again."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._game = msgspec.msgpack.Decoder(system.game_type)
        self._seen: tuple[Any, ...] = ()

    def check(self, state: State) -> None:
        """Raises BadFile, ValidationError."""
        play, ledger = state.play, state.ledger
        seen = play.game, play.pieces, ledger.seats, ledger.control, ledger.title, ledger.options
        if len(seen) == len(self._seen) and all(now is then for now, then in zip(seen, self._seen, strict=True)):
            return
        self._seen = seen
        self._game.decode(msgspec.msgpack.encode(play.game))
        msgspec.convert(msgspec.to_builtins(ledger.options), self._system.options_type)
        check_people(_people(play, ledger), "imported")


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
