"""A player's answer counts for the question that the player sees, whatever the GM is asked in secret."""

from msgspec import UNSET

from server.core.ids import act_of
from tests.rules.brink.tables import combatant, laid


def test_a_readied_action_is_an_act_of_its_own_while_the_gm_is_asked_in_secret() -> None:
    """To Ana it is an idle turn: her action is not born in the act of a question that she knows nothing of."""
    people = {"ana": combatant("ana", (0, 0)), "ogre": combatant("ogre", (1, 0))}
    table = laid(people, [20, 1], auto_end=False)
    table.play("gm", {"type": "start_combat"})
    assert table.state.play.game.turn == "ana"
    table.play("gm", {"type": "gm_set", "who": "ana", "value_of": "readied", "value": True})
    table.play("gm", {"type": "gm_set", "who": "ogre", "value_of": "status", "value": "down"})
    question = table.state.play.decision
    assert question is not None
    assert (question.kind, table.view("seat:ana").decision) == ("end", UNSET)
    commit = table.submit("ana", {"type": "use_readied", "who": "ana", "kind": "move", "path": [[50, 0]]})
    assert (commit.submitted.answers, commit.act) == (None, act_of(commit.submitted.id))
