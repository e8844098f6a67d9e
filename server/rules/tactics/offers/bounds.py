"""What the actions of a plan use up together (D-DECL-5), for whoever puts one together. Every reason is what the check
says of a plan that goes beyond."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import msgspec
from msgspec.structs import replace

from server.core.options import Choice, Limit, Reason
from server.rules.tactics.state.facts import FULL_BURST, attack_limit, is_melee
from server.rules.tactics.state.plan import MOST_ACTIONS, Action
from server.rules.tactics.state.sheet import Item
from server.rules.tactics.state.state import BARE_HANDS, Combatant

Raw = dict[str, Any]
"""An action as it is declared."""
ROOM = -MOST_ACTIONS
"""A weapon that is drawn or loaded serves for the rest of the plan."""
PLAIN: Raw = {"kind": "talk"}


class Bounds:
    """Of one combatant. judge(actions): what is said against this plan."""

    def __init__(self, combatant: Combatant, judge: Callable[[list[Raw]], Reason | None]) -> None:
        self._combatant = combatant
        self._judge = judge
        self._reasons: dict[str, Reason | None] = {}

    # --- one action --------------------------------------------------------------------------------------------------

    def judged(self, choice: Choice) -> Choice:
        """With what it takes, and why it is impossible in whatever plan; whom it aims at makes no difference."""
        return self._with(choice, repr({**choice.value, "targets": ""}))

    def planned(self, choice: Choice) -> Choice:
        """The same of what stands in the plan: whom it aims at may have been taken away."""
        return self._with(choice, repr(choice.value))

    def _with(self, choice: Choice, key: str) -> Choice:
        raw: Raw = choice.value
        if key not in self._reasons:
            self._reasons[key] = self._judge([*self._readying(raw.get("weapon", "")), raw])
        return replace(choice, uses=self._uses(msgspec.convert(raw, Action)), reason=self._reasons[key])

    def _readying(self, weapon: str) -> list[Raw]:
        """What has to be done before a weapon can be used."""
        gear = self._combatant.gear.get(weapon)
        if gear is None or gear.broken:
            return []
        draw = [{"kind": "draw", "weapon": weapon}] if not gear.in_hand else []
        return draw + ([{"kind": "reload", "weapon": weapon}] if gear.ammo == 0 else [])

    def _uses(self, action: Action) -> dict[str, int]:
        found = {
            "checks": action.checks,
            "paces": int(action.multiplier > 0),
            "others": MOST_ACTIONS if action.kind == "full_defense" else int(not action.is_move),
            f"drawn.{action.weapon}": ROOM if action.kind == "draw" else int(action.is_strike),
            f"loaded.{action.weapon}": ROOM if action.kind == "reload" else int(action.is_strike),
            f"shots.{action.weapon}": action.count if action.kind == "spray" else 0,
        }
        if is_melee(self._combatant, action):
            most = attack_limit(self._combatant, action.weapon)
            found |= {f"attacks.{level}": 1 for level in self._levels if level >= most}
        names = {limit.name for limit in self.limits}
        return {name: much for name, much in found.items() if much and name in names}

    # --- all together ------------------------------------------------------------------------------------------------

    @cached_property
    def limits(self) -> tuple[Limit, ...]:
        """D-ACT-2 (only counted), D-DECL-5, D-MULT-3, D-SPRAY-2."""
        jog: Raw = {"kind": "move", "pace": "jog"}
        plain = [
            Limit(name="checks", label="checks"),
            Limit(name="paces", most=1, reason=self._judge([jog, jog])),
            Limit(name="others", most=MOST_ACTIONS, reason=self._judge([{"kind": "full_defense"}, PLAIN])),
        ]
        weapons = (limit for weapon in self._combatant.gear for limit in self._of_weapon(weapon))
        return (*plain, *map(self._attacks, self._levels), *weapons)

    @cached_property
    def _levels(self) -> dict[int, list[str]]:
        """How many melee attacks are possible, with which weapons."""
        found: dict[int, list[str]] = {}
        for weapon in (*self._combatant.sheet.weapons, BARE_HANDS):
            item, most = self._combatant.item(weapon), attack_limit(self._combatant, weapon)
            if item is not None and item.kind == "melee" and most < MOST_ACTIONS:
                found.setdefault(most, []).append(weapon)
        return found

    def _attacks(self, level: int) -> Limit:
        weapons = self._levels[level]
        strike: Raw = {"kind": "attack", "weapon": weapons[0]}
        reason = self._judge([*self._readying(weapons[0]), *[strike] * (level + 1)])
        names = ", ".join(self._name(weapon) for weapon in weapons if weapon) or "unarmed"
        return Limit(name=f"attacks.{level}", label=names, most=level, reason=reason)

    def _of_weapon(self, weapon: str) -> list[Limit]:
        gear, item = self._combatant.gear[weapon], self._combatant.item(weapon)
        if gear.broken or item is None:
            return []
        strike: Raw = {"kind": "area" if item.kind == "area" else "attack", "weapon": weapon}
        found = []
        if not gear.in_hand:
            found.append(Limit(name=f"drawn.{weapon}", most=0, reason=self._judge([strike])))
        if gear.ammo == 0:
            draw = [{"kind": "draw", "weapon": weapon}]
            found.append(Limit(name=f"loaded.{weapon}", most=0, reason=self._judge([*draw, strike])))
        return found + self._shots(weapon, item)

    def _shots(self, weapon: str, item: Item) -> list[Limit]:
        most = FULL_BURST[item.fire]
        if not item.is_ranged or most < 2:
            return []
        spray: Raw = {"kind": "spray", "weapon": weapon, "count": most}
        reason = self._judge([*self._readying(weapon), spray, spray])
        return [Limit(name=f"shots.{weapon}", label=f"{self._name(weapon)} {most}×1", most=most, reason=reason)]

    def _name(self, weapon: str) -> str:
        return self._combatant.sheet.items[weapon].name or weapon
