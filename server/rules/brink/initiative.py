"""Who acts when: initiative rolls, ties, late-comers (B-INIT-*)."""

from __future__ import annotations

from server.core.draft import Draft
from server.core.state import State
from server.core.system import Roll
from server.rules.brink import events as e
from server.rules.brink.facts import is_public, members, slot_of, slots
from server.rules.brink.harm import DIE_SIDES
from server.rules.brink.state import Game

TIE = "tie."
"""How the names of rolls begin that break ties."""


def open_roll(state: State, roll: Roll) -> bool:
    """Every seat sees a roll by a visible combatant; of ties, where somebody is hidden, not every seat may learn."""
    if roll.name.startswith(TIE):
        return all(piece.seen_by is None for piece in state.play.pieces.values())
    return is_public(state.play, (roll.who,)) or roll.who not in state.play.pieces


def set_order(draft: Draft) -> None:
    """B-INIT-1, B-INIT-2, B-INIT-3: one die for each slot, highest first."""
    for slot in slots(draft.game):
        _roll(draft, slot)
    while tied := _tied(draft.game):
        for group in tied:
            _break_tie(draft, group)
    faces = draft.game.faces
    order = sorted(slots(draft.game), key=lambda slot: faces[slot], reverse=True)
    draft.emit(e.InitiativeOrderSet(order=tuple(order)))


def join(draft: Draft, who: str) -> None:
    """B-INIT-5: a late-comer rolls and is inserted; a new member of a group takes the group's place."""
    game: Game = draft.game
    slot = slot_of(game, who)
    if slot in game.order:
        draft.emit(e.GroupSet(who=who, group=slot))
        return
    _roll(draft, slot)
    while len(tied := _rivals(draft.game, slot)) > 1:
        _break_tie(draft, tied)
    draft.emit(e.InitiativeOrderSet(order=_inserted(draft.game, slot)))


def _inserted(game: Game, slot: str) -> tuple[str, ...]:
    """In front of the first who rolled less; delays may have moved others, their places stand."""
    order = list(game.order)
    place = next((k for k, other in enumerate(order) if game.faces[other] < game.faces[slot]), len(order))
    return (*order[:place], slot, *order[place:])


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


def _tied(game: Game) -> list[list[str]]:
    """The slots that share a result."""
    groups: dict[tuple[int, ...], list[str]] = {}
    for slot, faces in game.faces.items():
        groups.setdefault(faces, []).append(slot)
    return [group for group in groups.values() if len(group) > 1]


def _rivals(game: Game, slot: str) -> list[str]:
    """A late-comer and those who share its result so far; those among them who were parted before stay as they are."""
    mine = game.faces[slot]
    return [other for other, faces in game.faces.items() if faces[: len(mine)] == mine]


def _break_tie(draft: Draft, tied: list[str]) -> None:
    """B-INIT-2: again among themselves; faces that broke ties come behind the first."""
    depth = min(len(draft.game.faces[slot]) for slot in tied)
    rolling = [slot for slot in tied if len(draft.game.faces[slot]) == depth]
    faces = {slot: draft.roll(f"{TIE}{depth}", _roller(draft, slot), DIE_SIDES, 1)[0][0] for slot in rolling}
    draft.emit(e.InitiativeTieBroken(slots=tuple(tied), faces=faces))
