"""The numbers of the rules, each with its rule. What a table may change is in `options`; nothing is reckoned here."""

CRITICAL_FROM = 11
"""T-CRIT-1: a hit with this total is critical."""

MEGA_STEP = 6
"""T-MEGA-2: every full step above `CRITICAL_FROM` is one extra wound."""

LEAST_MINIMUM = 2
"""T-DICE-5 (H-14): no minimum roll is lower."""

DESTINY_FROM = 4
"""T-DICE-6: a destiny die added to a roll succeeds from this face on, whatever the minimum roll is."""

DEFAULT_MINIMUM = 5
BASE_ACTIONS = 2
DEFAULT_WOUNDS = 10

DISTANCE_MALUS = 2
"""T-RANGE-2: beyond the range, up to `REACH_FACTOR` times the range."""

REACH_FACTOR = 2
"""T-RANGE-3."""

WALKING_MALUS = 1
"""T-MOVE-2: on the minimum roll of an act done while walking."""

HUNKERED_MALUS = 1
"""T-COND-1."""

OFF_HAND_MALUS = 1
"""T-SPEC-DUAL-4."""

WALK_BASE_M = 1
RUN_BASE_M = 5
CRAWL_BASE_M = 1
"""T-MOVE-1, T-MOVE-3, T-MOVE-4: metres beside quickness (crawl: half of it)."""

HUNKERED_COVER = 6
"""T-COVER-6."""

BEST_COVER, WORST_COVER = 4, 6
"""T-COVER-1."""

SHIELD_BLOCK_COST = 2
"""T-SHIELD-3."""

BURST_DICE = 2
BURST_AMMO = 3
"""T-BURST-1, T-BURST-2."""

SHOT_AMMO = 1
"""T-SINGLE-1, H-38."""

RECOIL_STEP = 2
"""T-RECOIL-1."""

AIM_STEP = 2
"""T-AIM-2."""

DISARM_MALUS = 2
"""T-SPEC-DIS-1."""

SUPPORT_BONUS = 1
"""T-SPEC-SUP-2."""

MASSIVE_DICE = 3
"""T-SPEC-MASS-1."""

UNARMED_RANGE_M = 1
UNARMED_FROM = 3
"""T-UNARMED-2, T-UNARMED-3: strength and quickness from which a bare hand pierces and gains a die."""

DEADLY_LEVEL = 6
"""T-COND-3: the level of dying that is death."""

DIE_SIDES = 6
"""T-DICE-1, T-MEGA-1: a six is rolled again, as often as it comes; not for cover, deviation and roll-offs."""

CLOCK_SIDES = 12
"""T-THROW-3."""
