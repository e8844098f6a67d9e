"""Who acts when: initiative with its ties, late-comers, whose place comes next; and none of it tells of a hidden one.

A system keeps a score for each who acts: the result, then whatever parts equal ones, an entry each. Scores are compared
entry by entry, so a tie is broken by a key that the system writes into the score at once (Classic: total, quickness,
deftness; Tactics: total, tactics, FIN), by dice that are thrown again, or by one after the other::

    INITIATIVE = Initiative(scores=lambda game: game.scores, throw=throw, told=told)

    def start(draft):
        for who in draft.game.scores: ...                                # roll, and emit what was rolled
        draft.emit(OrderSet(order=first_order(draft, INITIATIVE)))

    def join(draft, who):                                                # roll and emit as above, then
        draft.emit(OrderSet(order=with_latecomer(draft, INITIATIVE, draft.game.order, who)))

    REDACT = {OrderSet: lambda witness, event, _who: order_told(witness, event, witness.hidden)}
    SYSTEM = System(..., open_roll=open_roll, redact=REDACT)

What must not leak is who else is in the order. So those whom all see break their ties among themselves, as if they were
alone; dice that nobody sees then say where the hidden ones stand between them. Whoever comes late is put by the same
rule. That a hidden one had its turn is kept from showing by a `stop` between any two turns.

Where the order is made otherwise (Tirakan tells a whole roll-off at once, Tactics lets players agree) `tied`, `part`,
`ranked` and `sort_in` serve one by one. Ambersteel's surprise round comes before any of it: no score, no order.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import msgspec

from server.core.disclosure import WHOLE
from server.core.draft import Draft
from server.core.knowing.viewer import Witness
from server.core.state import Decision, Play, State
from server.core.system import Roll, open_if_seen
from server.kit.hidden import is_public

Score = tuple[int, ...]
Scores = Mapping[str, Score]
Order = tuple[str, ...]

TIE, UNSEEN_TIE = "tie", "unseen_tie"
"""How the names of rolls begin that break ties: among those in sight, and with somebody hidden."""


def open_roll(state: State, roll: Roll) -> bool:
    """Every seat sees a roll by a combatant in sight, but for those that give the hidden their places."""
    return not roll.name.startswith(f"{UNSEEN_TIE}.") and open_if_seen(state, roll)


# --- ties ------------------------------------------------------------------------------------------------------------


def tied(scores: Scores) -> list[list[str]]:
    """Those who share a score, highest first; who has thrown less than another shares the other's beginning."""
    of_each = sorted({*scores.values()}, reverse=True)
    groups = ([who for who, score in scores.items() if score[: len(shared)] == shared] for shared in of_each)
    return [group for group in groups if len(group) > 1]


def _untold(_group: list[str], _faces: dict[str, int]) -> None:
    """The system tells of it once all is over."""


def _always(_group: Collection[str]) -> bool:
    return True


def part(
    scores: Scores,
    throw: Callable[[str, int], int],
    told: Callable[[list[str], dict[str, int]], None] = _untold,
    counts: Callable[[list[str]], bool] = _always,
) -> dict[str, Score]:
    """The scores once all ties that count are broken, each die behind what was there before.

    `throw(who, depth)`: the entry at that place of a score. Of a tied group those throw who have the fewest; the others
    did so against somebody else before. `told(group, faces)` after each group."""
    scores = dict(scores)
    while groups := [group for group in tied(scores) if counts(group)]:
        for group in groups:
            depth = min(len(scores[who]) for who in group)
            faces = {who: throw(who, depth) for who in group if len(scores[who]) == depth}
            scores |= {who: (*scores[who], face) for who, face in faces.items()}
            told(group, faces)
    return scores


def ranked(scores: Scores) -> list[str]:
    """Highest first; who still ties stays in the order given."""
    return sorted(scores, key=scores.__getitem__, reverse=True)


def sort_in(seen: Sequence[str], among: Sequence[str]) -> list[str]:
    """Those in sight as they are sorted, with the hidden between them where `among`, which nobody sees, has them."""
    in_sight = iter(seen)
    return [next(in_sight) if who in seen else who for who in among]


# --- the order as a whole --------------------------------------------------------------------------------------------


class Initiative(msgspec.Struct, frozen=True, kw_only=True):
    """How a system makes its order; `who` is whatever has a place in it, e.g. a combatant or a group."""

    scores: Callable[[Any], Scores]
    """scores(game): those of all who have rolled, with what broke ties so far."""
    throw: Callable[[Draft, str, str], int]
    """throw(draft, name, who): the next entry of a score. Ambersteel adds the modifier again, Brink does not."""
    told: Callable[[Draft, list[str], dict[str, int], bool], None]
    """told(draft, tied, faces, unseen): emits the tie, which puts `faces` behind the scores. Where it is `unseen`, they
    are kept nowhere, and its event is for those who see all of the tied."""
    is_seen: Callable[[Play, str], bool] = is_public
    """is_seen(play, who): does everybody see it?"""
    results: int = 1
    """So many entries has a score before any die breaks a tie."""


def first_order(draft: Draft, initiative: Initiative) -> Order:
    """Everybody has rolled: break the ties, and say who acts in which order."""
    _part_in_sight(draft, initiative)
    scores = initiative.scores(draft.game)
    order = ranked(scores)
    results = sorted({score[: initiative.results] for score in scores.values()}, reverse=True)
    groups = [[who for who in order if scores[who][: initiative.results] == result] for result in results]
    return tuple(who for group in groups for who in _with_hidden(draft, initiative, group))


def _part_in_sight(draft: Draft, initiative: Initiative, counts: Callable[[list[str]], bool] = _always) -> None:
    scores = initiative.scores(draft.game)
    part(
        {who: score for who, score in scores.items() if initiative.is_seen(draft.play, who)},
        lambda who, depth: initiative.throw(draft, f"{TIE}.{depth - initiative.results + 1}", who),
        lambda group, faces: initiative.told(draft, group, faces, False),
        counts,
    )


def _with_hidden(draft: Draft, initiative: Initiative, group: list[str]) -> list[str]:
    """Those of one result. Whom all see are in order."""
    seen = [who for who in group if initiative.is_seen(draft.play, who)]
    return sort_in(seen, _sort_unseen(draft, initiative, group))


def _sort_unseen(draft: Draft, initiative: Initiative, group: list[str]) -> list[str]:
    """By dice that nobody sees. Where only those in sight are tied there is nothing to throw."""
    parted = part(
        dict.fromkeys(group, ()),
        lambda who, depth: initiative.throw(draft, f"{UNSEEN_TIE}.{depth + 1}", who),
        lambda group, faces: initiative.told(draft, group, faces, True),
        lambda group: not all(initiative.is_seen(draft.play, who) for who in group),
    )
    return ranked(parted)


# --- late-comers -----------------------------------------------------------------------------------------------------


def _nobody(_who: str) -> bool:
    return False


def with_latecomer(
    draft: Draft, initiative: Initiative, order: Order, who: str, had_turn: Callable[[str], bool] = _nobody
) -> Order:
    """One more has rolled: break its ties, and put it into the order, in which nobody else changes places.

    In front of the first in sight who rolled less; the order may have changed since it was rolled, its places stand.
    Among the hidden between two in sight it finds its place unseen, and somebody hidden does so among all. `had_turn`:
    where the late-comer acts in this round if its place is still to come. Then, ahead of one in sight whose turn is
    still to come, it misses no turn for the sake of somebody hidden who had one."""
    if initiative.is_seen(draft.play, who):
        _part_in_sight(draft, initiative, lambda group: who in group)
        first, last = _between_seen(draft, initiative, order, who, had_turn)
    else:
        first, last = 0, len(order)
    place = first + _place_among(draft, initiative, order[first:last], who)
    return (*order[:place], who, *order[place:])


def _between_seen(
    draft: Draft, initiative: Initiative, order: Order, who: str, had_turn: Callable[[str], bool]
) -> tuple[int, int]:
    """The places behind one in sight and before the next between which it belongs."""
    scores = initiative.scores(draft.game)
    seen = [place for place, other in enumerate(order) if initiative.is_seen(draft.play, other)]
    last = next((place for place in seen if scores[order[place]] < scores[who]), len(order))
    first = max((place + 1 for place in seen if place < last), default=0)
    if last == len(order) or not had_turn(order[last]):
        first = max((place + 1 for place in range(first, last) if had_turn(order[place])), default=first)
    return first, last


def _place_among(draft: Draft, initiative: Initiative, others: Order, who: str) -> int:
    """In front of the first who rolled less, or who lost a tie that nobody sees."""
    results = {other: score[: initiative.results] for other, score in initiative.scores(draft.game).items()}
    rivals = [other for other in others if results[other] == results[who]]
    order = _sort_unseen(draft, initiative, [who, *rivals])
    behind = {*order[order.index(who) :], *(other for other in others if results[other] < results[who])}
    return next((place for place, other in enumerate(others) if other in behind), len(others))


# --- who is told of it -----------------------------------------------------------------------------------------------


def order_told(witness: Witness, event: Any, unseen: Collection[str]) -> dict[str, Any] | None:
    """A rule of `redact` for the event that sets the order (`tells` everybody, `order` is `ByRule`; so it is called in
    the game, too): it is told where what is seen of the order changes. `unseen`: the places of which nobody is seen;
    where each combatant has its own, those are `witness.hidden`."""
    if not witness.hidden:
        return WHOLE
    was: Order = witness.before.play.game.order
    now, before = (tuple(who for who in order if who not in unseen) for order in (event.order, was))
    return None if now == before else {"order": now}


# --- whose turn comes ------------------------------------------------------------------------------------------------


def ahead(order: Order, place: str) -> Order:
    """Whose places in the order are still to come, behind the one that was reached last; all, where none was."""
    return order[order.index(place) + 1 :] if place in order else order


def without(order: Order, place: str, who: str) -> tuple[Order, str]:
    """The order, and the place in it that was reached last, when somebody leaves it: nobody else is passed over."""
    if who not in order:
        return order, place
    index = order.index(who)
    if place == who:
        place = order[index - 1] if index else ""
    return (*order[:index], *order[index + 1 :]), place


def behind(order: Order, who: str, other: str) -> Order:
    """One has let others go first, and acts right behind the other: Brink's delays, Tactics' yielding."""
    rest = [each for each in order if each != who]
    rest.insert(rest.index(other) + 1, who)
    return tuple(rest)


def stop(
    draft: Draft, name: str, *, kind: str = "stop", topic: dict[str, Any] | None = None, ends_act: bool = False
) -> Decision:
    """Nobody is asked (so the table of `asking` has a line for the kind `stop`); what is told so far is only parted
    from what follows. Between any two turns, whoever has them:
    so it can't be noticed that one between was of somebody hidden. `ends_act`: what follows is an act of its own, for
    where ids that are born in it would tell which act came before."""
    return draft.open(kind, name, {}, silent=True, topic=topic, ends_act=ends_act)
