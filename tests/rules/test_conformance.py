"""What every rule system must keep: whatever is registered is put through random fights here.

A new system gets all of this by being registered; it only needs a demo encounter.
"""

import json
import random
import re
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from three_cups import SYSTEM as THREE_CUPS

from client_demo.choice import choose, filled
from protocol.patch import apply, canonical, check_view, diff
from server.app import systems
from server.core.check import check
from server.core.decide import parse
from server.core.errors import TEXTS, Rejected
from server.core.ids import Position
from server.core.options import Option
from server.core.secrecy import known
from server.core.timeline import Timeline
from server.core.view import builtins, view
from server.encounter_file import parse as parse_encounter
from server.encounter_file import schema
from server.rehearsal import ENCOUNTER, Rehearsal

SYSTEMS = {**systems(), "three_cups": THREE_CUPS}
STEPS = 60
GAP = r"(?<!\w)\(\w+\)"
"""How a text shows a number that nobody gave."""

every_system = pytest.mark.parametrize("name", sorted(SYSTEMS))
seeds = st.integers(0, 2**32)


def laid(name: str) -> Rehearsal:
    """The system's demo encounter, with real server dice."""
    system = SYSTEMS[name]
    return Rehearsal(system, parse_encounter(system.demo, f"demo of {name}", SYSTEMS), None)


def seats(table: Rehearsal) -> list[str]:
    """The GM and the players."""
    return [id for id, seat in table.state.ledger.seats.items() if seat.role != "spectator"]


def options(table: Rehearsal, seat: str) -> list[Option]:
    """What a seat may do now, and what not and why."""
    asker = table.asker(seat)
    return table.system.options(known(table.system, table.state, asker.audience), asker)


def plain(table: Rehearsal, seat: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Options and view as a client has them."""
    return msgspec.to_builtins(options(table, seat)), builtins(table.view(table.asker(seat).audience))


def step(table: Rehearsal, luck: random.Random) -> bool:
    """Some seat does something that it is offered; False when nobody is offered anything."""
    order = seats(table)
    luck.shuffle(order)
    for seat in order:
        offered, seen = plain(table, seat)
        chosen = choose(offered, seen, luck)
        if chosen is not None:
            table.play(seat, chosen[0])
            return True
    return False


def fight(name: str, seed: int, steps: int = STEPS) -> Rehearsal:
    """A random fight from the demo encounter."""
    table, luck = laid(name), random.Random(seed)
    for _ in range(steps):
        if not step(table, luck):
            break
    return table


@every_system
@settings(max_examples=12)
@given(seed=seeds)
def test_the_log_read_again_gives_the_live_state(name: str, seed: int) -> None:
    """Fold equals live; every event survives its bytes (the rehearsal compares each commit)."""
    table = fight(name, seed)
    again = Timeline(table.system, ENCOUNTER)
    for sealed in table.sealed:
        again.fold(table.codec.open(sealed.commit.version, sealed.body).commit)
    assert again.state == table.state
    luck = random.Random(seed)
    for _ in range(5):
        position = Position(luck.randint(1, table.timeline.version))
        assert again.play_at(position) == table.timeline.play_at(position)


@every_system
@settings(max_examples=8)
@given(seed=seeds)
def test_a_rewind_to_any_depth_and_back_is_the_identity(name: str, seed: int) -> None:
    """Rewinding gives the state of then, redo the state of before."""
    table, luck = fight(name, seed), random.Random(seed)
    before = table.state.play
    to = Position(luck.randint(table.state.ledger.begun or 1, table.timeline.version))
    then = table.timeline.play_at(to)
    table.submit("gm", {"type": "rewind", "to": list(to)})
    assert table.state.play.game == then.game
    assert table.state.play.pieces == then.pieces
    table.submit("gm", {"type": "redo"})
    assert table.state.play.game == before.game
    assert [d.id for d in table.state.play.decisions] == [d.id for d in before.decisions]


@every_system
@settings(max_examples=8)
@given(seed=seeds)
def test_whatever_is_offered_is_accepted_and_whatever_is_greyed_is_refused(name: str, seed: int) -> None:
    """Options and check can't disagree, in any state of a fight, for any seat."""
    table, luck = laid(name), random.Random(seed)
    for _ in range(STEPS // 2):
        for seat in seats(table):
            _options_hold(table, seat, luck)
        if not step(table, luck):
            break


def _options_hold(table: Rehearsal, seat: str, luck: random.Random) -> None:
    offered, seen = plain(table, seat)
    for option in offered:
        intent = filled(option, seen, luck)
        if intent is None or ("reason" in option and option.get("params")):
            continue
        said = option["reason"]["code"] if "reason" in option else None
        assert _refusal(table, seat, intent, option.get("decision") or None) == said, option


def _refusal(table: Rehearsal, seat: str, intent: dict[str, Any], decision: str | None) -> str | None:
    asker = table.asker(seat)
    state = known(table.system, table.state, asker.audience)
    try:
        check(table.system, state, parse(table.system, intent), asker, decision)
    except Rejected as rejected:
        return rejected.code
    return None


@every_system
@settings(max_examples=6)
@given(seed=seeds)
def test_every_question_has_a_default_that_answers_it(name: str, seed: int) -> None:
    """Nobody can hold up a fight: the default is an intent that the rules accept, and it closes the question."""
    table, luck = laid(name), random.Random(seed)
    for _ in range(STEPS):
        decision = table.state.play.decision
        if decision is not None and decision.kind not in ("reveal", "dice") and luck.random() < 0.3:
            table.submit("gm", {"type": "close_decision", "decision": decision.id})
            table.go_on()
            assert all(d.id != decision.id for d in table.state.play.decisions)
        elif not step(table, luck):
            break


@every_system
@settings(max_examples=6)
@given(seed=seeds)
def test_views_patch_into_one_another_and_change_only_by_what_is_told(name: str, seed: int) -> None:
    """A view holds nothing that a merge patch can't carry, and an audience that is told nothing sees nothing change."""
    table, luck = laid(name), random.Random(seed)
    audiences = table.state.ledger.audiences()
    shown = {audience: builtins(table.view(audience)) for audience in audiences}
    for _ in range(STEPS // 2):
        version = table.timeline.version
        if not step(table, luck):
            break
        told = {to for commit in table.timeline.commits[version:] for to in commit.told}
        for audience in audiences:
            now = builtins(table.view(audience))
            check_view(now)
            assert canonical(apply(shown[audience], diff(shown[audience], now))) == canonical(now)
            assert audience in told or now == shown[audience]
            shown[audience] = now


@every_system
@settings(max_examples=6)
@given(seed=seeds)
def test_everything_that_people_see_has_words(name: str, seed: int) -> None:
    """Options, questions, tracks, conditions, phases and log lines are in the catalogue, in both languages."""
    table = fight(name, seed)
    system = table.system
    labels, lines = system.catalog["labels"], system.catalog["lines"]
    shown = table.view("gm")
    keys = {shown.phase, *(option.key for seat in seats(table) for option in options(table, seat))}
    for combatant in shown.combatants.values():
        keys |= {*combatant.tracks, *combatant.conditions, *(fact.partition(".")[0] for fact in combatant.facts)}
    own = {kind.__name__ for kind in system.events}
    seen = {type(event).__name__ for commit in table.timeline.commits for event in commit.told_to("public")}
    for language in ("en", "de"):
        assert not keys - set(labels[language]), keys - set(labels[language])
        assert not (seen & own) - set(lines[language]), (seen & own) - set(lines[language])


@every_system
@settings(max_examples=6)
@given(seed=seeds)
def test_every_reason_is_a_whole_sentence(name: str, seed: int) -> None:
    """A refusal has a text of its own, and no gap in it stays unfilled."""
    table = fight(name, seed, steps=STEPS // 2)
    for seat in seats(table):
        for option in options(table, seat):
            reasons = [option.reason, *(choice.reason for param in option.params for choice in param.choices)]
            for reason in reasons:
                assert reason is None or reason.code in {**TEXTS, **table.system.texts}
                assert reason is None or not re.search(GAP, reason.message), reason


@every_system
def test_the_schema_of_encounter_files_is_json(name: str) -> None:
    """Editors can use it: it is plain JSON and knows sheet and options."""
    made = json.loads(json.dumps(schema(SYSTEMS[name])))
    assert made["$defs"]["CombatantSpec"]["properties"]["sheet"]


@every_system
def test_views_of_the_demo_are_shaped_for_each_audience(name: str) -> None:
    """Every audience has a view from the first commit on."""
    table = laid(name)
    for audience in table.state.ledger.audiences():
        assert view(table.system, known(table.system, table.state, audience), audience).title
