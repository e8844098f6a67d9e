"""Players ask to have something taken back; the GM, or by table option the players' majority, grants it."""

import pytest
from msgspec.structs import replace
from three_cups import SYSTEM

from server.core.state import TableOptions
from server.scenario.rehearsal import Rehearsal
from tests.table.party import SPEC


def struck(**options):
    """Anna has struck Ben, who bears it."""
    table = Rehearsal(SYSTEM, replace(SPEC, table=TableOptions(**options)), [4, 4])
    table.play("gm", {"type": "begin"})
    table.play("ann", {"type": "choose", "who": "a", "cup": 2})
    table.play("bob", {"type": "choose", "who": "b", "cup": 1})
    table.play("ann", {"type": "choose", "who": "c", "cup": 1})
    table.play("bob", {"type": "riposte", "who": "b", "decline": True})
    return table


def asks(table, back=0):
    n = table.state.ledger.told["seat:bob"].n - back
    table.submit("bob", {"type": "request_undo", "n": n, "reason": "I meant to riposte"})
    return next(iter(table.state.ledger.requests))


def test_the_gm_grants_a_request_and_the_answer_is_asked_for_again():
    """Where the answer and what the server made of it are one for players, both are taken back."""
    table = struck()
    request = asks(table)
    assert table.view("gm").requests[request].reason == "I meant to riposte"
    assert table.refusal("ann", {"type": "answer_undo", "request": request, "yes": True}) == "gm_only"
    table.submit("gm", {"type": "answer_undo", "request": request, "yes": True})
    assert table.state.play.game.sheets["b"].hearts == 3
    assert table.state.play.decision.unanswered() == ["b"]
    assert table.state.ledger.requests == {}


@pytest.mark.parametrize("further", [False, True])
def test_the_gm_who_takes_back_what_was_asked_for_has_granted_it(further):
    """Also where more is taken back than somebody has asked for."""
    table = struck()
    request = asks(table)
    wanted = table.state.ledger.requests[request].to
    to = table.timeline.before[wanted] if further else wanted
    table.submit("gm", {"type": "rewind", "to": to, "reason": "", "digest": b""})
    assert table.state.ledger.requests == {}


def test_a_request_stays_while_what_it_asks_for_has_not_been_taken_back():
    """Less than it asks for was taken back."""
    table = struck()
    request = asks(table)
    table.play("ann", {"type": "choose", "who": "a", "cup": 1})
    table.submit(
        "gm", {"type": "rewind", "to": table.timeline.before[table.timeline.head], "reason": "", "digest": b""}
    )
    assert list(table.state.ledger.requests) == [request]


def test_a_refused_request_changes_nothing_but_is_gone():
    """The log keeps that it was asked and refused."""
    table = struck()
    before = table.state.play
    request = asks(table)
    table.submit("gm", {"type": "answer_undo", "request": request, "yes": False})
    assert table.state.play == before
    assert table.refusal("gm", {"type": "answer_undo", "request": request, "yes": True}) == "nothing_waits"


def test_players_grant_by_majority_where_the_table_votes():
    """One of two is not enough, both are."""
    table = struck(undo_vote=True)
    request = asks(table)
    table.submit("bob", {"type": "answer_undo", "request": request, "yes": True})
    assert table.state.play.game.sheets["b"].hearts == 2
    table.submit("ann", {"type": "answer_undo", "request": request, "yes": True})
    assert table.state.play.game.sheets["b"].hearts == 3


def test_what_is_no_longer_on_the_line_cant_be_asked_for():
    """Nor what was never told."""
    table = struck()
    n = table.state.ledger.told["seat:bob"].n
    table.submit("gm", {"type": "answer_undo", "request": asks(table), "yes": True})
    assert table.refusal("bob", {"type": "request_undo", "n": n}) == "already_undone"
    assert table.refusal("bob", {"type": "request_undo", "n": 999}) == "unknown_position"
    assert table.refusal("bob", {"type": "request_undo", "n": 1}) in ("protected_position", "unknown_position")


@pytest.mark.parametrize("audience", ["seat:ann", "seat:bob", "public"])
def test_a_request_tells_each_audience_its_own_number(audience):
    """A version would betray how many hidden things have happened."""
    table = struck()
    asks(table)
    event = table.timeline.commits[-1].told_to(audience)[0]
    assert event.to.version <= table.state.ledger.told[audience].n
