"""Whole fights played at random from the offered options, under every table option."""

from __future__ import annotations

import itertools
import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.conformance.amount import many
from server.core.errors import Rejected
from server.core.secrecy import hidden_from
from server.rules.brink.state.sheet import ABLE
from server.scenario.rehearsal import Rehearsal
from tests.rules.brink.tables import demo, offered, step

OPTIONS: dict[str, tuple[Any, ...]] = {
    "ep_regain_at": ("start", "end"),
    "ep_step": (1, 2),
    "ep_after_roll": (False, True),
    "opportunity": ("ask", "auto", "off"),
    "provoke_on_pass": (False, True),
    "readied_expires": ("next_turn", "never"),
    "readied_tie": ("announced", "turn_order"),
    "delay_mid_turn": (False, True),
    "delay_keeps_place": (True, False),
    "brink_failure": ("down", "dead", "gm"),
    "auto_end": (True, False),
    "forfeit_any_time": (False, True),
    "morale_draw": (0, -1),
    "refund_on_fizzle": (False, True),
    "interrupt_cancels": ("never", "on_hit", "on_damage"),
    "shift_avoids": ("recheck", "the_attack"),
}
HIDDEN = ((), ("bowman",), ("nell",), ("hand_a", "hand_b", "hand_c"), ("bowman", "hand_a", "nell"))

fights = settings(max_examples=many(15), deadline=None)
seeds = st.integers(0, 2**32)


def laid(luck: random.Random, hidden: tuple[str, ...] = ()) -> Rehearsal:
    """The demo's fight under random house rules."""
    return demo(luck, hidden, **{name: luck.choice(values) for name, values in OPTIONS.items()})


def play(table: Rehearsal, luck: random.Random, steps: int) -> None:
    """So many random steps, or until the end; the server continues now and then."""
    for _ in range(steps):
        if luck.random() < 0.8:
            table.go_on()
        if table.state.play.phase == "ended":
            return
        if step(table, luck) is None and not table.go_on():
            able = [one for one in table.state.play.game.combatants.values() if one.status in ABLE]
            assert not able, "nobody can do anything"
            return  # the GM did not let the fight end, though nobody is left to fight


def check_sound(table: Rehearsal) -> None:
    """What must hold in every state."""
    game = table.state.play.game
    for combatant in game.combatants.values():
        assert combatant.ep >= 0
        assert 0 <= combatant.health <= combatant.sheet.health_max
        assert 0 <= combatant.std_left <= 2
        assert not combatant.readied or combatant.status in ABLE
        assert combatant.health > 0 or combatant.status != "active"
    assert len(set(game.order)) == len(game.order)
    for frame in game.frames:
        doers = [action.who for action in frame.pending if action.source == "readied"]
        assert len(set(doers)) == len(doers)
    waits = [*game.waits, *(id for frame in game.frames for id in frame.waits)]
    assert sorted(waits) == sorted(decision.id for decision in table.state.play.decisions)


@fights
@given(seed=seeds, hidden=st.sampled_from(HIDDEN))
def test_any_fight_played_by_its_options_stays_sound(seed: int, hidden: tuple[str, ...]) -> None:
    """Every offered option is taken, nothing becomes negative, nobody acts twice in a round, the fight can be ended."""
    luck = random.Random(seed)
    table = laid(luck, hidden)
    for _ in range(90):
        play(table, luck, 1)
        check_sound(table)
    firsts = [(event.slot, event.round) for event in events(table, "TurnStarted") if event.first]
    assert len(set(firsts)) == len(firsts)
    if table.state.play.phase != "ended":
        table.play("gm", {"type": "end_combat"})
    assert table.state.play.phase == "ended"
    assert table.state.play.decisions == ()
    assert table.state.play.game.frames == ()


def events(table: Rehearsal, name: str) -> list[Any]:
    """All events of a kind, oldest first."""
    return [event for c in table.timeline.commits for event in c.events if type(event).__name__ == name]


@fights
@given(seed=seeds)
def test_no_die_is_rolled_before_its_window_and_ammunition_is_spent_with_the_die(seed: int) -> None:
    """3.3: every attack is declared in a commit before its roll; what is fired is fired once."""
    luck = random.Random(seed)
    table = laid(luck)
    play(table, luck, 80)
    declared: dict[str, int] = {}
    for version, commit in enumerate(table.timeline.commits):
        for event in commit.events:
            if type(event).__name__ in ("ActionDeclared", "ReactionDeclared"):
                declared[event.action.id] = version  # type: ignore[attr-defined]
            elif type(event).__name__ == "HitsRolled":
                assert declared[event.action] < version  # type: ignore[attr-defined]


@settings(max_examples=many(8), deadline=None)
@given(seed=seeds)
def test_what_is_greyed_is_refused_with_the_reason_shown(seed: int) -> None:
    """An option's reason is the refusal that its intent would meet."""
    luck = random.Random(seed)
    table = laid(luck)
    for _ in range(15):
        play(table, luck, 2)
        for seat in ("ida", "rollo", "gm"):
            for option in offered(table, seat):
                if option.reason is not None and not option.params:
                    with pytest.raises(Rejected) as refused:
                        table.submit(seat, option.intent, table.meant(option))
                    assert refused.value.code == option.reason.code


@fights
@given(seed=seeds, hidden=st.sampled_from(HIDDEN[1:]))
def test_hidden_ones_leave_no_trace(seed: int, hidden: tuple[str, ...]) -> None:
    """No event, view or option of anybody who does not see them names them; views change only by told events."""
    luck = random.Random(seed)
    table = laid(luck, hidden)
    audiences = {"seat:ida": "ida", "seat:rollo": "rollo", "public": ""}
    views = {audience: table.view(audience) for audience in audiences}
    seen = len(table.timeline.commits)
    for _ in range(50):
        play(table, luck, 1)
        table.go_on()
        for commit in itertools.islice(table.timeline.commits, seen, None):
            for audience in audiences:
                secret = hidden_from(table.state, audience)
                for event in commit.told_to(audience):
                    assert not any(who in repr(event) for who in secret), event
        for audience, seat in audiences.items():
            told = any(audience in commit.told for commit in table.timeline.commits[seen:])
            assert told or table.view(audience) == views[audience]
            views[audience] = table.view(audience)
            shown = msgspec.structs.replace(views[audience], seats={})
            text = repr(shown) + (repr(offered(table, seat)) if seat else "")
            assert not any(who in text for who in hidden_from(table.state, audience))
        seen = len(table.timeline.commits)


@settings(max_examples=many(8), deadline=None)
@given(seed=seeds)
def test_the_numbers_of_closed_sheets_stay_closed(seed: int) -> None:
    """Of an NPC a player sees faces, totals and damage, but neither agility nor protection nor health nor accuracy."""
    luck = random.Random(seed)
    table = laid(luck)
    play(table, luck, 60)
    npcs = {who for who in table.state.play.pieces if table.state.ledger.controller(who) == "gm"}
    for commit in table.timeline.commits:
        for event in commit.told_to("public"):
            keys = {term.key for term in getattr(event, "terms", ())}
            if getattr(event, "target", "") in npcs:
                assert getattr(event, "agility", 0) == getattr(event, "protection", 0) == 0
                assert not keys & {"agility", "protection"}
            if getattr(event, "who", "") in npcs:
                assert not getattr(event, "parts", {})
                assert not keys - {"agility", "protection", "brink_target", "gm"}
                assert getattr(event, "health", 0) == 0
