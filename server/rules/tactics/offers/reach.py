"""What it would be to stand somewhere else (D-MOV-1, D-MOV-2, D-ATK-9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from msgspec.structs import replace

from server.core.errors import Rejected
from server.core.space import Point, metres
from server.core.state import Play, State
from server.kit.between import forget_distances
from server.kit.offering import Wish, somebody
from server.kit.paths import at_end_of, length_of
from server.kit.reaching import Going, Reaching, straight
from server.rules.tactics.checks.go import check_reach
from server.rules.tactics.checks.intent import check
from server.rules.tactics.checks.plan import check_loaded, check_usable
from server.rules.tactics.deciding.movement import allowance
from server.rules.tactics.offers.foes import foes
from server.rules.tactics.offers.plan import kinds
from server.rules.tactics.offers.seat import moves
from server.rules.tactics.state import intents as i
from server.rules.tactics.state.facts import in_hand, is_shield
from server.rules.tactics.state.plan import MOST_ACTIONS, Action, Pace, find
from server.rules.tactics.state.state import BARE_HANDS, Combatant, Game
from server.rules.tactics.words.texts import TEXTS

# --- how one comes there ---------------------------------------------------------------------------------------------


def _ways(state: State, who: str, at: Point) -> list[Going]:
    """On the own go what is planned; else what could be, at each pace."""
    planned = list(straight(moves(state, who), at))
    return planned or list(_paces(state.play.game.combatants[who], who, at))


def _paces(combatant: Combatant, who: str, at: Point) -> Iterator[Going]:
    for pace in get_args(Pace) if len(combatant.record.plan) < MOST_ACTIONS else ():
        move = Action(kind="move", pace=pace, path=(at,))
        plan = i.ActionsDeclare(who=who, plan=(*combatant.record.plan, move))
        yield Wish(intent=plan, key=pace, group="move"), allowance(combatant, move)


def _leads_there(state: State, intent: i.ActionPerform | i.ActionsDeclare) -> None:
    """A run ends where its check says, so a longer one is no error; but it does not lead there."""
    check(state, intent)
    combatant: Combatant = state.play.game.combatants[intent.who]
    move = find(combatant.record.plan, intent.id) if isinstance(intent, i.ActionPerform) else intent.plan[-1]
    assert move is not None, "checked"
    path = intent.path if isinstance(intent, i.ActionPerform) else move.path
    need, most = length_of(state.play, intent.who, path), allowance(combatant, move)
    if need > most:
        raise Rejected("move_too_far", need=metres(need), max=metres(most))


# --- and what one could do there -------------------------------------------------------------------------------------


def _blows(state: State, who: str) -> Iterator[Wish]:
    """With all that is in hand, planned or not."""
    combatant: Combatant = state.play.game.combatants[who]
    people = somebody(state.play, foes(state.play, who), "targets")
    for id in (*in_hand(combatant), BARE_HANDS):
        item = combatant.item(id)
        if item is None or is_shield(combatant, id):
            continue
        name = (item.name or id) if id != BARE_HANDS else ""
        for kind, counts, _ in kinds(item):
            blow = Action(kind=kind, weapon=id, count=min(counts))  # type: ignore[arg-type]
            yield Wish(intent=blow, key=f"perform_{kind}", goal="harm", label=name, pick=people)


def _possible(state: State, who: str, blow: Action) -> None:
    combatant: Combatant = state.play.game.combatants[who]
    check_usable(combatant, blow)
    check_loaded(combatant, blow.weapon)
    check_reach(state, combatant, blow, i.ActionPerform(who=who, id="", target=blow.among[0]))


def _after(play: Play, who: str, path: tuple[Point, ...]) -> Play:
    """What was said about distances is over then."""
    game: Game = forget_distances(play.game, who)
    return at_end_of(replace(play, game=game), who, path)


REACHING = Reaching(
    ways=_ways, deeds=_blows, possible=_possible, fights=lambda game, who: game.combatants[who].is_able,
    check=_leads_there, texts=TEXTS, after=_after,
)  # fmt: skip
