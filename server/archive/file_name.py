"""What an export file is called: by its title, so that people find it, by id and by whom it was told to, so that no two
are called the same. Letters, digits, `_`, `-` and dots only: every file system takes it, and none leads elsewhere.
"""

from __future__ import annotations

import re

from server.core.ids import GM

MOST = 40
"""Characters of the title: with four bytes each a file system still takes the name."""


def file_name(title: str, encounter: str, audience: str) -> str:
    """Of an audience's file: Toll-at-the-Bridge.5f0c…e1.hagen.fray."""
    words = re.sub(r"\W+", "-", title)[:MOST].strip("-")
    of = "gm" if audience == GM else audience.removeprefix("seat:")
    return ".".join([*([words] if words else []), encounter, of, "fray"])
