"""Who acts when: initiative rolls, ties, late-comers (B-INIT-*)."""

from __future__ import annotations

from server.core.draft import Draft
from server.core.state import Play, State
from server.core.system import Roll
from server.rules.brink.acts.harm import DIE_SIDES
from server.rules.brink.state import events as e
from server.rules.brink.state.facts import had_turn, is_public, members, slot_of, slots
from server.rules.brink.state.state import Game

TIE = "tie."
"""How the names of rolls begin that break ties."""
UNSEEN_TIE = "unseen_tie."
"""How they begin where somebody hidden is among the tied."""


def open_roll(state: State, roll: Roll) -> bool:
    """Every seat sees a roll by a visible combatant, but for those that give the hidden their places."""
    is_seen = is_public(state.play, (roll.who,)) or roll.who not in state.play.pieces
    return is_seen and not roll.name.startswith(UNSEEN_TIE)


def set_order(draft: Draft) -> None:
    """B-INIT-1, B-INIT-2, B-INIT-3: one die for each slot, highest first."""
    for slot in slots(draft.game):
        _roll(draft, slot)
    while tied := _tied(draft):
        for group in tied:
            _break_tie(draft, group)
    faces = draft.game.faces
    order = sorted(slots(draft.game), key=lambda slot: faces[slot], reverse=True)
    results = sorted({faces[slot][0] for slot in order}, reverse=True)
    order = [slot for face in results for slot in _with_hidden(draft, [one for one in order if faces[one][0] == face])]
    draft.emit(e.InitiativeOrderSet(order=tuple(order)))


def _with_hidden(draft: Draft, tied: list[str]) -> list[str]:
    """The tied slots in sight are in order, as if they were alone; dice that nobody sees say where the hidden stand."""
    seen = [slot for slot in tied if is_seen(draft.play, slot)]
    in_sight = iter(seen)
    return [next(in_sight) if slot in seen else slot for slot in _sorted_unseen(draft, tied)]


def _sorted_unseen(draft: Draft, tied: list[str], depth: int = 1) -> list[str]:
    """B-INIT-2 where somebody hidden takes part. Those in sight were parted already."""
    if len(tied) < 2 or all(is_seen(draft.play, slot) for slot in tied):
        return tied
    faces = {slot: _throw(draft, f"{UNSEEN_TIE}{depth}", slot) for slot in tied}
    draft.emit(e.UnseenTieBroken(slots=tuple(tied), faces=faces))
    groups = [[slot for slot in tied if faces[slot] == face] for face in sorted({*faces.values()}, reverse=True)]
    return [slot for group in groups for slot in _sorted_unseen(draft, group, depth + 1)]


def join(draft: Draft, who: str) -> None:
    """B-INIT-5: a late-comer rolls and is inserted; a new member of a group takes the group's place."""
    game: Game = draft.game
    slot = slot_of(game, who)
    if slot in game.order:
        draft.emit(e.GroupSet(who=who, group=slot))
        return
    _roll(draft, slot)
    while len(tied := _rivals(draft, slot)) > 1:
        _break_tie(draft, tied)
    draft.emit(e.InitiativeOrderSet(order=_inserted(draft, slot)))


def _inserted(draft: Draft, slot: str) -> tuple[str, ...]:
    """In front of the first in sight who rolled less; delays may have moved others, their places stand. Among the
    hidden between two in sight it finds its place unseen, and somebody hidden does so among all. Ahead of one in sight
    whose turn is still to come it misses no turn for the sake of somebody hidden who had one."""
    order: tuple[str, ...] = draft.game.order
    faces = draft.game.faces
    peers = [k for k, other in enumerate(order) if is_seen(draft.play, other)] if is_seen(draft.play, slot) else []
    less = (k for k in peers if faces[order[k]] < faces[slot])
    last = next(less, len(order))
    first = max((k + 1 for k in peers if k < last), default=0)
    if is_seen(draft.play, slot) and (last == len(order) or not had_turn(draft.game, order[last])):
        first = max((k + 1 for k in range(first, last) if had_turn(draft.game, order[k])), default=first)
    place = first + _place_among(draft, order[first:last], slot)
    return (*order[:place], slot, *order[place:])


def _place_among(draft: Draft, others: tuple[str, ...], slot: str) -> int:
    """In front of the first who rolled less, or who lost a tie that nobody sees."""
    mine = draft.game.faces[slot][0]
    theirs = {other: draft.game.faces[other][0] for other in others}
    ranked = _sorted_unseen(draft, [slot, *(other for other in others if theirs[other] == mine)])
    behind = {*ranked[ranked.index(slot) :], *(other for other in others if theirs[other] < mine)}
    return next((k for k, other in enumerate(others) if other in behind), len(others))


def _roll(draft: Draft, slot: str) -> None:
    who = _roller(draft, slot)
    face = draft.roll("initiative", who, DIE_SIDES, 1)[0][0]
    extra = draft.terms.use_extra("initiative", who)
    draft.emit(
        e.InitiativeRolled(
            slot=slot, members=members(draft.game, slot), face=face, extra=extra,
            terms=draft.terms.of("initiative", who),
        )
    )  # fmt: skip


def _roller(draft: Draft, slot: str) -> str:
    """One of a group rolls for it: one whom everybody sees, if there is one."""
    people = members(draft.game, slot)
    return next((who for who in people if is_public(draft.play, (who,))), people[0])


def _throw(draft: Draft, name: str, slot: str) -> int:
    return draft.roll(name, _roller(draft, slot), DIE_SIDES, 1)[0][0]


def is_seen(play: Play, slot: str) -> bool:
    """Does everybody see one of a slot?"""
    return is_public(play, members(play.game, slot))


def _tied(draft: Draft) -> list[list[str]]:
    """The slots in sight that share a result, highest first."""
    groups: dict[tuple[int, ...], list[str]] = {}
    for slot, faces in draft.game.faces.items():
        if is_seen(draft.play, slot):
            groups.setdefault(faces, []).append(slot)
    return [group for _, group in sorted(groups.items(), reverse=True) if len(group) > 1]


def _rivals(draft: Draft, slot: str) -> list[str]:
    """A late-comer in sight and those in sight who share its result so far; those among them who were parted before
    stay as they are."""
    if not is_seen(draft.play, slot):
        return []
    faces = draft.game.faces
    mine = faces[slot]
    return [other for other in faces if faces[other][: len(mine)] == mine and is_seen(draft.play, other)]


def _break_tie(draft: Draft, tied: list[str]) -> None:
    """B-INIT-2: again among themselves; faces that broke ties come behind the first."""
    depth = min(len(draft.game.faces[slot]) for slot in tied)
    rolling = [slot for slot in tied if len(draft.game.faces[slot]) == depth]
    faces = {slot: _throw(draft, f"{TIE}{depth}", slot) for slot in rolling}
    draft.emit(e.InitiativeTieBroken(slots=tuple(tied), faces=faces))
