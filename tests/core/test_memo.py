"""What is remembered goes by identity, is shared entry by entry, is bounded, and lies on the shelf taken up."""

from __future__ import annotations

import gc
import threading
import weakref

from server.core.memo import KEPT_BYTES, Derived, Memo, Newest, Shelf
from tests.support.alive import without_collector


def test_entries_of_the_same_objects_are_the_same_results() -> None:
    """Only the changed entry is made again; nothing changed gives the same map."""
    derived, made = Derived(2), []

    def make(who: str, value: list[int]) -> tuple[str, int]:
        made.append(who)
        return who, len(value)

    first = {"a": [1], "b": [2]}
    with Shelf():
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
    with Shelf():
        one = derived.of("gm", (table,), source, lambda who, value: [who, value])
        assert derived.of("gm", (object(),), source, lambda who, value: [value]) == {"a": [1], "b": [2]}
        assert derived.of("gm", (table,), {"a": 1}, lambda who, value: [who]) == {"a": ["a"]}
    assert one == {"a": ["a", 1], "b": ["b", 2]}


def test_the_mark_used_longest_ago_is_forgotten() -> None:
    """Of three marks in a memory of two the first goes, unless it was used again."""
    derived, source, shelf = Derived(2), {"a": 1}, Shelf()
    with shelf:
        for mark in ("x", "y", "x", "z"):
            derived.of(mark, (), source, lambda who, value: object())
        kept = derived.of("x", (), source, lambda who, value: object())
        assert derived.of("x", (), source, lambda who, value: object()) is kept
    assert shelf.weight_bytes == 2 * KEPT_BYTES


def test_of_single_results_the_one_used_longest_ago_goes() -> None:
    """A memory of two never holds three."""
    memo, things, shelf = Memo(2), [object() for _ in range(4)], Shelf()
    made: list[object] = []

    def make(thing: object) -> object:
        made.append(thing)
        return thing

    with shelf:
        for k in (0, 1, 0, 2, 0, 3, 2, 0, 1):
            assert memo.of((things[k],), "", make, things[k]) is things[k]
        assert [things.index(thing) for thing in made] == [0, 1, 2, 3, 2, 0, 1]
        assert shelf.weight_bytes == 2 * KEPT_BYTES
        shelf.clear()
        assert shelf.weight_bytes == 0
        assert memo.of((things[1],), "", make, things[1]) is made[-1]


def test_without_a_shelf_nothing_is_kept() -> None:
    """Everything is made anew, of each kind."""
    part, source = object(), {"a": 1}
    memo, newest, derived = Memo(2), Newest(lambda _: object()), Derived(2)
    assert memo.of((part,), "", object) is not memo.of((part,), "", object)
    assert newest.of(part) is not newest.of(part)
    assert derived.of("", (), source, lambda *_: 1) is not derived.of("", (), source, lambda *_: 1)


def test_each_shelf_has_its_own_and_the_inner_one_counts() -> None:
    """What one table keeps pushes nothing of another out; a preview within a table's turn leaves nothing there."""
    memo, part, outer, inner = Memo(1), object(), Shelf(), Shelf()
    with outer:
        one = memo.of((part,), "", object)
        with inner:
            assert memo.of((part,), "", object) is not one
            memo.of((), "fills it", object)
        assert memo.of((part,), "", object) is one
    with outer:
        assert memo.of((part,), "", object) is one


def test_a_thread_has_none_of_the_shelf_that_another_has_taken_up() -> None:
    """Files are checked in threads, while the loop goes on."""
    memo, part, found = Memo(1), object(), []
    with Shelf():
        one = memo.of((part,), "", object)
        thread = threading.Thread(target=lambda: found.append(memo.of((part,), "", object)))
        thread.start()
        thread.join()
        assert found != [one]


def test_what_lies_on_a_shelf_goes_with_it() -> None:
    """At once, whenever the collector comes."""

    class Thing:
        """Something that a result was made of."""

    with without_collector():
        thing, shelf = Thing(), Shelf()
        seen = weakref.ref(thing)
        with shelf:
            Memo(1).of((thing,), "", list)
            Newest(lambda one: [one]).of(thing)
        del thing
        assert seen() is not None
        del shelf
        assert seen() is None
    assert gc.isenabled()


def test_what_is_large_takes_the_place_of_many() -> None:
    """A memory of four holds one result that counts for three and one that counts for one."""
    memo, things, shelf = Memo(4, weigh=len), [[0] * count for count in (1, 1, 1, 3, 9)], Shelf()
    with shelf:
        for thing in things[:4]:
            memo.of((thing,), "", list, thing)
        (store,) = shelf.stores.values()
        assert [kept.made for kept in store.kept.values()] == [[0], [0, 0, 0]]
        assert shelf.weight_bytes == 4 * KEPT_BYTES
        memo.of((things[4],), "", list, things[4])
        assert [len(kept.made) for kept in store.kept.values()] == [9]  # the last is kept, however large
