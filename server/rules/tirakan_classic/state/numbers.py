"""The numbers of the rules, by name."""

from __future__ import annotations

DIE_SIDES = 6
DEFAULT_MINIMUM = 5
"""L-DICE-2."""
LINEAGE_ACTIONS = 2
"""L-PRIO-3: a human's."""
DEFAULT_WOUNDS = 6
"""L-WND-4."""
DESTINY_FROM = 4
"""L-DICE-5: from which face a destiny die succeeds."""

WALKING = 2
"""L-MOVE-2: so many dice less, or by house rule so much more to reach."""
RUN_FACTOR = 2
"""L-MOVE-3."""
CRAWL_DIVISOR = 2
"""L-MOVE-4."""

LIGHT_COVER, HALF_COVER, ALMOST_COVER = 1, 2, 3
"""L-COVER-1 to L-COVER-3: dice less."""

SINGLE_DICE, SEMI_DICE, BURST_DICE, FULL_DICE = 1, 2, 0, 4
"""L-MODE-4, L-MODE-5, L-FULL-1: more dice, where the mode is not the weapon's usual one."""
SINGLE_ROUNDS, SEMI_ROUNDS, BURST_ROUNDS, FULL_ROUNDS = 1, 2, 3, 10
"""L-MODE-3: where the weapon does not say how many."""

FAR = 2
"""L-DIST-2: dice less beyond the range."""
REACH_FACTOR = 2
"""L-DIST-3."""

UNARMED_RANGE_M = 1
"""L-UNARM-4."""
UNARMED_ABOVE = 2
"""L-UNARM-2, L-UNARM-3: strength and quickness above this help."""
UNARMED_DICE = 1
UNARMED_WOUNDS = 1

CLOCK_SIDES = 12
"""L-THROW-3: directions of a clock."""
