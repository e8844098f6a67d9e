"""The damage of a hit (3.3, steps 11 to 15): rolled, reduced, taken; then armour wears, and stamina is lost."""

from __future__ import annotations

from typing import NamedTuple

from server.core.dice import ThrownDie, thrown, total
from server.core.draft import Draft
from server.rules.ambersteel.acts import harm, stamina
from server.rules.ambersteel.state import events as e
from server.rules.ambersteel.state.derived import str_mod
from server.rules.ambersteel.state.facts import attacks_with
from server.rules.ambersteel.state.state import Combatant, Frame, Game
from server.rules.ambersteel.things.items import WEARING, Armour, Part, StaminaDamage, Weapon, dice_of


class Dealt(NamedTuple):
    """One part of a hit. `raw`: what protection is held against."""

    number: int
    type: str
    raw: int


def deal(draft: Draft, frame: Frame) -> None:
    """3.3, steps 11 to 15. All dice of the hit are thrown before any check that follows from it (A-GEN-5)."""
    is_doubled = frame.shot is not None and frame.shot.nat == "crit"
    parts = _thrown(draft, frame, is_doubled) if frame.thrown is not None else _rolled(draft, frame, is_doubled)
    tiring = _tiring(draft, frame)
    worn = harm.topmost(draft.game.combatants[frame.target].armour)
    finals = [(part.type, _protected(draft, frame, part, is_doubled)) for part in parts]
    harm.hurt(draft, frame.target, finals, f"{frame.name}.harm", is_hit=True)
    is_felt = draft.game.options.cp_loss_when_absorbed or any(final for _, final in finals)
    if worn is not None and is_felt and any(part.type in WEARING for part in parts):
        wear(draft, frame.target, worn.id)
    if tiring is not None:
        _tire(draft, frame, tiring)


# --- rolled ----------------------------------------------------------------------------------------------------------


def _rolled(draft: Draft, frame: Frame, is_doubled: bool) -> list[Dealt]:
    """A-ATK-11: all parts of the mode, in their order."""
    weapon = attacks_with(draft.game, frame)
    mode = next(mode for mode in weapon.damage_modes if mode.id == frame.mode)
    return [_part(draft, frame, number, part, weapon, is_doubled) for number, part in enumerate(mode.parts, start=1)]


def _part(draft: Draft, frame: Frame, number: int, part: Part, weapon: Weapon, is_doubled: bool) -> Dealt:
    """A-ATK-12: Str-Mod once to every part that has it, of a strength weapon."""
    name, who = f"{frame.name}.{number}.damage", frame.who
    combatant: Combatant = draft.game.combatants[who]
    extra = str_mod(combatant.sheet) if part.add_str_mod and weapon.attribute == "str" else 0
    bonus = draft.terms.use(name, who, "flat", part.flat, "A-ATK-11")
    bonus += draft.terms.use(name, who, "str_mod", extra, "A-ATK-12") + draft.terms.use_extra(name, who)
    dice = _dice(draft, name, who, part.dice)
    return _told(draft, frame, number, part.type, dice, total(dice) + bonus, is_doubled)


def _dice(draft: Draft, name: str, who: str, text: str) -> tuple[ThrownDie, ...]:
    """A-STA-6: by option each die of one who is overexerted is thrown twice, and the lower counts."""
    count, sides = dice_of(text)
    if not count:
        return ()
    is_worse = "overexerted" in draft.game.combatants[who].statuses and draft.game.options.overexerted_affects_damage
    if not is_worse:
        return thrown(sides, draft.roll(name, who, sides, count))
    faces = draft.roll(name, who, sides, 2 * count)
    pairs = (thrown(sides, faces[at : at + 2], 1, lowest=True) for at in range(0, 2 * count, 2))
    return tuple(die for pair in pairs for die in pair)


def _thrown(draft: Draft, frame: Frame, is_doubled: bool) -> list[Dealt]:
    """A-THR-3, A-THR-10: what the throw itself said; Str-Mod is in it already."""
    assert frame.thrown is not None
    name, who = f"{frame.name}.1.damage", frame.who
    raw = draft.terms.use(name, who, "thrown", frame.thrown.damage, "A-THR-3") + draft.terms.use_extra(name, who)
    return [_told(draft, frame, 1, frame.thrown.type, (), raw, is_doubled)]


def _told(
    draft: Draft, frame: Frame, number: int, type: str, dice: tuple[ThrownDie, ...], sum: int, is_doubled: bool
) -> Dealt:
    """A-CRIT-2, A-GEN-7: doubled before protection, where the table does so."""
    is_doubled_now = is_doubled and draft.game.options.crit_double == "before_protection"
    raw = max(0, sum) * (2 if is_doubled_now else 1)
    draft.emit(
        e.DamageRolled(
            who=frame.who, target=frame.target, part=number, damage_type=type, dice=dice, critical=is_doubled_now,
            raw=raw, terms=draft.terms.of(f"{frame.name}.{number}.damage", frame.who),
        )
    )  # fmt: skip
    return Dealt(number, type, raw)


# --- taken -----------------------------------------------------------------------------------------------------------


def _protected(draft: Draft, frame: Frame, part: Dealt, is_doubled: bool) -> int:
    """A-ATK-13, A-CRIT-2: what is left of a part behind protection, doubled only now where the table does so."""
    name, who = f"{frame.name}.{part.number}.protection", frame.target
    left = harm.after_protection(draft, who, part.type, part.raw, name)
    final = left * 2 if is_doubled and draft.game.options.crit_double == "after_protection" else left
    worn = harm.topmost(draft.game.combatants[who].armour)
    draft.emit(
        e.ProtectionUsed(
            who=frame.who, target=who, part=part.number, damage_type=part.type, raw=part.raw,
            protection=draft.terms.of(name, who)[0].value, final=final, armour_id=worn.id if worn is not None else "",
            terms=draft.terms.of(name, who),
        )
    )  # fmt: skip
    return final


def wear(draft: Draft, who: str, armour: str) -> None:
    """A-ARM-3, A-ARM-4: one point of condition, never below 1."""
    piece = _piece(draft.game, who, armour)
    if not piece.is_broken:
        cp = piece.condition - 1
        draft.emit(e.ArmourConditionLost(who=who, armour_id=armour, name=piece.name or armour, cp=cp, broken=cp <= 1))


def _piece(game: Game, who: str, armour: str) -> Armour:
    return next(piece for piece in game.combatants[who].armour if piece.id == armour)


# --- stamina ---------------------------------------------------------------------------------------------------------


class Tiring(NamedTuple):
    """A-ATK-15: how much stamina a hit takes, and the dice that say so."""

    amount: int
    dice: tuple[ThrownDie, ...]


def _tiring(draft: Draft, frame: Frame) -> Tiring | None:
    """A-ATK-15, A-CRIT-3: never doubled; None where the weapon takes none."""
    weapon = attacks_with(draft.game, frame)
    is_improvised = frame.how == "thrown" and weapon.throw_profile is None
    tires = StaminaDamage() if is_improvised else weapon.stamina_damage
    if not tires.dice and not tires.flat and not tires.add_str_mod:
        return None
    name, who = f"{frame.name}.stamina", frame.who
    extra = str_mod(draft.game.combatants[who].sheet) if tires.add_str_mod else 0
    bonus = draft.terms.use(name, who, "flat", tires.flat, "A-ATK-15")
    bonus += draft.terms.use(name, who, "str_mod", extra, "A-ATK-15") + draft.terms.use_extra(name, who)
    dice = _stamina_dice(draft, name, who, tires)
    return Tiring(max(0, total(dice) + bonus), dice)


def _tire(draft: Draft, frame: Frame, tiring: Tiring) -> None:
    """A-ATK-15: not reduced by protection, also where no health was lost."""
    name, who = f"{frame.name}.stamina", frame.target
    sp = max(0, draft.game.combatants[who].sp - tiring.amount)
    terms = draft.terms.of(name, frame.who)
    lost = e.StaminaLost(who=who, by=frame.who, amount=tiring.amount, sp=sp, dice=tiring.dice, terms=terms)
    stamina.lost(draft, lost, name)


def _stamina_dice(draft: Draft, name: str, who: str, tires: StaminaDamage) -> tuple[ThrownDie, ...]:
    count, sides = dice_of(tires.dice)
    return thrown(sides, draft.roll(name, who, sides, count)) if count else ()
