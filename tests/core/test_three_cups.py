"""The core proved small: Three Cups in memory, secrets, windows, rewinds and one amendment with all its outcomes."""

import collections
import itertools

import pytest
from three_cups import SYSTEM

from server.cli.sentences import Sentences
from server.core.create import CombatantSpec, EncounterSpec, SeatSpec
from server.core.history import amend
from server.core.history.history import rewind_digest
from server.core.ids import Position
from server.core.intents import Amend, Die, Edit, Redo, Rewind, TermEdit
from server.core.view import builtins
from server.scenario.rehearsal import Rehearsal


def spec(**sheets):
    """Ann and Bob play each their own; Cat, Ann's, is hidden from Bob."""
    return EncounterSpec(
        title="Cups",
        system="three_cups",
        seats={"ann": SeatSpec(name="Ann"), "bob": SeatSpec(name="Bob")},
        combatants={
            "a": CombatantSpec(name="Anna", side="x", seat="ann", sheet=sheets.get("a", {})),
            "b": CombatantSpec(name="Ben", side="y", seat="bob", sheet=sheets.get("b", {})),
            "c": CombatantSpec(name="Cat", side="x", seat="ann", hidden=True, sheet=sheets.get("c", {})),
        },
    )


def choose(table, a=1, b=1, c=1):
    table.play("ann", {"type": "choose", "who": "a", "cup": a})
    table.play("bob", {"type": "choose", "who": "b", "cup": b})
    return table.play("ann", {"type": "choose", "who": "c", "cup": c})


def begun(dice=(), **sheets):
    table = Rehearsal(SYSTEM, spec(**sheets), dice)
    table.play("gm", {"type": "begin"})
    return table


def kinds(commits):
    return [type(event).__name__ for commit in commits for event in commit.events]


def test_winner_strikes_and_loser_ripostes_before_the_wound():
    """The riposte is a nested frame: it can void the strike whose die is already known."""
    table = begun([4, 5])
    commits = choose(table, a=2, b=1, c=1)
    assert kinds(commits)[-2:] == ["Struck", "DecisionOpened"]
    commits = table.play("bob", {"type": "riposte", "who": "b"})
    assert "HeartLost" not in kinds(commits)
    assert table.view("gm").combatants["b"].tracks["hearts"].value == 3


def test_a_cup_may_be_changed_until_all_have_chosen():
    """An answer stands until the decision closes."""
    table = begun([4])
    table.play("ann", {"type": "choose", "who": "a", "cup": 1})
    table.play("ann", {"type": "choose", "who": "a", "cup": 2})
    table.play("bob", {"type": "choose", "who": "b", "cup": 1})
    commits = table.play("ann", {"type": "choose", "who": "c", "cup": 1})
    shown = next(e for c in commits for e in c.events if type(e).__name__ == "CupsShown")
    assert shown.cups == {"a": 2, "b": 1, "c": 1}


def test_bob_never_learns_of_the_hidden_one():
    """No event, view or number of Bob's or the public's names Cat before she is revealed."""
    table = begun([4, 1])
    choose(table, a=1, b=1, c=2)
    table.play("bob", {"type": "riposte", "who": "b", "decline": True})
    for audience in ("seat:bob", "public"):
        assert "c" not in table.view(audience).combatants
        for commit in table.timeline.commits:
            for event in commit.told_to(audience):
                assert "'c'" not in repr(event), event
        numbers = [c.told[audience].n for c in table.timeline.commits if audience in c.told]
        assert numbers == list(range(1, len(numbers) + 1))
    table.play("gm", {"type": "show", "who": "c"})
    assert "c" in table.view("seat:bob").combatants


def test_whoever_comes_to_see_somebody_is_told_so():
    """Shown to some seats only: to those it is a revelation, to others nothing at all."""
    table = begun()
    (commit,) = table.play("gm", {"type": "hide", "who": "c", "seen_by": ["bob"]})
    assert [type(event).__name__ for event in commit.told_to("seat:bob")] == ["CombatantRevealed"]
    assert "c" in table.view("seat:bob").combatants
    assert "public" not in commit.told
    (commit,) = table.play("gm", {"type": "hide", "who": "c"})
    assert [type(event).__name__ for event in commit.told_to("seat:bob")] == ["CombatantHidden"]


def test_refusals_change_nothing():
    """A refused intent leaves version and dice alone, and an absent one sounds like a hidden one."""
    table = begun()
    assert table.refusal("bob", {"type": "choose", "who": "c", "cup": 1}) == "not_your_combatant"
    assert table.refusal("bob", {"type": "choose", "who": "zzz", "cup": 1}) == "not_your_combatant"
    assert table.refusal("bob", {"type": "choose", "who": "b", "cup": 9}) == "no_such_cup"
    assert table.refusal("bob", {"type": "rewind", "to": [1, 0]}) == "gm_only"
    assert table.refusal("spectator", {"type": "begin"}) == "spectators_watch"


def test_rewind_inside_an_open_window_restores_the_prompt_and_redo_undoes_it():
    """A rewind restores answers and prompts; redo is the identity on play."""
    table = begun([4])
    table.play("ann", {"type": "choose", "who": "a", "cup": 2})
    there = Position(table.timeline.version)
    play_then = table.state.play
    table.play("bob", {"type": "choose", "who": "b", "cup": 1})
    before = table.state.play
    table.submit("gm", Rewind(to=there, reason="oops", digest=rewind_digest(table.timeline, there)))
    assert table.state.play.decision.asks == play_then.decision.asks
    table.submit("gm", Redo())
    assert table.state.play.decision.asks == before.decision.asks
    assert table.refusal("gm", Redo()) == "nothing_to_redo"


def struck(table):
    """The position of the newest strike."""
    return next(
        Position(c.version)
        for c in reversed(table.timeline.commits)
        if any(type(e).__name__ == "Struck" for e in c.events)
    )


def amend_now(table, target, *edits, answers=()):
    seen = amend.preview(table.timeline, target, edits, answers)
    table.submit("gm", Amend(target=target, edits=edits, answers=answers, digest=seen.digest))
    return seen


def test_amending_with_the_same_value_is_the_identity():
    """An edit that changes nothing leaves every later act standing."""
    table = begun([4, 2])
    choose(table, a=2)
    table.play("bob", {"type": "riposte", "who": "b"})
    before = table.state.play
    target = struck(table)
    seen = amend_now(table, target, Edit(at=target, faces=(Die("round1.strike", "a", 0, 4),)))
    assert [s.outcome for s in seen.steps] == ["amended", "stands", "stands"]
    assert table.state.play.game == before.game
    assert table.state.play.decision.asks == before.decision.asks


def test_a_hit_amended_to_a_miss_by_cover_makes_the_riposte_moot():
    """The wound and the riposte vanish, later choices stand."""
    table = begun([4, 2])
    choose(table, a=2)
    table.play("bob", {"type": "riposte", "who": "b"})
    table.play("bob", {"type": "choose", "who": "b", "cup": 3})
    assert table.state.play.game.sheets["b"].hearts == 2
    target = struck(table)
    seen = amend_now(table, target, Edit(at=target, terms=(TermEdit("round1.strike", "a", "cover", 2),)))
    assert [s.outcome for s in seen.steps] == ["amended", "moot", "changed", "stands"]
    assert table.state.play.game.sheets["b"].hearts == 3
    assert table.state.play.decision.asks["b"].answer.cup == 3
    assert seen.play.game == table.state.play.game


class Watched(Rehearsal):
    """Remembers every audience's view before each commit."""

    def __init__(self, *made):
        self.views = collections.defaultdict(list)
        super().__init__(*made)

    def take(self, commit):
        for audience in self.state.ledger.audiences() if self.state.play.game is not None else ():
            self.views[audience].append((commit, self.view(audience)))
        return super().take(commit)


@pytest.mark.parametrize("audience", ["gm", "seat:ann", "seat:bob", "public"])
def test_view_changes_only_through_events_that_are_told(audience):
    """A commit that tells an audience nothing leaves its view alone."""
    table = Watched(SYSTEM, spec(), [4, 2, 4, 2, 4, 2])
    table.play("gm", {"type": "begin"})
    choose(table, a=2)
    table.play("bob", {"type": "riposte", "who": "b"})
    choose(table, a=2, b=2)
    for (commit, before), (_, after) in itertools.pairwise(table.views[audience]):
        assert audience in commit.told or before == after


def test_who_was_given_to_the_gm_looks_like_one_who_always_was():
    """The seat is left out either way, though one is read from the log: else it would be there or not by what was
    looked at before."""
    made = Rehearsal(SYSTEM, spec())
    made.submit("gm", {"type": "hand_over", "who": "b", "seat": "gm"})
    assert "seat" not in builtins(made.view("public"))["combatants"]["b"]


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "The cups are shown: Anna 2, Ben 1."), ("de", "Die Becher werden gezeigt: Anna 2, Ben 1.")],
)
def test_whoever_reads_that_the_cups_are_shown_reads_which(language: str, said: str) -> None:
    """By name, each with the cup that it had lifted."""
    sentences = Sentences(SYSTEM.catalog, language)
    sentences.names.update(a="Anna", b="Ben")
    assert sentences.of({"type": "CupsShown", "cups": {"a": 2, "b": 1}}) == said
