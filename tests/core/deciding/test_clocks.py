"""Clocks of decisions: they run out once, stand while paused, and come back with a rewind."""

from dataclasses import replace

import pytest
from three_cups import SYSTEM, Choose

from server.core.create import CombatantSpec, EncounterSpec, SeatSpec
from server.core.events import DecisionClosed
from server.core.intents import AutoPass, CloseDecision, Expire, MoreTime, Pause, Unpause
from server.core.state import TableOptions
from server.scenario.rehearsal import Rehearsal


def begun(system=SYSTEM):
    """A table with 30 s for each decision; the rehearsal's clock goes on by 1 s with every intent."""
    spec = EncounterSpec(
        title="Cups",
        system="three_cups",
        table=TableOptions(window_s=30),
        seats={"ann": SeatSpec(name="Ann"), "bob": SeatSpec(name="Bob")},
        combatants={
            "a": CombatantSpec(name="Anna", side="x", seat="ann"),
            "b": CombatantSpec(name="Ben", side="y", seat="bob"),
        },
    )
    table = Rehearsal(system, spec, [4, 4, 4, 4])
    table.play("gm", {"type": "begin"})
    return table


def expire(table):
    decision = table.state.play.decision
    return Expire(decision=decision.id, opened_at=decision.opened_at)


def test_a_clock_that_runs_out_answers_with_the_defaults():
    """Everybody who has not chosen lifts cup 1, and the act goes on."""
    table = begun()
    table.submit("ann", {"type": "choose", "who": "a", "cup": 2})
    table.submit("server", expire(table))
    assert table.state.play.decision.kind == "riposte"


def test_a_timer_fires_once():
    """The second server's expire finds the decision gone."""
    table = begun()
    late = expire(table)
    table.submit("server", late)
    assert table.refusal("server", late) == "stale_action"


def test_paused_clocks_stand_and_run_on_with_what_remained():
    """Nothing expires while paused; the old timer is void afterwards."""
    table = begun()
    old = expire(table)
    table.now += 9_000
    table.submit("gm", Pause())
    assert table.refusal("server", expire(table)) == "stale_action"
    left = table.state.play.decision.remaining_ms
    assert left == 20_000
    table.now += 60_000
    table.submit("gm", Unpause())
    assert table.state.play.decision.remaining_ms == left
    assert table.refusal("server", old) == "stale_action"


def test_more_time_is_another_clock_also_in_the_moment_in_which_the_first_began():
    """A server that has not heard of it yet ends nothing."""
    table = begun()
    old = expire(table)
    table.now = old.opened_at - 1  # the rehearsal's clock goes on by 1 s, so the next intent comes at the same moment
    table.now -= 999
    table.submit("bob", MoreTime(decision=old.decision, ms=10_000))
    assert table.timeline.commits[-1].at == old.opened_at
    assert table.state.play.decision.remaining_ms == 40_000
    assert table.refusal("server", old) == "stale_action"
    table.submit("server", expire(table))


def test_who_is_asked_may_take_more_time():
    """The clock starts anew with what remained and what was added."""
    table = begun()
    decision = table.state.play.decision
    table.submit("bob", MoreTime(decision=decision.id, ms=10_000))
    assert table.state.play.decision.remaining_ms == 39_000
    assert table.refusal("spectator", MoreTime(decision=decision.id)) == "spectators_watch"


def test_a_seat_that_always_passes_is_answered_for():
    """Its default comes by itself, in a commit of its own."""
    table = begun()
    table.submit("bob", AutoPass(kinds=("riposte",)))
    assert table.view("seat:bob").auto_pass == ("riposte",)
    assert table.view("seat:ann").auto_pass == table.view("public").auto_pass == ()
    table.submit("ann", {"type": "choose", "who": "a", "cup": 2})
    table.play("bob", {"type": "choose", "who": "b", "cup": 1})
    assert table.state.play.game.round == 2
    assert table.state.play.game.sheets["b"].hearts == 2


def test_a_default_that_answers_nothing_is_an_error():
    """Of a system that answers another question than it is asked: to pass again and again would never end."""
    table = begun(replace(SYSTEM, default=lambda _state, _decision, _who: Choose(who="a", cup=1)))
    with pytest.raises(AssertionError, match=r"Choose does not answer \S+/choose.round1 \(choose\) for b"):
        table.play("bob", AutoPass(kinds=("choose",)))


def test_the_gm_closes_a_decision():
    """Whoever has not answered gets the default, and the event says whose doing it was."""
    table = begun()
    decision = table.state.play.decision.id
    table.submit("gm", CloseDecision(decision=decision))
    closed = [event for event in table.timeline.commits[-1].events if isinstance(event, DecisionClosed)]
    assert (closed[0].decision, closed[0].by) == (decision, "gm")
    table.go_on()
    assert table.state.play.game.round == 2


def test_a_rewind_restores_the_remaining_time():
    """A decision that the rewind reopens has what was left at that position."""
    table = begun()
    table.now += 5_000
    table.submit("ann", {"type": "choose", "who": "a", "cup": 2})
    there = table.timeline.head
    table.play("bob", {"type": "choose", "who": "b", "cup": 1})
    table.now += 500_000
    table.submit("gm", {"type": "rewind", "to": list(there)})
    decision = table.state.play.decision
    assert (decision.kind, decision.remaining_ms, decision.opened_at) == ("choose", 24_000, table.now)
