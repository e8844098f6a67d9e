"""What an amendment reads of the record: whose decision is a secret act's."""

from __future__ import annotations

from server.core.history.recorded_tail import RecordedTail
from server.core.ids import Position
from tests.rules.tirakan.cast import Fight


def test_a_decision_belongs_to_a_secret_act_where_somebody_was_not_told_of_it() -> None:
    """Sela, hidden, listens: the window behind it is the GM's alone, and Hagen is not told. The one behind his own act
    is everybody's. Where nothing is open nothing belongs to anybody."""
    fight = Fight("sela", "hagen", "robber", players=["hagen"], hidden=["sela"])
    fight.do("start_combat", instigator="robber")
    fight.all_pass()
    fight.do("custom", who="sela", text="listen")
    listens = Position(fight.table.timeline.version)
    fight.do("gm_rule_custom", cost=1)
    in_secret = fight.table.state.play.decision
    fight.all_pass()
    fight.do("end_turn", who="sela")
    fight.all_pass()
    fight.do("custom", who="hagen", text="listen")
    fight.do("gm_rule_custom", cost=1)
    openly = fight.table.state.play.decision
    assert in_secret is not None
    assert openly is not None
    tail = RecordedTail.whole(fight.table.timeline, listens)
    assert tail.is_of_secret(in_secret)
    assert not tail.is_of_secret(openly)
    assert not tail.is_of_secret(None)
    begun_before = RecordedTail.whole(fight.table.timeline, Position(listens.version + 1))
    assert begun_before.is_of_secret(in_secret)
