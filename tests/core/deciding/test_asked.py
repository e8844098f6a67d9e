"""Who knows that somebody is asked, for how long, and how an act reveals somebody."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from three_cups import SYSTEM, Begun, able

from server.core.events import CombatantRevealed, DecisionOpened
from server.core.secrecy import known
from server.core.state import Ask
from server.scenario.rehearsal import Rehearsal
from tests.core.test_three_cups import spec


def table_that(opens: Any) -> Rehearsal:
    """Three Cups (Cat, Ann's, is hidden from Bob) in which the beginning opens something."""

    def decide(draft: Any, intent: Any) -> None:
        draft.emit(Begun())
        opens(draft)

    table = Rehearsal(replace(SYSTEM, decide=decide), spec(), [1])
    table.submit("gm", {"type": "begin"})
    return table


def asked(table: Rehearsal, audience: str) -> dict[str, Ask]:
    """Who is asked, as far as the audience knows."""
    decisions = known(table.system, table.state, audience).play.decisions
    return decisions[0].asks if decisions else {}


def test_an_ask_about_somebody_hidden_is_known_to_those_who_see_it_and_to_the_owner() -> None:
    """Others don't learn that there is a question at all, nor what it is about."""
    table = table_that(
        lambda draft: draft.open("look", "look", {"a": Ask(about=("c",)), "b": Ask(about=("c",))}, silent=True)
    )
    assert asked(table, "seat:ann") == {"a": Ask(about=("c",)), "b": Ask(about=("c",))}
    assert asked(table, "seat:bob") == {"b": Ask()}
    assert asked(table, "public") == {}
    commit = table.timeline.commits[-1]
    told = {to: DecisionOpened in map(type, commit.told_to(to)) for to in ("seat:ann", "seat:bob", "public")}
    assert told == {"seat:ann": True, "seat:bob": True, "public": False}


def test_an_ask_about_somebody_who_is_gone_is_known_to_the_owner_alone() -> None:
    """Who has left may have been hidden: then the question would come into sight, with its name."""
    table = table_that(
        lambda draft: draft.open("look", "look", {"a": Ask(about=("c",)), "b": Ask(about=("c",))}, silent=True)
    )
    table.submit("gm", {"type": "remove_combatant", "who": "c"})
    assert asked(table, "seat:ann") == {"a": Ask()}
    assert asked(table, "seat:bob") == {"b": Ask()}
    assert asked(table, "public") == {}


def test_a_decision_may_have_a_time_of_its_own() -> None:
    """By a house rule, say; the table's counts where it has none."""
    plan = table_that(lambda draft: draft.open("plan", "plan", {who: Ask() for who in able(draft.game)}, time_s=120))
    assert plan.state.play.decisions[0].remaining_ms == 120_000
    usual = table_that(lambda draft: draft.open("plan", "plan", {who: Ask() for who in able(draft.game)}))
    assert usual.state.play.decisions[0].remaining_ms is None


def test_an_act_reveals_somebody_by_an_event_of_core() -> None:
    """A system emits it like its own events; from then on everybody sees the combatant."""
    table = table_that(lambda draft: draft.emit(CombatantRevealed(who="c")))
    assert table.state.play.pieces["c"].seen_by is None
    assert "c" in table.view("public").combatants
