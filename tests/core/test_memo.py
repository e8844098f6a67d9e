"""What is remembered goes by identity, is shared entry by entry, and is bounded."""

from __future__ import annotations

from server.core.memo import Derived, Memo


def test_entries_of_the_same_objects_are_the_same_results() -> None:
    """Only the changed entry is made again; nothing changed gives the same map."""
    derived, made = Derived(2), []

    def make(who: str, value: list[int]) -> tuple[str, int]:
        made.append(who)
        return who, len(value)

    first = {"a": [1], "b": [2]}
    one = derived.of("gm", (), first, make)
    assert derived.of("gm", (), dict(first), make) is one
    other = derived.of("gm", (), {**first, "b": [3, 4]}, make)
    assert other == {"a": ("a", 1), "b": ("b", 2)}
    assert other["a"] is one["a"]
    assert made == ["a", "b", "b"]


def test_what_all_entries_depend_on_makes_all_of_them_anew() -> None:
    """Other parts, or an entry less, are never answered from memory."""
    derived = Derived(2)
    table, source = object(), {"a": 1, "b": 2}
    one = derived.of("gm", (table,), source, lambda who, value: [who, value])
    assert derived.of("gm", (object(),), source, lambda who, value: [value]) == {"a": [1], "b": [2]}
    assert derived.of("gm", (table,), {"a": 1}, lambda who, value: [who]) == {"a": ["a"]}
    assert one == {"a": ["a", 1], "b": ["b", 2]}


def test_the_mark_used_longest_ago_is_forgotten() -> None:
    """Of three marks in a memory of two the first goes, unless it was used again."""
    derived, source = Derived(2), {"a": 1}
    for mark in ("x", "y", "x", "z"):
        derived.of(mark, (), source, lambda who, value: object())
    kept = derived.of("x", (), source, lambda who, value: object())
    assert derived.of("x", (), source, lambda who, value: object()) is kept
    assert set(derived._kept) == {"x", "z"}


def test_of_single_results_the_oldest_that_was_not_asked_for_again_goes() -> None:
    """A memory of two never holds three, and spares once what was used."""
    memo, things = Memo(2), [object() for _ in range(4)]
    made: list[object] = []

    def make(thing: object) -> object:
        made.append(thing)
        return thing

    for k in (0, 1, 0, 2, 0, 3, 2, 0, 1):
        assert memo.of((things[k],), "", make, things[k]) is things[k]
    assert [things.index(thing) for thing in made] == [0, 1, 2, 3, 2, 0, 1]
    assert len(memo._kept) == 2
    memo.forget()
    assert not memo._kept
    assert memo.of((things[1],), "", make, things[1]) is made[-1]
