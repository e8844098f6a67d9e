"""Questions about the state that many rules ask. Nothing in here rolls or refuses."""

from __future__ import annotations

from server.core.ids import GM
from server.core.secrecy import is_aware
from server.core.state import Play, State
from server.kit.between import Measure
from server.kit.between import distance as measured
from server.kit.paths import exact, squared_cm
from server.rules.tactics.state.plan import Action, pace_of
from server.rules.tactics.state.sheet import SHIELD, Item
from server.rules.tactics.state.state import BARE_HANDS, Combatant, Game

BY = Measure(within=exact, gm_wins=True)
"""D-MOV-10: distances are exact; what the GM says counts more than the map."""
NEARBY_CM = 200
"""D-GEN-9: who is so near can interfere, guard, parry a shot."""
RANGES: dict[str, int] = {
    "contact": 50, "nearby": 200, "close": 400, "short": 1_000, "medium": 2_000, "long": 5_000, "extreme": 10_000,
}  # fmt: skip
"""D-GEN-9: range categories, nearest first."""
FULL_BURST = {"single": 1, "pump": 2, "semi": 4, "burst": 6, "auto": 8}
"""D-BURST-4."""


def is_there(play: Play, who: str) -> bool:
    """Is it on the table, and does it take part?"""
    return who in play.pieces and who in play.game.combatants


def is_able(play: Play, who: str) -> bool:
    """D-INC-1: can it act and defend itself?"""
    return is_there(play, who) and bool(play.game.combatants[who].is_able)


def able(play: Play) -> list[str]:
    """Who can act."""
    return [who for who in play.pieces if is_able(play, who)]


def are_foes(play: Play, a: str, b: str) -> bool:
    """Are they on different sides?"""
    return a != b and a in play.pieces and b in play.pieces and play.pieces[a].side != play.pieces[b].side


def is_over(play: Play) -> bool:
    """D-RND-3: at most one side has anybody able left."""
    return len({play.pieces[who].side for who in able(play)}) < 2


def distance(play: Play, a: str, b: str) -> int | None:
    """Centimetres between two; None where nobody knows."""
    return measured(play, a, b, BY)


def is_near(play: Play, a: str, b: str, reach_cm: int = NEARBY_CM) -> bool:
    """Is one within so much of the other? Where nobody knows how far they are apart, nothing keeps them apart."""
    said = play.game.distances.get(f"{min(a, b)}|{max(a, b)}")
    first, second = play.pieces[a].at, play.pieces[b].at
    if said is not None or first is None or second is None:
        return said is None or bool(said <= reach_cm)
    return squared_cm(first, second) <= reach_cm * reach_cm


def range_of(distance_cm: int) -> int:
    """D-GEN-9: the number of its category; beyond Extreme there is one more."""
    return next((k for k, most in enumerate(RANGES.values()) if distance_cm <= most), len(RANGES))


def controls_npc(state: State, who: str) -> bool:
    """Is it the GM's?"""
    return state.ledger.controller(who) == GM


# --- items -----------------------------------------------------------------------------------------------------------


def usable(combatant: Combatant, id: str) -> bool:
    """Is it in hand, and whole? Bare hands are always."""
    gear = combatant.gear.get(id)
    return id == BARE_HANDS or (gear is not None and gear.in_hand and not gear.broken)


def in_hand(combatant: Combatant) -> list[str]:
    """What it can use at once, bare hands aside."""
    return [id for id in combatant.sheet.items if usable(combatant, id)]


def bonus(combatant: Combatant, kind: str, id: str) -> int:
    """D-DEF-2: what a defence adds to the number that an attacker needs. D-DOD-2: gear helps no dodge."""
    if kind == "none":
        return 0
    item = combatant.item(id) if kind in ("parry", "block") else None
    return combatant.sheet.skill(kind).base - 10 + (item.q_def if item is not None and id != BARE_HANDS else 0)


def nearest_size(item: Item, to: int) -> int:
    """D-PAR-3: of several sizes the one nearest to the other weapon's."""
    return min(item.numbers, key=lambda size: (abs(size - to), size))


def is_shield(combatant: Combatant, id: str) -> bool:
    """Is it a shield?"""
    item = combatant.sheet.items.get(id)
    return id == SHIELD or (item is not None and item.kind == "shield")


def is_melee(combatant: Combatant, action: Action) -> bool:
    """Is it an attack at arm's length?"""
    if action.kind != "attack":
        return False
    item = listed(combatant, action.weapon)
    return item is not None and not item.is_ranged


def listed(combatant: Combatant, id: str) -> Item | None:
    """What it has under this id, for what never changes of it: it is asked often."""
    return combatant.item(id) if id == BARE_HANDS else combatant.sheet.items.get(id)


def melee_attacks(combatant: Combatant) -> list[Action]:
    """D-MULT-1: those of the round, performed ones included."""
    return [action for action in combatant.record.plan if is_melee(combatant, action)]


def attack_limit(combatant: Combatant, weapon: str) -> int:
    """D-MULT-3."""
    said = combatant.most_attacks.get(weapon)
    item = listed(combatant, weapon)
    return said if said is not None else combatant.sheet.skill(item.skill if item is not None else "").rank + 1


# --- the round -------------------------------------------------------------------------------------------------------


def multiplier(combatant: Combatant) -> int:
    """D-MOV-2: of the Run pace of this round; 0: none."""
    pace = pace_of(combatant.record.plan)
    return pace.multiplier if pace is not None else 0


def running(combatant: Combatant) -> int:
    """D-MOV-6: of the Run pace by which it is hard to shoot at; D-ACT-8: none of a run that will not come any more."""
    pace, record = pace_of(combatant.record.plan), combatant.record
    runs = pace is not None and (pace.id in record.performed or (combatant.is_able and not record.gone))
    return multiplier(combatant) if runs else 0


def walks(combatant: Combatant) -> bool:
    """D-MOV-4: does it walk in this round?"""
    return any(action.is_walk for action in combatant.record.plan)


def move_cm(combatant: Combatant) -> int:
    """D-MOV-1: how far it walks."""
    return round(combatant.sheet.move_m * 100)


def is_later(game: Game, who: str) -> bool:
    """D-CTR-2: has its go still to come in this round?"""
    return who in game.order and not game.combatants[who].record.gone and who != game.turn


def condition_penalty(combatant: Combatant, mode: str) -> int:
    """D-WND-6: the worse of those by wounds and by stress, at most 0."""
    sheet = combatant.sheet
    return min(_penalty(combatant.W, sheet.most_W, mode), _penalty(combatant.S, sheet.most_S, mode))


def _penalty(left: int, most: int, mode: str) -> int:
    whole = min(10, most)
    if left >= whole:
        return 0
    if mode == "per_point":
        return left - whole
    return -2 if left < 5 else -1


def can_defend(state: State, who: str, against: str) -> bool:
    """D-DEF-1, D-SEC-6, D-INC-1: able, and aware of who attacks."""
    return is_able(state.play, who) and is_aware(state, who, against)
