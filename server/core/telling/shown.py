"""What a rule system shows of its own: its part of the view (`server.core.view`, from which it is imported)."""

from typing import Any

import msgspec

from server.core.space import Point


class Track(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A number that goes up and down: health, actions, pool. `kind` tells clients how to draw it: health (full is
    good), harm (full is bad), pips (a few units), number."""

    value: int
    kind: str = "number"
    max: int | msgspec.UnsetType = msgspec.UNSET


class Stance(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """How somebody stands, as it is drawn at the piece: cover, a raised shield. `label`: a catalogue key; `text`: its
    value in short; `towards`: the one combatant that it concerns, else it concerns all."""

    label: str
    text: str = ""
    towards: str = ""


class Planned(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One step of a plan. `label`: a catalogue key; `text`: more about it; `target`: the combatant it aims at."""

    label: str
    text: str = ""
    target: str = ""


class Figure(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The system's part of a combatant."""

    tracks: dict[str, Track] = {}
    conditions: dict[str, int] = {}
    """Condition or status key -> level (1 where it has none)."""
    stance: tuple[Stance, ...] = ()
    plan: tuple[Planned, ...] = ()
    """What it is going to do, in this order, as far as the audience may know."""
    gear: tuple[str, ...] = ()
    """Names of what it visibly holds and wears."""
    facts: dict[str, str] = {}
    """Label key -> short text, for its sheet."""
    out: bool = False
    """It no longer takes part in the fight: of its tracks those alone still say something that tell how hurt it is."""


class Area(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Ground that matters, drawn under the pieces: the corners of its outline in whole centimetres. `label`: a text or
    a catalogue key."""

    corners: tuple[Point, ...]
    label: str = ""


class Circle(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A circle on the ground, `radius` in whole centimetres: around a combatant, and it moves along, or a place."""

    radius: int
    who: str = ""
    at: Point | msgspec.UnsetType = msgspec.UNSET
    label: str = ""


class Marker(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Something small that lies or stands there. `label`: a text or a catalogue key, which may have an icon."""

    at: Point
    label: str


class Shown(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The system's part of the view."""

    phase: str
    round: int = 0
    turn: tuple[str, ...] = ()
    """Whose turn it is."""
    order: tuple[str, ...] = ()
    """The order of turns; whoever is not in it is drawn behind."""
    figures: dict[str, Figure] = {}
    areas: dict[str, Area] = {}
    circles: dict[str, Circle] = {}
    markers: dict[str, Marker] = {}
    """All three by keys that don't look like integers."""
    act: dict[str, Any] = {}
    """The act in progress, for people: flat scalars and lists, e.g. who, target, dice. `circumstances`: label keys of
    what is special about it (from behind), drawn at the line between the two."""
