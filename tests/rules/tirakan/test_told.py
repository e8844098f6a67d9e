"""Nobody's view changes but by what he is told, commit by commit, whoever is hidden from whom and whatever is ruled."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from server.conformance.amount import many
from server.core.intents import Hide
from server.core.view import builtins
from tests.rules.tirakan.cast import Fight, only
from tests.rules.tirakan.fights.chooser import step
from tests.rules.tirakan.fights.test_whole_fights import laid

SEEN_BY: tuple[tuple[str, ...], ...] = ((), ("ann",), ("bob",))


@settings(max_examples=many(60), deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_views_change_only_by_what_is_told_whoever_is_hidden_from_whom(seed: int) -> None:
    """Random sheets, house rules and rulings; one or two combatants are seen by nobody else, or by one more seat."""
    luck = random.Random(seed)
    table = laid(luck, with_map=luck.random() < 0.7)
    for who in luck.sample(list(table.state.play.pieces), luck.randint(1, 2)):
        table.submit("gm", Hide(who=who, seen_by=luck.choice(SEEN_BY)))
    audiences = table.state.ledger.audiences()
    shown = {audience: builtins(table.view(audience)) for audience in audiences}
    for _ in range(60):
        version = table.timeline.version
        if not (luck.random() < 0.7 and table.go_on()) and step(table, luck) is None:
            table.go_on()
        told = {to for commit in table.timeline.commits[version:] for to in commit.told}
        for audience in audiences:
            now = builtins(table.view(audience))
            assert audience in told or now == shown[audience]
            shown[audience] = now


def test_the_target_of_somebody_unseen_learns_that_a_shot_is_refused() -> None:
    """It was shown the act, so it is told its end; why is the GM's."""
    fight = Fight("ilva", "hagen", players=["hagen"], hidden=["ilva"], map=False).start()
    fight.do("attack", who="ilva", target="hagen", goes_on=False)
    fight.do("gm_set_attack", distance_cm=10**6)
    heard = [event for commit in fight.table.timeline.commits[-2:] for event in commit.told_to("seat:hagen")]
    refused = only(heard, "ActionRefused")
    assert (refused.who, refused.target, refused.reason) == ("unseen", "hagen", "refused")
    assert not fight.table.view("seat:hagen").act


def test_who_shoots_at_somebody_unseen_learns_how_many_hits_its_cover_takes() -> None:
    """The act shows them gone; by which cover and with which dice only those read who see the target."""
    fight = Fight("ilva", "robber", players=["ilva"], hidden=["robber"]).start()
    fight.do("set_cover", target="robber", level=4)
    fight.dice(hit_ilva=[5, 5], cover__normal_robber=[4, 1])
    fight.do("attack", seat="gm", who="ilva", target="robber")
    fight.all_pass()
    heard = [event for commit in fight.table.timeline.commits for event in commit.told_to("seat:ilva")]
    rolled = only(heard, "CoverRolled")
    assert (rolled.who, rolled.target, rolled.removed, rolled.level) == ("ilva", "unseen", 1, 0)
    assert rolled.normal_faces == ()
