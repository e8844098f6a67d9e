"""What holds between two combatants: how far apart they are, whether they see each other, are enemies, perceive each
other.

The GM says it, by the intents in here. What was said lies in the system's game, in tables by pair, which core tells to
those who see both. A system declares the tables that it needs:

    class Game(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
        distances: ByPair[dict[str, int]] = {}         # SetDistance, DistanceSet
        blocked: ByPair[tuple[str, ...]] = ()          # SetSight, SightSet
        enmity: ByPair[dict[str, bool]] = {}           # SetEnmity, EnmitySet

    class Combatant(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
        unperceived: ByRule[tuple[str, ...]] = ()      # GmSetPerception, PerceptionSet

    REDACT = {Combatant: lambda viewer, one, who: {"unperceived": unperceived_told(viewer, one.unperceived, who)}}

It adds their intents and events to its own, and takes what offers, checks, decides and applies them (`options`,
`checks`, `DECIDES`, `EVOLVES`) into its own lists and tables. Then it asks:

    if are_enemies(play, who, other) and sees(play.game, who, other) and is_within(play, who, other, 150):

How distances are compared differs: Brink and Tirakan Classic round them to centimetres, Ambersteel and Tactics compare
exactly; Tactics lets the GM's word count more than the map. A system that measures otherwise than `BY_MAP` makes a
`Measure` of its own, once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta
from msgspec.structs import asdict, replace

from server.core.disclosure import Open, Tells, Who
from server.core.draft import Draft
from server.core.events import Event
from server.core.intents import Intent
from server.core.knowing.viewer import Viewer
from server.core.options import Option, Param
from server.core.space import distance_cm
from server.core.state import Play
from server.kit.forms import FARTHEST_CM, Somebody, check_people, number, option
from server.kit.moment import Check
from server.kit.paths import Comparison, rounded

Length = Annotated[int, Meta(ge=0, le=10_000_000)]
"""Whole centimetres."""


# --- what the GM says ------------------------------------------------------------------------------------------------


class SetDistance(Intent, frozen=True, kw_only=True):
    """How far two are from each other."""

    a: Somebody
    b: Somebody
    distance_cm: Length


class SetSight(Intent, frozen=True, kw_only=True):
    """Is there a line of sight between two?"""

    a: Somebody
    b: Somebody
    sees: bool


class SetEnmity(Intent, frozen=True, kw_only=True):
    """Are two enemies, whatever their sides?"""

    a: Somebody
    b: Somebody
    enemies: bool


class GmSetPerception(Intent, frozen=True, kw_only=True):
    """Does `who` directly perceive `other`?"""

    who: Somebody
    other: Somebody
    perceives: bool


# --- what has been said ----------------------------------------------------------------------------------------------


class DistanceSet(Event, frozen=True, kw_only=True):
    """How far two are from each other."""

    tells: ClassVar[Tells] = Tells.ALL_SEEN
    a: Who
    b: Who
    distance_cm: Open[int]


class SightSet(Event, frozen=True, kw_only=True):
    """Whether two see each other."""

    tells: ClassVar[Tells] = Tells.ALL_SEEN
    a: Who
    b: Who
    sees: Open[bool]


class EnmitySet(Event, frozen=True, kw_only=True):
    """Whether two are enemies."""

    tells: ClassVar[Tells] = Tells.ALL_SEEN
    a: Who
    b: Who
    enemies: Open[bool]


class PerceptionSet(Event, frozen=True, kw_only=True):
    """Whether one perceives the other; its player learns of it."""

    tells: ClassVar[Tells] = Tells.OWNER
    who: Who
    other: Who
    perceives: Open[bool]


SAYS: dict[type[Intent], type[Event]] = {
    SetDistance: DistanceSet, SetSight: SightSet, SetEnmity: EnmitySet, GmSetPerception: PerceptionSet,
}  # fmt: skip
"""What comes of each intent, with the same fields."""


# --- asked of the state ----------------------------------------------------------------------------------------------


class Measure(msgspec.Struct, frozen=True):
    """How a system measures between combatants. `within`: when a place is no farther than so many centimetres;
    `gm_wins`: does what the GM said count also where both stand on the map?"""

    within: Comparison = rounded
    gm_wins: bool = False


BY_MAP = Measure()
"""Rounded to centimetres; the GM's word counts where one of the two has no place."""


def pair(a: str, b: str) -> str:
    """The key of two combatants, whichever comes first."""
    return f"{min(a, b)}|{max(a, b)}"


def distance(play: Play, a: str, b: str, by: Measure = BY_MAP) -> int | None:
    """Centimetres between two combatants, for people to read; None where nobody knows."""
    if by.gm_wins and (said := _said(play, a, b)) is not None:
        return said
    first, second = play.pieces.get(a), play.pieces.get(b)
    if first is not None and second is not None and first.at is not None and second.at is not None:
        return distance_cm(first.at, second.at)
    return _said(play, a, b)


def _said(play: Play, a: str, b: str) -> int | None:
    return play.game.distances.get(pair(a, b))  # type: ignore[no-any-return]


def is_within(play: Play, a: str, b: str, reach_cm: int, by: Measure = BY_MAP) -> bool | None:
    """Is one no farther from the other than this? None where nobody knows."""
    first, second = play.pieces.get(a), play.pieces.get(b)
    is_said = by.gm_wins and _said(play, a, b) is not None
    if is_said or first is None or second is None or first.at is None or second.at is None:
        said = _said(play, a, b)
        return None if said is None else said <= reach_cm
    return by.within(first.at, second.at, reach_cm)


def sees(game: Any, a: str, b: str) -> bool:
    """Is there a line of sight? Yes unless the GM says otherwise."""
    return pair(a, b) not in game.blocked


def are_enemies(play: Play, a: str, b: str) -> bool:
    """Of different sides, unless the GM says otherwise; who is not on the table is nobody's enemy, nor is oneself."""
    first, second = play.pieces.get(a), play.pieces.get(b)
    if first is None or second is None or a == b:
        return False
    said: bool | None = play.game.enmity.get(pair(a, b))
    return first.side != second.side if said is None else said


def perceives(game: Any, who: str, other: str) -> bool:
    """Does it directly perceive the other? Yes unless the GM says otherwise."""
    return other in game.combatants and other not in game.combatants[who].unperceived


# --- who knows what --------------------------------------------------------------------------------------------------


def unperceived_told(viewer: Viewer, unperceived: tuple[str, ...], who: str) -> tuple[str, ...]:
    """For a rule of `redact`: whom it does not perceive, whoever plays it may know; but of those whom the player does
    not see not even that they are there. Where there is nobody, who looks is not asked: then all know the same."""
    return viewer.seen(unperceived) if unperceived and viewer.plays(who) else ()


# --- forgetting ------------------------------------------------------------------------------------------------------


def forget_distances(game: Any, who: str) -> Any:
    """The game after somebody has walked where no map tells how far it is now from the others."""
    left = _without(game.distances, who)
    return game if left == game.distances else replace(game, distances=left)


def forget(game: Any, who: str) -> Any:
    """The game without a trace of somebody in its tables by pair, for one who has been taken off the table."""
    tables = [name for name in ("distances", "blocked", "enmity") if name in game.__struct_fields__]
    left = {name: _without(getattr(game, name), who) for name in tables}
    changed = {name: table for name, table in left.items() if table != getattr(game, name)}
    return replace(game, **changed) if changed else game


def _without(table: Any, who: str) -> Any:
    """A table, or a list of keys, without the pairs of this one."""
    keys = [key for key in table if who not in key.split("|")]
    return {key: table[key] for key in keys} if isinstance(table, dict) else tuple(keys)


# --- applied ---------------------------------------------------------------------------------------------------------


def listed(keys: tuple[str, ...], key: str, is_in: bool) -> tuple[str, ...]:
    """The list without this key, or with it as the last."""
    others = tuple(other for other in keys if other != key)
    return (*others, key) if is_in else others


def _distance(game: Any, event: DistanceSet) -> Any:
    return replace(game, distances={**game.distances, pair(event.a, event.b): event.distance_cm})


def _sight(game: Any, event: SightSet) -> Any:
    return replace(game, blocked=listed(game.blocked, pair(event.a, event.b), not event.sees))


def _enmity(game: Any, event: EnmitySet) -> Any:
    return replace(game, enmity={**game.enmity, pair(event.a, event.b): event.enemies})


def _perception(game: Any, event: PerceptionSet) -> Any:
    combatant = game.combatants[event.who]
    combatant = replace(combatant, unperceived=listed(combatant.unperceived, event.other, not event.perceives))
    return replace(game, combatants={**game.combatants, event.who: combatant})


EVOLVES: dict[type[Event], Callable[[Any, Any], Any]] = {
    DistanceSet: _distance, SightSet: _sight, EnmitySet: _enmity, PerceptionSet: _perception,
}  # fmt: skip
"""evolve(game, event) -> game, by event."""


# --- offered, checked and decided ------------------------------------------------------------------------------------


def options(play: Play, *kinds: type[Intent]) -> list[Option]:
    """The GM's menu of these intents."""
    return [option(kind, *NAMED.get(kind, ()), play=play) for kind in kinds]


NAMED: dict[type[Intent], tuple[str | Param, ...]] = {SetDistance: ("a", "b", number("distance_cm", 0, FARTHEST_CM))}
"""A menu has less than an old log may hold."""


def checks(*moment: Check) -> dict[type[Intent], tuple[Check, ...]]:
    """What is asked of each of these intents: these checks, and whether both are there."""
    return dict.fromkeys(SAYS, (*moment, check_people))


def decide(draft: Draft, intent: Intent) -> None:
    """What the GM says is so."""
    draft.emit(SAYS[type(intent)](**asdict(intent)))


DECIDES: dict[type[Intent], Callable[[Draft, Any], None]] = dict.fromkeys(SAYS, decide)
"""decide(draft, intent), by intent."""
