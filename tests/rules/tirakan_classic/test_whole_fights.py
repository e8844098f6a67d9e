"""Whole fights played at random from the offered options, under every house rule: what must hold in every state."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.conformance.amount import many
from server.conformance.fights import SYSTEMS, by_house_rules, step
from server.encounter.file import parse_encounter
from server.kit.acts.events import ActionsRefreshed
from server.rules.tirakan_classic.state import events as e
from server.rules.tirakan_classic.state.facts import actions_max, is_able, usable
from server.rules.tirakan_classic.words.demo import DEMO
from server.rules.tirakan_classic.words.demo_granary import DEMO_GRANARY
from server.scenario.rehearsal import Rehearsal

NAME = "tirakan_classic"
fights = settings(max_examples=many(12), deadline=None)
seeds = st.integers(0, 2**32)


def played(seed: int, steps: int = 80) -> Rehearsal:
    """A random fight under random house rules."""
    luck = random.Random(seed)
    table = Rehearsal(SYSTEMS[NAME], by_house_rules(NAME, luck), None)
    for _ in range(steps):
        if not step(table, luck):
            break
        check_sound(table)
    return table


def check_sound(table: Rehearsal) -> None:
    """L-WND-4, L-FULL-2, L-FULL-3, L-REACT-4, and that nothing is counted below nothing."""
    game = table.state.play.game
    for who, own in game.combatants.items():
        assert min(own.actions, own.stolen_next, own.bonus_dice, own.destiny_dice, own.wounds, usable(game, who)) >= 0
        assert all(arm.ammo is None or arm.ammo >= 0 for arm in own.arms.values())
        assert not own.full_auto or game.turn == who
        assert not (own.round_over and own.full_auto)
    assert len(game.frames) <= 2, "an act, and one reaction to it"
    assert not game.turn or game.turn in game.order
    assert len(set(game.order)) == len(game.order)


@fights
@given(seed=seeds)
def test_whatever_is_done_nothing_goes_below_nothing(seed: int) -> None:
    """In every state of a fight."""
    played(seed)


@fights
@given(seed=seeds)
def test_events_tell_the_rules(seed: int) -> None:
    """L-PROT-1, L-PROT-2, L-BW-2, L-PRIO-2, L-REACT-4: read from the events alone."""
    reacted: Counter[tuple[str, str]] = Counter()
    for commit in played(seed).timeline.commits:
        for event in commit.events:
            match event:
                case e.ProtectionUsed():
                    assert event.effective == max(0, event.protection - event.penetration)
                    assert (event.left, event.prevented) == (
                        max(0, event.hits - event.effective), min(event.hits, event.effective),
                    )  # fmt: skip
                case e.WoundsTaken():
                    assert 0 <= event.wounds <= event.total
                case e.DeviationRolled():
                    assert 1 <= event.d12 <= 12
                    assert 1 <= event.d6 <= 6
                case ActionsRefreshed():
                    assert event.available == max(0, event.max - event.stolen)
                case e.ActDeclared() if event.frame == "reaction":
                    reacted[event.action_id, event.who] += 1
                case _:
                    pass
    assert all(count == 1 for count in reacted.values())


@pytest.mark.parametrize("demo", [DEMO, DEMO_GRANARY])
def test_a_demo_is_played_to_its_end(demo: str) -> None:
    """By people who do at random what they are offered, until one side is out; then the GM ends it."""
    table, luck = Rehearsal(SYSTEMS[NAME], parse_encounter(demo, "demo", SYSTEMS), None), random.Random(3)
    for _ in range(1_500):
        play = table.state.play
        sides = {piece.side for who, piece in play.pieces.items() if is_able(play.game, who)}
        if play.phase == "running" and len(sides) < 2:
            break
        assert step(table, luck), "nobody can do anything"
    assert len(sides) < 2
    table.play("gm", {"type": "end_combat"})
    assert table.state.play.phase == "ended"
    assert all(actions_max(own) == 0 for own in table.state.play.game.combatants.values() if own.status != "ok")
