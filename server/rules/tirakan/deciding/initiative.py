"""Before the first round, and for late-comers: initiative with its ties, quick reactions (T-INIT-*, T-QUICK-*)."""

from __future__ import annotations

from server.core.draft import Draft
from server.core.state import State
from server.core.system import Roll
from server.kit.hidden import is_secret
from server.rules.tirakan import events as e
from server.rules.tirakan.rolls.attribute import check
from server.rules.tirakan.state import numbers as n
from server.rules.tirakan.state.state import Initiative

Key = tuple[int, int, int]


def set_order(draft: Draft) -> None:
    """T-INIT-1 to T-INIT-4 for everybody on the table."""
    people = [who for who in draft.game.combatants if who in draft.play.pieces]
    keys = {who: _roll(draft, who) for who in people}
    order: list[str] = []
    for key in sorted({_key(each) for each in keys.values()}, reverse=True):
        tied = [who for who in people if _key(keys[who]) == key]
        order += _break_tie(draft, tied) if len(tied) > 1 else tied
    draft.emit(e.InitiativeOrderSet(order=tuple(order), keys=keys))


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
    if len(seen) == len(tied):
        return _roll_off(draft, tied, "tie")
    in_sight = iter(_roll_off(draft, seen, "tie") if len(seen) > 1 else seen)
    return [next(in_sight) if who in seen else who for who in _roll_off(draft, tied, UNSEEN_TIE)]


UNSEEN_TIE = "unseen_tie"
"""The name of a roll-off in which somebody hidden takes part."""


def open_roll(state: State, roll: Roll) -> bool:
    """Do all seats see this roll?"""
    return roll.name.split(".")[0] != UNSEEN_TIE and not is_secret(state.play, roll.who)


def _roll_off(draft: Draft, tied: list[str], name: str) -> list[str]:
    """Plain dice, again among those still tied."""
    rows: list[dict[str, int]] = []

    def sort(group: list[str], depth: int) -> list[str]:
        if len(group) == 1:
            return group
        faces = {who: draft.roll(f"{name}.{depth}", who, n.DIE_SIDES, 1)[0][0] for who in group}
        while len(rows) <= depth:
            rows.append({})
        rows[depth].update(faces)
        sorted_groups = [
            [who for who in group if faces[who] == face] for face in sorted({*faces.values()}, reverse=True)
        ]
        return [who for same in sorted_groups for who in sort(same, depth + 1)]

    order = sort(tied, 0)
    table = tuple(tuple(row.get(who, 0) for who in tied) for row in rows)
    draft.emit(e.InitiativeTieBroken(who=tuple(tied), faces=table))
    return order


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
