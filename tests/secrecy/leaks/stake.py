"""Where a declaration withholds something by itself: every value of its class is looked at alone, whether or not it is
told at all, and of a field whatever a rule says of the whole. So a declaration of which nobody learns anything when it
is taken away is told from one that never came to bear: something else keeps what it keeps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple
from unittest import mock

import msgspec

from server.conformance.worlds.learned import Happened
from server.core.knowing import masking
from server.core.knowing.masking import Rules, masked_topic, masked_value
from server.core.knowing.viewer import Viewer, Witness, hidden_around, hidden_from
from server.core.state import Decision, State
from server.core.system import System
from tests.secrecy.leaks.planted import Leak, kind_of, planted


class Look(NamedTuple):
    """Somebody looks at a value, which is about this combatant, or at what a question is about."""

    viewer: Viewer
    value: Any
    subject: str

    def sees(self, system: System, rules: Rules) -> Any:
        """What is left of it."""
        if isinstance(self.value, dict):
            return masked_topic(system.topic, self.viewer, self.value)
        return masked_value(rules, self.viewer, self.value, self.subject)


def withheld(leak: Leak, system: System, looks: Iterable[Look]) -> int:
    """So often it keeps something from somebody. What core tells by a rule of its own is not told apart here."""
    looks = list(looks)
    rules: Rules = system.redact if leak.what == "redact" else {}
    with nullcontext() if leak.what == "tells" else _told_at_all(kind_of(leak, system)):
        usual = [look.sees(system, rules) for look in looks]
        with planted(leak, system):
            return sum(look.sees(system, rules) != seen for look, seen in zip(looks, usual, strict=True))


def _told_at_all(kind: Any) -> AbstractContextManager[object]:
    """Whoever looks learns of a value of the class."""
    own = masking.plan_of
    return mock.patch.object(
        masking, "plan_of", lambda each: own(each)._replace(is_told=None) if each is kind else own(each)
    )


def at_event(system: System, here: Happened, audience: str, leak: Leak) -> Iterator[Look]:
    """At the values in an event, and at the topic of a question that it opens."""
    hidden, game = hidden_around(here.before, here.after, audience), here.before.play.game
    gone = frozenset[str]() if game is None else system.gone(here.before)
    return _looks(Witness(here.before, here.after, audience, hidden, None, gone), here.event, here.after, leak)


def at_game(system: System, state: State, audience: str, leak: Leak) -> Iterator[Look]:
    """At the values in the game and in answers, and at topics."""
    viewer = Viewer(state, audience, hidden_from(state, audience) | system.gone(state))
    yield from _looks(viewer, state.play.game, state, leak)
    for decision in state.play.decisions:
        yield from _looks(viewer.around(state, state), decision, state, leak)


def _looks(viewer: Viewer, value: Any, state: State, leak: Leak) -> Iterator[Look]:
    for each, subject in _parts(value, "", state):
        if type(each).__name__ == leak.kind:
            yield Look(viewer, each, subject)
        elif leak.kind == "topic" and isinstance(each, Decision) and leak.what in each.topic:
            yield Look(viewer, each.topic, "")


def _parts(value: Any, subject: str, state: State) -> Iterator[tuple[msgspec.Struct, str]]:
    """All values with fields that it consists of, each with whom it is about, as `masking` finds that."""
    if isinstance(value, msgspec.Struct):
        yield value, subject
        who = getattr(value, "who", "") or subject
        for name in value.__struct_fields__:
            yield from _parts(getattr(value, name), who, state)
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from _parts(each, key if key in state.play.pieces else subject, state)
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _parts(each, subject, state)
