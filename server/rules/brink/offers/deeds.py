"""The deeds that a combatant could think of, as wishes: in the own turn, and by a readied action."""

from __future__ import annotations

from msgspec.structs import asdict, replace

from server.core.options import Choice, Param
from server.core.state import Play
from server.kit.between import are_enemies
from server.kit.forms import choice, number, param, path
from server.kit.goals import goal_of
from server.kit.ground import outlines_near
from server.kit.offering import Wish, somebody
from server.rules.brink.acts.deed_check import energy_of
from server.rules.brink.state import intents as i
from server.rules.brink.state.facts import allowance_cm
from server.rules.brink.state.sheet import BARE_HANDS
from server.rules.brink.state.state import Combatant, Deed, Game, skills_of

MOST_EP = 100
"""More ep is never offered for one roll."""
ACTION = "1 action"


def deeds(play: Play, who: str) -> list[Wish]:
    """All that it could do in its turn, possible or not."""
    game: Game = play.game
    enemies = _enemies(play, who)
    ways, gear = _ways(play, who), _gear(who, game.combatants[who])
    found = [_attack(play, who, enemies), *_skills(play, who, enemies), *ways, *gear]
    return [*found, Wish(intent=i.Custom(who=who, text=""), goal="prepare", params=(param(i.Custom, "text"),))]


def readied(play: Play, who: str, group: str) -> list[Wish]:
    """B-READY-4: the same as readied actions, which pay for all but energy."""
    kinds = play.game.options.readied_kinds
    return [_readied(wish, group) for wish in deeds(play, who) if wish.key != "swap_ep" and _kind(wish) in kinds]


def _readied(wish: Wish, group: str) -> Wish:
    fields = {key: value for key, value in asdict(wish.intent).items() if key != "pay"}
    use = i.UseReadied(kind=_kind(wish), **fields)  # type: ignore[arg-type]
    goal = wish.goal or goal_of(wish.group)
    return replace(wish, intent=use, key=wish.key or _kind(wish), group=group, goal=goal, cost="readied")


def _kind(wish: Wish) -> str:
    return str(wish.intent.__struct_config__.tag)


def _attack(play: Play, who: str, enemies: Param) -> Wish:
    weapon = play.game.combatants[who].weapon
    bonus = _bonus(play, who, Deed(kind="attack"))
    name = "" if weapon is BARE_HANDS else weapon.name
    attack = i.Attack(who=who, target="")
    return Wish(intent=attack, goal="harm", label=name, cost=ACTION, pick=enemies, params=bonus)


def _skills(play: Play, who: str, enemies: Param) -> list[Wish]:
    game: Game = play.game
    found = []
    for id, skill in skills_of(game, game.combatants[who]).items():
        cost, bonus = f"1 action, {skill.ep_cost} ep", _bonus(play, who, Deed(kind="skill", skill=id))
        wish = Wish(intent=i.Skill(who=who, skill=id), goal="prepare", label=skill.name, cost=cost)
        attack = replace(wish, goal="harm", pick=enemies, params=bonus)
        found.append(attack if skill.is_attack else wish)
    return found


def _enemies(play: Play, who: str) -> Param:
    return somebody(play, [other for other in play.pieces if are_enemies(play, who, other)])


def _bonus(play: Play, who: str, deed: Deed) -> tuple[Param, ...]:
    """B-ATK-3: whatever is left for improving the roll."""
    left = play.game.combatants[who].ep - energy_of(play.game, who, deed, "standard")
    if left <= 0 or play.game.options.ep_step == 0:
        return ()
    return (number("ep_bonus", 0, min(left, MOST_EP), optional=True),)


def _ways(play: Play, who: str) -> list[Wish]:
    """B-MOVE-1, B-MOVE-2: as far as an action leads, with the difficult ground in reach."""
    game: Game = play.game
    at, found = play.pieces[who].at, []
    for make, kind in ((i.Move, "move"), (i.Shift, "shift")):
        most = allowance_cm(game.combatants[who], kind)
        if at is None:
            ground = number("normal_cm", 1, most)
            sample = make(who=who, normal_cm=1)
        else:
            ground = path(most, outlines_near(at, most, game.options.terrain.values()))
            sample = make(who=who, path=(at,))
        found.append(Wish(intent=sample, group="move", cost=ACTION, params=(ground,)))
    return found


def _gear(who: str, combatant: Combatant) -> list[Wish]:
    """What makes the weapon in hand ready stands before what takes another one: it is thought of first."""
    weapons = combatant.sheet.weapons
    found = []
    if combatant.weapon.has_load:
        found.append(Wish(intent=i.Reload(who=who), label=combatant.weapon.name, group="prepare", cost=ACTION))
    if weapons:
        pick = choice("weapon", *(Choice(id, weapon.name) for id, weapon in weapons.items()), Choice("", "unarmed"))
        by_ep = i.Swap(who=who, pay="ep")
        found.append(Wish(intent=i.Swap(who=who), group="prepare", cost=ACTION, pick=pick))
        found.append(Wish(intent=by_ep, key="swap_ep", group="prepare", cost="1 ep", pick=pick))
    return found
