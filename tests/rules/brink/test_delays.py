"""Behind whom a turn may be planned to be taken (B-DELAY-3)."""

from __future__ import annotations

from server.core.options import Option
from server.scenario.rehearsal import Rehearsal
from tests.rules.brink.tables import combatant, laid, offered

PEOPLE = {who: combatant(who, (10 * at, 0)) for at, who in enumerate(("ana", "bram", "cara", "ogre"))}


def _plan(table: Rehearsal, who: str) -> Option:
    seat = table.state.ledger.controller(who)
    return next(each for each in offered(table, seat) if each.key == "plan_turn" and each.who == who)


def _play(table: Rehearsal, kind: str) -> str:
    """Whoever is on turn does this; who that was."""
    who: str = table.state.play.game.turn
    table.play(table.state.ledger.controller(who), {"type": kind, "who": who})
    return who


def test_a_turn_of_the_next_round_may_be_planned_behind_all_who_come_later_in_it() -> None:
    """Also behind those who have had their turn of this round."""
    table = laid(PEOPLE)
    table.play("gm", {"type": "start_combat"})
    first = _play(table, "end_turn")
    assert table.state.play.game.order[0] == first
    table.play(table.state.ledger.controller(first), {"type": "delay_turn", "who": first})
    _, *later = table.state.play.game.order
    assert [choice.value for choice in _plan(table, first).params[0].choices if not choice.reason] == later


def test_a_turn_of_this_round_may_be_planned_behind_those_alone_who_are_still_to_come() -> None:
    """Not behind who has had it."""
    table = laid(PEOPLE)
    table.play("gm", {"type": "start_combat"})
    _play(table, "end_turn")
    second = _play(table, "delay_turn")
    last = table.state.play.game.order[3]
    choices = _plan(table, second).params[0].choices
    assert [choice.value for choice in choices] == [last]
