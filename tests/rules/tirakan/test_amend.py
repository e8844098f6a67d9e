"""Taking rulings back: the same decided again is the same, and a disputed cover is one term (T-GM-2)."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from server.conformance.amount import many
from server.core.events import DiceDrawn
from server.core.history import amend
from server.core.ids import Position
from server.core.intents import Amend, Die, DrawDice, Edit, GivenAnswer, TermEdit
from server.core.telling.tell import told_steps
from server.rules.tirakan.state.intents import DeclareReaction
from tests.rules.tirakan.cast import ARMOUR, CLUB, Fight, only
from tests.rules.tirakan.fights.test_whole_fights import laid, play


@settings(max_examples=many(8), deadline=None)
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


ATTACK: dict[str, Any] = {"type": "attack", "who": "sela", "target": "hagen"}
SELA_STRIKES: dict[str, Any] = {"weapons": {"club": CLUB}, "main_hand": "club", "hand_to_hand": 2}
SELA_ENDS: dict[str, Any] = {"type": "end_turn", "who": "sela"}


def unseen_attacker(*then: dict[str, Any]) -> tuple[Fight, Edit]:
    """Sela, hidden, misses Hagen, listens in secret, and then this happens; as amended she hits: Hagen is newly asked
    about his armour, which keeps what is secret from its place."""
    sheets: dict[str, Any] = {"hagen": {"armour": ARMOUR}, "sela": SELA_STRIKES}
    fight = Fight("sela", "hagen", "robber", players=["hagen"], hidden=["sela"], sheets=sheets).start(instigator="sela")
    fight.do(**ATTACK)
    at = Position(fight.table.timeline.version)
    fight.all_pass()
    fight.do("custom", who="sela", text="listen")
    fight.do("gm_rule_custom", cost=0)
    fight.all_pass()
    for intent in then:
        fight.do(**intent)
        fight.all_pass()
    dice = tuple(Die(roll="hit", who="sela", index=index, face=5) for index in range(2))
    return fight, Edit(at=at, faces=dice)


def steps_of(seen: amend.Preview) -> list[tuple[str, str]]:
    """What was decided, in its order, and how it ended."""
    return [(type(step.intent).__name__, step.outcome) for step in seen.steps]


LISTENS = ["Custom", "GmRuleCustom", "Continue", "PassReaction", "Continue"]


def test_an_answer_by_hand_makes_way_for_what_was_late_as_a_default_does():
    """Sela listens before she strikes again, whether Hagen's armour is left out by default or by the GM's word."""
    fight, edit = unseen_attacker(ATTACK)
    defaulted = amend.preview(fight.table.timeline, edit.at, (edit,))
    question = next(step.answers or "" for step in defaulted.steps if step.outcome == "defaulted")
    given = GivenAnswer(decision=question, who="hagen", intent={"type": "decline_protection", "who": "hagen"})
    by_hand = amend.preview(fight.table.timeline, edit.at, (edit,), (given,))
    assert steps_of(defaulted)[3:] == [
        ("DeclineProtection", "defaulted"), *((kind, "stands") for kind in LISTENS),
        ("Attack", "stands"), ("PassReaction", "stands"), ("Continue", "stands"),
    ]  # fmt: skip
    assert steps_of(by_hand)[4:] == steps_of(defaulted)[4:]
    assert steps_of(by_hand)[3] == ("DeclineProtection", "answered")
    assert by_hand.play == defaulted.play


def test_what_was_late_comes_before_the_next_open_act_also_where_an_act_itself_made_way():
    """Hagen leaves while he is asked, so nobody answers for him. Sela listens and ends her turn before the GM skips the
    robber's: it is not hers that is skipped."""
    fight, edit = unseen_attacker(SELA_ENDS)
    fight.table.play("gm", {"type": "remove_combatant", "who": "hagen"})
    fight.do("gm_skip_turn")
    assert fight.game.turn != "robber"
    seen = amend.preview(fight.table.timeline, edit.at, (edit,))
    assert steps_of(seen)[3:] == [
        ("RemoveCombatant", "changed"), *((kind, "stands") for kind in LISTENS), ("EndTurn", "stands"),
        ("Continue", "continued"), ("Continue", "moot"), ("GmSkipTurn", "stands"), ("Continue", "stands"),
    ]  # fmt: skip


def test_what_was_late_is_taken_at_the_end_where_nothing_open_follows():
    """The last open act makes way: Sela listens behind it."""
    fight, edit = unseen_attacker()
    fight.table.play("gm", {"type": "remove_combatant", "who": "hagen"})
    seen = amend.preview(fight.table.timeline, edit.at, (edit,))
    assert steps_of(seen)[3:] == [("RemoveCombatant", "changed"), *((kind, "stands") for kind in LISTENS)]


def test_the_way_that_was_made_for_an_open_act_that_falls_is_taken_back_with_what_was_late():
    """Sela's second attack falls whoever answers, so nobody does, and what she did in secret still waits. The end of
    Hagen's turn makes way once more: each is taken once, and none is lost."""
    fight, edit = unseen_attacker(ATTACK, SELA_ENDS, {"type": "end_turn", "who": "hagen"})
    timeline = fight.table.timeline
    second = [commit.version for commit in timeline.commits if "Attack(" in str(commit.submitted.intent)][1]
    edits = (edit, Edit(at=Position(second), intent={**ATTACK, "target": "robber", "weapon": "bow"}))
    seen = amend.preview(timeline, edit.at, edits)
    assert steps_of(seen)[3:] == [
        ("Attack", "falls"), ("PassReaction", "moot"), ("Continue", "moot"), ("DeclineProtection", "defaulted"),
        *((kind, "stands") for kind in LISTENS), ("EndTurn", "changed"), ("Continue", "continued"),
        ("EndTurn", "stands"), ("Continue", "stands"),
    ]  # fmt: skip


def test_a_late_act_waits_on_where_it_would_keep_an_open_one_from_being_taken():
    """The end of the robber's first turn is struck out, so what ended Sela's after it is late. In the turn that she has
    then she strikes first, as recorded."""
    fight = Fight("robber", "sela", "hagen", players=["hagen"], hidden=["sela"], sheets={"sela": SELA_STRIKES}).start()
    timeline = fight.table.timeline
    fight.do("end_turn", who="robber")
    at = next(Position(commit.version) for commit in timeline.commits if "EndTurn(" in str(commit.submitted.intent))
    fight.end_turns("sela", "hagen")
    fight.all_pass()
    fight.end_turns("robber")
    fight.do(**ATTACK)
    seen = amend.preview(timeline, at, (Edit(at=at, struck=True),))
    assert [outcome for kind, outcome in steps_of(seen) if kind == "EndTurn"] == ["struck", "falls", "falls", "changed"]
    assert steps_of(seen)[-1] == ("Attack", "stands")


def test_acts_of_one_who_never_joined_fall():
    """That the robber came is struck out; also what the GM makes an act of somebody unheard of falls."""
    fight = Fight("hagen", "sela", players=["hagen"]).start()
    timeline = fight.table.timeline
    fight.do("add_combatant", who="robber", name="Robber", side="robbers", sheet={})
    at = Position(timeline.version)
    fight.do("end_turn", who="hagen")
    ended = next(Position(commit.version) for commit in timeline.commits if "EndTurn(" in str(commit.submitted.intent))
    fight.end_turns("sela", "robber")
    seen = amend.preview(timeline, at, (Edit(at=at, struck=True),))
    assert [step.code for step in seen.steps if getattr(step.intent, "who", "") == "robber" and step.outcome == "falls"]
    nobody = Edit(at=ended, intent={"type": "end_turn", "who": "nobody"})
    assert amend.preview(timeline, ended, (nobody,)).steps[0].code == "unknown_combatant"


def test_what_falls_says_what_refuses_it_in_the_end():
    """Without the action that he bought, and asked again what the robber does about the blow before, Hagen's last blow
    falls: not by the question, which would be answered for the robber, but because no action is left."""
    fight = Fight("hagen", "robber", sheets={"hagen": {"bonus_dice": 1}}).start(instigator="hagen")
    fight.all_pass()
    timeline = fight.table.timeline
    bought = Position(timeline.version + 1)
    fight.do("spend_bonus_die", who="hagen")
    passed = []
    while fight.one("hagen").actions:
        fight.do("attack", who="hagen", target="robber")
        passed.append(Position(timeline.version + 1))
        fight.all_pass()
    edits = (Edit(at=bought, struck=True), Edit(at=passed[-2], struck=True))
    seen = amend.preview(timeline, bought, edits)
    assert [(type(step.intent).__name__, step.code) for step in seen.steps if step.outcome == "falls"] == [
        ("Attack", "no_action_left")
    ]


def test_no_dice_are_wanted_of_which_nothing_can_come() -> None:
    """The robber strikes at Hagen, who strikes first; the robber lets that happen. Where Hagen's reaction is struck
    out, the robber's own blow would be next, whose dice were never thrown. Nobody is asked for them: whatever they
    show, there is nothing that the robber could let happen."""
    rules: dict[str, Any] = {"reaction_timing": "before_roll", "react_to_reactions": "defence_only"}
    fight = Fight("robber", "hagen", sheets={"robber": {"bonus_dice": 1}}, **rules).start()
    fight.do("spend_bonus_die", who="robber")
    fight.do("attack", who="robber", target="hagen")
    fight.dice(react__hagen__hit_hagen=[5, 5])
    fight.react("hagen", "attack", target="robber")
    timeline = fight.table.timeline
    at = next(Position(one.version) for one in timeline.commits if isinstance(one.submitted.intent, DeclareReaction))
    fight.do("pass_reaction", who="robber", goes_on=False)
    seen = amend.preview(timeline, at, (Edit(at=at, struck=True),))
    assert seen.needs == ()
    assert (steps_of(seen)[0], steps_of(seen)[-1]) == (("DeclareReaction", "struck"), ("PassReaction", "moot"))


def test_all_dice_that_an_act_lacks_are_named_at_once() -> None:
    """The robber had missed Hagen. Where two of its dice show a six, both are thrown once more; where it hits both
    critically and normally, the wall is rolled for with two rolls. People throw such dice together."""
    fight = Fight("robber", "hagen", players=["hagen"]).start()
    fight.do("set_cover", target="hagen", level=5)
    fight.dice(hit_robber=[1, 1, 1, 1])
    fight.do("attack", who="robber", target="hagen")
    fight.passes("hagen")
    timeline = fight.table.timeline
    target = next(
        Position(one.version) for one in timeline.commits if any(type(e).__name__ == "HitsRolled" for e in one.events)
    )
    faces = tuple(Die(roll="hit", who="robber", index=index, face=face) for index, face in enumerate((6, 6, 5, 1)))

    def lacking() -> list[tuple[str, str, int, int, int]]:
        seen = amend.preview(timeline, target, (Edit(at=target, faces=faces),))
        return [(need.roll, need.who, need.count, need.index, need.depth) for need in seen.needs]

    assert lacking() == [("hit", "robber", 1, 0, 1), ("hit", "robber", 1, 1, 1)]
    faces += (Die(roll="hit", who="robber", index=0, face=5, depth=1), Die("hit", "robber", 1, 1, 1))
    assert lacking() == [("cover.critical", "hagen", 1, 0, 0), ("cover.normal", "hagen", 2, 0, 0)]
    drawn = fight.table.submit("gm", DrawDice(target=target, edits=(Edit(at=target, faces=faces),)))
    thrown = [(one.roll, len(one.faces)) for one in drawn.events if isinstance(one, DiceDrawn)]
    assert thrown == [("cover.critical", 1), ("cover.normal", 2)]
    assert lacking() == []
