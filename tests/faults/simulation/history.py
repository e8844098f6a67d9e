"""What happened in a run, for those who judge histories: appends to lists, and reads of them, as Elle takes them.

An encounter is some lists, one for each audience: an element is a commit that the audience was told, by its version. An
accepted intent is an append to the lists of all who were told, and a read of its seat's list at the number that was
acknowledged. What a viewer was shown at a number is a read, too: the head that came with the number is a hash over all
that was told so far, so it stands for a whole list. Where the log has another head there, or no such number, the read
ends with an element of its own, which nobody ever appended.

Files are for Elle (https://github.com/jepsen-io/elle), by way of elle-cli, as `list-append`. A viewer that lags is
shown what was true a moment ago, so ask for `--consistency-models serializable`; `order.py` asks for more.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from server.core.timeline.timeline import Timeline


class Act(NamedTuple):
    """An intent. `end`: ok, fail, or info where nobody knows. `version`: its commit, as far as that can be found;
    `n`: the number that was acknowledged."""

    audience: str
    begun_s: float
    ended_s: float
    end: str
    version: int | None
    n: int | None = None
    head: bytes | None = None
    """The one that was shown with the number, if one was."""


class Look(NamedTuple):
    """What somebody was shown."""

    viewer: str
    audience: str
    at_s: float
    n: int
    head: bytes


FOLDER = "FRAY_FAULTS_HISTORIES"
"""Where histories are kept; in the environment, which the processes of all parts have in common."""

Op = dict[str, Any]
"""One line of a history: index, process, type, value; `time` in ns."""


class Lists:
    """What each audience was told: versions, and the head with each."""

    def __init__(self, timeline: Timeline) -> None:
        self._audiences = sorted(timeline.numbers)
        self._versions = {audience: list(timeline.numbers[audience]) for audience in self._audiences}
        self._told = [commit.told for commit in timeline.commits]
        self._strange = count(-1, -1)

    def key(self, audience: str) -> int:
        """Elle's name of the audience's list."""
        return self._audiences.index(audience)

    def read(self, audience: str, n: int, head: bytes | None) -> list[Any]:
        """The list of an audience at this number, if that is what the head says."""
        versions = self._versions.get(audience, [])
        held = versions[:n]
        if len(held) < n or (n and head is not None and self._told[held[-1] - 1][audience].head != head):
            held = [*held[: n - 1], next(self._strange)]
        return ["r", self.key(audience), held]

    def appends(self, version: int | None, audience: str) -> list[Any]:
        """A commit, in the lists of all who were told; one that is not there, in the list of its seat."""
        if version is None:
            return [["append", self.key(audience), next(self._strange)]]
        return [["append", self.key(who), version] for who in sorted(self._told[version - 1])]

    def whole(self) -> list[Any]:
        """All lists to their ends."""
        return [["r", self.key(audience), versions] for audience, versions in self._versions.items()]

    def unasked(self, acts: Iterable[Act]) -> Iterator[list[Any]]:
        """The appends of the commits that none of these acts made: what the server does by itself."""
        asked = {act.version for act in acts}
        for version in range(1, len(self._told) + 1):
            if version not in asked and self._told[version - 1]:
                yield self.appends(version, "")


def history(timeline: Timeline, acts: Sequence[Act], looks: Sequence[Look]) -> list[Op]:
    """The lines, in the order of time. Every act has a process of its own, every viewer one for what it was shown."""
    lists, processes, viewers = Lists(timeline), count(), dict[str, int]()
    begins, lines = list[Line](), list[Line]()
    for value in lists.unasked(acts):  # nobody saw when: at any time
        process = next(processes)
        begins += Line(0.0, process, "invoke", value), Line(0.0, process, "info", value)
    for act in acts:
        process, value = next(processes), lists.appends(act.version, act.audience)
        read = [] if act.n is None else [lists.read(act.audience, act.n, act.head)]
        begins.append(Line(act.begun_s, process, "invoke", value + _asked(read)))
        lines.append(Line(act.ended_s, process, act.end, value + read))
    for look in looks:
        if look.viewer not in viewers:
            viewers[look.viewer] = next(processes)
        lines += _reading(look.at_s, viewers[look.viewer], [lists.read(look.audience, look.n, look.head)])
    lines = sorted(begins + lines, key=lambda line: line.at_s)  # begins first: what begins as another ends is beside it
    lines += _reading(lines[-1].at_s if lines else 0.0, next(processes), lists.whole())
    return [
        {"index": index, "f": "txn", "time": round(at_s * 1e9), "process": process, "type": type, "value": value}
        for index, (at_s, process, type, value) in enumerate(lines)
    ]


class Line(NamedTuple):
    """A begin or an end."""

    at_s: float
    process: int
    type: str
    value: list[Any]


def _reading(at_s: float, process: int, reads: list[Any]) -> tuple[Line, Line]:
    return Line(at_s, process, "invoke", _asked(reads)), Line(at_s, process, "ok", reads)


def _asked(reads: list[Any]) -> list[Any]:
    return [["r", key, None] for _, key, _ in reads]


def keep(name: str, ops: list[Op]) -> None:
    """Write it as elle-cli reads it, if histories are wanted."""
    if folder := os.environ.get(FOLDER):
        Path(folder).mkdir(parents=True, exist_ok=True)
        (Path(folder) / f"{name}.json").write_text("[" + ",\n".join(map(json.dumps, ops)) + "]\n", "utf-8")
