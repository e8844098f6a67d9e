"""Everybody at a table looks at it, with all that is remembered and with nothing, for the tests beside it. Proves
nothing itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from protocol.patch import diff
from server.core.ids import audience_of
from server.core.secrecy import known
from server.core.state import State
from server.core.system import Asker
from server.core.timeline.timeline import Timeline
from server.core.view import builtins, view
from server.table.sight import Sight, Sights


class Looking:
    """The audiences of one table, who look again and again."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._last: dict[str, tuple[Sight, dict[str, Any]]] = {}
        """By audience: what it saw last, and that made anew."""

    def differences(self) -> list[str]:
        """All look: what of what is kept is another thing than what is made anew, down to the order of its keys."""
        sights, seats = Sights(self._timeline), self._timeline.ledger.seats
        return [what for seat, place in seats.items() for what in self._look(sights, self._asker(seat, place.role))]

    def _asker(self, seat: str, role: str) -> Asker:
        return Asker(seat, role, audience_of(seat, role), self._timeline.newest_at)

    def _look(self, sights: Sights, asker: Asker) -> Iterator[str]:
        system, state, audience = self._timeline.system, self._timeline.state, asker.audience
        last, last_anew = self._last.get(audience, (None, {}))
        with self._timeline.shelf:
            sight = sights.of(audience, last)
            patch = sights.patch(last.shown if last is not None else {}, sight.shown)
            options = self._options(sight.known, asker)
        now = known(system, state, audience)
        anew = builtins(view(system, now, audience))
        self._last[audience] = sight, anew
        made = {
            "known": (sight.known == now, True),
            "view": (sight.shown, anew),
            "patch": (patch, diff(last_anew, anew)),
            "options": (options, self._options(now, asker)),
        }
        for what, (kept, fresh) in made.items():
            if msgspec.json.encode(kept) != msgspec.json.encode(fresh):
                yield f"{what} of {audience} at {self._timeline.version}"

    def _options(self, state: State, asker: Asker) -> list[Any]:
        """As tables offer them: not to spectators, nor while dice are typed."""
        is_waiting = state.play.parked is not None or state.play.starting is not None
        if asker.role == "spectator" or is_waiting:
            return []
        return self._timeline.system.options(state, asker)
