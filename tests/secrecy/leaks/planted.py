"""The leaks: which declarations there are to be taken away, and taking one away."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple
from unittest import mock

import msgspec

from server.core import disclosure, secrecy
from server.core.disclosure import OPEN, WHOLE, Field, Tells, fields_of
from server.core.events import CORE_EVENTS, Answered
from server.core.knowing import masking
from server.core.system import System
from server.core.telling import tell
from server.encounter.installed import systems

CORE = "core"


class Leak(NamedTuple):
    """One declaration that is taken away: `what` of a class (by its name), or of a key of topics."""

    system: str
    kind: str
    what: str

    def __str__(self) -> str:
        return f"{self.system}: {self.kind}.{self.what}"

    @property
    def mark(self) -> str:
        """What must occur for the leak to be noticed: the field, or anything of the class."""
        if self.kind in MADE_OF:
            return MADE_OF[self.kind]
        return self.kind if self.what in ("tells", "redact", "rule") else f"{self.kind}.{self.what}"


MADE_OF = {"DiceAsked": "ActParked"}
"""What is never stored, but told of something else that is."""


# --- which there are -------------------------------------------------------------------------------------------------


def all_leaks() -> Iterator[Leak]:
    """Of core's events, then of each system."""
    for event in CORE_EVENTS:
        if event in RULED:
            yield Leak(CORE, event.__name__, "rule")
        if event not in RULED or event.tells is not Tells.GM:
            yield from _leaks_of(CORE, event)
    for name, system in systems().items():
        for kind in declaring(system):
            yield from _leaks_of(name, kind)
            if kind in system.redact:
                yield Leak(name, kind.__name__, "redact")
        yield from (Leak(name, "topic", key) for key, says in system.topic.items() if says.how != "open")


def declaring(system: System) -> list[type[msgspec.Struct]]:
    """The system's events, and the classes that its game consists of."""
    return _with_parts(*system.events, system.game_type)


def _with_parts(*kinds: type[msgspec.Struct]) -> list[type[msgspec.Struct]]:
    found: dict[type[msgspec.Struct], None] = {}

    def look(kind: type[msgspec.Struct]) -> None:
        if kind not in found:
            found[kind] = None
            for inner in disclosure.parts_of(kind):
                look(inner)

    for kind in kinds:
        look(kind)
    return list(found)


def _leaks_of(name: str, kind: type[msgspec.Struct]) -> Iterator[Leak]:
    """Every declaration of the class that keeps something from somebody. Core tells of no answer to those who do not
    see who gives it, whatever it declares."""
    tells = getattr(kind, "tells", Tells.EVERYBODY)
    if tells is not Tells.EVERYBODY and not (issubclass(kind, Answered) and tells is Tells.WITNESSES):
        yield Leak(name, kind.__name__, "tells")
    if tells is not Tells.GM:
        kept = (field for field in fields_of(kind) if _keeps(field) and not _is_seen_by_all_told(kind, field))
        yield from (Leak(name, kind.__name__, field.name) for field in kept)


def _keeps(field: Field) -> bool:
    return field.says.how not in ("open", "rule", "parts") or bool(field.says.keys)


def _is_seen_by_all_told(kind: type[msgspec.Struct], field: Field) -> bool:
    """Does it name those whom everybody sees who is told of the event, so that it need not be masked? Core tells of no
    answer to those who don't see who gives it."""
    tells = getattr(kind, "tells", Tells.EVERYBODY)
    if field.says.how != "name":
        return False
    if issubclass(kind, Answered) and field.name == "who":
        return True
    return tells in SEEING_ALL or (tells is Tells.WITNESSES and disclosure.mentions(kind) == (field.name,))


SEEING_ALL = (Tells.ALL_SEEN, Tells.SHEET, Tells.OWNER)

RULED: Mapping[type[Any], tuple[dict[Any, Any], Callable[..., Any]]] = {
    **dict.fromkeys(secrecy._RULES, (secrecy._RULES, lambda _system, event, _witness: event)),
    **dict.fromkeys(tell._HISTORY, (tell._HISTORY, lambda _retold, _before, event, _audience: event)),
}
"""What core tells by a rule, whatever the event declares: in which map, and a rule that tells it as it is."""

# --- planting one ----------------------------------------------------------------------------------------------------


@contextmanager
def planted(leak: Leak, system: System) -> Iterator[None]:
    """As long as the context lasts the system (or core) has this leak."""
    kind = kind_of(leak, system)
    own = masking.plan_of
    with ExitStack() as patches:
        if kind is None:
            patches.enter_context(mock.patch.dict(_open(system.topic), {leak.what: OPEN}))
        elif leak.what == "rule":
            rules, as_it_is = RULED[kind]
            patches.enter_context(mock.patch.dict(rules, {kind: as_it_is}))
        elif leak.what == "redact":
            patches.enter_context(mock.patch.dict(_open(system.redact), {kind: lambda *_: WHOLE}))
        else:
            plan = _without(own(kind), leak.what) if leak.what != "tells" else _told_to_all(kind)
            leaking = mock.patch.object(masking, "plan_of", lambda each: plan if each is kind else own(each))
            patches.enter_context(leaking)
        yield


def kind_of(leak: Leak, system: System) -> type[msgspec.Struct] | None:
    """The class of which something is taken away; None: a topic."""
    kinds = CORE_EVENTS if leak.system == CORE else declaring(system)
    return next((each for each in kinds if each.__name__ == leak.kind), None)


def _open(values: Mapping[Any, Any]) -> dict[Any, Any]:
    """A system's map, which nobody else changes."""
    assert isinstance(values, dict)
    return values


def _without(plan: masking.Plan, name: str) -> masking.Plan:
    return plan._replace(
        sheet={field: masked for field, masked in plan.sheet.items() if field != name},
        always=tuple(field for field in plan.always if field.name != name),
        where_hidden=tuple(field for field in plan.where_hidden if field.name != name),
    )


def _told_to_all(kind: type[msgspec.Struct]) -> masking.Plan:
    if kind.tells is Tells.GM:  # type: ignore[attr-defined]
        return masking.Plan(None, {}, (), (), {}, False)
    return masking.plan_of(kind)._replace(is_told=None)
