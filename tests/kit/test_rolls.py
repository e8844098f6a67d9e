"""Rolls of the kit: what is thrown and what is added make the total, and the GM's words count in it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from server.core.dice import ThrownDie
from server.core.terms import Term, Terms
from server.kit.rolls import Dice, Rolled, adds_up

Faces = list[int]
ACT = "act"


def draft_of(faces: Faces, overrides: dict[str, int]) -> Any:
    """As much of a draft as a roll needs: these faces come, and the GM has amended these terms of `hit`."""
    terms = Terms(ACT, {(ACT, "hit", "ana", key): value for key, value in overrides.items()})
    return SimpleNamespace(terms=terms, roll=lambda _name, _who, _sides, count: tuple((f,) for f in faces[:count]))


def rolled(faces: Faces, dice: Dice, overrides: dict[str, int], **bonus: int) -> Rolled:
    """A roll by Ana."""
    return dice.roll(draft_of(faces, overrides), "hit", "ana", "X-1", **bonus)


def test_a_roll_is_its_dice_its_terms_and_their_sum() -> None:
    """The GM's free term is there, too, with nothing in it."""
    found = rolled([7], Dice(20), {}, skill=4)
    assert found == Rolled((ThrownDie(20, (7,)),), (Term("skill", 4, "X-1"), Term("gm", 0, "gm")), 11)


def test_only_what_counts_is_added() -> None:
    """Advantage, and the lower of two."""
    better, worse = rolled([7, 15], Dice(20, 2, keep=1), {}), rolled([7, 15], Dice(20, 2, keep=1, lowest=True), {})
    assert (better.total, better.face) == (15, 15)
    assert (worse.total, worse.face) == (7, 7)
    assert rolled([7, 15], Dice(20, 2), {}).total == 22


def test_a_term_that_another_rule_gave_before_is_added() -> None:
    """Also as the GM amended it."""
    draft = draft_of([7], {"height": 3})
    draft.terms.use("hit", "ana", "height", 1, "X-2")
    found = Dice(20).roll(draft, "hit", "ana", "X-1", skill=4)
    assert [(term.key, term.rule) for term in found.terms] == [("height", "X-2"), ("skill", "X-1"), ("gm", "gm")]
    assert found.total == 14


@given(st.lists(st.integers(1, 20), min_size=3, max_size=3), st.integers(-9, 9), st.dictionaries(
    st.sampled_from(["skill", "gm"]), st.integers(-9, 9)), st.integers(1, 3), st.booleans())  # fmt: skip
def test_every_roll_adds_up(faces: Faces, skill: int, amended: dict[str, int], keep: int, lowest: bool) -> None:
    """Whatever counts, and whatever the GM amends; one more would be noticed."""
    found = rolled(faces, Dice(20, 3, keep=keep, lowest=lowest), amended, skill=skill)
    counting = sorted(faces, reverse=not lowest)[:keep]
    assert found.total == sum(counting) + amended.get("skill", skill) + amended.get("gm", 0)
    assert adds_up(found)
    assert not adds_up(Rolled(found.dice, found.terms, found.total + 1))
