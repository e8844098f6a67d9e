"""Who is hidden: questions of the kit that decide what everybody may notice."""

from types import SimpleNamespace
from typing import Any

from server.core.state import Piece
from server.kit.hidden import is_public, is_secret, most_public, public_name

PLAY: Any = SimpleNamespace(pieces={"ana": Piece("Ana", "blue"), "lurker": Piece("Lurker", "red", None, ("bo",))})


def test_one_hidden_makes_it_a_secret() -> None:
    """Who is not on the table hides from nobody, and no name is nobody's."""
    assert is_secret(PLAY, "ana", "lurker")
    assert not is_secret(PLAY, "ana", "", "gone")


def test_one_in_sight_makes_it_public() -> None:
    """An act is seen where its actor or its target is."""
    assert is_public(PLAY, "lurker", "ana")
    assert not is_public(PLAY, "lurker", "", "gone")


def test_names_in_sight() -> None:
    """Somebody hidden, and somebody gone, is called unseen; one in sight speaks for a group."""
    assert [public_name(PLAY, who) for who in ("ana", "lurker", "gone")] == ["ana", "unseen", "unseen"]
    assert most_public(PLAY, ["lurker", "ana"]) == "ana"
    assert most_public(PLAY, ["lurker", "gone"]) == "lurker"
