"""What somebody could do from a place where it does not stand yet: what it costs to come there, whom it reaches from
there, who reaches it. No rule of its own is in here: ways are judged by the check that judges them when they are sent,
blows by the conditions of the deed, on the map as it would be then.

    REACHING = Reaching(
        ways=lambda state, who, at: straight(ways_of(state.play, who), at),
        deeds=lambda state, who: deeds_of(state.play, who),
        possible=lambda state, who, deed: check_deed(state.play, who, deed),
        fights=is_able, check=check, texts=TEXTS,
    )
    SYSTEM = System(reach=REACHING.of, …)

All of it is asked of what the asker knows: of a closed sheet only what everybody sees is counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec.structs import replace

from server.core.space import Point
from server.core.state import Play, State
from server.core.telling.reached import Contact, Reached, Way
from server.kit.ground import Box, cost_cm
from server.kit.offering import Wish, reasons_in
from server.kit.paths import at_end_of

Going = tuple[Wish, int]
"""A way with the path in its intent, and how far it leads at most."""
Possible = Callable[[State, str, Any], None]


def straight(wishes: Iterable[Wish], at: Point) -> Iterator[Going]:
    """Those of the wishes that lead along a path, straight to this place."""
    for wish in wishes:
        for param in wish.params:
            if param.kind == "path":
                yield replace(wish, intent=replace(wish.intent, **{param.name: (at,)})), param.most


def _of_two_sides(play: Play, a: str, b: str) -> bool:
    return play.pieces[a].side != play.pieces[b].side


def _level(_game: Any) -> list[Box]:
    """No ground is difficult."""
    return []


@dataclass(frozen=True, slots=True, kw_only=True)
class Reaching:
    """How a system answers.

    ways(state, who, at) -> goings     its moves to this place
    deeds(state, who) -> wishes        all that one could think of; what is to harm somebody whom it picks is a blow
    possible(state, who, deed)         raises Rejected where that can't be done from where it stands; neither turn nor
                                       actions are asked
    threatens(state, who, deed)        the same of others, as far as everybody sees; else the same
    fights(game, who) -> bool          can it do anything?
    check                              the system's own, for the ways
    rough(game) -> boxes               difficult ground
    after(play, who, path) -> play     the situation as it is when somebody has gone there
    are_enemies(play, a, b) -> bool    within one side as well, where the GM has said so (`between.are_enemies`)
    """

    ways: Callable[[State, str, Point], Iterable[Going]]
    deeds: Callable[[State, str], Iterable[Wish]]
    possible: Possible
    fights: Callable[[Any, str], bool]
    check: Callable[..., None]
    texts: Mapping[str, str]
    threatens: Possible | None = None
    rough: Callable[[Any], list[Box]] = _level
    after: Callable[[Play, str, tuple[Point, ...]], Play] = at_end_of
    are_enemies: Callable[[Play, str, str], bool] = _of_two_sides

    def of(self, state: State, who: str, at: Point) -> Iterator[Reached]:
        """The answer in parts: its own first, then those of its opponents, one by one."""
        others = self._opponents(state.play, who)
        yield Reached(ways=tuple(self._ways(state, who, at)))
        there = State(self.after(state.play, who, (at,)), state.ledger)
        yield Reached(targets=self._blows(there, who, others, self.possible))
        for other in others:
            blows = self._blows(there, other, [who], self.threatens or self.possible)
            yield Reached(threats=tuple(replace(blow, who=other) for blow in blows))

    def _opponents(self, play: Play, who: str) -> list[str]:
        """All of other sides, for a truce can be broken, and enemies within the own."""
        others = [other for other in play.pieces if other != who]
        return [other for other in others if _of_two_sides(play, who, other) or self.are_enemies(play, who, other)]

    def _ways(self, state: State, who: str, at: Point) -> Iterator[Way]:
        start, reason_of = state.play.pieces[who].at, reasons_in(self.texts)
        if start is None or start == at:
            return
        length = cost_cm(start, (at,), self.rough(state.play.game))
        for wish, most in self.ways(state, who, at):
            raw = msgspec.to_builtins(wish.intent)
            yield Way(
                key=wish.key or raw["type"], intent=raw, label=wish.label, cost=wish.cost, length_cm=length,
                most_cm=most, reason=reason_of(self.check, state, wish.intent),
            )  # fmt: skip

    def _blows(self, state: State, who: str, people: list[str], possible: Possible) -> tuple[Contact, ...]:
        """At whom of these it could strike, and how; each way once, however it is paid."""
        if not self.fights(state.play.game, who):
            return ()
        blows = (wish for wish in self.deeds(state, who) if wish.goal == "harm")
        found = (blow for wish in blows for blow in self._aimed(state, who, wish, people, possible))
        return tuple(dict.fromkeys(found))

    def _aimed(self, state: State, who: str, wish: Wish, people: list[str], possible: Possible) -> Iterator[Contact]:
        pick, reason_of = wish.pick, reasons_in(self.texts)
        if pick is None or not pick.combatant:
            return
        for other in (choice.value for choice in pick.choices if choice.value in people):
            deed = replace(wish.intent, **{pick.name: other})
            if reason_of(possible, state, who, deed) is None:
                yield Contact(who=other, key=wish.key or str(deed.__struct_config__.tag), label=wish.label)
