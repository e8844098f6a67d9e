"""What a log from elsewhere may hold: no more than what is asked, laid and written here.

Whoever can write a file can make its hashes fit. So its bytes keep the wire's limits, before anything of them is
decoded; its people keep those of encounter files, and what its events fold to the bounds that the types of state
declare.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from protocol.decode import PROBLEM_CHARS
from protocol.errors import ProtocolError
from protocol.limits import COMMIT, FILE
from protocol.scan_msgpack import scan_msgpack
from server.archive.export import DIGEST_BYTES, Content, Damaged, unpack
from server.archive.verify import verify
from server.core.errors import Rejected
from server.core.ids import GM
from server.core.size import check_commit
from server.core.system import System
from server.core.timeline.timeline import Timeline
from server.encounter.state_bounds import Outside, StateBounds
from server.store.codec import Codec, Unreadable

_ENTRY = re.compile(r"\$\.entries\[(\d+)\]")


class Beyond(Exception):
    """A commit holds what no encounter may: which commit, and what is wrong with it."""

    def __init__(self, version: int, problem: str) -> None:
        super().__init__(f"commit {version}: {problem}")
        self.version, self.problem = version, problem


def judge(data: bytes, systems: Mapping[str, System]) -> None:
    """All that a file must be to be taken in. Raises Rejected: import, import_audience, import_bounds, import_system,
    import_version."""
    try:
        _check_outline(data)
        content = unpack(data)
        if content.audience != GM:
            raise Rejected("import_audience", audience=content.audience)
        system = systems.get(content.system)
        if system is None:
            raise Rejected("import_system", system=content.system)
        _check_forms(content)
        _check_versions(content, system)
        verify(data, systems)
        check_bounds(content, system)
    except Damaged as error:
        raise Rejected("import", kind=error.code, position=error.version) from error
    except Beyond as error:
        raise Rejected("import_bounds", position=error.version, problem=error.problem[:PROBLEM_CHARS]) from error


def _check_outline(data: bytes) -> None:
    """How many commits there are and how long each is, before any is decoded. Raises Damaged, Beyond."""
    try:
        scan_msgpack(data[:-DIGEST_BYTES], FILE)
    except ProtocolError as error:
        if error.code == "decode":
            raise Damaged("format", 0, f"the file is no readable export: {error}") from error
        found = _ENTRY.match(error.path)
        entry = int(found[1]) + 1 if found else 0
        raise Beyond(entry, f"{error.path}: {error.detail.get('problem', error.code)}") from error


def _check_forms(content: Content) -> None:
    """How deep each commit is and how much is in it, before any is decoded. Raises Beyond; what is no MessagePack at
    all is `verify`'s to name."""
    for row in content.entries:
        try:
            scan_msgpack(row.body, COMMIT)
        except ProtocolError as error:
            if error.code != "decode":
                raise Beyond(row.version, f"{error.path}: {error.detail.get('problem', error.code)}") from error


def _check_versions(content: Content, system: System) -> None:
    """Refuse what a later release wrote, before anything else is said of it. Raises Rejected."""
    codec = Codec(system)
    for row in content.entries:
        try:
            codec.open(row.version, row.body)
        except Unreadable as error:
            if error.code == "unknown_version":
                raise Rejected("import_version", position=row.version, version=error.reason) from error
            return  # damaged: `verify` says how


def check_bounds(content: Content, system: System) -> None:
    """Raises Beyond for the first commit that breaks a limit. The file has been verified."""
    timeline, codec, bounds = Timeline(system, content.encounter), Codec(system), StateBounds(system)
    for row in content.entries:
        try:
            scan_msgpack(row.body, COMMIT)
            commit = codec.open(row.version, row.body).commit
            check_commit(commit)
            with timeline.shelf:
                timeline.fold(commit)
            bounds.check(timeline.state)
        except ProtocolError as error:
            raise Beyond(row.version, f"{error.path}: {error.detail.get('problem', error.code)}") from error
        except Outside as error:
            raise Beyond(row.version, str(error)) from error
        except Rejected as error:
            raise Beyond(row.version, error.text({})) from error
