"""Judges a history of appends and reads (see `history`), in time that grows with its length only.

The last line reads every list to its end: that is the final order. What must hold: every read is a beginning of it;
nothing is in it twice, nor what was refused or what nobody asked for; what was acknowledged is in it, behind all that
was acknowledged before it was asked for; nobody is shown what nobody has asked for yet, nor less than before.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from tests.faults.simulation.history import Op

Place = tuple[int, int]
"""A list, and an element."""


class Order:
    """The judge of one history."""

    def __init__(self, ops: list[Op]) -> None:
        self.ops = ops
        self.final: dict[int, list[int]] = {key: held for _, key, held in ops[-1]["value"]}
        self.at: dict[Place, int] = {}
        """Where an element stands in its list, from 1."""
        self.doubles: list[Place] = []
        for key, held in self.final.items():
            for number, element in enumerate(held, 1):
                if self.at.setdefault((key, element), number) != number:
                    self.doubles.append((key, element))

    def wrongs(self) -> Iterator[str]:
        """What must not be so."""
        yield from (f"list {key} holds {element} twice" for key, element in self.doubles)
        yield from self._strangers()
        yield from self._reads()
        yield from self._acknowledged()

    def _strangers(self) -> Iterator[str]:
        """In the final order is what was asked for and not refused."""
        asked = {place for op in self.ops if op["type"] == "invoke" for place in appended(op)}
        failed = {place for op in self.ops if op["type"] == "fail" for place in appended(op)}
        yield from (f"list {key} holds {element}, which nobody appended" for key, element in self.at.keys() - asked)
        yield from (f"list {key} holds {element}, which was refused" for key, element in self.at.keys() & failed)

    def _reads(self) -> Iterator[str]:
        """Each is a beginning of the final order, of which all was asked for by then, and no shorter than the same
        process's last."""
        asked, ready, longest = set[Place](), defaultdict[int, int](int), defaultdict[Place, int](int)
        for op in self.ops:
            if op["type"] == "invoke":
                asked.update(appended(op))
            for key, held in reads(op):
                yield from self._held(op, key, held)
                order, before = self.final[key], (op["process"], key)
                while ready[key] < len(order) and (key, order[ready[key]]) in asked:
                    ready[key] += 1
                if len(held) > ready[key]:
                    yield f"line {op['index']}: list {key} is shown to {len(held)}, with {ready[key]} asked for"
                if len(held) < longest[before]:
                    yield f"line {op['index']}: list {key} is shown to {len(held)}, after {longest[before]}"
                longest[before] = max(longest[before], len(held))

    def _held(self, op: Op, key: int, held: list[int]) -> Iterator[str]:
        if held != self.final[key][: len(held)]:
            n = next(n for n in range(len(held)) if held[n : n + 1] != self.final[key][n : n + 1])
            yield f"line {op['index']}: list {key} is shown with {held[n]} at {n + 1}, which is not so in the end"
        own = [element for name, element in appended(op) if name == key]
        if own != held[len(held) - len(own) :]:
            yield f"line {op['index']}: list {key} is acknowledged with {held[-1:]} last, not {own}"

    def _acknowledged(self) -> Iterator[str]:
        """Is in, and behind what was acknowledged before."""
        newest, floors = defaultdict[int, int](int), dict[tuple[int, int], int]()
        for op in self.ops:
            for key, element in appended(op):
                if op["type"] == "invoke":
                    floors[op["process"], key] = newest[key]
                elif op["type"] == "ok":
                    at = self.at.get((key, element), 0)
                    if not at:
                        yield f"line {op['index']}: {element} was acknowledged and is not in list {key}"
                    elif at <= floors[op["process"], key]:
                        yield f"line {op['index']}: {element} is in list {key} before what was there when it was asked"
                    newest[key] = max(newest[key], at)


def appended(op: Op) -> list[Place]:
    """The elements that it appends, by list."""
    return [(key, element) for kind, key, element in op["value"] if kind == "append"]


def reads(op: Op) -> list[tuple[int, list[int]]]:
    """What was read, by list."""
    return [(key, held) for kind, key, held in op["value"] if kind == "r" and held is not None]


def wrongs_of(ops: list[Op]) -> list[str]:
    """What is wrong with a history."""
    return list(Order(ops).wrongs()) if ops else []
