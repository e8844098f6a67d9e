"""The interface of a rule system: a value made of pure functions and type lists, found by its entry point.

Core calls these and knows nothing else of a system. A system knows core and no other system. `play.game` is the
system's own state; everything else in `play` changes only by core's events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from server.core.dice import Roll as Roll
from server.core.disclosure import Disclosure, check_declared

if TYPE_CHECKING:
    from server.core.draft import Draft
    from server.core.events import Event
    from server.core.intents import Intent
    from server.core.options import Option
    from server.core.space import Point
    from server.core.state import Decision, Play, State
    from server.core.telling.reached import Reached
    from server.core.telling.shown import Shown
    from server.core.telling.tally import Tally


T = TypeVar("T")


class Asker(msgspec.Struct, frozen=True, gc=False):
    """Who wants something: a seat, its role (gm, player, spectator), its audience, and when (ms)."""

    seat: str
    role: str
    audience: str
    now: int
    until: int | None = None
    """The newest number that a spectator may know; None: all."""


class Moment(msgspec.Struct, frozen=True, gc=False):
    """Why somebody is asked, as a system calls it (`hit_me`): a key of the catalogue. `size`: how much of it comes,
    e.g. so many hits."""

    name: str
    size: int = 1


class Stops(msgspec.Struct, frozen=True, kw_only=True):
    """The moments of a system, at which a combatant may want to be asked or pass by itself.

    moment(state, decision, who) -> Moment | None   why `who` is asked there, as its player knows it; None: it is asked
                                                    in person whatever it wants
    """

    moment: Callable[[State, Decision, str], Moment | None]
    usual: tuple[str, ...]
    """What is aimed at one and an answer could still change, protection, what one has readied."""
    mine: tuple[str, ...]
    """Those beside them that are about oneself."""
    others: tuple[str, ...]
    """All others."""
    sized: tuple[str, ...] = ()
    """Those of all that differ in size, so that somebody may want to be asked from some size on."""

    @property
    def names(self) -> tuple[str, ...]:
        """All moments, the likeliest first."""
        return (*self.usual, *self.mine, *self.others)

    def preset(self, name: str) -> Mapping[str, int] | None:
        """At which sizes this preset stops; None: it is asked always."""
        found = {"usual": self.usual, "mine": (*self.usual, *self.mine)}.get(name)
        return None if found is None else dict.fromkeys(found, 1)


def declared(names: Mapping[str, Any], base: type[T]) -> tuple[type[T], ...]:
    """The classes of `base` that a module declares itself, in their order; `names` are its `vars()` or `globals()`."""
    kinds = (each for each in names.values() if isinstance(each, type) and issubclass(each, base))
    return tuple(kind for kind in kinds if kind.__module__ == names["__name__"])


def _nobody_gone(_state: State) -> frozenset[str]:
    """No combatant is kept that is off the table."""
    return frozenset()


def open_if_seen(state: State, roll: Roll) -> bool:
    """An `open_roll`: rolls of combatants whom all see are open to all. Who is off the table may have been hidden: the
    game master has dice drawn for what that one did before."""
    piece = state.play.pieces.get(roll.who)
    return piece is not None and piece.seen_by is None


def _at_once(_state: State, _asker: Asker) -> None:
    """Options are soon worked out."""


def _unsaid(_state: State, _who: str, _at: Point) -> Iterator[Reached]:
    """Nothing is said of other places."""
    return iter(())


def _nobody(_state: State) -> None:
    """No turn is on."""


def _none_beaten(_play: Play) -> tuple[str, ...]:
    """No side is ever out."""
    return ()


def _nothing(_draft: Draft, _who: str) -> None:
    """Nothing waited for it."""


class NoOptions(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """House rules of a system that has none."""


@dataclass(frozen=True, kw_only=True, eq=False)
class System:
    """One rule system.

    evolve(game, event) -> game              applies a fact, core's events included; returns `game` itself if nothing
                                             of it changes
    check(state, intent, asker)              raises Rejected; `state` is what the asker knows
    decide(draft, intent)                    emits events; never refuses
    proceed(draft, decision)                 goes on after a decision closed (nobody is asked any more)
    default(state, decision, who) -> Intent  the answer of one who does not answer
    redact {type: rule}                      what the declarations of fields can't say (`server.core.disclosure`):
                                             rule(viewer, value, who) -> the fields declared `ByRule` that may be told,
                                             by name; None: nothing of the value is told
    gone(state) -> who                       combatants that `game` keeps although they are off the table
    show(state, audience) -> Shown           its part of the view; `state` is what the audience knows
    options(state, asker) -> [Option]        all that the seat may do now, greyed ones with their reason; `state` is
                                             what the seat knows
    offering(state, asker) -> steps | None   works out by short steps what `options` would take long for at once, to be
                                             remembered (`server.core.memo`): each step gives the options that it has
                                             made, the same objects; None: it takes no time
    reach(state, who, at) -> parts           what it costs `who`, who has a place on the map, to come to another one,
                                             whom it reaches from there, who reaches it there; `state` is what the asker
                                             knows (`server.core.telling.reached`)
    turn_end(state) -> Intent | None         ends the turn that is on, for `intent.who` who has it
    beaten(play) -> sides                    of which nobody fights any more: who has won when the fight is over, as far
                                             as somebody knows whose `play` this is
    removed(draft, who)                      goes on after `who` was taken off the table: its turn, what it was asked
    open_roll(state, roll) -> bool           do all seats see this roll?
    """

    name: str
    version: str
    titles: Mapping[str, str]
    """Name for people by language."""
    events: Sequence[type[Event]]
    intents: Sequence[type[Intent]]
    game_type: type[Any]
    """Of `play.game`. Snapshots store it in MessagePack and read it by this type, through and through."""
    options_type: type[Any] = NoOptions
    """The house rules that a table may choose, `[options]` in encounter files: a Struct with defaults."""
    sheet_type: type[Any]
    """A combatant's sheet as encounter files give it: a Struct."""
    samples: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Sheets that an encounter file may name instead of describing them: name -> as it would stand in the file."""
    texts: Mapping[str, str]
    """Refusals: code -> sentence with named numbers."""
    catalog: Mapping[str, Any] = field(default_factory=dict)
    """Words and icons for clients: labels, log lines and rule titles by language (see core.view)."""
    rules: Mapping[str, str] = field(default_factory=dict)
    """Rule id -> short title."""
    demo: str = ""
    """An encounter file (TOML) that shows the system."""
    more_demos: Sequence[str] = ()
    """Further ones, each with a title of its own."""
    tutorial: str = ""
    """A scenario file (TOML) for a newcomer, who plays its first seat: at each step with `say` a client waits until one
    of its `until` was told. A system that has one is shown first: it is simple enough to begin with."""

    initial: Callable[[Any], Any]
    """initial(options) -> game"""
    add: Callable[[str, Any, Any], Event]
    """add(who, sheet, piece) -> the system's CombatantAdded"""
    evolve: Callable[[Any, Event], Any]
    check: Callable[[State, Intent, Asker], None]
    decide: Callable[[Draft, Intent], None]
    proceed: Callable[[Draft, Decision], None]
    default: Callable[[State, Decision, str], Intent]
    redact: Mapping[type[Any], Callable[[Any, Any, str], dict[str, Any] | None]] = field(default_factory=dict)
    gone: Callable[[State], frozenset[str]] = _nobody_gone
    topic: Mapping[str, Disclosure] = field(default_factory=dict)
    """Key of a decision's topic -> what others may learn of it (NAME, ID, OPEN, sheet(…), for_gm()); their `of` is a
    key, too. A key that is not in here can't be used."""
    closed_topic: frozenset[str] = field(init=False)
    """The keys of topics that not everybody may know who sees all combatants."""
    show: Callable[[State, str], Shown]
    options: Callable[[State, Asker], list[Option]]
    offering: Callable[[State, Asker], Iterator[list[Option]] | None] = _at_once
    reach: Callable[[State, str, Point], Iterator[Reached]] = _unsaid
    turn_end: Callable[[State], Intent | None] = _nobody
    beaten: Callable[[Play], tuple[str, ...]] = _none_beaten
    removed: Callable[[Draft, str], None] = _nothing
    open_roll: Callable[[State, Roll], bool]
    marks: Mapping[type[Event], str | Callable[[Any], str]] = field(default_factory=dict)
    """What a replay marks: event -> `hit`, `fall`, `ruling` (or a function of the event that says so, "" for none)."""
    tally: Mapping[type[Event], Callable[[Tally, Any], None]] = field(default_factory=dict)
    """What an event means for the account at the end (`core.telling.tally`): who strikes, is hurt, spared, falls."""
    sums: Mapping[type[Any], Callable[[Any], bool]] = field(default_factory=dict)
    """Events with terms: do these add up to what the event says? Asked by the conformance suite only."""
    unnoticed: frozenset[str] = frozenset()
    """Keys of options that a hidden combatant may take, and that the GM may use on it, without anybody's noticing;
    `answer.key` for answers, `key.param=value` where only this choice goes unnoticed. Asked by the conformance suite
    only, like the next two."""
    harmless: Callable[[State, Decision, str], Intent | None] | None = None
    """harmless(state, decision, who): the answer of a hidden combatant that changes nothing for others; None: it waits.
    Without this the default is such an answer."""
    noticeable: frozenset[str] = frozenset()
    """Values of a closed sheet (`weapons.*.name`) in which others may notice a difference, because it shows in what
    happens."""
    shown_in: frozenset[str] = frozenset()
    """Fields (`Struck.hit`, of parts by the innermost class) in which a value of a closed sheet may show; before other
    things happen on account of it, it shows nowhere else. Asked by the conformance suite only, like the next one."""
    shown_unseen: frozenset[str] = frozenset()
    """The fields in which it may show to those who don't see the combatant."""
    untold: frozenset[str] = frozenset()
    """Fields of the game (`Frame.stage`, or all of a class: `Rolled`) in which steps of an act show before they are
    told; all others change, for those who see everybody, only by events of which they are told. Asked by the
    conformance suite only."""
    done_unseen: frozenset[str] = frozenset()
    """Beside these the fields in which it may show how somebody hidden does something, or what the GM rules on it."""
    stops: Stops | None = None
    """Its moments; None: whoever is asked is asked in person."""
    schema: int = 1
    """Raised by one when an event or intent changes so that `upcasters` must tell how (see server.store.upcasters)."""
    upcasters: Mapping[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = field(default_factory=dict)
    """By event or intent and schema: the next schema's plain values of the old ones."""
    unsettling: Mapping[type[Intent], tuple[type[Event], ...]] = field(default_factory=dict)
    """Intents for which it counts what their sender has seen, each with the events of others after which whoever sends
    it must look again. Of all other intents nobody asks what was seen."""

    def __post_init__(self) -> None:
        """Raises Undeclared where an event or the game has a field that does not say what others may learn of it."""
        check_declared(tuple(self.events), self.game_type)
        closed = (key for key, says in self.topic.items() if says.how not in ("open", "name", "id", "seen"))
        object.__setattr__(self, "closed_topic", frozenset(closed))
