"""How much is tried: FRAY_FIGHTS=4 means four times as many fights, pairs of worlds and examples, 0.25 a quarter.

`make test` runs every test with a part of them, so that it ends soon; `make faults` runs all, or twice as many.
"""

from __future__ import annotations

import os

TIMES = float(os.environ.get("FRAY_FIGHTS", "1"))


def many(usual: int) -> int:
    """So many instead of so many as are usual; at least one."""
    return max(1, round(usual * TIMES))
