"""Who is interrupted is a matter of stops: whoever has none at a moment passes by itself, in a commit of its own."""

from __future__ import annotations

import dataclasses
from typing import Any

from msgspec import UnsetType
from msgspec.structs import replace

from server.conformance.worlds.branches import branched
from server.core import intents as i
from server.core.deciding.standing import standing
from server.core.events import AskedInPerson, DecisionClosed, StopsSet
from server.core.history import amend
from server.core.ids import Position
from server.core.options import Option, Reason
from server.core.timeline.timeline import Timeline
from server.kit.acts.events import ReactionPassed
from server.rules.tirakan import SYSTEM
from tests.rules.tirakan.cast import ARMOUR, Fight

PEOPLE = ("robber", "hagen", "sela")
HIT, MISS = [5, 5, 1, 1], [1, 1, 1, 1]


def attacked(*faces: int, stops: Any = "usual", **more: Any) -> Fight:
    """The robber has struck at Hagen, and the window is open; the server has not gone on."""
    fight = Fight(*PEOPLE, players=["hagen", "sela"], stops=stops, **more).start().dice(hit_robber=faces)
    fight.do("attack", who="robber", target="hagen", goes_on=False)
    return fight


def passed(commits: Any) -> list[list[str]]:
    """Who has passed, by commit."""
    found = [[event.who for event in commit.events if isinstance(event, ReactionPassed)] for commit in commits]
    return [people for people in found if people]


def window_of(fight: Fight) -> str:
    decision = fight.table.state.play.decision
    assert decision is not None
    return decision.id


def passes(fight: Fight, seat: str) -> bool:
    """Does the seat see that its combatant will pass by itself?"""
    decision = fight.table.view(f"seat:{seat}").decision
    return not isinstance(decision, UnsetType) and decision.asks[seat].passes


def asked(fight: Fight) -> list[str]:
    decision = fight.table.state.play.decision
    return decision.unanswered() if decision is not None and decision.kind == "reaction" else []


def test_only_who_is_hit_is_interrupted():
    """The window asks both; Sela has no stop where another is hit, so she passes by herself, in a commit of its own:
    before it the window was open and waited for both."""
    fight = attacked(*HIT)
    assert asked(fight) == ["hagen", "sela"]
    (commit,) = fight.table.go_on()
    assert isinstance(commit.submitted.intent, i.PassStanding)
    assert passed([commit]) == [["sela"]]
    assert asked(fight) == ["hagen"]


def test_nobody_is_interrupted_by_what_nobody_can_change():
    """All standing answers of a window are one commit, and only then the act goes on."""
    fight = attacked(*MISS)
    commits = fight.table.go_on()
    assert passed(commits[:1]) == [["hagen", "sela"]]
    assert not any(isinstance(event, DecisionClosed) for event in commits[0].events)
    assert isinstance(commits[1].submitted.intent, i.Continue)
    assert fight.table.state.play.decision is None


def test_without_a_preset_everybody_is_asked_as_ever():
    """So are logs, files and scenarios that say nothing of it."""
    for stops in ("everything", "mine"):
        fight = attacked(*MISS, stops=stops)
        fight.table.go_on()
        assert asked(fight) == (["hagen", "sela"] if stops == "everything" else ["hagen"])
    fight = Fight(*PEOPLE, players=["hagen", "sela"]).start().dice(hit_robber=MISS)
    fight.do("attack", who="robber", target="hagen")
    assert asked(fight) == ["hagen", "sela"]


def test_whoever_can_do_nothing_but_pass_is_not_asked():
    """Not even at a moment at which it has a stop."""
    fight = attacked(*HIT)
    passing = dataclasses.replace(SYSTEM, options=lambda state, asker: list(map(greyed, SYSTEM.options(state, asker))))
    fight.table.system = fight.table.timeline.system = passing
    fight.table.go_on()
    assert asked(fight) == []


def greyed(option: Option) -> Option:
    """Nothing is possible but to do nothing."""
    return option if option.goal == "end" else replace(option, reason=Reason("no_action_left", ""))


def test_the_gms_own_have_stops_too_also_those_whom_nobody_sees():
    """As usual, like everybody else's: who is hit is asked, who lurks beside it passes by itself."""
    fight = Fight("hagen", "robber", "lurker", players=["hagen"], hidden=["lurker"], stops="usual").start()
    fight.dice(hit_hagen=HIT).do("attack", who="hagen", target="robber", goes_on=False)
    assert asked(fight) == ["robber", "lurker"]
    fight.table.go_on()
    assert asked(fight) == ["robber"]


def test_each_of_several_that_one_seat_plays_has_stops_of_its_own():
    """The GM leaves out what one of them could do, and is asked for the other."""
    fight = Fight("hagen", "robber", "thug", players=["hagen"], stops="everything").start()
    fight.do("set_stops", seat="gm", who="thug", at={})
    fight.dice(hit_hagen=MISS).do("attack", who="hagen", target="robber", goes_on=False)
    assert asked(fight) == ["robber", "thug"]
    (commit,) = fight.table.go_on()
    assert passed([commit]) == [["thug"]]
    assert asked(fight) == ["robber"]


def test_judged_is_by_what_the_asked_ones_player_knows():
    """Else somebody could read off whether it passes by itself what it may not know."""
    fight = Fight("robber", "hagen", "lurker", players=["hagen"], hidden=["lurker"], stops="usual").start()
    fight.dice(hit_robber=HIT).do("attack", who="robber", target="hagen", goes_on=False)
    stops, decision, seen = SYSTEM.stops, fight.table.state.play.decision, dict[str, bool]()
    assert stops is not None
    assert decision is not None

    def moment(state: Any, asked: Any, who: str) -> Any:
        seen[who] = "lurker" in state.play.pieces
        return stops.moment(state, asked, who)

    standing(dataclasses.replace(SYSTEM, stops=replace(stops, moment=moment)), fight.table.state, decision)
    assert seen == {"hagen": False, "lurker": True}


def test_a_player_says_at_which_moments_it_is_asked():
    """Also how much must come: two hits are not worth Hagen's while if he wants to be asked from three on."""
    for least, waits in ((3, []), (2, ["hagen"])):
        fight = attacked(*HIT)
        fight.do("set_stops", who="hagen", at={"hit_me": least}, goes_on=False)
        fight.table.go_on()
        assert asked(fight) == waits
    fight = attacked(*MISS)
    fight.do("set_stops", who="sela", at={"foe_acts": 1, "hit_ally": 1}, goes_on=False)
    fight.table.go_on()
    assert asked(fight) == ["sela"]
    assert fight.refused("set_stops", seat="hagen", who="sela", at={}) == "not_your_combatant"
    assert fight.refused("set_stops", who="sela", at={f"m{k}": 1 for k in range(33)}) == "oversized"


def test_one_who_would_pass_can_react_after_all():
    """While the window is open: then it waits for her like for anybody."""
    fight = attacked(*MISS)
    window = window_of(fight)
    assert passes(fight, "sela")
    fight.do("react", who="sela", decision=window)
    assert asked(fight) == ["sela"]
    assert not passes(fight, "sela")
    assert fight.refused("react", who="hagen", decision=window) == "nothing_waits"
    fight.do("pass_reaction", who="sela")
    assert fight.table.state.play.decision is None
    assert not fight.table.state.play.in_person


def test_nobody_else_learns_of_it():
    """Neither of somebody's stops nor that somebody will pass by itself or wants to be asked after all; an answer that
    was put by the server looks like any other."""
    fight = attacked(*MISS)
    window = window_of(fight)
    before = fight.table.view("seat:hagen")
    fight.do("set_stops", who="sela", at={"foe_acts": 1}, goes_on=False)
    fight.do("react", who="sela", decision=window, goes_on=False)
    assert fight.table.view("seat:hagen") == before
    commits = fight.table.timeline.commits
    for commit in (commits[-2], commits[-1]):
        assert {type(event) for event in commit.events} <= {StopsSet, AskedInPerson}
        assert set(commit.told) == {"gm", "seat:sela"}
    assert fight.table.view("seat:sela").stops == {"sela": {"foe_acts": 1}}
    assert fight.table.view("seat:hagen").stops == {
        "hagen": {"hit_me": 1, "before_roll_at_me": 1, "protection": 1, "own_roll": 1}
    }
    (commit,) = fight.table.go_on()
    assert passed([commit]) == [["hagen"]]


def test_what_a_rewind_opens_again_asks_in_person():
    """The GM goes back to the open window: somebody wants to decide anew there."""
    fight = attacked(*MISS)
    there = fight.table.timeline.head
    fight.table.go_on()
    fight.do("rewind", seat="gm", to=list(there))
    assert asked(fight) == ["hagen", "sela"]
    assert not passes(fight, "sela")


def test_stops_are_those_of_whoever_plays_it():
    """After a hand-over they count no more, until the new player says so."""
    fight = attacked(*MISS)
    fight.do("set_stops", who="sela", at={"foe_acts": 1}, goes_on=False)
    fight.table.submit("gm", i.HandOver(who="sela", seat="gm"))
    fight.table.go_on()
    assert asked(fight) == []


def test_the_gm_holds_a_window():
    """Then nobody passes by itself and nothing goes on, until the GM lets it."""
    fight = attacked(*MISS)
    window = window_of(fight)
    fight.do("hold_window", seat="gm", decision=window)
    assert asked(fight) == ["hagen", "sela"]
    assert fight.table.view("gm").held
    assert not fight.table.view("seat:hagen").held
    fight.do("hold_window", seat="gm", decision=window, is_on=False)
    assert fight.table.state.play.decision is None
    assert fight.refused("hold_window", seat="gm", decision=window) == "stale_action"
    assert fight.refused("pass_standing", seat="gm", decision=window) == "gm_only"


def test_it_stays_what_it_was_when_it_is_read_again():
    """Fights with stops fold to the same state."""
    fight = attacked(*HIT)
    fight.do("set_stops", who="sela", at={"hit_ally": 1})
    fight.do("declare_reaction", who="hagen", reaction={"type": "dodge"})
    again = Timeline(fight.table.system, fight.table.timeline.encounter)
    for version, body in enumerate(fight.table.log, 1):
        again.fold(fight.table.codec.open(version, body).commit)
    assert again.state == fight.table.state


# --- history ---------------------------------------------------------------------------------------------------------


def acted(fight: Fight) -> Position:
    """Where the robber struck."""
    commits = fight.table.timeline.commits
    return Position(next(c.version for c in commits if any(type(each).__name__ == "HitsRolled" for each in c.events)))


def test_decided_again_standing_answers_are_given_again():
    """The commit of its own is an act like any other."""
    fight = attacked(*MISS)
    fight.table.go_on()
    fight.do("end_turn", who="robber")
    seen = amend.preview(fight.table.timeline, acted(fight), ())
    assert {step.outcome for step in seen.steps} == {"stands"}
    assert seen.play == fight.table.state.play


def test_an_amendment_can_choose_otherwise():
    """Both passed by themselves; the GM lets Sela have struck at the robber, or takes out that they passed."""
    fight = attacked(*MISS)
    at = Position(fight.table.go_on()[0].version)
    blow = {"type": "declare_reaction", "who": "sela", "reaction": {"type": "attack", "target": "robber"}}
    for edit, left in ((i.Edit(at=at, intent=blow), ["hagen"]), (i.Edit(at=at, struck=True), ["hagen", "sela"])):
        decision = amend.preview(fight.table.timeline, at, (edit,)).play.decision
        assert decision is not None
        assert (decision.kind, decision.unanswered()) == ("reaction", left)


def test_an_amendment_asks_whom_it_concerns_now():
    """The GM makes a hit of the miss: Sela still passes by herself, Hagen is asked what he was never asked."""
    fight = attacked(*MISS)
    fight.table.go_on()
    at = acted(fight)
    edits = (i.Edit(at=at, faces=(i.Die("hit", "robber", 0, 5),)),)
    seen = amend.preview(fight.table.timeline, at, edits)
    fight.table.submit("gm", i.Amend(target=at, edits=edits, digest=seen.digest))
    assert asked(fight) == ["hagen"]


def test_the_preview_says_who_passes_by_itself_where_it_was_never_asked():
    """The miss becomes a hit, which Hagen's mail could stop; but he wants to be asked nothing."""
    fight = Fight("robber", "hagen", players=["hagen"], stops="usual", sheets={"hagen": {"armour": ARMOUR}}).start()
    fight.do("set_stops", who="hagen", at={})
    fight.dice(hit_robber=MISS)
    fight.do("attack", who="robber", target="hagen")
    fight.do("end_turn", who="robber")
    edits = (i.Edit(at=acted(fight), faces=(i.Die("hit", "robber", 0, 5),)),)
    seen = amend.preview(fight.table.timeline, acted(fight), edits)
    assert "standing" in [step.outcome for step in seen.steps]
    assert seen.play.game.combatants["hagen"].wounds == 1


def test_a_branch_begins_without_anybodys_stops():
    """They were wishes at that table; its preset comes along, for that is the table's."""
    fight = attacked(*MISS)
    fight.do("set_stops", who="sela", at={"foe_acts": 1}, goes_on=False)
    fight.do("react", who="sela", decision=window_of(fight), goes_on=False)
    made = branched(fight.table)
    assert (made.state.play.stops, made.state.play.in_person) == ({}, {})
    assert made.state.ledger.table.stops == "usual"
