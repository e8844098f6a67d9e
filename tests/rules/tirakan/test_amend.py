"""Taking rulings back: the same decided again is the same, and a disputed cover is one term (T-GM-2)."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from server.core import amend
from server.core.ids import Position
from server.core.intents import Amend, Die, Edit, TermEdit
from server.core.tell import told_steps
from tests.rules.tirakan.cast import Fight, only
from tests.rules.tirakan.test_whole_fights import laid, play


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32), hidden=st.sampled_from([(), ("ilva",), ("robber", "sela")]))
def test_deciding_the_past_again_gives_the_past(seed: int, hidden: tuple[str, ...]) -> None:
    """Whatever position is amended with nothing, every later act stands with the same events."""
    luck = random.Random(seed)
    table = laid(luck, hidden)
    play(table, luck, 20)
    versions = range(table.state.ledger.begun + 1, table.timeline.version + 1)
    acts = [version for version in versions if not table.timeline.commit(version).submitted.intent.ledger]
    seen = amend.preview(table.timeline, Position(luck.choice(acts)), ())
    assert {step.outcome for step in seen.steps} == {"stands"}
    assert seen.play.game == table.state.play.game


def test_a_disputed_cover_is_amended_with_the_same_faces():
    """E-47: a wall was 4+, not 5+: the same dice stop one more hit, the wounds follow."""
    fight = Fight("robber", "hagen", players=["hagen"]).start()
    fight.do("set_cover", target="hagen", level=5)
    fight.dice(hit_robber=[5, 5, 5, 1], cover__normal_hagen=[5, 4, 3])
    fight.do("attack", who="robber", target="hagen")
    found = fight.passes("hagen")
    assert only(found, "CoverRolled").removed == 1
    assert fight.one("hagen").wounds == 2
    timeline = fight.table.timeline
    target = next(
        Position(commit.version)
        for commit in timeline.commits
        if any(type(event).__name__ == "CoverRolled" for event in commit.events)
    )
    edits = (Edit(at=target, terms=(TermEdit("cover", "hagen", "surroundings", 4),)),)
    seen = amend.preview(timeline, target, edits)
    fight.table.submit("gm", Amend(target=target, edits=edits, digest=seen.digest))
    assert fight.one("hagen").wounds == 1


def test_a_turn_that_ended_in_secret_answers_no_open_question():
    """Hagen's answer in the window is struck out: he is asked again, whether or not Sela had her turn since. An act of
    which all were told answers for him, and then her turn comes as it was."""
    fight = Fight("sela", "hagen", "robber", players=["hagen"], hidden=["sela"])
    fight.do("start_combat", instigator="robber")
    fight.all_pass()
    fight.do("end_turn", who="sela")
    timeline = fight.table.timeline
    at = next(Position(each.version) for each in timeline.commits if "PassReaction(who='hagen'" in str(each.submitted))
    edits = (Edit(at=at, struck=True),)
    seen = amend.preview(timeline, at, edits)
    assert [step.outcome for step in seen.steps] == ["struck", "stands", "moot", "moot", "falls", "moot"]
    assert seen.play.decision is not None
    assert seen.play.decision.unanswered() == ["hagen"]
    fight.do("end_turn", who="hagen")
    seen = amend.preview(timeline, at, edits)
    assert [(type(step.intent).__name__, step.outcome) for step in seen.steps if step.source == () or step.events] == [
        ("PassReaction", "stands"), ("PassReaction", "defaulted"), ("Continue", "continued"), ("Continue", "stands"),
        ("EndTurn", "stands"), ("Continue", "continued"), ("EndTurn", "stands"), ("Continue", "stands"),
    ]  # fmt: skip
    assert seen.play.game.turn == "robber"


def test_players_are_told_no_sources_of_an_amendment():
    """What followed the hidden one's turn is told with it, so the number would tell that there was one."""
    fight = Fight("sela", "hagen", "robber", players=["hagen"], hidden=["sela"]).start(instigator="robber")
    fight.all_pass()
    fight.do("end_turn", who="sela")
    fight.do("end_turn", who="hagen")
    timeline = fight.table.timeline
    at = Position(timeline.version - 1)
    fight.table.submit("gm", Amend(target=at, edits=(), digest=amend.preview(timeline, at, ()).digest))
    steps = {to: [step for _, step in told_steps(timeline, timeline.version, to)] for to in ("gm", "seat:hagen")}
    assert all(step.source for step in steps["gm"])
    assert steps["seat:hagen"]
    assert not any(step.source for step in steps["seat:hagen"])


def test_dice_that_a_late_act_lacks_are_asked_of_that_act():
    """Sela's secret act could only be taken once Hagen's next act made way; the GM now has it checked, and types."""
    fight = Fight("sela", "hagen", "robber", players=["hagen"], hidden=["sela"])
    fight.do("start_combat", instigator="robber")
    fight.all_pass()
    fight.do("custom", who="sela", text="listen")
    fight.do("gm_rule_custom", cost=1)
    fight.all_pass()
    fight.do("end_turn", who="sela")
    fight.do("end_turn", who="hagen")
    timeline = fight.table.timeline
    at, ruled = (
        next(Position(each.version) for each in timeline.commits if part in str(each.submitted))
        for part in ("PassReaction(who='hagen'", "GmRuleCustom")
    )
    ruling = {"type": "gm_rule_custom", "cost": 1, "check": "perception", "difficulty": 1}
    edits = (Edit(at=at, struck=True), Edit(at=ruled, intent=ruling))
    seen = amend.preview(timeline, at, edits)
    need = seen.needs[0]
    assert (need.act, need.roll, need.who, need.count) == (timeline.commit(ruled.version).act, "check", "sela", 2)
    assert [step.outcome for step in seen.steps if need.at in step.source] == ["moot"]
    faces = tuple(Die(roll="check", who="sela", index=index, face=5) for index in range(2))
    seen = amend.preview(timeline, at, (*edits, Edit(at=need.at, faces=faces)))
    assert not seen.needs
    assert [step.outcome for step in seen.steps if need.at in step.source] == ["changed"]
