"""Who else may do something about an attack (D-RPB-2, D-INC-3, D-INC-5)."""

from __future__ import annotations

from server.core.secrecy import is_aware
from server.core.state import Play, State
from server.rules.tactics.state.facts import NEARBY_CM, are_foes, is_able, is_near
from server.rules.tactics.state.state import Attack, Role

FAR, UNABLE, FULL_DEFENSE, NOT_NEEDED = "too far", "unable", "full defense", "not needed"
"""Why somebody can't help."""


def helpers(state: State, attack: Attack) -> list[str]:
    """Able and aware ones who may interfere, guard or put themselves in the way."""
    if not _needed(state.play, attack):
        return []
    people = (who for who in state.play.pieces if who not in (attack.who, attack.target) and is_able(state.play, who))
    return [who for who in people if is_aware(state, who, attack.who) and roles(state, attack, who)]


def roles(state: State, attack: Attack, who: str) -> list[Role]:
    """What it may do about this attack."""
    return [role for role in _needed(state.play, attack) if not hindrance(state, attack, who, role)]


def _needed(play: Play, attack: Attack) -> list[Role]:
    """What anybody could do about it, whoever that is: mostly nothing, and then nobody need be looked at."""
    found: list[Role] = ["interfere"] if _is_ranged(play, attack) else []
    if not is_able(play, attack.target):
        found.append("shield_body" if _is_from_afar(play, attack) else "guard")
    return found


def hindrance(state: State, attack: Attack, who: str, role: Role) -> str:
    """Why it can't help so; empty: it can."""
    if attack.kind == "area" or who in (attack.who, attack.target):
        return NOT_NEEDED
    if not is_able(state.play, who):
        return UNABLE
    if role == "interfere":
        return _interferes(state.play, attack, who)
    return _guards(state.play, attack, who, role) if _sees(state, who, attack.target) else NOT_NEEDED


def _sees(state: State, who: str, target: str) -> bool:
    """Who is not aware of somebody can't guard it; to a player who does not see it, it has no name."""
    return target in state.play.pieces and is_aware(state, who, target)


def _is_ranged(play: Play, attack: Attack) -> bool:
    item = play.game.combatants[attack.who].item(attack.weapon) if attack.who in play.game.combatants else None
    return item is not None and item.is_ranged


def is_distant(attack: Attack) -> bool:
    """Is it from beyond Nearby?"""
    return attack.distance_cm is not None and attack.distance_cm > NEARBY_CM


def _is_from_afar(play: Play, attack: Attack) -> bool:
    return _is_ranged(play, attack) and is_distant(attack)


def _interferes(play: Play, attack: Attack, who: str) -> str:
    """D-RPB-2: foes of a shooter within 2 m of it."""
    if not _is_ranged(play, attack) or not are_foes(play, who, attack.who):
        return NOT_NEEDED
    return "" if is_near(play, who, attack.who) else FAR


def _guards(play: Play, attack: Attack, who: str, role: Role) -> str:
    """D-INC-3, D-INC-5, D-INC-6: able allies within 2 m of one who can't defend itself."""
    is_helpless, from_afar = not is_able(play, attack.target), _is_from_afar(play, attack)
    if not is_helpless or are_foes(play, who, attack.target) or from_afar != (role == "shield_body"):
        return NOT_NEEDED
    if play.game.combatants[who].full_defense:
        return FULL_DEFENSE
    return "" if is_near(play, who, attack.target) else FAR
