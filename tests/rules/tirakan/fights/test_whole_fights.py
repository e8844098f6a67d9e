"""Whole fights played at random from the offered options, in both worlds and under every table option."""

from __future__ import annotations

import copy
import itertools
import random
import tomllib
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.conformance.amount import many
from server.core.create import EncounterSpec, SeatSpec
from server.core.errors import Rejected
from server.core.history.history import rewind_digest
from server.core.ids import Position
from server.core.intents import Redo, Rewind
from server.core.options import Option
from server.core.secrecy import hidden_from, known
from server.rules.tirakan import SYSTEM
from server.rules.tirakan.state.facts import usable_actions
from server.scenario.rehearsal import Rehearsal
from tests.rules.tirakan.fights.chooser import offered, step

BRIDGE = msgspec.convert(tomllib.loads(SYSTEM.demo), EncounterSpec)

PLAYERS = {"hagen": "ann", "sela": "bob"}

OPTIONS: dict[str, tuple[Any, ...]] = {
    "world": ("fantasy", "modern"),
    "react_to_reactions": ("none", "defence_only"),
    "reaction_timing": ("after_roll", "before_roll"),
    "move_negates": ("gm_confirm", "always", "never"),
    "steal_takes_saved": (False, True),
    "aim_lost_on": ("hit", "wound"),
    "cover_stacking": ("best", "sequential"),
    "shield_needs_weapon": (True, False),
    "shield_block_rounding": ("up", "down", "exact"),
    "coup_result": ("dead", "dying"),
    "deviation_dice": ("d12", "2d6"),
    "dice_in_rolls": (False, True),
}


ATTRIBUTES = ("strength", "quickness", "deftness", "endurance", "resistance", "willpower", "perception")
SKILLS = ("hand_to_hand", "shooting", "throwing")
KINDS = "NNNCHBPFSR"


def any_sheet(given: dict[str, Any], luck: random.Random) -> dict[str, Any]:
    """The sheet with other numbers, and other armour; sometimes a second weapon, a thrown or an automatic one."""
    sheet = copy.deepcopy(given)
    sheet |= {name: luck.randint(-1, 6) for name in ATTRIBUTES} | {name: luck.randint(0, 4) for name in SKILLS}
    sheet |= {"apprehension": luck.randint(0, 4), "base_actions": luck.randint(1, 4), "max_wounds": luck.randint(3, 10)}
    sheet |= {
        "bonus_dice": luck.randint(0, 2),
        "destiny_dice": luck.randint(0, 2),
        "rerolls": luck.randint(0, 1),
        "may_dual_wield": luck.random() < 0.5,
    }
    sheet |= {"min_roll": luck.choice((4, 5, 5, 6)), "boost": luck.choice((0, 0, 2))}
    sheet["auto_protect"] = luck.choice(("ask", "ask", "max", "none"))
    sheet["innate_protection"] = luck.choices(KINDS, k=luck.randint(0, 2))
    sheet["armour"] = {
        "coat": {"name": "Coat", "encumbrance": luck.randint(0, 1), "protection": luck.choices(KINDS, k=3)}
    }
    for weapon in sheet.get("weapons", {}).values():
        weapon |= {"piercing": luck.choice((0, 0, 1, 2)), "wounds_per_hit": luck.choice((1, 1, 2))}
        weapon |= {"inflicts": luck.choice(({}, {"bleeding": 1}, {"poisoned": 1, "shocked": 1})), "blunt": True}
        weapon["recoil_compensation"] = luck.randint(0, 2)
    extra = luck.choice(EXTRA)
    sheet.setdefault("weapons", {})["extra"] = {"name": "Spare", "ready_actions": luck.randint(0, 2), **extra}
    return sheet


EXTRA: tuple[dict[str, Any], ...] = (
    {"type": "blade", "damage_potential": 1},
    {"weapon_class": "thrown", "damage_potential": 1, "range_m": 8},
    {"weapon_class": "ranged", "type": "gun", "modes": ["single", "burst"], "range_m": 30, "capacity": 7},
    {"weapon_class": "ranged", "type": "crossbow", "hands": 2, "range_m": 30, "capacity": 1, "reload_actions": 2},
)


def laid(luck: random.Random, hidden: tuple[str, ...] = (), with_map: bool = True) -> Rehearsal:
    """The demo's bridge with random sheets under random table options, in either world; the random numbers of its dice
    are the server's own."""
    options = {name: luck.choice(values) for name, values in OPTIONS.items()}
    people = {
        who: msgspec.structs.replace(
            each, hidden=who in hidden, seat=PLAYERS.get(who, "gm"), sheet=any_sheet(each.sheet, luck),
            at=each.at if with_map else None,
        )
        for who, each in BRIDGE.combatants.items()
    }  # fmt: skip
    seats = {seat: SeatSpec(name=seat) for seat in PLAYERS.values()}
    spec = msgspec.structs.replace(BRIDGE, options=options, combatants=people, seats=seats)
    table = Rehearsal(SYSTEM, spec, None)
    table.submit("gm", {"type": "start_combat"})
    return table


def play(table: Rehearsal, luck: random.Random, steps: int) -> None:
    """So many random steps; the server continues now and then."""
    for _ in range(steps):
        if luck.random() < 0.7:
            table.go_on()
        if step(table, luck) is None and not table.go_on():
            raise AssertionError("nobody can do anything")


def reactions_by_act(table: Rehearsal) -> Counter[tuple[str, str]]:
    """How often each combatant's reaction to each act was carried out."""
    found: Counter[tuple[str, str]] = Counter()
    for commit in table.timeline.commits:
        for event in commit.events:
            if type(event).__name__ == "ReactionResolved":
                found[event.who, event.action_id] += 1  # type: ignore[attr-defined]
    return found


@settings(max_examples=many(12), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_any_fight_played_by_its_options_stays_sound(seed: int) -> None:
    """Every offered option is taken, actions are never negative, nobody reacts twice, the fight can be ended."""
    luck = random.Random(seed)
    table = laid(luck)
    for _ in range(60):
        play(table, luck, 1)
        game = table.state.play.game
        for who, combatant in game.combatants.items():
            assert combatant.actions >= 0, who
            assert combatant.wounds <= combatant.sheet.max_wounds
            assert usable_actions(game, who) >= 0 or not combatant.actions
    assert all(count == 1 for count in reactions_by_act(table).values())
    table.play("gm", {"type": "end_combat"})
    assert table.state.play.phase == "ended"
    assert table.state.play.decisions == ()
    assert table.state.play.game.frames == ()


@settings(max_examples=many(10), deadline=None)
@given(seed=st.integers(0, 2**32), with_map=st.booleans())
def test_every_window_closes_and_the_fight_goes_on(seed: int, with_map: bool) -> None:
    """Wherever a fight stands, closing what is asked brings it back to somebody's free choice, with no act left."""
    luck = random.Random(seed)
    table = laid(luck, with_map=with_map)
    for _ in range(12):
        play(table, luck, 4)
        for _ in range(60):
            table.go_on()
            decision = table.state.play.decision
            if decision is None or decision.kind == "nobody":
                break
            table.submit("gm", {"type": "close_decision", "decision": decision.id})
        game, decision = table.state.play.game, table.state.play.decision
        assert game.frames == ()
        assert decision is None or decision.kind == "nobody"
        assert decision is not None or game.turn


@settings(max_examples=many(8), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_what_is_greyed_is_refused_with_the_reason_shown(seed: int) -> None:
    """The reason of an option, or of one of its choices, is the refusal that its intent would meet."""
    luck = random.Random(seed)
    table = laid(luck)
    for _ in range(15):
        play(table, luck, 2)
        for seat in ("ann", "bob", "gm"):
            for option in offered(table, seat):
                for intent, codes in greyed(option):
                    with pytest.raises(Rejected) as refused:
                        table.submit(seat, intent, table.meant(option))
                    assert refused.value.code in codes


def greyed(option: Option) -> Iterator[tuple[dict[str, Any], set[str]]]:
    """Whole intents that an option says are refused, each with the codes that it shows: those that leave nothing else
    open."""
    needed = [param for param in option.params if not param.optional]
    if option.reason is not None and not needed:
        yield option.intent, {option.reason.code}
    if len(needed) == 1 and needed[0].name in ("target", "reaction.target", "victim"):
        name = needed[0].name.split(".")[-1]
        for choice in needed[0].choices:
            codes = {reason.code for reason in (option.reason, choice.reason) if reason is not None}
            if codes:
                intent = copy.deepcopy(option.intent)
                intent.get("reaction", intent)[name] = choice.value
                yield intent, codes


@settings(max_examples=many(10), deadline=None)
@given(seed=st.integers(0, 2**32), hidden=st.sampled_from([("ilva",), ("sela",), ("ilva", "robber")]))
def test_hidden_ones_leave_no_trace(seed: int, hidden: tuple[str, ...]) -> None:
    """No event, view or option of anybody who does not see them names them; views change only by told events."""
    luck = random.Random(seed)
    table = laid(luck, hidden)
    audiences = {"seat:ann": "ann", "seat:bob": "bob", "public": ""}
    views = {audience: table.view(audience) for audience in audiences}
    seen = len(table.timeline.commits)
    for _ in range(50):
        play(table, luck, 1)
        table.go_on()
        for commit in itertools.islice(table.timeline.commits, seen, None):
            for audience in audiences:
                secret = hidden_from(table.state, audience)
                for event in commit.told_to(audience):
                    assert not any(f"'{who}'" in repr(event) or f".{who}" in repr(event) for who in secret), event
        for audience, seat in audiences.items():
            told = any(audience in commit.told for commit in table.timeline.commits[seen:])
            assert told or table.view(audience) == views[audience]
            views[audience] = table.view(audience)
            secret = hidden_from(table.state, audience)
            text = repr(views[audience]) + (repr(offered(table, seat)) if seat else "")
            assert not any(f"'{who}'" in text for who in secret)
        seen = len(table.timeline.commits)


@settings(max_examples=many(6), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_rewind_anywhere_brings_the_state_back(seed: int) -> None:
    """Rewinding to any position gives the state it had, and redo the one that was left."""
    luck = random.Random(seed)
    table = laid(luck)
    play(table, luck, 25)
    there = Position(luck.randint(table.state.ledger.begun, table.timeline.version - 1))
    then, now = table.timeline.play_at(there).game, table.state.play.game
    table.submit("gm", Rewind(to=there, digest=rewind_digest(table.timeline, there)))
    assert table.state.play.game == then
    table.submit("gm", Redo())
    assert table.state.play.game == now


@settings(max_examples=many(6), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_the_gm_knows_all_and_closed_sheets_stay_closed(seed: int) -> None:
    """Of an NPC a player sees faces, hits and wounds, but neither thresholds nor protection nor ammunition."""
    luck = random.Random(seed)
    table = laid(luck)
    play(table, luck, 30)
    assert known(SYSTEM, table.state, "gm").play is table.state.play
    robber = known(SYSTEM, table.state, "seat:ann").play.game.combatants["robber"]
    assert robber.sheet.hand_to_hand == 0
    assert not robber.spent
    for commit in table.timeline.commits:
        for event in commit.told_to("public"):
            if getattr(event, "who", "") in ("robber", "ilva") and hasattr(event, "M"):
                assert event.M == 0
                assert getattr(event, "terms", ()) == ()
            if type(event).__name__ in ("ProtectionUsed", "ProtectionDeclined"):
                assert getattr(event, "who", "") in PLAYERS
