"""How an attack begins: by an action, as a riposte, at somebody who leaves, as a free counter (A-ATK-1, A-THR-1)."""

from __future__ import annotations

from typing import Any

from server.core.draft import Draft
from server.core.ids import born
from server.kit.frames import name_in
from server.kit.hidden import public_name
from server.rules.ambersteel.acts.statuses import reveal
from server.rules.ambersteel.state import events as e
from server.rules.ambersteel.state import intents as i
from server.rules.ambersteel.state.derived import item_name, melee_weapon, weapon_of
from server.rules.ambersteel.state.facts import how_with, is_within
from server.rules.ambersteel.state.state import Combatant, Frame, Game, Source
from server.rules.ambersteel.things.items import CLASSES, Throwable

WEIGHTS = {"light": 1, "medium": 2, "heavy": 3, "very_heavy": len(CLASSES) - 1}
"""A-DEF-5: how heavy something thrown is to parry."""


def aim_of(aim: i.Aim | str) -> tuple[str, str]:
    """A-AIM-2, A-AIM-4: the part that is aimed at, and the effect that is wished for."""
    return (aim, "") if isinstance(aim, str) else (aim.part, aim.effect)


def in_hand(combatant: Combatant, weapon: str | None) -> str:
    """The weapon that is meant where none is named."""
    return combatant.main if weapon is None else weapon


def attack(draft: Draft, intent: i.Attack) -> None:
    """A-ATK-1."""
    game: Game = draft.game
    id = in_hand(game.combatants[intent.who], intent.weapon)
    weapon = weapon_of(game.combatants[intent.who], id)
    how = how_with(weapon, is_within(draft.play, intent.who, intent.target, weapon.reach_cm))
    _declare(draft, intent, intent.target, id, how=how, heaviness=weapon.heaviness, mode=intent.mode)


def throw(draft: Draft, intent: i.Throw) -> None:
    """A-THR-1."""
    combatant: Combatant = draft.game.combatants[intent.who]
    thing = combatant.sheet.objects.get(intent.object)
    weight = thing.weight if isinstance(thing, Throwable) else weapon_of(combatant, intent.object).thrown_as
    _declare(
        draft, intent, intent.target, intent.object, how="thrown", heaviness=WEIGHTS[weight],
        point=None if intent.target else intent.point,
    )  # fmt: skip


def _declare(draft: Draft, intent: i.Attack | i.Throw, target: str, weapon: str, **more: Any) -> None:
    part, effect = aim_of(intent.aim)
    begin(
        draft, "attack", None, intent.who, target, weapon, aim=part, effect=effect, asks_ruling=intent.request_ruling,
        action=intent.action, **more,
    )  # fmt: skip


def reaction(
    draft: Draft, parent: Frame | None, source: Source, who: str, target: str, at: str = "", **more: Any
) -> None:
    """A-ZOC-4, A-CRIT-7: a melee attack outside the own turn, with the main weapon or bare hands."""
    combatant: Combatant = draft.game.combatants[who]
    weapon = melee_weapon(combatant)
    heaviness = weapon_of(combatant, weapon).heaviness
    begin(draft, source + at, parent, who, target, weapon, source=source, heaviness=heaviness, **more)


def begin(draft: Draft, what: str, parent: Frame | None, who: str, target: str, weapon: str, **more: Any) -> None:
    """The attack is told, and lies on top of what it interrupts. Nobody attacks unseen, or is attacked so."""
    reveal(draft, who, *([target] if target else []))
    frame = made(draft, what, parent, who, target, weapon, **more)
    draft.emit(
        e.AttackDeclared(
            who=who, target=target, weapon=weapon, how=frame.how, aim=frame.aim, effect=frame.effect, frame=frame
        )
    )  # fmt: skip


def made(draft: Draft, what: str, parent: Frame | None, who: str, target: str, weapon: str, **more: Any) -> Frame:
    """The frame of an attack. `what`: by which its rolls and questions are named, inside those of `parent`."""
    name = name_in(parent, what, public_name(draft.play, who))
    label = item_name(draft.game.combatants[who], weapon)
    return Frame(
        id=born(draft.act, name), name=name, kind="attack", who=who, target=target, weapon=weapon, label=label, **more
    )  # fmt: skip
