"""The deeds that a system knows, and what refuses one whoever asks and whenever: what it is, its conditions, its cost.

    DEEDS = Deeds(kinds={Strike: STRIKE, Evade: EVADE, Walk: WALK})

    DEEDS.check_kind(play, who, deed, is_reaction=False)   # may this kind of thing be done now?
    DEEDS.check(play, who, deed, Moment())                 # its own conditions
    check_cost(play, who, DEEDS.cost(play, who, deed), have)

A deed with a field `with_` is a walk on which that other deed is done: `path` is walked first. Turn and phase are not
asked here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from server.core.errors import Rejected
from server.core.space import Point
from server.core.state import Play
from server.kit.acts.kind import Judge, Kind, Moment
from server.kit.paths import at_end_of


def _unbound(_play: Play, _who: str, _deed: Any) -> None:
    """No act says what must be done after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deeds:
    """All deeds of a system.

    kinds                     by class of deed
    bound(play, who, deed)    raises Rejected where an act done before binds the rest of the turn to something else: a
                              salvo that takes all actions left, as Tirakan Classic's full-auto fire
    """

    kinds: Mapping[type, Kind]
    bound: Callable[[Play, str, Any], None] = _unbound

    def kind(self, deed: Any) -> Kind:
        """What is known of a deed."""
        return self.kinds[type(deed)]

    def cost(self, play: Play, who: str, deed: Any) -> int:
        """Walk and act together cost what the act alone costs, at least one."""
        main = getattr(deed, "with_", None)
        if main is None:
            return self.kinds[type(deed)].cost(play, who, deed)
        return max(1, self.kinds[type(main)].cost(play, who, main))

    def check(self, play: Play, who: str, deed: Any, moment: Moment) -> None:
        """Raises Rejected where the deed itself is not possible; turn, phase and cost are not asked."""
        main = getattr(deed, "with_", None)
        if main is None:
            self.kinds[type(deed)].check(play, who, deed, moment)
            return
        self._check_walk(play, who, deed, moment)
        walking = Moment(walking=True, frame=moment.frame)
        self.kind(main).check(at_end_of(play, who, deed.path), who, main, walking)

    def judge(self, play: Play, who: str, walk: Any, moment: Moment) -> Judge:
        """What judges whom the deed done on a walk can be aimed at. Raises Rejected for what all targets share."""
        self._check_walk(play, who, walk, moment)
        main, parts, there = walk.with_, self.kind(walk.with_).cut, at_end_of(play, who, walk.path)
        walking = Moment(walking=True, frame=moment.frame)
        parts.before(there, who, main, walking)
        parts.after(there, who, main, walking)
        return parts.targets(there, who, main, walking)

    def _check_walk(self, play: Play, who: str, walk: Any, moment: Moment) -> None:
        if self.kind(walk.with_).is_move:
            raise Rejected("walk_act_not_allowed")
        self.kind(walk).check(play, who, walk, moment)

    def check_kind(self, play: Play, who: str, deed: Any, is_reaction: bool) -> None:
        """May this kind of act be done now? Reactions cost one action."""
        main = main_deed(deed)
        kind = self.kinds[type(main)]
        if not is_reaction:
            if kind.is_defence:
                raise Rejected("reaction_only", act=kind.name)
            self.bound(play, who, deed)
            return
        if kind.own_turn_only(play, who, main):
            raise Rejected("own_turn_only", act=kind.name, name=play.pieces[who].name)
        if (cost := self.cost(play, who, deed)) != 1:
            raise Rejected("reaction_costs_one", act=kind.name, n=cost)


def main_deed(deed: Any) -> Any:
    """What is done while walking; else the deed itself."""
    return getattr(deed, "with_", None) or deed


def walked(deed: Any) -> tuple[Point, ...]:
    """What is walked while the main deed is done."""
    return () if main_deed(deed) is deed else deed.path


def plain(deed: Any, who: str = "") -> Any:
    """The deed with another `who`; inside other intents and events it has none."""
    return replace(deed, who=who) if deed.who != who else deed


def check_cost(play: Play, who: str, need: int, have: int) -> None:
    """Is it paid with the actions that there are?"""
    if have < need:
        raise Rejected("no_action_left", name=play.pieces[who].name, need=need, have=have)


def code_of(check: Callable[..., None], *arguments: Any) -> str:
    """For what it is refused; empty if it is not."""
    try:
        check(*arguments)
    except Rejected as refusal:
        return refusal.code
    return ""
