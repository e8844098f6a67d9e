"""What modules note about a timeline: the newest answer of each kind, as long as it holds."""

from server.core.timeline.notes import Note, Notes

OF_HEAD: Note[str] = Note()
LASTING: Note[str] = Note(outlives_head=True)


def test_only_an_equal_question_finds_the_answer() -> None:
    """Another one finds nothing, and its answer takes the place of the last."""
    notes = Notes()
    notes.keep(OF_HEAD, [1, "a"], "first")
    assert notes.find(OF_HEAD, [1, "a"]) == "first"
    assert notes.find(OF_HEAD, [1, "b"]) is None
    assert notes.find(LASTING, [1, "a"]) is None
    notes.keep(OF_HEAD, [1, "b"], "second")
    assert notes.find(OF_HEAD, [1, "a"]) is None


def test_what_holds_only_at_the_head_is_forgotten_with_it() -> None:
    """And is weighed no longer; what outlives the head stays."""
    notes = Notes()
    notes.keep(OF_HEAD, 1, "gone", weight_bytes=30)
    notes.keep(LASTING, 1, "stays", weight_bytes=12)
    assert notes.weight_bytes == 42
    notes.forget()
    assert (notes.has(OF_HEAD), notes.find(LASTING, 1), notes.weight_bytes) == (False, "stays", 12)
