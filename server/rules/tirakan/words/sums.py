"""How the terms of each roll make the numbers of its event, for the conformance suite. Rolls and applies nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from server.core.terms import EXTRA
from server.rules.tirakan import events as e
from server.rules.tirakan.rolls import hits
from server.rules.tirakan.rolls.hitroll import MINIMUM, POOL
from server.rules.tirakan.state import numbers as n

Terms = dict[str, int]


def _of(event: Any) -> Terms:
    return {term.key: term.value for term in event.terms}


def _sum(terms: Terms, keys: Iterable[str]) -> int:
    return sum(terms[key] for key in keys)


def _least(total: int) -> int:
    """T-DICE-5."""
    return max(n.LEAST_MINIMUM, total)


# --- hit rolls -------------------------------------------------------------------------------------------------------

POOL_KEYS, MINIMUM_KEYS = [key for key, _, _ in POOL], [key for key, _, _ in MINIMUM]


def _thresholds(event: e.HitsRolled | e.HitsReevaluated) -> bool:
    """T-HIT-3, T-CRIT-2, T-CRIT-3."""
    terms = _of(event)
    critical = terms["critical"] - terms["aim"] + terms["recoil"] if terms.get("can_be_critical", 1) else None
    minimum = _least(_sum(terms, (*MINIMUM_KEYS, "recoil", EXTRA)))
    return (minimum, critical) == (event.M, event.K) and hits.counted(event.hits) == (event.N, event.C, event.X)


def _hits(event: e.HitsRolled) -> bool:
    """T-HIT-1, T-HIT-4."""
    pool = max(0, _sum(_of(event), POOL_KEYS))
    is_read = event.hits == hits.read(event.dice, event.M, event.K)
    return pool == event.pool == len(event.dice) and is_read and _thresholds(event)


# --- defences --------------------------------------------------------------------------------------------------------

HINDRANCES = ("min_roll", "walking", "hunkered", "off_hand", "poisoned", EXTRA)


def _dodge(event: e.DodgeRolled) -> bool:
    """T-DODGE-3 to T-DODGE-6."""
    terms = _of(event)
    count = terms["dodge_template"] + terms["quickness_and_deftness"] - terms["load"] - terms["shocked"]
    fits = len(event.dice) == max(0, count) and _least(_sum(terms, (*HINDRANCES, "hits"))) == event.M
    return fits and event.successes == hits.successes(event.dice, event.M) and event.success == (event.successes > 0)


def _parry(event: e.ParryRolled) -> bool:
    """T-PARRY-2 to T-PARRY-4."""
    terms = _of(event)
    count = terms["hand_to_hand"] + terms["damage_potential"] - terms["shocked"]
    fits = len(event.dice) == max(0, count) and _least(_sum(terms, HINDRANCES)) == event.M
    critical = hits.successes(event.dice, max(event.M, terms["critical"]))
    fits = fits and terms["critical"] == event.K
    return fits and (event.normal + event.critical, event.critical) == (
        hits.successes(event.dice, event.M), critical,
    )  # fmt: skip


def _cover(event: e.CoverRolled) -> bool:
    """T-COVER-3, T-COVER-7."""
    stopped = sum(face >= event.level for face in (*event.critical_faces, *event.normal_faces))
    return event.level == _of(event)[event.source] and event.removed == len(event.hits) == stopped


# --- checks ----------------------------------------------------------------------------------------------------------

CHECKED = ("min_roll", "difficulty", "walking", "hunkered", "poisoned", "burning", EXTRA)


def _check(attribute: Callable[[Any], str]) -> Callable[[Any], bool]:
    """T-DICE-2, T-DICE-3: any check, on this attribute."""

    def adds_up(event: Any) -> bool:
        terms = _of(event)
        fits = len(event.dice) == max(0, terms[attribute(event)] - terms["shocked"])
        is_read = event.successes == hits.successes(event.dice, event.M)
        return fits and is_read and _least(_sum(terms, CHECKED)) == event.M

    return adds_up


def _initiative(event: e.InitiativeRolled) -> bool:
    """T-INIT-1."""
    terms = _of(event)
    total = sum(map(sum, event.dice)) + terms[EXTRA]
    return len(event.dice) == max(0, terms["quickness"]) and event.total == total


def _improved(event: e.RollImproved) -> bool:
    """T-DICE-6."""
    terms = _of(event)
    fits = terms["bonus_dice"] <= len(event.dice) and terms["destiny_dice"] <= len(event.destiny_dice)
    found = (_least(terms["minimum"] + terms[EXTRA]), terms.get("critical"), terms["destiny_from"])
    is_read = event.hits == hits.read(event.dice, event.M, event.K, event.destiny_dice, event.F)
    counts = (len(event.hits), hits.counted(event.hits)) == (event.successes, (event.N, event.C, event.X))
    return fits and found == (event.M, event.K, event.F) and is_read and counts


SUMS: dict[type[Any], Callable[[Any], bool]] = {
    e.HitsRolled: _hits,
    e.HitsReevaluated: _thresholds,
    e.DodgeRolled: _dodge,
    e.ParryRolled: _parry,
    e.CoverRolled: _cover,
    e.RollImproved: _improved,
    e.CheckRolled: _check(lambda event: str(event.attribute)),
    e.QuickReactionRolled: _check(lambda _: "apprehension"),
    e.ThrowRolled: _check(lambda _: "throwing"),
    e.InitiativeRolled: _initiative,
}
