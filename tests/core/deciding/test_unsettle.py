"""Answers that fall for those who see why: a plan that some don't see unsettles nobody in their eyes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

import pytest
from three_cups import SYSTEM, decide

from server.core.deciding.unsettle import unsettle
from server.core.disclosure import Open, Tells, Who
from server.core.events import Event, TakenBack
from server.core.intents import Act
from server.scenario.rehearsal import Rehearsal
from tests.core.test_three_cups import spec

GM_ONLY, OWNER, ALL = "gm", "owner", "all"


class Hint(Act, frozen=True, kw_only=True):
    """Show something of what one is going to do: to whom?"""

    to: str


class Hinted(Event, frozen=True, kw_only=True):
    """All who see it have seen it."""

    who: Who
    text: Open[str] = ""


class HintedGM(Hinted, frozen=True, kw_only=True):
    """Only the GM has."""

    tells: ClassVar[Tells] = Tells.GM


class HintedOwner(Hinted, frozen=True, kw_only=True):
    """Only who plays it has."""

    tells: ClassVar[Tells] = Tells.OWNER


class PutDown(TakenBack, frozen=True, kw_only=True):
    """A cup is put down again."""


HINTS = {GM_ONLY: HintedGM, OWNER: HintedOwner, ALL: Hinted}


def hints(draft: Any, intent: Any) -> None:
    """Whoever sees a hint must think again."""
    if not isinstance(intent, Hint):
        decide(draft, intent)
        return
    draft.emit(HINTS[intent.to](who=intent.who))
    unsettle(draft, draft.play.decision, PutDown)


PLANNING = replace(
    SYSTEM,
    intents=(*SYSTEM.intents, Hint),
    events=(*SYSTEM.events, Hinted, HintedGM, HintedOwner, PutDown),
    decide=hints,
    check=lambda *_: None,
)


@pytest.fixture
def table() -> Rehearsal:
    """Ann's Anna and Bob's Ben have chosen; Ann's Cat, hidden from Bob, has not."""
    made = Rehearsal(PLANNING, spec(), [1] * 9)
    made.play("gm", {"type": "begin"})
    made.play("ann", {"type": "choose", "who": "a", "cup": 1})
    made.play("bob", {"type": "choose", "who": "b", "cup": 1})
    return made


def hint(table: Rehearsal, who: str, to: str) -> Any:
    """It hints; returns the commit."""
    (commit,) = table.play(table.state.ledger.controller(who), {"type": "hint", "who": who, "to": to})
    return commit


def settled(table: Rehearsal, audience: str) -> set[str]:
    """Whom the audience thinks to have chosen."""
    decision: Any = table.view(audience).decision
    return {who for who, ask in decision.asks.items() if ask.answered}


def test_what_all_see_unsettles_all(table: Rehearsal) -> None:
    """Everybody is told."""
    commit = hint(table, "a", ALL)
    for audience in ("gm", "seat:ann", "seat:bob", "public"):
        assert settled(table, audience) == set()
        assert [type(event).__name__ for event in commit.told_to(audience)] == ["Hinted", "PutDown", "PutDown"]


def test_what_somebody_hidden_does_unsettles_those_who_see_it(table: Rehearsal) -> None:
    """Ben has not seen Cat's hint: Bob's answer stands, and to him so does Anna's."""
    commit = hint(table, "c", ALL)
    assert {to: settled(table, to) for to in ("gm", "seat:ann", "seat:bob", "public")} == {
        "gm": {"b"}, "seat:ann": {"b"}, "seat:bob": {"a", "b"}, "public": {"a", "b"}
    }  # fmt: skip
    assert commit.told_to("seat:bob") == []
    assert commit.told_to("public") == []


def test_what_only_its_player_or_the_gm_sees_unsettles_nobody_else(table: Rehearsal) -> None:
    """Although all see who does it."""
    hint(table, "a", OWNER)
    assert (settled(table, "seat:ann"), settled(table, "seat:bob")) == ({"b"}, {"a", "b"})
    hint(table, "b", GM_ONLY)
    assert (settled(table, "gm"), settled(table, "seat:bob")) == ({"b"}, {"a", "b"})


def test_an_answer_that_fell_unheard_falls_for_others_with_what_they_see(table: Rehearsal) -> None:
    """Bob learns that Anna must choose again when Ben does something that all see."""
    hint(table, "c", ALL)
    hint(table, "b", ALL)
    assert settled(table, "seat:bob") == settled(table, "public") == set()
    hint(table, "c", ALL)
    assert settled(table, "seat:bob") == set()


def test_the_answer_of_one_who_is_gone_stands(table: Rehearsal) -> None:
    """Nobody could give it again."""
    table.play("gm", {"type": "remove_combatant", "who": "b"})
    hint(table, "a", ALL)
    assert settled(table, "gm") == {"b"}
    assert "a" in table.view("gm").combatants
