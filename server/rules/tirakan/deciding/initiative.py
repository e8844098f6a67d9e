"""Before the first round, and for late-comers: initiative with its ties, quick reactions (T-INIT-*, T-QUICK-*)."""

from __future__ import annotations

from itertools import groupby, zip_longest

from server.core.draft import Draft
from server.kit.hidden import is_secret
from server.kit.order import TIE, UNSEEN_TIE, part, ranked, sort_in
from server.rules.tirakan import events as e
from server.rules.tirakan.rolls.attribute import check
from server.rules.tirakan.state import numbers as n
from server.rules.tirakan.state.state import Initiative

Key = tuple[int, int, int]


def set_order(draft: Draft) -> None:
    """T-INIT-1 to T-INIT-4 for everybody on the table."""
    people = [who for who in draft.game.combatants if who in draft.play.pieces]
    keys = {who: _roll(draft, who) for who in people}
    scores = {who: _key(each) for who, each in keys.items()}
    groups = groupby(ranked(scores), key=scores.__getitem__)
    order = tuple(who for _, tied in groups for who in _break_tie(draft, list(tied)))
    draft.emit(e.InitiativeOrderSet(order=order, keys=keys))


def join(draft: Draft, who: str) -> None:
    """T-INIT-5: a late-comer is inserted; those already in order keep it."""
    key = _roll(draft, who)
    order: list[str] = list(draft.game.order)
    keys = {other: draft.game.combatants[other].initiative or Initiative(0) for other in order}
    place = sum(_key(each) > _key(key) for each in keys.values())
    tied = [other for other in order if _key(keys[other]) == _key(key)]
    order.insert(place + _place_among(draft, tied, who), who)
    draft.emit(e.InitiativeOrderSet(order=tuple(order), keys={who: key}))


def _place_among(draft: Draft, tied: list[str], who: str) -> int:
    """T-INIT-4: before or behind those who tie with the late-comer, by a roll-off with the first of them.

    If there is anybody in sight beside a late-comer in sight, the hidden among them play no part."""
    rivals = [other for other in tied if not is_secret(draft.play, who, other)] or tied
    if not rivals:
        return 0
    is_first = _break_tie(draft, [rivals[0], who])[0] == who
    return tied.index(rivals[0]) if is_first else tied.index(rivals[-1]) + 1


def _key(initiative: Initiative) -> Key:
    """T-INIT-2, T-INIT-3."""
    return initiative.total, initiative.quickness, initiative.deftness


def _roll(draft: Draft, who: str) -> Initiative:
    """T-INIT-1: the sum of all dice; no dice are 0."""
    sheet = draft.game.combatants[who].sheet
    count = draft.terms.use("initiative", who, "quickness", sheet.quickness, "T-INIT-1")
    dice = draft.roll("initiative", who, n.DIE_SIDES, max(0, count), explode=True)
    total = sum(map(sum, dice)) + draft.terms.use_extra("initiative", who)
    draft.emit(e.InitiativeRolled(who=who, dice=dice, total=total, terms=draft.terms.of("initiative", who)))
    return Initiative(total, sheet.quickness, sheet.deftness)


def _break_tie(draft: Draft, tied: list[str]) -> list[str]:
    """T-INIT-4. Those in sight roll as if they were alone; the hidden are sorted in by dice that nobody sees."""
    seen = [who for who in tied if not is_secret(draft.play, who)]
    in_sight = _roll_off(draft, seen, TIE)
    return in_sight if len(seen) == len(tied) else sort_in(in_sight, _roll_off(draft, tied, UNSEEN_TIE))


def _roll_off(draft: Draft, tied: list[str], name: str) -> list[str]:
    """Plain dice, again among those still tied."""
    if len(tied) < 2:
        return tied
    faces = part(dict.fromkeys(tied, ()), lambda who, depth: draft.roll(f"{name}.{depth}", who, n.DIE_SIDES, 1)[0][0])
    table = tuple(zip_longest(*faces.values(), fillvalue=0))
    draft.emit(e.InitiativeTieBroken(who=tuple(tied), faces=table))
    return ranked(faces)


def quick_checks(draft: Draft, people: list[str]) -> None:
    """T-QUICK-1, T-QUICK-2."""
    for who in people:
        dice, minimum, successes = check(draft, "quick_reaction", who, "apprehension")
        draft.emit(
            e.QuickReactionRolled(
                who=who, dice=dice, M=minimum, successes=successes, terms=draft.terms.of("quick_reaction", who)
            )
        )  # fmt: skip
        if successes:
            draft.emit(e.QuickReactionGranted(who=who))
