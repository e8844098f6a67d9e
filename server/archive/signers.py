"""With which keys a data folder has signed, in one file that only grows: a lost `signing.key` is replaced, for that
costs no data, but not in silence. With another key nothing that was signed before is taken for signed here."""

from __future__ import annotations

import logging
import os
import re
from pathlib import Path

from server.archive.checkpoints import FILE as CHECKPOINTS
from server.archive.checkpoints import id_of, read
from server.archive.signing import KEY_FILE, Signer

log_ = logging.getLogger(__name__)

FILE = "signers"
_ID = re.compile(r"^[0-9a-f]{8}$", re.MULTILINE)


def key_changed(data: Path) -> str:
    """What to say where the key is not the one with which this folder began to sign; empty where it is. Makes none.

    Raises RuntimeError for a file that holds none."""
    there = id_of(Signer(data).key).hex() if (data / KEY_FILE).exists() else ""
    first = next(iter(_signers(data)), there)
    if there == first:
        return ""
    return (
        f"{data / KEY_FILE} {f'holds key {there}' if there else 'is missing'}, but this folder has signed with key "
        f"{first}: files of older encounters are not taken for signed here, nor are older logs signed any more"
    )


def mend_changed(data: Path) -> str:
    """What would be right then."""
    file = data / FILE
    return f"bring that key back from a backup or, to go on with another one for good, leave only its line in {file}"


def warn_of_lost(data: Path) -> None:
    """Before anything is signed: warn of a key that was lost, and remember the one that there is. Raises RuntimeError
    for a file that holds none."""
    if found := key_changed(data):
        fields = {"event": "signing_key"}
        log_.warning("signing key: %s; right: %s", found, mend_changed(data), extra={"fields": fields})
    before, own = _signers(data), id_of(Signer(data).key).hex()
    if own not in before or not (data / FILE).exists():
        with open(os.open(data / FILE, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write("\n".join(dict.fromkeys([*before, own])) + "\n")


def _signers(data: Path) -> list[str]:
    """The short ids of the keys in their order; of an older release's folder the one of its first checkpoint."""
    if (data / FILE).exists() and (known := _ID.findall((data / FILE).read_text(errors="replace"))):
        return known
    signed = read((data / CHECKPOINTS).read_bytes()) if (data / CHECKPOINTS).exists() else []
    return [each.signed[:4].hex() for each in signed[:1]]
