"""What the suite has found and the server does not do yet. Each is reported, and none hides another.

A run whose wrongs are all listed here counts as `known`. When none of many seeds shows a finding any more it has been
mended: the suite then asks for its line to be deleted.
"""

from __future__ import annotations

import re

FINDINGS: dict[str, str] = {
    "a read from a replaced primary is settled on the new one": (
        r"not the log's|has frozen its table|may not enter: integrity|it is integrity|two histories"
    ),
    "a server that lags refuses what another one has accepted, and a GM's `continue` is not remembered": (
        r"is commit \d+; resent, it is|one continue is acknowledged as|one Continue is commits|"
        r"continue of gm\d was acknowledged as"
    ),
    "whoever resumes on a server that lags is told `forked`": r"its history is forked|and is welcomed with",
    "a table that is ahead of a shortened log does not notice before it appends": r"is ahead: at",
    "an attempt is called Unavailable though it was applied": r"was called Unavailable",
    "a trimmed stream ends in `internal`, and a removed newest entry is not missed": (
        r"^the stream trimmed: another|^the newest entry cut out: another|^1 tracebacks in a server's log"
    ),
    "no timer runs for dice while a seed is due": r"dice has not expired",
}
"""By description: what its wrongs look like."""


def known(wrong: str) -> str:
    """The finding that a wrong belongs to; empty for a new one."""
    return next((name for name, pattern in FINDINGS.items() if re.search(pattern, wrong)), "")
