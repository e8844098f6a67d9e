"""Throws (2.10): the die, how far and how hard, where it goes, where it lies."""

from __future__ import annotations

from server.core.dice import thrown
from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.space import Point, cm, distance_cm, metres
from server.core.state import Ask, Play
from server.kit.moment import name_of
from server.kit.paths import exact
from server.rules.ambersteel.acts.topic import topic_of
from server.rules.ambersteel.state import events as e
from server.rules.ambersteel.state.derived import cost_of, item_name, ruled, str_mod, weapon_of
from server.rules.ambersteel.state.facts import place
from server.rules.ambersteel.state.state import Combatant, Frame, Game, Throw
from server.rules.ambersteel.things.items import Cost, DamageType, Throwable, ThrowProfile, Weapon, Weight

SIDES = 10
DISTANCE_M: dict[Weight, float] = {"light": 4, "medium": 3, "heavy": 2, "very_heavy": 1}
"""A-THR-2."""
DAMAGE: dict[Weight, tuple[int, DamageType]] = {
    "light": (1, "blunt"), "medium": (2, "blunt"), "heavy": (3, "crush"), "very_heavy": (4, "crush"),
}  # fmt: skip
"""A-THR-3."""


def cost(game: Game, combatant: Combatant, weapon: Weapon) -> int:
    """A-THR-6, A-THR-8."""
    profile = weapon.throw_profile
    own = profile.cost if profile is not None else None
    return cost_of(combatant, own or Cost(base=game.options.improvised_throw_cost, esp=True))


def _thing(combatant: Combatant, id: str) -> tuple[Weight, ThrowProfile]:
    """A-THR-8: how heavy it is, and what is special about it."""
    thing = combatant.sheet.objects.get(id)
    if isinstance(thing, Throwable):
        return thing.weight, ThrowProfile()
    weapon = weapon_of(combatant, id)
    return weapon.thrown_as, weapon.throw_profile or ThrowProfile()


def farthest_cm(combatant: Combatant, id: str) -> int:
    """A-THR-2: how far it goes where the die shows its highest face; the GM may still let it go farther."""
    weight, profile = _thing(combatant, id)
    value = max(0, SIDES + str_mod(combatant.sheet))
    return cm(value * (profile.distance_mult_m or DISTANCE_M[weight]))


def roll(draft: Draft, frame: Frame) -> None:
    """A-THR-1 to A-THR-4, A-THR-7, A-THR-8."""
    name, who = f"{frame.name}.throw", frame.who
    combatant: Combatant = draft.game.combatants[who]
    bonus = draft.terms.use(name, who, "str_mod", str_mod(combatant.sheet), "A-THR-1") + draft.terms.use_extra(
        name, who
    )
    dice = thrown(SIDES, draft.roll(name, who, SIDES, 1))
    value = max(0, dice[0].faces[0] + bonus)
    weight, profile = _thing(combatant, frame.weapon)
    times, type = DAMAGE[weight]
    rolled = Throw(
        reach_cm=cm(value * (profile.distance_mult_m or DISTANCE_M[weight])),
        damage=value * (times if profile.damage_mult is None else profile.damage_mult),
        type=profile.type or type,
    )
    rolled = ruled(rolled, frame.ruling)
    draft.emit(
        e.ThrowRolled(
            who=who, attack=frame.id, dice=dice, value=value, reach_cm=rolled.reach_cm, damage=rolled.damage,
            damage_type=rolled.type, terms=draft.terms.of(name, who),
        )
    )  # fmt: skip


# --- where it goes ---------------------------------------------------------------------------------------------------


def aim_at(play: Play, frame: Frame) -> Point:
    """Where it is thrown: at the target, at a point, else it is dropped."""
    if frame.target:
        return place(play, frame.target)
    return frame.point if frame.point is not None else place(play, frame.who)


def is_in_reach(play: Play, frame: Frame) -> bool:
    """A-THR-5."""
    assert frame.thrown is not None
    return exact(place(play, frame.who), aim_at(play, frame), frame.thrown.reach_cm)


def check_reach(play: Play, frame: Frame, at: Point) -> None:
    """A-THR-5: Raises Rejected."""
    assert frame.thrown is not None
    start = place(play, frame.who)
    if not exact(start, at, frame.thrown.reach_cm):
        away = metres(distance_cm(start, at))
        raise Rejected("beyond_throw_reach", d=away, r=metres(frame.thrown.reach_cm), x=name_of(play, frame.who))


def ask_release(draft: Draft, frame: Frame) -> bool:
    """A-THR-5."""
    assert frame.thrown is not None
    draft.emit(e.ReleaseRequested(who=frame.who, target=frame.target, reach_cm=frame.thrown.reach_cm))
    draft.open("release", f"{frame.name}.release", {frame.who: Ask()}, topic=topic_of(frame))
    return False


def land(draft: Draft, frame: Frame) -> None:
    """A-THR-9: it has left the hand, also where it missed."""
    name = item_name(draft.game.combatants[frame.who], frame.weapon)
    draft.emit(e.ObjectLanded(who=frame.who, object=frame.weapon, name=name, at=aim_at(draft.play, frame)))
