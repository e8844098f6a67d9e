"""What audiences see of one state of a table: shaped, compared and encoded once for all who know the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from protocol.codec import Codec
from protocol.patch import Patch, diff
from server.core.deciding.standing import are_set
from server.core.ids import GM
from server.core.knowing.shared import Shared
from server.core.knowing.viewer import Answers
from server.core.secrecy import NOBODY, hidden_from, keep_known, known_to, not_seen_by_all
from server.core.state import State
from server.core.timeline.timeline import Timeline
from server.core.view import View, builtins, builtins_since, chosen, view


class Sight(msgspec.Struct, frozen=True, gc=False):
    """What an audience knows, its view, and the view as plain maps and lists."""

    known: State
    view: View
    shown: dict[str, Any]


class Sights:
    """What is seen of the newest state; to be thrown away with the next commit."""

    def __init__(self, timeline: Timeline) -> None:
        self.version = timeline.version
        self._system, self._state = timeline.system, timeline.state
        self._is_anybody_hidden = bool(not_seen_by_all(self._state))
        self._states: Shared[State] = Shared()
        self._found: list[Sight] = []
        self._patches: dict[tuple[int, int], tuple[object, object, Patch]] = {}
        self.patches = Encoded()

    def of(self, audience: str, last: Sight | None) -> Sight:
        """The audience's; what is as in `last` is shared with it. All but the GM who know the same, and have chosen the
        same for themselves, get the same."""
        now = self._known(audience)
        found = [] if audience == GM else self._found
        alike = [sight for sight in found if sight.known is now or sight.known.play == now.play]
        if alike and not are_set(now):  # nobody has chosen anything
            return alike[0]
        own = chosen(self._system, now, audience) if alike else {}
        for sight in alike:
            if all(getattr(sight.view, field) == value for field, value in own.items()):
                return sight
        shaped = replace(alike[0].view, **own) if alike else view(self._system, now, audience)
        sight = Sight(now, shaped, self._shown(shaped, last))
        if audience != GM:
            self._found.append(sight)
        return sight

    def _shown(self, shaped: View, last: Sight | None) -> dict[str, Any]:
        if last is None:
            return builtins(shaped)
        shown, patch = builtins_since(shaped, (last.view, last.shown), diff)
        self._patches[id(last.shown), id(shown)] = (last.shown, shown, patch)
        return shown

    def _known(self, audience: str) -> State:
        """What the audience knows; asked once for all of whom that is the same."""
        if audience == GM:
            return self._state
        hidden = hidden_from(self._state, audience) if self._is_anybody_hidden else NOBODY
        now = self._states.of(audience, hidden)
        if now is None:
            asked: Answers = {}
            now = known_to(self._system, self._state, audience, hidden, asked)
            self._states.keep(hidden, asked, now)
        keep_known(self._state, audience, now)
        return now

    def patch(self, before: dict[str, Any], after: dict[str, Any]) -> Patch:
        """From one view to another; the same objects give the same patch, most often that made with the view."""
        key = (id(before), id(after))
        if key not in self._patches:
            self._patches[key] = (before, after, diff(before, after))
        return self._patches[key][2]


class Encoded:
    """What is encoded once for all of one subprotocol."""

    def __init__(self, of: object = None) -> None:
        self.of = of
        """What all of them belong to."""
        self._bodies: dict[tuple[str, Hashable], Raw] = {}

    def body(self, codec: Codec, key: Hashable, value: Callable[[], object]) -> Raw:
        """In bytes; `key` tells bodies apart."""
        whole = (codec.subprotocol, key)
        if whole not in self._bodies:
            self._bodies[whole] = codec.body(value())
        return self._bodies[whole]
