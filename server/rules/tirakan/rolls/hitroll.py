"""The hit roll: how many dice, from which total a die hits and from which it is critical.

Every number is a term with its rule, one line each in the tables below; the dice are thrown in `attack`.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from server.core.draft import Draft
from server.core.state import Play
from server.core.terms import Term
from server.kit.between import distance
from server.rules.tirakan.state import numbers as n
from server.rules.tirakan.state.facts import attacks_with, hand_of, range_cm, weapon_of
from server.rules.tirakan.state.intents import Attack
from server.rules.tirakan.state.sheet import SKILL_BY_CLASS, UNARMED, Weapon
from server.rules.tirakan.state.state import Combatant, Frame, Game, Ruling

MODERN = "modern"


class Shot(msgspec.Struct, frozen=True):
    """An attack with all its circumstances. `distance_cm` None: nobody knows it yet."""

    game: Game
    who: str
    attacker: Combatant
    target: str
    id: str
    weapon: Weapon
    hand: str
    mode: str
    special: str
    massive: int
    walking: bool
    distance_cm: int | None
    ruling: Ruling
    aim: int
    accurate: int
    chain: int

    @property
    def is_modern(self) -> bool:
        """Which of the two worlds it is in."""
        return self.game.options.world == MODERN

    @property
    def skill(self) -> str:
        """T-ATK-2."""
        return SKILL_BY_CLASS[self.weapon.weapon_class]

    @property
    def inflicts(self) -> dict[str, int]:
        """T-COND-6: what the weapon does beside wounds."""
        return {str(condition): level for condition, level in self.weapon.inflicts.items()}

    @property
    def recoils(self) -> bool:
        """T-RECOIL-1, T-RECOIL-4."""
        return self.is_modern and self.weapon.recoils

    @property
    def recoil(self) -> int:
        """T-RECOIL-2, T-RECOIL-5."""
        return self.chain * max(0, n.RECOIL_STEP - self.weapon.recoil_compensation) if self.recoils else 0

    @property
    def ammo(self) -> int:
        """T-MODE-4: rounds it takes."""
        return {"single": n.SHOT_AMMO, "burst": n.BURST_AMMO, "throw": n.SHOT_AMMO}.get(self.mode, 0)


def weapon_in(play: Play, who: str, deed: Attack) -> Weapon:
    """What an attack is made with; a nameless thing where there is no such weapon."""
    attacker: Combatant = play.game.combatants[who]
    id = attacks_with(attacker, deed)
    return weapon_of(attacker, id) or Weapon(name=id)


def shot_of(play: Play, who: str, deed: Attack, walking: bool = False, frame: Frame | None = None) -> Shot:
    """The attack as it stands; once rolled, aim and recoil are those it was rolled with."""
    attacker: Combatant = play.game.combatants[who]
    id = attacks_with(attacker, deed)
    weapon = weapon_in(play, who, deed)
    ruling = frame.ruling if frame is not None else Ruling()
    strike = frame.strike if frame is not None else None
    mode = deed.mode or weapon.all_modes[0]
    if strike is not None:
        aim, accurate, chain = strike.aim, strike.accurate, strike.chain
    else:
        aim, accurate, chain = _aim(attacker, id, deed.target, mode), _accurate(attacker, id), attacker.recoil_chain
    return Shot(
        game=play.game, who=who, attacker=attacker, target=deed.target, id=id, weapon=weapon,
        hand=hand_of(attacker, id, deed.hand), mode=mode, special=deed.special,
        massive=deed.massive, walking=walking, distance_cm=_rolled_at(play, who, deed, frame, weapon),
        ruling=ruling, aim=aim, accurate=accurate, chain=chain,
    )  # fmt: skip


def _rolled_at(play: Play, who: str, deed: Attack, frame: Frame | None, weapon: Weapon) -> int | None:
    """T-REACT-11, H-09: a blow that lands although its target ran out of reach is read at the distance it had."""
    if frame is None:
        return distance(play, who, deed.target)
    now = distance_of(play, who, deed.target, frame.ruling)
    before = frame.distance_cm if frame.strike is None else frame.strike.distance_cm
    is_beyond = now is not None and now > n.REACH_FACTOR * range_cm(weapon)
    return before if is_beyond and before is not None else now


def distance_of(play: Play, who: str, target: str, ruling: Ruling) -> int | None:
    """T-RANGE-4: as the GM has ruled for this attack, else as it is."""
    return distance(play, who, target) if ruling.distance_cm is None else ruling.distance_cm


def _aim(attacker: Combatant, weapon: str, target: str, mode: str) -> int:
    """T-AIM-4: the bonus belongs to weapon and target, and no burst has it."""
    aim = attacker.aim
    fits = aim is not None and aim.weapon == weapon and aim.target == target and mode != "burst"
    return aim.bonus if fits and aim is not None else 0


def _accurate(attacker: Combatant, weapon: str) -> int:
    accurate = attacker.accurate
    return accurate.stacks if accurate is not None and accurate.weapon == weapon else 0


# --- the sums --------------------------------------------------------------------------------------------------------

Row = tuple[str, str, Callable[[Shot], int]]
"""(key, rule, value)"""


def _level(shot: Shot, condition: str) -> int:
    return shot.attacker.conditions.get(condition, 0)


def _is_far(shot: Shot) -> bool:
    return shot.distance_cm is not None and shot.distance_cm > range_cm(shot.weapon)


POOL: tuple[Row, ...] = (
    ("hand_to_hand", "T-ATK-2", lambda s: s.attacker.sheet.hand_to_hand if s.skill == "hand_to_hand" else 0),
    ("shooting", "T-ATK-2", lambda s: s.attacker.sheet.shooting if s.skill == "shooting" else 0),
    ("throwing", "T-ATK-2", lambda s: s.attacker.sheet.throwing if s.skill == "throwing" else 0),
    ("damage_potential", "T-HIT-1", lambda s: s.weapon.damage_potential),
    ("burst", "T-BURST-1", lambda s: n.BURST_DICE if s.mode == "burst" else 0),
    ("massive", "T-SPEC-MASS-2", lambda s: min(n.MASSIVE_DICE * s.massive, max(0, s.attacker.sheet.strength))),
    ("unarmed", "T-UNARMED-3", lambda s: int(s.id == UNARMED and s.attacker.sheet.quickness >= n.UNARMED_FROM)),
    ("shocked", "T-COND-6", lambda s: -_level(s, "shocked")),
)
"""T-HIT-1: dice."""

MINIMUM: tuple[Row, ...] = (
    ("min_roll", "T-HIT-2", lambda s: s.attacker.sheet.min_roll),
    ("distance", "T-RANGE-2", lambda s: n.DISTANCE_MALUS if _is_far(s) else 0),
    ("walking", "T-MOVE-2", lambda s: n.WALKING_MALUS if s.walking else 0),
    ("hunkered", "T-COND-1", lambda s: n.HUNKERED_MALUS if _level(s, "hunkered") else 0),
    ("off_hand", "T-SPEC-DUAL-4", lambda s: n.OFF_HAND_MALUS if s.hand == "off" else 0),
    ("disarm", "T-SPEC-DIS-1", lambda s: n.DISARM_MALUS if s.special == "disarm" else 0),
    ("accurate", "T-SPEC-ACC-1", lambda s: -s.accurate),
    ("supported", "T-SPEC-SUP-2", lambda s: -n.SUPPORT_BONUS if s.attacker.supported == s.id else 0),
    ("poisoned", "T-COND-6", lambda s: _level(s, "poisoned")),
    ("burning", "T-COND-6", lambda s: _level(s, "burning")),
    ("ruling", "T-HIT-3", lambda s: s.ruling.modifier),
)
"""T-HIT-3, T-HIT-5 (A-16: distance changes the threshold); recoil is reckoned once for both thresholds."""


def pool(draft: Draft, roll: str, shot: Shot) -> int:
    """T-HIT-1: the dice of the roll."""
    return draft.terms.use_all(roll, shot.who, _terms(POOL, shot))


def _terms(rows: tuple[Row, ...], shot: Shot) -> list[Term]:
    return [Term(key, value(shot), rule) for key, rule, value in rows]


def dice_of(shot: Shot) -> int:
    """How many dice the roll would have, without throwing them: for refusals and options."""
    return sum(value(shot) for _key, _rule, value in POOL)


def thresholds(draft: Draft, roll: str, shot: Shot) -> tuple[int, int | None]:
    """M and K; a burst has no K (T-BURST-3). T-DICE-5: the floor is applied once, to the final sum."""

    def use(key: str, value: int, rule: str) -> int:
        return draft.terms.use(roll, shot.who, key, value, rule)

    recoil = use("recoil", shot.recoil, "T-RECOIL-2")
    minimum = draft.terms.use_all(roll, shot.who, _terms(MINIMUM, shot)) + recoil
    minimum = max(n.LEAST_MINIMUM, minimum + draft.terms.use_extra(roll, shot.who))
    if shot.is_modern and not use("can_be_critical", int(shot.mode != "burst"), "T-CRIT-3"):
        return minimum, None
    return minimum, use("critical", n.CRITICAL_FROM, "T-CRIT-1") - use("aim", shot.aim, "T-AIM-2") + recoil
