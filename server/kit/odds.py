"""What dice are expected to do: how many of a pool reach a number, how likely a sum is no higher than another.

    EXPECTED = odds.pool(4, 5)                      # four six-sided dice, fives and sixes count: 4/3
    LIKELY = odds.no_higher(3, 6, 10)               # three dice, ten or less: 1/2

For the account at the end of a fight (`tally.rolls` in `server.core.telling.tally`), where a viewer was told what had
to be reached.
"""

from fractions import Fraction
from functools import lru_cache
from itertools import product

SIDES = 6


def pool(count: int, minimum: int, sides: int = SIDES) -> Fraction:
    """How many dice of so many reach a minimum; one that shows its highest face is thrown again and adds up."""
    again, rest = divmod(max(minimum, 1) - 1, sides)
    return count * Fraction(1, sides) ** again * Fraction(sides - rest, sides)


@lru_cache(maxsize=256)
def no_higher(count: int, sides: int, most: int, counts_as: tuple[tuple[int, int], ...] = ()) -> Fraction:
    """How likely so many dice together show no more. `counts_as`: sums that count as something else."""
    totals, other = [sum(faces) for faces in product(range(1, sides + 1), repeat=count)], dict(counts_as)
    return Fraction(sum(other.get(total, total) <= most for total in totals), len(totals))


def one_in(faces: int, sides: int) -> Fraction:
    """How likely one die shows one of so many faces; never less than 0, nor more than 1."""
    return Fraction(min(max(faces, 0), sides), sides)
