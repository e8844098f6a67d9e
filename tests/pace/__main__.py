"""`make pace`: per system one fight, asked at everything and asked as usual."""

from __future__ import annotations

import sys

from tests.pace.fight import FIGHTS, Fight
from tests.pace.measure import Measured, measured


def main() -> int:
    """Print the table; 1 where a bound is missed."""
    found = [measured(path.stem) for path in sorted(FIGHTS.glob("*.toml"))]
    print(f"{'system':<14}{'attacks':>8}{'prompts':>9}{'idle/attack':>13}{'(all)':>8}{'empty':>7}{'taps':>6}  verdict")
    for each in found:
        print(_line(each))
    return int(any(each.missed for each in found))


def _line(each: Measured) -> str:
    said = ", ".join(each.missed) or "met"
    usual = each.usual
    return (
        f"{each.name:<14}{usual.attacks:>8}{usual.prompts:>9}{usual.idle:>13.2f}{each.everything.idle:>8.2f}"
        f"{usual.empty:>7}{usual.taps / usual.attacks:>6.1f}  {said}"
    )


if __name__ == "__main__":
    sys.exit(main())

__all__ = ["Fight", "main"]
