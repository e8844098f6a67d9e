"""Moving about: walk, run, crawl, kneel, lie down, stand up (L-MOVE-*, L-ACT-7)."""

from __future__ import annotations

from collections.abc import Callable

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.space import metres
from server.core.state import Play
from server.kit import paths
from server.kit.acts.frame import finish
from server.kit.acts.kind import Kind, Moment
from server.rules.tirakan_classic.state import events as e
from server.rules.tirakan_classic.state.facts import crawl_cm, run_cm, walk_cm
from server.rules.tirakan_classic.state.intents import Crawl, Kneel, LieDown, Run, StandUp, Walk
from server.rules.tirakan_classic.state.sheet import Posture
from server.rules.tirakan_classic.state.state import Combatant, Frame

Going = Walk | Run | Crawl


def reach_cm(play: Play, who: str, kind: type) -> int:
    """L-MOVE-1, L-MOVE-3, L-MOVE-4: how far one such act leads."""
    own: Combatant = play.game.combatants[who]
    if kind is Crawl:
        return crawl_cm(own, play.game.options)
    return walk_cm(own) if kind is Walk else run_cm(own)


def _check_path(play: Play, who: str, deed: Going) -> None:
    """L-MOVE-5."""
    length, most = paths.length_of(play, who, deed.path), reach_cm(play, who, type(deed))
    if length > most:
        raise Rejected("too_far", len=metres(length), max=metres(most))


def _check_upright(play: Play, who: str, deed: Walk | Run, _moment: Moment) -> None:
    """L-MOVE-5."""
    if play.game.combatants[who].posture != "standing":
        raise Rejected("must_stand_up", name=play.pieces[who].name)
    _check_path(play, who, deed)


def _check_walk(play: Play, who: str, deed: Walk, moment: Moment) -> None:
    """L-REACT-9: in answer to something one only walks."""
    if deed.with_ is not None and moment.frame is not None:
        raise Rejected("one_act_only")
    _check_upright(play, who, deed, moment)


def _check_crawl(play: Play, who: str, deed: Crawl, _moment: Moment) -> None:
    """L-MOVE-4, L-A-06."""
    if play.game.options.crawl_needs_down and play.game.combatants[who].posture == "standing":
        raise Rejected("must_be_down", name=play.pieces[who].name)
    _check_path(play, who, deed)


def _go(draft: Draft, frame: Frame) -> None:
    """3.3 step 2: without dice the effect comes at once."""
    if isinstance(frame.deed, Going):
        paths.go(draft, frame.who, frame.deed.path, frame.id)


def _takes(posture: Posture) -> tuple[Callable[..., None], Callable[[Draft, Frame], None]]:
    """Check and effect of taking this posture (L-ACT-7)."""

    def check(play: Play, who: str, _deed: object, _moment: Moment) -> None:
        if play.game.combatants[who].posture == posture:
            raise Rejected("already_so", name=play.pieces[who].name, posture=posture)

    def begin(draft: Draft, frame: Frame) -> None:
        draft.emit(e.PostureChanged(who=frame.who, posture=posture))

    return check, begin


def _posture(name: str, posture: Posture) -> Kind:
    check, begin = _takes(posture)
    return Kind(name=name, check=check, begin=begin, effect=finish)


KINDS: dict[type, Kind] = {
    Walk: Kind(name="walk", check=_check_walk, begin=_go, effect=finish, is_move=True),
    Run: Kind(name="run", check=_check_upright, begin=_go, effect=finish, is_move=True),
    Crawl: Kind(name="crawl", check=_check_crawl, begin=_go, effect=finish, is_move=True),
    Kneel: _posture("kneel", "kneeling"),
    LieDown: _posture("lie_down", "prone"),
    StandUp: _posture("stand_up", "standing"),
}
