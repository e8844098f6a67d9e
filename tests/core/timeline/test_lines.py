"""What is packed says the same as what it stands for."""

from __future__ import annotations

from bisect import bisect_right

from hypothesis import given
from hypothesis import strategies as st

from server.core.ids import START, Position
from server.core.timeline.lines import Before, Ids, Jump, Numbers

versions = st.sets(st.integers(1, 1500), max_size=80).map(sorted)


@given(versions, st.integers(0, 1600), st.slices(80))
def test_numbers_are_the_list_of_versions(told: list[int], version: int, part: slice) -> None:
    """Counting, finding and slicing come out as for a list, also after packing."""
    for numbers in (Numbers(told), Numbers.unpacked(Numbers(told).packed())):
        assert list(numbers) == told
        assert numbers[part] == told[part]
        assert numbers.until(version) == bisect_right(told, version)
        assert (version in numbers) == (version in told)
        assert numbers == Numbers(told)


def test_numbers_go_on_after_packing() -> None:
    """What is appended to unpacked numbers comes behind what was there."""
    numbers = Numbers.unpacked(Numbers([3, 255, 256, 700]).packed())
    for version in (701, 1024, 5000):
        numbers.append(version)
    assert list(numbers) == [3, 255, 256, 700, 701, 1024, 5000]


@given(st.dictionaries(st.binary(min_size=16, max_size=16), st.integers(1, 2**32 - 1), max_size=40))
def test_ids_find_their_versions(added: dict[bytes, int]) -> None:
    """Each id is found at its version, also after packing."""
    ids = Ids()
    for id, version in added.items():
        ids.add(id, version)
    for found in (ids, Ids(ids.packed())):
        assert {id: found.version(id) for id in added} == added


def test_ids_are_not_found_across_records() -> None:
    """Bytes that happen to lie across two records are no id."""
    ids = Ids()
    ids.add(b"A" * 15 + b"Z", 0x42424242)
    ids.add(b"B" * 15 + b"Z", 7)
    assert ids.version(b"BBBB" + b"B" * 11 + b"Z") == 7
    assert ids.version(b"A" * 11 + b"ZBBBB") is None
    assert ids.version(b"A" * 9 + b"ZBBBBBB"[:7]) is None
    assert ids.version(b"C" * 16) is None


def test_lines_part_where_a_rewind_went_back() -> None:
    """Two lines are apart down to the position where they meet, amendments step by step."""
    before = Before()
    before.versions = 9
    before.jumps = {5: Jump(Position(2), 0), 7: Jump(Position(3), 2)}
    assert list(before.line(Position(6))) == [Position(v) for v in (6, 5, 2, 1)]
    assert list(before.line(Position(8))) == [*(Position(*at) for at in ((8,), (7,), (7, 1), (3,), (2,), (1,)))]
    assert before.whole(Position(7, 2)) == Position(7)
    assert before[Position(7, 2)] == before[Position(7)] == Position(7, 1)
    assert before[Position(1)] == START
    assert set(before.apart(Position(8), Position(6))) == {Position(*p) for p in ((8,), (7,), (7, 1), (3,), (6,), (5,))}
    assert before.apart(Position(7, 2), Position(7)) == []
    assert before.apart(Position(7, 1), Position(7)) == [Position(7)]
    for end in before:
        line = {before.whole(here) for here in before.line(end)} | {here for here in before.line(end)}
        whole = {here for here in before if before.whole(here) in line}
        assert {here for here in before if before.leads(here, end)} == whole
    assert [version for version, _ in before.jumps_down(Position(9))] == [7]
    assert [version for version, _ in before.jumps_down(Position(6))] == [5]
    assert Position(7, 3) not in before
    assert Position(6, 1) not in before
    assert len(before) == len(list(before)) == 11
