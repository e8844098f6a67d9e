"""Which deeds a combatant could think of: templates for options. Whether each is allowed is the checks' business."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from server.core.options import Param
from server.core.state import Play
from server.rules.tirakan import intents as i
from server.rules.tirakan.facts import is_at_hand
from server.rules.tirakan.movement import reach_cm
from server.rules.tirakan.sheet import UNARMED
from server.rules.tirakan.state import Combatant, Frame

MOST_TEXT = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """A deed with what is still open: `targets` to choose from, fields in `open`, filled by `params`."""

    key: str
    deed: Any
    group: str = "act"
    label: str = ""
    cost: int = 1
    targets: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    params: tuple[Param, ...] = ()


def deeds_of(play: Play, who: str, frame: Frame | None = None) -> list[Template]:
    """All templates, in the own turn or (`frame`) as reactions to that act."""
    combatant: Combatant = play.game.combatants[who]
    answers = frame is not None and frame.target == who
    found = _defences(combatant) if answers else []
    if frame is not None and frame.kind == "reaction":
        return found
    found += _attacks(play, who, combatant)
    found += _moves(play, who, combatant)
    if frame is None and combatant.off_hand in combatant.sheet.shields and combatant.block is None:
        found.append(Template(key="raise_shield_block", deed=i.RaiseShieldBlock(), group="prepare", cost=2))
    found.append(_custom())
    return found


def _defences(combatant: Combatant) -> list[Template]:
    found = [Template(key="dodge", deed=i.Dodge(), group="answer")]
    for id, weapon in combatant.sheet.weapons.items():
        if weapon.weapon_class == "melee" and id in (combatant.main_hand, combatant.off_hand):
            found.append(Template(key="parry", deed=i.Parry(weapon=id), group="answer", label=weapon.name))
    if combatant.off_hand in combatant.sheet.shields:
        label = combatant.sheet.shields[combatant.off_hand].name
        found.append(Template(key="shield_parry", deed=i.ShieldParry(), group="answer", label=label))
    return found


def _attacks(play: Play, who: str, combatant: Combatant) -> list[Template]:
    others = tuple(other for other in _by_nearness(play, who) if other != who)
    if not others:
        return []
    weapons = [
        (id, weapon.name, mode)
        for id, weapon in combatant.sheet.weapons.items()
        if id in (combatant.main_hand, combatant.off_hand) or is_at_hand(combatant.arms[id])
        for mode in weapon.all_modes
    ]
    found = [_attack(id, name, mode, others) for id, name, mode in weapons]
    return [*found, _attack(UNARMED, UNARMED, "melee", others)]


def _by_nearness(play: Play, who: str) -> list[str]:
    """Opponents first."""
    side = play.pieces[who].side
    return sorted(play.pieces, key=lambda other: play.pieces[other].side == side)


def _attack(id: str, name: str, mode: Any, others: tuple[str, ...]) -> Template:
    deed = i.Attack(target="", weapon=id, mode=mode)
    return Template(key="attack", deed=deed, label=name, targets=others, open=("target",))


def _moves(play: Play, who: str, combatant: Combatant) -> list[Template]:
    if "hunkered" in combatant.conditions:
        stand = Template(key="stand_up", deed=i.StandUp(), group="move")
        return [_move(play, who, i.Crawl(path=())), stand]
    going = [_move(play, who, i.Walk(path=())), _move(play, who, i.Run(path=()))]
    return [*going, Template(key="hunker", deed=i.Hunker(), group="move")]


def _move(play: Play, who: str, deed: Any) -> Template:
    key = str(type(deed).__struct_config__.tag)
    param = Param(name="path", kind="path", label="path", most=reach_cm(play, who, type(deed)))
    return Template(key=key, deed=deed, group="move", open=("path",), params=(param,))


def _custom() -> Template:
    param = Param(name="text", kind="text", label="text", least=1, most=MOST_TEXT)
    return Template(key="custom", deed=i.Custom(text=""), open=("text",), params=(param,))
