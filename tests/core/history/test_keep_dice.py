"""The table option `keep_dice`: what was rolled before a rewind comes again, marked, and only once."""

from msgspec.structs import replace
from three_cups import SYSTEM

from server.core.dice import Drawn, Kept
from server.core.state import TableOptions
from server.scenario.rehearsal import Rehearsal
from tests.table.party import SPEC


def struck(keep):
    """Anna has struck Ben with a real die; `there` is before the last cup was lifted."""
    table = Rehearsal(SYSTEM, replace(SPEC, table=TableOptions(keep_dice=keep)), None)
    table.play("gm", {"type": "begin"})
    table.play("ann", {"type": "choose", "who": "a", "cup": 2})
    table.play("bob", {"type": "choose", "who": "b", "cup": 1})
    there = table.timeline.head
    return table, there, strike(table)


def strike(table):
    commits = table.play("ann", {"type": "choose", "who": "c", "cup": 1})
    return next(rolled for commit in commits for rolled in commit.evidence)


def test_the_same_roll_after_a_rewind_shows_the_same_face():
    """Undo can't be used for another throw, where the table wants it so."""
    table, there, first = struck(keep=True)
    table.submit("gm", {"type": "rewind", "to": list(there)})
    second = strike(table)
    assert (second.face, type(second.by)) == (first.face, Kept)


def test_without_the_option_a_rewind_draws_the_streams_next_die():
    """Counters never go back."""
    table, there, first = struck(keep=False)
    table.submit("gm", {"type": "rewind", "to": list(there)})
    second = strike(table)
    assert isinstance(second.by, Drawn)
    assert second.by.k == first.by.k + 1


def test_a_kept_die_comes_again_only_once():
    """After a second rewind it is the second line's die that is kept: the same face still."""
    table, there, first = struck(keep=True)
    for _ in range(2):
        table.submit("gm", {"type": "rewind", "to": list(there)})
        again = strike(table)
    assert again.face == first.face
