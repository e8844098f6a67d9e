"""Moving and shifting (B-MOVE-*, B-SHIFT-*): offers of opportunity attacks, then the way itself."""

from __future__ import annotations

from server.core.draft import Draft
from server.core.ids import PUBLIC
from server.core.knowing.viewer import reads
from server.core.space import Point
from server.core.state import Ask, Play
from server.kit.hidden import is_public, public_name
from server.kit.paths import Circle, Exit, exits, go, rounded
from server.rules.brink.acts.declare import declare
from server.rules.brink.acts.done import done
from server.rules.brink.state import events as e
from server.rules.brink.state.facts import allowance_cm, cost_of_path, provoked, watchers
from server.rules.brink.state.state import Action, Deed

TOO_NEAR_CM, EARLY_CM = 3, 1
"""A path is not cut again so close to its last cut; so far before the edge of a reach it is cut."""


def impossible(play: Play, action: Action) -> str:
    """B-READY-9: the path still starts here and can still be paid."""
    piece = play.pieces.get(action.who)
    if piece is None or piece.at != action.origin:
        return "path_moved"
    cost = cost_of_path(play, action.who, action.deed)
    return "not_enough_movement" if cost > allowance_cm(play.game.combatants[action.who], action.deed.kind) else ""


def shift(draft: Draft, action: Action) -> bool:
    """B-SHIFT-1: never provokes. B-A-24: by option it makes attacks on the one who shifts miss."""
    _walk(draft, action, action.deed.path)
    if action.source == "readied" and draft.game.options.shift_avoids == "the_attack":
        for other in draft.game.frames[-1].pending:
            if other.deed.target == action.who and other.id != action.id:
                draft.emit(e.ActionVoided(who=other.who, action=other.id, reason="avoided"))
    return done(draft, action)


def move(draft: Draft, action: Action) -> bool:
    """3.3, B-MOVE-5: first everybody who is provoked where it stands, one after another, then the way (or a part)."""
    if action.offers is None:
        enemies = tuple(provoked(draft.state, action.who)) if draft.game.options.opportunity != "off" else ()
        draft.emit(e.MoveProvoked(action=action.id, enemies=enemies))
        return True
    still = provoked(draft.state, action.who)
    left = tuple(who for who in action.offers if who in still)
    if left != action.offers:
        draft.emit(e.MoveProvoked(action=action.id, enemies=left))
        return True
    if left:
        return _offer(draft, action, left[0])
    return _go(draft, action)


# --- opportunity attacks ---------------------------------------------------------------------------------------------


def _offer(draft: Draft, action: Action, who: str) -> bool:
    """B-MOVE-4. That an NPC has one tells of its sheet, so only its owner learns of the offer."""
    if draft.game.options.opportunity == "auto":
        take(draft, action, who, 0, "")
        return True
    secret = not reads(draft.state, PUBLIC, who) or not is_public(draft.play, who)
    name = f"opportunity.{public_name(draft.play, who)}.{action.name}{_at(draft, action)}"
    draft.emit(e.OpportunityOffered(who=who, mover=action.who, action=action.id))
    topic = {"mover": action.who, "kind": "opportunity"}
    draft.open("opportunity", name, {who: Ask(secret=secret)}, silent=True, topic=topic)
    return False


def take(draft: Draft, action: Action, who: str, ep_bonus: int, decision: str) -> None:
    """B-MOVE-4: the attack is a child frame, resolved before the mover leaves."""
    draft.emit(e.OpportunityTaken(who=who, decision=decision, mover=action.who, action=action.id))
    at = _at(draft, action)
    id = action.id.split("/", 1)[1]
    # The mover's own rolls of two attacks are two.
    name = f"{action.name}.opportunity.{public_name(draft.play, who)}{at}"
    deed = Deed(kind="attack", target=action.who, ep_bonus=ep_bonus)
    declare(draft, who, deed, "opportunity", name, f"{id}.opportunity.{who}{at}")


def _at(draft: Draft, action: Action) -> str:
    """What tells the parts of one move from each other (B-A-05)."""
    if not draft.game.options.provoke_on_pass or action.origin is None:
        return ""
    return f".{action.origin[0]}x{action.origin[1]}"


# --- the way ---------------------------------------------------------------------------------------------------------


def _go(draft: Draft, action: Action) -> bool:
    path = action.deed.path
    cut = _cut(draft.play, action) if draft.game.options.provoke_on_pass else None
    if cut is None:
        _walk(draft, action, path)
        return done(draft, action)
    walked, rest = cut.split(path)
    _walk(draft, action, walked)
    draft.emit(e.PathLeft(action=action.id, path=rest, origin=cut.point))
    return True


def _walk(draft: Draft, action: Action, path: tuple[Point, ...]) -> None:
    if action.origin is None:
        draft.emit(e.PathWalked(who=action.who, cost_cm=cost_of_path(draft.play, action.who, action.deed)))
        return
    go(draft, action.who, path, draft.act)


def _cut(play: Play, action: Action) -> Exit | None:
    """B-A-05: where the path first leaves the reach of an enemy."""
    if action.origin is None:
        return None
    left = exits(action.origin, action.deed.path, _reaches(play, action.who), rounded, EARLY_CM)
    return next((each for each in left if each.cm > TOO_NEAR_CM), None)


def _reaches(play: Play, mover: str) -> dict[str, Circle]:
    """Where enemies with melee weapons stand, and how far they reach."""
    found = {}
    for who in watchers(play, mover):
        at, weapon = play.pieces[who].at, play.game.combatants[who].weapon
        if at is not None and weapon.kind == "melee":
            found[who] = at, weapon.reach_cm
    return found
