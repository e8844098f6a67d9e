"""The kinds of deeds as templates of intents, for standard and for readied actions: what is fixed, what is open."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from server.core.intents import Act
from server.core.options import Param
from server.core.state import Play
from server.kit.between import are_enemies
from server.kit.ground import outlines_near
from server.rules.brink.acts.deed_check import energy_of
from server.rules.brink.state import intents as i
from server.rules.brink.state.facts import allowance_cm, name_of
from server.rules.brink.state.sheet import BARE_HANDS
from server.rules.brink.state.state import Combatant, Deed, Game, skills_of

MOST_EP = 100
"""More ep is never offered for one roll."""

INTENTS: dict[str, type[Act]] = {
    "attack": i.Attack, "skill": i.Skill, "move": i.Move, "shift": i.Shift, "swap": i.Swap, "reload": i.Reload,
    "custom": i.Custom,
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """A deed that may be offered. `sample`: values for what is open, so that the rest can be checked; `target`: one of
    these combatants; `among`: the open field and its values where not everything is possible."""

    kind: str
    key: str
    label: str = ""
    group: str = "act"
    cost: str = "1 action"
    fixed: dict[str, Any] = field(default_factory=dict)
    sample: dict[str, Any] = field(default_factory=dict)
    among: tuple[str, tuple[tuple[str, str], ...]] | None = None
    params: tuple[Param, ...] = ()

    def intent(self, who: str, is_readied: bool, **values: Any) -> Act:
        """The intent with these values in what is open."""
        fields = {**self.fixed, **self.sample, **values}
        if is_readied:
            fields.pop("pay", None)
            return i.UseReadied(who=who, kind=self.kind, **fields)  # type: ignore[arg-type]
        return INTENTS[self.kind](who=who, **fields)


def templates(play: Play, who: str, is_readied: bool) -> list[Template]:
    """All that a combatant could do, possible or not."""
    game: Game = play.game
    found = [_attack(play, who), *_skills(play, who), *_ways(play, who), *_gear(game.combatants[who], is_readied)]
    if not is_readied:
        text = Param(name="text", kind="text", label="text", most=500)
        found.append(Template(kind="custom", key="custom", cost="", sample={"text": ""}, params=(text,)))
        return found
    return [template for template in found if template.kind in game.options.readied_kinds]


def _attack(play: Play, who: str) -> Template:
    weapon = play.game.combatants[who].weapon
    deed = Deed(kind="attack")
    name = "" if weapon is BARE_HANDS else weapon.name
    return Template(kind="attack", key="attack", label=name, among=_enemies(play, who), params=_bonus(play, who, deed))


def _skills(play: Play, who: str) -> list[Template]:
    game: Game = play.game
    found = []
    for id, skill in skills_of(game, game.combatants[who]).items():
        deed = Deed(kind="skill", skill=id)
        found.append(
            Template(
                kind="skill", key="skill", label=skill.name, cost=f"1 action, {skill.ep_cost} ep", fixed={"skill": id},
                among=_enemies(play, who) if skill.is_attack else None,
                params=_bonus(play, who, deed) if skill.is_attack else (),
            )
        )  # fmt: skip
    return found


def _enemies(play: Play, who: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    people = [other for other in play.pieces if are_enemies(play, who, other)]
    return "target", tuple((other, name_of(play, other)) for other in people)


def _bonus(play: Play, who: str, deed: Deed) -> tuple[Param, ...]:
    """B-ATK-3: whatever is left for improving the roll."""
    left = play.game.combatants[who].ep - energy_of(play.game, who, deed, "standard")
    if left <= 0 or play.game.options.ep_step == 0:
        return ()
    most = min(left, MOST_EP)
    return (Param(name="ep_bonus", kind="number", label="ep_bonus", least=0, most=most, optional=True),)


def _ways(play: Play, who: str) -> list[Template]:
    return [_way(play, who, kind) for kind in ("move", "shift")]


def _way(play: Play, who: str, kind: str) -> Template:
    """B-MOVE-1, B-MOVE-2: as far as an action leads, with the difficult ground in reach."""
    game: Game = play.game
    most = allowance_cm(game.combatants[who], kind)
    at = play.pieces[who].at
    if at is None:
        ground = Param(name="normal_cm", kind="number", label="normal_cm", least=1, most=most)
        return Template(kind=kind, key=kind, group="move", sample={"normal_cm": 1}, params=(ground,))
    rough = tuple(outlines_near(at, most, game.options.terrain.values()))
    path = Param(name="path", kind="path", label="path", most=most, rough=rough)
    return Template(kind=kind, key=kind, group="move", sample={"path": (at,)}, params=(path,))


def _gear(combatant: Combatant, is_readied: bool) -> list[Template]:
    weapons = combatant.sheet.weapons
    found = []
    if weapons:
        hands = ("", "unarmed")
        among = ("weapon", (*((id, weapon.name) for id, weapon in weapons.items()), hands))
        found.append(Template(kind="swap", key="swap", group="prepare", fixed={"pay": "action"}, among=among))
        if not is_readied:
            pays = {"pay": "ep"}
            found.append(Template(kind="swap", key="swap_ep", group="prepare", cost="1 ep", fixed=pays, among=among))
    if combatant.weapon.has_load:
        found.append(Template(kind="reload", key="reload", label=combatant.weapon.name, group="prepare"))
    return found
