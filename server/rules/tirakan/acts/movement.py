"""Moving about: walk, run, crawl, hunker, stand up (T-MOVE-*, T-ACT-7, T-ACT-8)."""

from __future__ import annotations

from collections.abc import Callable

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.space import Point, metres
from server.core.state import Play
from server.kit import paths
from server.kit.acts.frame import finish
from server.kit.acts.kind import Kind, Moment
from server.rules.tirakan import events as e
from server.rules.tirakan.state import numbers as n
from server.rules.tirakan.state.facts import crawl_cm, walk_cm
from server.rules.tirakan.state.intents import Crawl, Hunker, Run, StandUp, Walk
from server.rules.tirakan.state.state import Combatant, Frame

Going = Walk | Run | Crawl


def reach_cm(play: Play, who: str, kind: type) -> int:
    """T-MOVE-1, T-MOVE-3, T-MOVE-4: how far one such act leads, in centimetres."""
    combatant = play.game.combatants[who]
    if kind is Crawl:
        return crawl_cm(play.game, combatant)
    return walk_cm(play.game, combatant, n.WALK_BASE_M if kind is Walk else n.RUN_BASE_M)


def check_path(play: Play, who: str, deed: Going) -> None:
    """T-MOVE-5: no farther than the act leads."""
    length = paths.length_of(play, who, deed.path)
    if length and length > (reach := reach_cm(play, who, type(deed))):
        tag = str(type(deed).__struct_config__.tag)
        raise Rejected("too_far", act=tag, m=metres(reach), d=metres(length))


def go(draft: Draft, who: str, path: tuple[Point, ...], act: str) -> None:
    """Go along a path; a supported weapon is picked up (T-SPEC-SUP-3)."""
    if draft.game.combatants[who].supported:
        draft.emit(e.WeaponUnsupported(who=who))
    paths.go(draft, who, path, act)


def _is_hunkered(play: Play, who: str) -> bool:
    combatant: Combatant = play.game.combatants[who]
    return "hunkered" in combatant.conditions


def _check_upright(play: Play, who: str, deed: Walk | Run, _moment: Moment) -> None:
    """T-MOVE-5 (H-13)."""
    if _is_hunkered(play, who):
        raise Rejected("must_stand_up", name=play.pieces[who].name)
    check_path(play, who, deed)


def _check_crawl(play: Play, who: str, deed: Crawl, _moment: Moment) -> None:
    _check_hunkered(play, who, deed, _moment)
    check_path(play, who, deed)


def _check_hunkered(play: Play, who: str, _deed: object, _moment: Moment) -> None:
    if not _is_hunkered(play, who):
        raise Rejected("not_hunkered", name=play.pieces[who].name)


def _check_hunker(play: Play, who: str, _deed: Hunker, _moment: Moment) -> None:
    if _is_hunkered(play, who):
        raise Rejected("already_hunkered", name=play.pieces[who].name)


def _go(draft: Draft, frame: Frame) -> None:
    if isinstance(frame.deed, Going):
        go(draft, frame.who, frame.deed.path, frame.id)
    finish(draft, frame)


def _sets_hunkered(level: int) -> Callable[[Draft, Frame], None]:
    def effect(draft: Draft, frame: Frame) -> None:
        draft.emit(e.ConditionChanged(who=frame.who, condition="hunkered", level=level))
        finish(draft, frame)

    return effect


KINDS: dict[type, Kind] = {
    Walk: Kind(name="walk", check=_check_upright, effect=_go, is_move=True),
    Run: Kind(name="run", check=_check_upright, effect=_go, is_move=True),
    Crawl: Kind(name="crawl", check=_check_crawl, effect=_go, is_move=True),
    Hunker: Kind(name="hunker", check=_check_hunker, effect=_sets_hunkered(1)),
    StandUp: Kind(name="stand_up", check=_check_hunkered, effect=_sets_hunkered(0)),
}
