"""What grows with every commit and stays in memory as long as a table is open, packed: some twenty bytes for each.

    Before      the position from which each one was played
    Numbers     the versions of which one audience was told
    Ids         where intents were accepted, by their ids

Shapes only: nothing in here folds, decides or reads a commit.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple, overload

from server.core.ids import START, Position


class Jump(NamedTuple):
    """A commit that goes on from elsewhere than the head before it. `steps`: of an amendment, at least 1; else 0."""

    base: Position
    steps: int
    is_redo: bool = False

    @property
    def takes_back(self) -> bool:
        """Is it a rewind, and no redo?"""
        return not self.steps and not self.is_redo


class Before(Mapping[Position, Position]):
    """By position, the one that it was played from: the head before it, but for rewinds and amendments (`jumps`)."""

    def __init__(self) -> None:
        self.versions = 0
        self.jumps: dict[int, Jump] = {}
        self._apart: tuple[tuple[Position, Position], list[Position]] = (START, START), []

    def __getitem__(self, position: Position) -> Position:
        version, step = position
        if not 1 <= version <= self.versions:
            raise KeyError(position)
        jump = self.jumps.get(version)
        if jump is None:
            if step:
                raise KeyError(position)
            return Position(version - 1)
        if step > jump.steps:
            raise KeyError(position)
        number = step or max(1, jump.steps)
        return jump.base if number == 1 else Position(version, number - 1)

    def __iter__(self) -> Iterator[Position]:
        for version in range(1, self.versions + 1):
            yield Position(version)
            jump = self.jumps.get(version)
            for step in range(1, jump.steps + 1) if jump is not None else ():
                yield Position(version, step)

    def __len__(self) -> int:
        return self.versions + sum(jump.steps for jump in self.jumps.values())

    def whole(self, position: Position) -> Position:
        """A position by its one name: an amendment's last step is where its commit leads, so it goes by that name."""
        if position.step:
            jump = self.jumps.get(position.version)
            if jump is not None and jump.steps == position.step:
                return Position(position.version)
        return position

    def line(self, here: Position) -> Iterator[Position]:
        """The positions of the line that ends at `here`, newest first, down to the first commit."""
        while here != START:
            yield here
            here = self[here]

    def jumps_down(self, here: Position) -> Iterator[tuple[int, Jump]]:
        """The jumps of the line that ends at `here`, newest first, with their versions."""
        versions = list(self.jumps)
        at = bisect_right(versions, here.version)
        while at:
            jump = self.jumps[versions[at - 1]]
            yield versions[at - 1], jump
            at = bisect_right(versions, jump.base.version, 0, at - 1)

    def leads(self, position: Position, here: Position) -> bool:
        """Is the position on the line that ends at `here`?"""
        for version, jump in self.jumps_down(here):
            if position.version > version:
                break
            if position.version == version:
                last = here.step if here.version == version and here.step else jump.steps
                return (position.step or jump.steps) <= last
            here = jump.base
        return 0 < position.version <= here.version and not position.step

    def behind(self, position: Position, here: Position) -> Position:
        """The position that follows another on the line that ends at `here`. That one must not be the end."""
        position = self.whole(position)
        for version, jump in self.jumps_down(here):
            if version < position.version:
                break
            if version == position.version and position.step:
                return self.whole(Position(version, position.step + 1))
            if version > position.version and self.whole(jump.base) == position:
                return self.whole(Position(version, 1)) if jump.steps else Position(version)
        return Position(position.version + 1)

    def apart(self, a: Position, b: Position) -> list[Position]:
        """The positions of the two lines that end at `a` and `b`, down to where they meet."""
        a, b = self.whole(a), self.whole(b)
        if self._apart[0] != (a, b):  # the same is asked for each audience
            self._apart = (a, b), self._walked(a, b)
        return self._apart[1]

    def _walked(self, a: Position, b: Position) -> list[Position]:
        found: list[Position] = []
        while a != b:
            if _age(a) > _age(b):
                found.append(a)
                a = self.whole(self[a])
            else:
                found.append(b)
                b = self.whole(self[b])
        return found


def _age(position: Position) -> tuple[int, float]:
    """Later positions have greater ones; the whole of an amendment comes after its steps."""
    return position.version, position.step or float("inf")


_BLOCK = 256
_BLOCK_BYTES = _BLOCK // 8


class Numbers(Sequence[int]):
    """The versions of which one audience was told, oldest first, a bit for each version: entry n-1 is its number n."""

    def __init__(self, versions: Iterable[int] = ()) -> None:
        self._blocks: list[int] = []
        self._before: list[int] = []
        """How many come before each block."""
        self._count = 0
        for version in versions:
            self.append(version)

    @classmethod
    def unpacked(cls, packed: bytes) -> Numbers:
        """What `packed` gave."""
        numbers = cls()
        for at in range(0, len(packed), _BLOCK_BYTES):
            numbers._before.append(numbers._count)
            numbers._blocks.append(int.from_bytes(packed[at : at + _BLOCK_BYTES], "little"))
            numbers._count += numbers._blocks[-1].bit_count()
        return numbers

    def packed(self) -> bytes:
        """All of it in bytes."""
        return b"".join(block.to_bytes(_BLOCK_BYTES, "little") for block in self._blocks)

    def append(self, version: int) -> None:
        """The audience was told of this version, later than all before."""
        blocks = self._blocks
        while version >= len(blocks) * _BLOCK:
            blocks.append(0)
            self._before.append(self._count)
        blocks[-1] |= 1 << version % _BLOCK
        self._count += 1

    def until(self, version: int) -> int:
        """How many come at this version or before."""
        block, bit = divmod(version, _BLOCK)
        if block >= len(self._blocks):
            return self._count
        return self._before[block] + (self._blocks[block] & ((2 << bit) - 1)).bit_count()

    def __contains__(self, version: object) -> bool:
        block, bit = divmod(version, _BLOCK) if isinstance(version, int) else (0, 0)
        return block < len(self._blocks) and bool(self._blocks[block] >> bit & 1)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> list[int]: ...
    def __getitem__(self, index: int | slice) -> int | list[int]:
        if isinstance(index, slice):
            start, stop, step = index.indices(self._count)
            if step == 1:
                return list(islice(self._from(start), max(0, stop - start)))
            return [self._version(at) for at in range(start, stop, step)]
        at = index + self._count if index < 0 else index
        if not 0 <= at < self._count:
            raise IndexError(index)
        return self._version(at)

    def __iter__(self) -> Iterator[int]:
        return self._from(0)

    def _from(self, at: int) -> Iterator[int]:
        first = max(0, bisect_right(self._before, at) - 1)
        skip = at - self._before[first] if self._before else 0
        for block in range(first, len(self._blocks)):
            bits = self._blocks[block]
            while bits:
                lowest = bits & -bits
                bits ^= lowest
                if skip:
                    skip -= 1
                else:
                    yield block * _BLOCK + lowest.bit_length() - 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Numbers) and self._blocks == other._blocks

    __hash__ = None  # type: ignore[assignment]  # it grows

    def __repr__(self) -> str:
        return f"Numbers({list(self)})"

    def _version(self, at: int) -> int:
        """The place of a bit, found by halving."""
        block = bisect_right(self._before, at) - 1
        bits, left, place, width = self._blocks[block], at - self._before[block], block * _BLOCK, _BLOCK // 2
        while width:
            below = (bits & ((1 << width) - 1)).bit_count()
            if left >= below:
                left -= below
                bits >>= width
                place += width
            width //= 2
        return place


_RECORD = struct.Struct(">16sI")


class Ids:
    """At which version each intent was accepted, by its id of 16 bytes."""

    def __init__(self, packed: Mapping[int, bytes] | None = None) -> None:
        self._buckets = {last: bytearray(records) for last, records in (packed or {}).items()}
        """Records by the last byte of their ids."""

    def packed(self) -> dict[int, bytes]:
        """All of it in bytes, by the last byte of the ids."""
        return {last: bytes(records) for last, records in self._buckets.items()}

    def add(self, id: bytes, version: int) -> None:
        """An intent was accepted at this version."""
        bucket = self._buckets.get(id[-1])
        if bucket is None:
            bucket = self._buckets[id[-1]] = bytearray()
        bucket += _RECORD.pack(id, version)

    def version(self, id: bytes) -> int | None:
        """Where this intent was accepted first; None: nowhere."""
        bucket = self._buckets.get(id[-1], bytearray())
        at = bucket.find(id)
        while at >= 0:
            if at % _RECORD.size == 0:
                found: int = _RECORD.unpack_from(bucket, at)[1]
                return found
            at = bucket.find(id, at + 1)
        return None
