"""Judges an imported file in a process of its own, which may fail, starve or be killed without anybody noticing.

`python -m server.archive.inspection BYTES MEMORY CPU SYSTEM…` reads a file of so many bytes from its input, with no
more than so many bytes of memory beside its own and so many seconds of the processor, and answers with one JSON object:
nothing in it where the file may be taken in, else the code and the detail of why not.
"""

from __future__ import annotations

import asyncio
import contextlib
import resource
import sys
from collections.abc import Iterable, Sequence

import msgspec

from protocol.errors import Detail
from server.archive.imported import judge
from server.core.errors import Rejected
from server.encounter.installed import systems
from server.process.child import beside, limit

TIMES = 20
"""So many times the file's own size may be needed at the most while it is judged."""

LEAST_BYTES = 64 * 1024 * 1024
"""So much may be needed for the smallest file."""

CPU_S, WITHIN_S = 60, 180.0
"""Of the processor's time, and by the clock."""

ANSWER_BYTES = 16 * 1024
PIECE_BYTES = 1024 * 1024

CODES = ("import", "import_audience", "import_bounds", "import_system", "import_version")


class Answer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What was found: no code if the file may be taken in."""

    code: str = ""
    detail: dict[str, Detail] = {}


# --- who asks --------------------------------------------------------------------------------------------------------


async def inspect(data: bytes, names: Iterable[str]) -> None:
    """Raises Rejected (`CODES`, import_heavy) unless it may be taken in as a file of one of these systems."""
    means = (str(len(data)), str(_most_bytes(len(data))), str(CPU_S))
    async with beside("server.archive.inspection", *means, *names) as process:
        try:
            async with asyncio.timeout(WITHIN_S):
                answer = await _asked(process, data)
        except TimeoutError:
            answer = b""
    _check(answer, len(data))


async def _asked(process: asyncio.subprocess.Process, data: bytes) -> bytes:
    """What the process answers; less than an answer where it ends early."""
    assert process.stdin is not None
    assert process.stdout is not None
    with contextlib.suppress(ConnectionError):
        for at in range(0, len(data), PIECE_BYTES):
            process.stdin.write(data[at : at + PIECE_BYTES])
            await process.stdin.drain()
        process.stdin.close()
    answer = bytearray()
    while len(answer) <= ANSWER_BYTES and (more := await process.stdout.read(ANSWER_BYTES)):
        answer += more
    return bytes(answer)


def _check(answer: bytes, size_bytes: int) -> None:
    """Raises Rejected. Whoever could write the answer could have written anything."""
    try:
        found = msgspec.json.decode(answer, type=Answer)
    except msgspec.DecodeError:
        found = Answer(code="import_heavy")
    if found.code in CODES:
        raise Rejected(found.code, **found.detail)
    if found.code:
        raise Rejected("import_heavy", seconds=CPU_S, mib=_most_bytes(size_bytes) // 2**20)


def _most_bytes(size_bytes: int) -> int:
    return max(LEAST_BYTES, TIMES * size_bytes)


# --- who answers -----------------------------------------------------------------------------------------------------


def main(arguments: Sequence[str]) -> None:
    """Read, judge, answer."""
    (size_bytes, most_bytes, cpu_s), names = map(int, arguments[:3]), arguments[3:]
    known = systems(names)
    limit(most_bytes, {resource.RLIMIT_CPU: cpu_s, resource.RLIMIT_FSIZE: 0})
    try:
        judge(sys.stdin.buffer.read(size_bytes), known)
        answer = Answer()
    except Rejected as error:
        answer = Answer(code=error.code, detail=error.detail)
    except (MemoryError, RecursionError):
        answer = Answer(code="import_heavy")
    sys.stdout.buffer.write(msgspec.json.encode(answer))


if __name__ == "__main__":
    main(sys.argv[1:])
