"""Sample weapons, shields, armour and objects that sheets may name without describing them.

Figures of CodeWringer's "Ambersteel" (CC BY 4.0); those of the shield, the spear, the maul and the objects are ours.
"""

from server.rules.ambersteel.things.items import (
    Armour,
    Cost,
    DamageType,
    Mode,
    Part,
    Protection,
    Reload,
    Shield,
    StaminaDamage,
    Stance,
    Throwable,
    ThrowProfile,
    Weapon,
)


def _mode(id: str, *parts: tuple[DamageType, str] | tuple[DamageType, str, bool]) -> Mode:
    made = (Part(type=part[0], dice=part[1], add_str_mod=len(part) > 2) for part in parts)
    return Mode(id=id, parts=tuple(made))


def _cost(base: int, esp: bool = True) -> Cost:
    return Cost(base=base, esp=esp)


_SLASH, _PIERCE = ("slash", "2d8"), ("pierce", "2d6")

WEAPONS: dict[str, Weapon] = {
    "short_sword": Weapon(
        name="Short sword", attribute="dex", weapon_class="light",
        modes=(_mode("slash", ("slash", "2d4")), _mode("pierce", ("pierce", "1d6"))),
        stamina_damage=StaminaDamage(flat=3), cost_attack=_cost(2), cost_parry=_cost(2),
    ),
    "longsword": Weapon(
        name="Longsword", tags=("two_handed",),
        modes=(_mode("slash", ("slash", "2d8")), _mode("pierce", ("pierce", "2d6"))),
        stamina_damage=StaminaDamage(dice="1d6"), cost_attack=_cost(6), cost_parry=_cost(4),
        stances={
            "bull": Stance(
                modes=(_mode("slash", ("slash", "2d8", True)), _mode("pierce", ("pierce", "2d6", True))),
                stamina_damage=StaminaDamage(dice="2d4"),
            ),
            "mordhau": Stance(attack_mod=-2, modes=(_mode("blunt", ("blunt", "1d10", True)),)),
            "fencing": Stance(attribute="dex"),
        },
    ),
    "morningstar": Weapon(
        name="Morningstar", weapon_class="heavy",
        modes=(_mode("strike", ("crush", "2d6", True), ("pierce", "2d6")),),
        stamina_damage=StaminaDamage(dice="3d4", flat=1), cost_attack=_cost(8), cost_parry=_cost(8),
    ),
    "maul": Weapon(
        name="Maul", weapon_class="super_heavy", tags=("two_handed", "unbalanced"),
        modes=(_mode("crush", ("crush", "3d8", True)),),
        stamina_damage=StaminaDamage(dice="3d6"), cost_attack=_cost(10), cost_parry=_cost(10),
    ),
    "short_spear": Weapon(
        name="Short spear", attribute="dex", weapon_class="light", range_types=("melee", "thrown"),
        tags=("long_reach",),
        modes=(_mode("pierce", ("pierce", "1d8")),),
        stamina_damage=StaminaDamage(dice="1d4"), cost_attack=_cost(3), cost_parry=_cost(3),
        throw_profile=ThrowProfile(distance_mult_m=4, damage_mult=2, type="pierce", attribute="dex"),
    ),
    "short_bow": Weapon(
        name="Short bow", range_types=("ranged",), tags=("two_handed",), effective_range_m=20,
        modes=(_mode("pierce", ("pierce", "2d6", True)),), stamina_damage=StaminaDamage(dice="1d4"),
        cost_attack=_cost(5), reload=Reload(action="quick", count=1),
    ),
    "light_crossbow": Weapon(
        name="Light crossbow", attribute="dex", range_types=("ranged",), tags=("two_handed",), effective_range_m=40,
        modes=(_mode("pierce", ("pierce", "2d8")),), stamina_damage=StaminaDamage(dice="1d4"),
        cost_reload=_cost(2), reload=Reload(action="standard", count=1),
    ),
    "siege_crossbow": Weapon(
        name="Siege crossbow", attribute="dex", weapon_class="heavy", range_types=("ranged",), tags=("two_handed",),
        effective_range_m=80, modes=(_mode("pierce", ("pierce", "3d10")),), stamina_damage=StaminaDamage(dice="2d6"),
        cost_reload=_cost(6, esp=False), reload=Reload(action="standard", count=3),
    ),
    "war_bow": Weapon(
        name="War bow", range_types=("ranged",), tags=("two_handed", "static_reload"), effective_range_m=60,
        modes=(_mode("pierce", ("pierce", "3d6", True)),), stamina_damage=StaminaDamage(dice="1d4"),
        cost_attack=_cost(10), reload=Reload(action="standard", count=1, static=True),
    ),
}  # fmt: skip

SHIELDS: dict[str, Shield] = {"round_shield": Shield(name="Round shield", parry_bonus=2, cost_parry=_cost(2))}


def _against(**by_type: tuple[int, float | None]) -> dict[DamageType, Protection]:
    return {type: Protection(max=most, per_cp=per) for type, (most, per) in by_type.items()}  # type: ignore[misc]


ARMOUR: dict[str, Armour] = {
    "gambeson": Armour(
        id="gambeson", name="Gambeson", class_="light", encumbrance=3, cp_max=6, layer=1,
        protections=_against(slash=(6, 1), pierce=(4, 1), blunt=(8, 1), crush=(6, 1)),
    ),
    "mail": Armour(
        id="mail", name="Mail", class_="medium", encumbrance=5, cp_max=5, layer=2,
        protections=_against(slash=(10, 2), pierce=(2, 1), blunt=(4, 1), crush=(1, 1)),
    ),
    "full_plate": Armour(
        id="full_plate", name="Full plate", class_="heavy", encumbrance=7, cp_max=10, layer=3,
        protections=_against(slash=(20, 4), pierce=(15, 3), blunt=(10, 2), crush=(8, 1), burn=(2, None)),
    ),
    "fine_plate": Armour(
        id="fine_plate", name="Fine plate", class_="heavy", encumbrance=7, cp_max=10, layer=3,
        protections=_against(slash=(25, 2.5), pierce=(20, 2), blunt=(15, 1.5), crush=(10, 1), burn=(4, None)),
    ),
}  # fmt: skip

OBJECTS: dict[str, Throwable] = {
    "mug": Throwable(name="Mug", weight="light"),
    "stool": Throwable(name="Stool", weight="medium"),
    "anvil": Throwable(name="Anvil", weight="heavy"),
    "boulder": Throwable(name="Boulder", weight="very_heavy"),
}
