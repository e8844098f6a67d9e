"""Questions about the state that many rules ask. Pure look-ups; nothing is refused, rolled or changed here."""

from __future__ import annotations

from server.core.memo import Newest
from server.core.space import cm
from server.core.state import Play, State
from server.kit.between import are_enemies, is_within, sees
from server.kit.ground import boxes, cost_cm
from server.kit.hidden import is_public, player_sees
from server.kit.order import ahead
from server.rules.brink.state.sheet import ABLE, AttackEffect, Weapon
from server.rules.brink.state.state import Action, Combatant, Deed, Frame, Game, skills_of

# --- combatants and slots --------------------------------------------------------------------------------------------


def is_able(game: Game, who: str) -> bool:
    """Does it still fight?"""
    combatant = game.combatants.get(who)
    return combatant is not None and combatant.status in ABLE


def fighting(game: Game) -> list[str]:
    """All who do."""
    return [who for who, one in game.combatants.items() if one.status in ABLE]


def slot_of(game: Game, who: str) -> str:
    """B-INIT-4: the slot of a combatant: its group, or itself."""
    combatant = game.combatants.get(who)
    return (combatant.group or who) if combatant is not None else who


def members(game: Game, slot: str) -> tuple[str, ...]:
    """All who share a slot."""
    people: tuple[str, ...] = MEMBERS.of(game.combatants).get(slot, ())
    return people


def _by_slot(combatants: dict[str, Combatant]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for who, one in combatants.items():
        slot = one.group or who
        found[slot] = (*found[slot], who) if slot in found else (who,)
    return found


MEMBERS = Newest(_by_slot)
"""It is asked many times of each state."""


def able_members(game: Game, slot: str) -> tuple[str, ...]:
    """The members of a slot who still fight."""
    return tuple(who for who in members(game, slot) if is_able(game, who))


def named(play: Play, slot: str) -> tuple[str, ...]:
    """Who is named where a slot waits or acts: those who still fight. With somebody hidden among them all are, for
    whoever sees none but the fallen would not be told what becomes of the slot that stands in the order."""
    people = able_members(play.game, slot)
    return people if people and all(is_public(play, who) for who in people) else members(play.game, slot)


def slots(game: Game) -> tuple[str, ...]:
    """All slots, whether or not they are in the order yet."""
    return tuple(dict.fromkeys(slot_of(game, who) for who in game.combatants))


def in_turn_order(game: Game, people: list[str]) -> list[str]:
    """B-MOVE-4: by their slots' places, within a group by id."""
    places = {slot: place for place, slot in enumerate(game.order)}
    return sorted(people, key=lambda who: (places.get(slot_of(game, who), len(places)), who))


def had_turn(game: Game, slot: str) -> bool:
    """Has its turn of this round begun, and is it not delayed?"""
    delay = game.delays.get(slot)
    return game.started.get(slot, 0) == game.round and (delay is None or delay.state != "waiting")


def places_ahead(game: Game) -> tuple[str, ...]:
    """The slots whose places in the order have not come up in this round."""
    return ahead(game.order, game.place)


def is_over_for(game: Game, slot: str) -> bool:
    """B-DELAY-1: has it had its turn of this round, or has its place passed without one?"""
    has_passed = slot in game.order and slot not in places_ahead(game)
    return has_passed or had_turn(game, slot)


def has_turn_ahead(game: Game, slot: str) -> bool:
    """Will it still act in this round?"""
    return bool(able_members(game, slot)) and not had_turn(game, slot)


# --- places ----------------------------------------------------------------------------------------------------------


def is_in_melee(play: Play, who: str, other: str) -> bool:
    """B-MOVE-3: does `who`, with what is in its hand, threaten the other where it stands?"""
    weapon = play.game.combatants[who].weapon
    return weapon.kind == "melee" and bool(is_within(play, who, other, weapon.reach_cm))


def watchers(play: Play, mover: str) -> list[str]:
    """Enemies who have the mover in sight."""
    game: Game = play.game
    return [who for who in fighting(game) if are_enemies(play, who, mover) and sees(game, who, mover)]


def provoked(state: State, mover: str) -> list[str]:
    """B-MOVE-3, B-MOVE-4: who may strike the mover before it leaves its place, in turn order; who does not see it,
    does not."""
    play = state.play
    near = [who for who in watchers(play, mover) if is_in_melee(play, who, mover) and player_sees(state, who, mover)]
    return in_turn_order(play.game, near)


def cost_of_path(play: Play, who: str, deed: Deed) -> int:
    """B-MOVE-2: what a move costs; the server's map beats what the client says."""
    piece = play.pieces.get(who)
    if piece is None or piece.at is None:
        return deed.normal_cm + 2 * deed.difficult_cm
    game: Game = play.game
    return cost_cm(piece.at, deed.path, boxes(game.options.terrain.values()))


def allowance_cm(combatant: Combatant, kind: str) -> int:
    """B-MOVE-1, B-SHIFT-1: how much of a path one action gives."""
    return cm(SHIFT_M) if kind == "shift" else cm(combatant.sheet.move_m)


SHIFT_M = 1


# --- what an attack is made with -------------------------------------------------------------------------------------


def effect_of(game: Game, who: str, deed: Deed) -> AttackEffect | None:
    """What an attack adds; None for what is no attack."""
    if deed.kind == "attack":
        return AttackEffect()
    skill = skills_of(game, game.combatants[who]).get(deed.skill) if deed.kind == "skill" else None
    return skill.effect if skill is not None and isinstance(skill.effect, AttackEffect) else None


def reach_cm(effect: AttackEffect, weapon: Weapon) -> int:
    """B-ATK-1, B-SKILL-4: the weapon's reach, or the skill's."""
    return weapon.reach_cm if effect.range_m is None else cm(effect.range_m)


def needs_load(effect: AttackEffect, weapon: Weapon) -> bool:
    """B-AMMO-1: only what fires a physical projectile."""
    return weapon.has_load and weapon.physical and effect.physical


def is_loaded(combatant: Combatant) -> bool:
    """Is there anything in the weapon in hand?"""
    arm = combatant.arms.get(combatant.equipped)
    return arm is None or arm.loaded


def has_initiative(game: Game, who: str, deed: Deed) -> bool:
    """B-READY-7: the trait comes with the skill, or with the weapon that is used."""
    combatant = game.combatants[who]
    skill = skills_of(game, combatant).get(deed.skill) if deed.kind == "skill" else None
    if skill is not None and skill.initiative:
        return True
    return combatant.weapon.initiative and effect_of(game, who, deed) is not None


# --- frames ----------------------------------------------------------------------------------------------------------


def waiting(game: Game, decision: str) -> Frame | None:
    """The frame that waits for this decision."""
    return next((frame for frame in game.frames if decision in frame.waits), None)


def next_action(game: Game, frame: Frame) -> Action:
    """B-READY-8: higher rank first; of equal rank, what was announced earlier."""
    if game.options.readied_tie == "turn_order":
        people = in_turn_order(game, [action.who for action in frame.pending])
        return min(frame.pending, key=lambda action: (-action.rank, people.index(action.who), action.seq))
    return min(frame.pending, key=lambda action: (-action.rank, action.seq))


def pending(game: Game, id: str) -> Action | None:
    """A declared action that is not resolved yet."""
    return next((action for frame in game.frames for action in frame.pending if action.id == id), None)
