"""Who acts when: initiative rolls, ties, late-comers (B-INIT-*). Highest first; who is hidden never shows in it."""

from __future__ import annotations

from server.core.draft import Draft
from server.core.state import Play
from server.kit.hidden import is_public, most_public
from server.kit.order import Initiative, first_order, with_latecomer
from server.rules.brink.acts.harm import DIE_SIDES
from server.rules.brink.state import events as e
from server.rules.brink.state.facts import had_turn, members, slot_of, slots


def set_order(draft: Draft) -> None:
    """B-INIT-1, B-INIT-2, B-INIT-3: one die for each slot."""
    for slot in slots(draft.game):
        _roll(draft, slot)
    draft.emit(e.InitiativeOrderSet(order=first_order(draft, INITIATIVE)))


def join(draft: Draft, who: str) -> None:
    """B-INIT-5: a late-comer rolls and is inserted; a new member of a group takes the group's place."""
    slot = slot_of(draft.game, who)
    if slot in draft.game.order:
        draft.emit(e.GroupSet(who=who, group=slot))
        return
    _roll(draft, slot)
    order = with_latecomer(
        draft, INITIATIVE, draft.game.order, slot, had_turn=lambda other: had_turn(draft.game, other)
    )
    draft.emit(e.InitiativeOrderSet(order=order))


def _roll(draft: Draft, slot: str) -> None:
    who = _roller(draft, slot)
    face = _throw(draft, "initiative", slot)
    extra = draft.terms.use_extra("initiative", who)
    draft.emit(
        e.InitiativeRolled(
            slot=slot, members=members(draft.game, slot), face=face, extra=extra,
            terms=draft.terms.of("initiative", who),
        )
    )  # fmt: skip


def _throw(draft: Draft, name: str, slot: str) -> int:
    return draft.roll(name, _roller(draft, slot), DIE_SIDES, 1)[0][0]


def _roller(draft: Draft, slot: str) -> str:
    """One of a group rolls for it: one whom everybody sees, if there is one."""
    return most_public(draft.play, members(draft.game, slot))


def _told(draft: Draft, tied: list[str], faces: dict[str, int], unseen: bool) -> None:
    """B-INIT-2."""
    tie = e.UnseenTieBroken if unseen else e.InitiativeTieBroken
    draft.emit(tie(slots=tuple(tied), faces=faces))


def is_seen(play: Play, slot: str) -> bool:
    """Does everybody see one of a slot?"""
    return is_public(play, *members(play.game, slot))


INITIATIVE = Initiative(scores=lambda game: game.faces, throw=_throw, told=_told, is_seen=is_seen)
