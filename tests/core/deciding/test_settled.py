"""Marks that fall in secret: who settles first what all may change, and something hidden changes (tactics, D-SEC-3)."""

from dataclasses import replace

from three_cups import SYSTEM as CUPS
from three_cups import CupChosen, decide

from server.core.events import TakenBack
from server.core.timeline.kept import kept
from server.core.view import builtins
from server.scenario.rehearsal import ENCOUNTER, Rehearsal
from server.store.memory import MemoryLog
from server.store.snapshots import Snapshot, Snapshots
from tests.core.test_three_cups import kinds, spec


class CupPutDown(TakenBack, frozen=True, kw_only=True):
    """Whoever sees the hidden one lift another cup must think again."""


def think_again(draft, intent):
    """Cat is seen by Ann alone: when Cat lifts a cup, Anna's is put down, and nobody else hears of it."""
    open_one = draft.play.decision
    decide(draft, intent)
    if getattr(intent, "who", "") == "c" and open_one is not None and open_one.asks["a"].answer is not None:
        draft.emit(CupPutDown(who="a", decision=open_one.id, unheard=("public", "seat:bob")))


SYSTEM = replace(CUPS, events=(*CUPS.events, CupPutDown), decide=think_again)


def begun():
    table = Rehearsal(SYSTEM, spec(), [1])
    table.play("gm", {"type": "begin"})
    return table


def lift(table, seat, who, cup):
    return table.play(seat, {"type": "choose", "who": who, "cup": cup})


def answered(table, audience, who="a"):
    return table.view(audience).decision.asks[who].answered


def test_a_mark_that_falls_in_secret_stays_for_those_who_must_not_know_why():
    """Ann and the GM see that Anna has to choose again; to Bob and the public she has chosen, and nothing happens."""
    table = begun()
    lift(table, "ann", "a", 2)
    before = builtins(table.view("seat:bob"))
    commits = lift(table, "ann", "c", 1)
    assert kinds(commits) == ["CupChosen", "CupPutDown"]
    assert table.state.play.decision.unanswered() == ["a", "b"]
    assert (answered(table, "seat:ann"), answered(table, "gm")) == (False, False)
    assert (answered(table, "seat:bob"), answered(table, "public")) == (True, True)
    assert [commit.told_to("seat:bob") for commit in commits] == [[]]
    assert builtins(table.view("seat:bob")) == before
    (fell,) = [event for event in commits[0].told_to("seat:ann") if isinstance(event, CupPutDown)]
    assert fell.unheard == ()


def test_to_settle_again_what_others_believe_settled_tells_them_nothing():
    """Else they would see somebody answer twice for no reason."""
    table = begun()
    lift(table, "ann", "a", 2)
    lift(table, "ann", "c", 1)
    commits = lift(table, "ann", "a", 3)
    assert [event for commit in commits for event in commit.told_to("seat:bob")] == []
    assert isinstance(commits[0].told_to("seat:ann")[0], CupChosen)
    assert answered(table, "seat:bob")
    assert table.state.play.decision.unanswered() == ["b"]
    shown = [event for commit in lift(table, "bob", "b", 1) for event in commit.told_to("seat:bob")]
    assert [type(event).__name__ for event in shown][:2] == ["CupChosen", "DecisionClosed"]


def test_the_round_closes_only_when_all_have_really_settled():
    """Whoever believes that everybody has answered just sees it stay open."""
    table = begun()
    lift(table, "ann", "a", 2)
    lift(table, "bob", "b", 1)
    assert kinds(lift(table, "ann", "c", 1)) == ["CupChosen", "CupPutDown"]
    assert table.view("seat:bob").decision.asks.keys() == {"a", "b"}
    assert all(ask.answered for ask in table.view("seat:bob").decision.asks.values())
    assert "CupsShown" in kinds(lift(table, "ann", "a", 2))


def test_a_mark_that_falls_twice_in_secret_is_believed_until_history_is_taken_back():
    """What was never given anew can't be kept anew."""
    table = begun()
    lift(table, "ann", "a", 2)
    lift(table, "ann", "c", 1)
    lift(table, "ann", "c", 2)
    assert answered(table, "seat:bob")
    decision = table.state.play.decision
    assert decision.asks["a"].unheard == ("public", "seat:bob")
    store, snapshot = Snapshots(MemoryLog(), SYSTEM), Snapshot(bytes(32), kept(table.timeline))
    assert store.unpacked(store.packed(snapshot, b"key"), ENCOUNTER, b"key") == snapshot
    table.play("gm", {"type": "rewind", "to": [2, 0]})
    assert not answered(table, "seat:bob")
