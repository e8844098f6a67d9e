"""D-ATK-3: the number that an attack must not exceed, and how many more dice are thrown for it."""

from __future__ import annotations

from collections.abc import Callable
from math import floor

import msgspec

from server.core.draft import Draft
from server.core.secrecy import is_aware
from server.rules.tactics.rolls.check import multi
from server.rules.tactics.state.facts import (
    NEARBY_CM,
    RANGES,
    is_shield,
    melee_attacks,
    multiplier,
    nearest_size,
    range_of,
    running,
    walks,
)
from server.rules.tactics.state.sheet import Item
from server.rules.tactics.state.state import BARE_HANDS, Answer, Attack, Combatant

NOTHING = Answer(role="defend")
AREA_REACH = 2
"""D-AREA-1: so many categories beyond its own an area attack reaches."""


class Stand(msgspec.Struct, frozen=True, gc=False):
    """Who stands against an attack. `who` answers it with `answer`; `victim` takes the damage."""

    who: str
    answer: Answer
    victim: str

    @property
    def has_item(self) -> bool:
        """Is it parried or blocked with an item, not with bare hands?"""
        return self.answer.kind in ("parry", "block") and self.answer.item != BARE_HANDS


def stand_of(attack: Attack) -> Stand:
    """D-INC-3, D-INC-5: a helper in its place, or the target itself."""
    for who, answer in attack.answers.items():
        if answer.role == "shield_body":
            return Stand(who, answer, who)
        if answer.role == "guard":
            return Stand(who, answer, attack.target)
    return Stand(attack.target, attack.answers.get(attack.target, NOTHING), attack.target)


def weapon_of(draft: Draft, attack: Attack) -> Item:
    """What is attacked with."""
    item = draft.game.combatants[attack.who].item(attack.weapon)
    return item if item is not None else Item()


def is_from_afar(draft: Draft, attack: Attack) -> bool:
    """D-RPB-4: a shot from beyond Nearby."""
    far = attack.distance_cm is not None and attack.distance_cm > NEARBY_CM
    return weapon_of(draft, attack).is_ranged and far and attack.kind != "area"


def knocks_away(draft: Draft, attack: Attack) -> bool:
    """D-RPB-3: is a shooter hindered by parry or block within arm's reach? What a target far off holds up still
    absorbs what comes, whoever else hinders the shooter."""
    is_shot = weapon_of(draft, attack).is_ranged and attack.kind != "area"
    return is_shot and not is_from_afar(draft, attack) and stand_of(attack).answer.kind in ("parry", "block")


def number(draft: Draft, attack: Attack, name: str) -> int:
    """D-ATK-3, D-GEN-6: the sum of its terms; it has no minimum."""
    who, combatant = attack.who, draft.game.combatants[attack.who]
    weapon, record = weapon_of(draft, attack), combatant.record

    def use(key: str, value: int, rule: str) -> None:
        draft.terms.use(name, who, key, value, rule)

    use("attack", combatant.sheet.skill(weapon.skill).base + weapon.q_off, "D-ATK-3")
    use("oT", record.oT or 0, "D-TAC-2")
    use("modifier", draft.game.modifiers.get(f"{who}|{attack.target}", 0), "D-GEN-10")
    use("size", _size(draft, attack), "D-PAR-2")
    use("multi", multi(combatant), "D-ACT-2")
    use("change", -record.penalty, "D-ACT-4")
    use("cp", draft.game.deed.cp if draft.game.deed is not None else 0, "D-WND-7")
    use("movement", _movement(draft, combatant, weapon), "D-MOV-7" if not weapon.is_ranged else "D-MOV-5")
    use("runner", _runner(draft, attack, weapon), "D-MOV-6")
    use("counter", attack.counter, "D-CTR-1")
    use("burst", _burst(draft, attack, weapon), "D-BURST-3")
    use("projectile", projectile(draft, attack)[0], "D-RPB-4")
    _defence(draft, attack, use)
    draft.terms.use_extra(name, who)
    return sum(term.value for term in draft.terms.of(name, who))


def _defence(draft: Draft, attack: Attack, use: Callable[[str, int, str], None]) -> None:
    """D-DEF-2, D-RPB-2, D-ATK-8: what those have against it who stand in its way."""
    stand = stand_of(attack)
    helpers = sum(answer.D for answer in attack.answers.values() if answer.role == "interfere")
    use("defence", -stand.answer.D, "D-DEF-2")
    use("helpers", -helpers, "D-RPB-2")
    use("dT", -_dT(draft, attack, stand), "D-ATK-8")


def _dT(draft: Draft, attack: Attack, stand: Stand) -> int:
    """D-ATK-8: of the willing and aware; D-INC-5: not of one who only puts its body in the way."""
    combatant = draft.game.combatants[stand.who]
    if stand.answer.role == "shield_body" and stand.answer.kind != "block":
        return 0
    counts = combatant.is_able and is_aware(draft.state, stand.who, attack.who)
    return combatant.record.dT if counts or draft.game.options.unaware_dT else 0


def _size(draft: Draft, attack: Attack) -> int:
    """D-PAR-1, D-PAR-2, D-BLK-1: for the attacker whichever is larger; D-RPB-1: also against a shooter close by;
    D-DOD-1, D-RPB-5: not where it dodges, nor against shots from afar."""
    stand = stand_of(attack)
    if stand.answer.kind not in ("parry", "block") or is_from_afar(draft, attack) or attack.kind == "area":
        return 0
    item = draft.game.combatants[stand.who].item(stand.answer.item)
    size = weapon_of(draft, attack).size
    return abs(size - nearest_size(item, size)) if item is not None else 0


def _movement(draft: Draft, combatant: Combatant, weapon: Item) -> int:
    """D-MOV-4, D-MOV-5 for shots; D-MOV-7, D-MULT-2 at arm's length."""
    pace = multiplier(combatant)
    if weapon.is_ranged:
        return -pace if pace else -int(walks(combatant))
    is_half = len(melee_attacks(combatant)) < 2 or draft.game.options.multi_attack_run_penalty == "half"
    return -(pace // 2) if is_half else -pace


def _runner(draft: Draft, attack: Attack, weapon: Item) -> int:
    """D-MOV-6; D-INC-5: who has thrown itself in the way is the one that is shot at."""
    return -running(draft.game.combatants[stand_of(attack).victim]) if weapon.is_ranged else 0


def _burst(draft: Draft, attack: Attack, weapon: Item) -> int:
    """D-BURST-1, D-BURST-3; D-SPRAY-4: recoil leaves a spray alone, unless the table says otherwise."""
    count = draft.game.deed.count if draft.game.deed is not None else 1
    if attack.kind == "spray" and draft.game.options.spray_recoil:
        return count - floor(count * weapon.recoil)
    if attack.kind != "burst":
        return 0
    return -(attack.burst if attack.burst is not None else floor(count * weapon.recoil))


# --- superior and inferior -------------------------------------------------------------------------------------------


def superior(draft: Draft, attack: Attack, name: str) -> int:
    """D-GEN-3: degrees add up."""
    stand, who = stand_of(attack), attack.who
    degrees = {
        "helpless": (_helpless(draft, attack, stand), "D-INC-2"),
        "full_defense": (-int(draft.game.combatants[stand.victim].full_defense), "D-FD-1"),
        "projectile": (projectile(draft, attack)[1], "D-RPB-4"),
        "area": (_area(draft, attack), "D-AREA-2"),
    }
    return sum(draft.terms.use(f"{name}.superior", who, key, n, rule) for key, (n, rule) in degrees.items())


def _helpless(draft: Draft, attack: Attack, stand: Stand) -> int:
    """D-INC-2 to D-INC-4; or what the GM says of this attack."""
    victim = draft.game.combatants[stand.victim]
    is_close = not is_from_afar(draft, attack) and attack.kind != "area"
    if attack.superior is not None or victim.is_able or not is_close or stand.answer.role == "guard":
        return attack.superior or 0
    return 2 if "unconscious" in victim.statuses else 1


def _area(draft: Draft, attack: Attack) -> int:
    """D-AREA-2: one better for each category nearer than its own, one worse for each farther."""
    if attack.kind != "area":
        return 0
    own = tuple(RANGES).index(weapon_of(draft, attack).base_range)
    return own - range_of(attack.distance_cm or 0)


def is_in_area(weapon: Item, distance_cm: int) -> bool:
    """D-AREA-1."""
    return range_of(distance_cm) <= tuple(RANGES).index(weapon.base_range) + AREA_REACH and range_of(distance_cm) < len(
        RANGES
    )


def projectile(draft: Draft, attack: Attack) -> tuple[int, int]:
    """D-RPB-4: bonus and Superior for parrying or blocking what flies from afar."""
    if attack.projectile is not None:
        return attack.projectile
    return _PROJECTILES.get(_flight(draft, attack), (0, 0))


def asks_projectile(draft: Draft, attack: Attack) -> bool:
    """D-RPB-4: has the GM to say what this gives?"""
    kind = stand_of(attack).answer.kind
    if attack.projectile is not None or kind not in ("parry", "block") or not is_from_afar(draft, attack):
        return False
    return _flight(draft, attack) not in _PROJECTILES


def _flight(draft: Draft, attack: Attack) -> tuple[str, str]:
    """What flies, and what it is stopped with."""
    stand = stand_of(attack)
    if stand.answer.kind not in ("parry", "block") or not is_from_afar(draft, attack):
        return "", ""
    by = "shield" if is_shield(draft.game.combatants[stand.who], stand.answer.item) else "weapon"
    return weapon_of(draft, attack).projectile, by if stand.has_item else "hands"


_PROJECTILES = {
    ("bullet", "weapon"): (0, 1),
    ("arrow", "weapon"): (3, 0),
    ("arrow", "shield"): (0, 0),
    ("", ""): (0, 0),
}
