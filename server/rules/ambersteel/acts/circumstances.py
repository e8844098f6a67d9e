"""What makes an attack or a defence easier or harder, and what is added to its die (2.5, 2.6, 2.9, 2.11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from server.core.space import cm
from server.core.state import State
from server.core.terms import Term
from server.rules.ambersteel.acts.rolls import circumstance, strained
from server.rules.ambersteel.state.derived import dodge_mod, parries_with, parry_mod, precision
from server.rules.ambersteel.state.facts import attacks_with, away_cm, is_aware, is_cramped, is_in, is_within
from server.rules.ambersteel.state.state import Combatant, Defence, Frame, Game, Ruling
from server.rules.ambersteel.things.items import Shield, Weapon

STEPS_CM = (1_000, 2_000, 4_000, 6_000, 8_000)
"""A-RNG-6: very short, short, medium, far, very far."""
BEYOND_CM = 2_000
"""A-RNG-6: one more step for each that is begun behind very far."""
NO_RULING = Ruling()
TORSO = "torso"
"""A-AIM-1: what is hit where nothing else is said."""


def of_attack(state: State, frame: Frame) -> tuple[list[Term], list[Term]]:
    """A-ATK-3, A-ATK-4, A-AIM-*, A-DIF-1, A-EASY-*: the GM's ruling stands in the place of all of it."""
    game: Game = state.play.game
    found = [*_easy(state, frame), *_hard(state, frame)]
    counting = found if frame.ruling == NO_RULING else list(_counting(frame.ruling, found))
    gm = [
        circumstance("gm_advantage", frame.ruling.advantage == "advantage", "A-GEN-6"),
        circumstance("gm_disadvantage", frame.ruling.advantage == "disadvantage", "A-GEN-6"),
    ]
    weapon = attacks_with(game, frame)
    numbers = [
        Term("precision", _precision(game, frame, weapon), "A-ATK-4"),
        Term("attack_mod", 0 if frame.how == "thrown" else weapon.attack_mod, "A-ATK-4"),
        Term("range_penalty", _range_penalty(state, frame, weapon), "A-RNG-6"),
        Term("ruling", frame.ruling.modifier, "A-GEN-6"),
    ]
    return [*counting, *gm], numbers


def _counting(ruling: Ruling, found: Iterable[Term]) -> Iterator[Term]:
    """A-GEN-6, A-AIM-3, A-EASY-3."""
    for each in found:
        is_waived = bool(ruling.advantage) or each.key in ruling.waive
        yield replace(each, value=0) if is_waived else each


def _easy(state: State, frame: Frame) -> list[Term]:
    """A-EASY-2: prone only in melee, and where the attacker knows of the target."""
    game: Game = state.play.game
    target = game.combatants[frame.target]
    is_melee = frame.how == "melee" or game.options.prone_easy_for_ranged
    is_easy = is_in(target, "prone") and is_melee and is_aware(state, frame.who, frame.target)
    return [
        circumstance("restrained", is_in(target, "restrained"), "A-EASY-2"),
        circumstance("prone", is_easy, "A-EASY-2"),
    ]


def _hard(state: State, frame: Frame) -> list[Term]:
    """A-ATK-3, A-STS-2, A-AIM-2, A-RNG-5, A-DIF-1."""
    game: Game = state.play.game
    one, target = game.combatants[frame.who], game.combatants[frame.target]
    return [
        strained(one),
        circumstance("staggered", is_in(one, "staggered"), "A-STS-2"),
        circumstance("aimed", frame.aim.casefold() not in ("", TORSO), "A-AIM-2"),
        circumstance("beyond_range", is_beyond(state, frame), "A-RNG-5"),
        circumstance("cover", frame.how != "melee" and "cover" in target.flags, "A-DIF-1"),
        circumstance("invisible", "invisible" in target.flags, "A-DIF-1"),
        circumstance("broken_arm", "broken_arm" in one.flags, "A-DIF-1"),
        circumstance("attacking_backwards", "attacking_backwards" in one.flags, "A-DIF-1"),
    ]


def _precision(game: Game, frame: Frame, weapon: Weapon) -> int:
    """A-ATK-4, A-THR-6, A-THR-8: of a dexterity weapon; of what is thrown only where it was made for it."""
    attribute = weapon.attribute
    if frame.how == "thrown":
        attribute = (weapon.throw_profile.attribute if weapon.throw_profile is not None else None) or "str"
    return precision(game.combatants[frame.who].sheet) if attribute == "dex" else 0


# --- range -----------------------------------------------------------------------------------------------------------


def is_beyond(state: State, frame: Frame) -> bool:
    """A-RNG-5."""
    reach_m = attacks_with(state.play.game, frame).effective_range_m if frame.how == "ranged" else None
    return reach_m is not None and not is_within(state.play, frame.who, frame.target, cm(reach_m))


def _range_penalty(state: State, frame: Frame, weapon: Weapon) -> int:
    """A-RNG-6."""
    options = state.play.game.options
    if frame.ruling.range_penalty is not None:
        return frame.ruling.range_penalty
    if options.range_overflow != "disadvantage_and_steps" or not is_beyond(state, frame):
        return 0
    beyond = range_step(away_cm(state.play, frame.who, frame.target)) - range_step(cm(weapon.effective_range_m or 0))
    return int(options.range_step_penalty * beyond)


def range_step(length_cm: int) -> int:
    """A-RNG-6: the how manieth step of range it is."""
    for step, most in enumerate(STEPS_CM):
        if length_cm <= most:
            return step
    return len(STEPS_CM) - 1 - (STEPS_CM[-1] - length_cm) // BEYOND_CM


# --- defences --------------------------------------------------------------------------------------------------------


def of_defence(state: State, frame: Frame, defence: Defence) -> tuple[list[Term], list[Term]]:
    """A-DEF-1, A-DEF-2."""
    game: Game = state.play.game
    combatant: Combatant = game.combatants[frame.target]
    if defence.kind == "dodge":
        circumstances = [
            strained(combatant),
            circumstance("staggered", is_in(combatant, "staggered"), "A-STS-2"),
            circumstance("cramped", is_cramped(state.play, frame.target), "A-DEF-6"),
        ]
        return circumstances, [Term("dodge", dodge_mod(combatant), "A-ATT-5")]
    item = parries_with(combatant, defence.item)
    heavier = frame.heaviness - item.heaviness
    circumstances = [
        strained(combatant), circumstance("too_heavy", heavier >= game.options.much_heavier_steps, "A-DEF-5"),
    ]  # fmt: skip
    numbers = [Term("parry", parry_mod(combatant.sheet), "A-ATT-4"), Term("parry_item", bonus(item), "A-ATT-4")]
    return circumstances, numbers


def bonus(item: Weapon | Shield) -> int:
    """A-ATT-4: what it adds to a parry."""
    return item.parry_bonus if isinstance(item, Shield) else item.parry_mod
