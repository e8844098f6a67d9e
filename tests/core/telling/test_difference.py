"""What a preview says in the table's words."""

import msgspec
import pytest

from server.core.telling.difference import difference
from server.core.view import AskView, CombatantView, DecisionView, Track, View


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [(Track(2, max=3), Track(1, max=3), (2, 1)), (Track(0, max=0), Track(0, max=2), ("0/0", "0/2"))],
)
def test_a_track_is_told_by_what_changes(before: Track, after: Track, said: tuple[object, object]) -> None:
    """Where its value stays, by the most there can be: `0 → 0` would say nothing."""
    one, other = (_view(CombatantView(name="A", side="x", tracks={"actions": track})) for track in (before, after))
    (change,) = difference(one, other)
    assert (change.kind, change.before, change.after) == ("track", *said)


@pytest.mark.parametrize("was_hidden", [True, False])
def test_who_goes_into_hiding_again_or_comes_out_of_it_is_told(was_hidden: bool) -> None:
    """Taking back an ambush hides the ambusher, whom players have seen meanwhile: the GM has to know that."""
    one, other = (_view(CombatantView(name="A", side="x", hidden=is_so)) for is_so in (was_hidden, not was_hidden))
    (change,) = difference(one, other)
    assert (change.kind, change.who, change.before, change.after) == ("hidden", "a", was_hidden, not was_hidden)


@pytest.mark.parametrize("answered", [True, False])
def test_a_question_that_all_have_answered_asks_nobody(answered: bool) -> None:
    """Taking back to between the last answer and what the server then does by itself asks nobody anything."""
    ask = AskView(answered=answered)
    calm = _view(CombatantView(name="A", side="x"))
    view = msgspec.structs.replace(calm, decision=DecisionView(id="d", kind="mishap", asks={"a": ask}))
    said = [(change.kind, change.after) for change in difference(calm, view)]
    assert said == ([] if answered else [("prompt", {"kind": "mishap", "asks": ["a"]})])


def _view(combatant: CombatantView) -> View:
    return View(
        encounter="e", title="x", system="s", stage="running", phase="turn", combatants={"a": combatant},
    )  # fmt: skip
