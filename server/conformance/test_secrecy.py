"""Who learns what: views change only by what is told, and nobody's stream depends on what is hidden from him."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from protocol.patch import apply, check_view, diff
from server.conformance.fights import (
    STEPS,
    SYSTEMS,
    by_house_rules,
    every_system,
    fights,
    hiding,
    laid,
    step,
)
from server.conformance.storms import stir
from server.conformance.worlds.learned import difference
from server.conformance.worlds.meddling import joined
from server.conformance.worlds.takebacks import is_taken
from server.core.ids import GM
from server.core.knowing.viewer import Answers, would_answer
from server.core.secrecy import hidden_from, known, known_to, redact_for
from server.core.state import State
from server.core.timeline.evolve import evolve
from server.core.timeline.timeline import Timeline
from server.core.view import builtins, view
from server.scenario.rehearsal import Rehearsal


@every_system
def test_views_of_the_demo_are_shaped_for_each_audience(name: str) -> None:
    """Every audience has a view from the first commit on."""
    table = laid(name)
    for audience in table.state.ledger.audiences():
        assert view(table.system, known(table.system, table.state, audience), audience).title


@fights(6)
def test_views_patch_into_one_another_and_change_only_by_what_is_told(name: str, seed: int) -> None:
    """A view holds nothing that a merge patch can't carry, and an audience that is told nothing sees nothing change."""
    changes_only_by_what_is_told(laid(name), random.Random(seed), STEPS // 2)


@fights(12)
def test_views_change_only_by_what_is_told_of_somebody_hidden_by_house_rules(name: str, seed: int) -> None:
    """Somebody of any seat is hidden, and the options are drawn by lot: secret questions are put and answered
    under every house rule."""
    luck = random.Random(seed)
    spec = by_house_rules(name, luck)
    who = luck.choice(list(spec.combatants))
    changes_only_by_what_is_told(Rehearsal(SYSTEMS[name], hiding(spec, who, who), None), luck, STEPS)


@fights(12)
def test_views_change_only_by_what_is_told_while_people_come_and_go(name: str, seed: int) -> None:
    """Combatants are removed, hidden, shown, handed over and moved in the middle of a fight."""
    luck = random.Random(seed)
    spec = by_house_rules(name, luck)
    changes_only_by_what_is_told(Rehearsal(SYSTEMS[name], spec, None), luck, STEPS // 2, stirred=0.2)


def changes_only_by_what_is_told(table: Rehearsal, luck: random.Random, steps: int, stirred: float = 0) -> None:
    """A random fight, commit by commit, as the server makes them; by this chance the GM stirs somebody."""
    audiences = table.state.ledger.audiences()
    shown = {audience: builtins(table.view(audience)) for audience in audiences}
    for _ in range(steps):
        version = table.timeline.version
        is_stirred = stirred > luck.random() and stir(table, luck)
        if not is_stirred and not table.go_on() and not step(table, luck, goes_on=False):
            break
        told = {to for commit in table.timeline.commits[version:] for to in commit.told}
        for audience in audiences:
            before, now = shown[audience], builtins(table.view(audience))
            if written(now) != written(before):
                assert audience in told, (
                    f"{audience} was told nothing, and its view changes: {difference(before, now, 'view')[:3]}"
                )
                check_view(now)
                assert written(apply(before, diff(before, now))) == written(now)
                shown[audience] = now


def written(view: Any) -> bytes:
    """By which two views are compared: whole numbers, fractions and yes or no are not the same."""
    return msgspec.json.encode(view, order="sorted")


@fights(6)
def test_those_who_would_answer_alike_know_the_same(name: str, seed: int) -> None:
    """What was worked out for one audience is taken again for others that see the same combatants and would be answered
    alike. So nothing else may decide what one knows."""
    table, luck = laid(name), random.Random(seed)
    for _ in range(STEPS // 2):
        state, system = table.state, table.system
        known_by: dict[object, list[tuple[Answers, State]]] = {}
        for audience in state.ledger.audiences()[1:]:
            asked: Answers = {}
            hidden = hidden_from(state, audience)
            mine = known_to(system, state, audience, hidden, asked)
            alike = known_by.setdefault(hidden, [])
            assert all(mine.play == theirs.play for others, theirs in alike if would_answer(audience, others))
            alike.append((asked, mine))
        if not step(table, luck):
            break


@fights(6)
def test_those_who_would_answer_alike_are_told_the_same(name: str, seed: int) -> None:
    """What one audience is told of an event is told to all who would answer alike, also with somebody hidden."""
    luck = random.Random(seed)
    spec = by_house_rules(name, luck)
    who = luck.choice(list(spec.combatants))
    table = Rehearsal(SYSTEMS[name], hiding(spec, who, who), None)
    system = table.system
    while table.timeline.version < STEPS and (table.go_on() or step(table, luck, goes_on=False)):
        pass
    state = Timeline(system, table.state.ledger.encounter).state
    for commit in table.timeline.commits[:]:
        for event in commit.events:
            before, state = state, evolve(system, state, event, table.timeline.play_at)
            told: dict[object, list[tuple[Answers, object]]] = {}
            for audience in state.ledger.audiences()[1:]:
                hidden, asked = (hidden_from(before, audience), hidden_from(state, audience)), dict[Any, Any]()
                mine = redact_for(system, before, event, state, audience, asked)
                alike = told.setdefault(hidden, [])
                assert all(mine == theirs for others, theirs in alike if would_answer(audience, others))
                alike.append((asked, mine))


@fights(3)
def test_who_joins_hidden_is_told_to_nobody(name: str, seed: int) -> None:
    """The GM adds somebody hidden somewhere in the middle of a fight, whatever place in the order it gets."""
    table, luck = laid(name), random.Random(seed)
    wait = luck.randint(1, STEPS // 4)
    for k in range(STEPS):
        joining = joined(table, luck) if k >= wait and table.state.play.phase == "running" else None
        hidden = (GM, {**joining[1], "seat": GM, "hidden": True}, None) if joining is not None else None
        if hidden is not None and is_taken(table, hidden):
            assert set(table.submit(*hidden).told) == {GM}
            return
        if not step(table, luck):
            return
