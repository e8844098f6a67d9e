"""What the GM says unasked: what each intent needs, and what it sets going."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.intents import Intent
from server.core.state import State
from server.kit import between, ground
from server.kit.forms import check_people
from server.kit.frames import found
from server.kit.moment import Check, name_of
from server.kit.newcomers import check_newcomer, join
from server.rules.ambersteel.acts.rolls import check
from server.rules.ambersteel.deciding import finish, initiative, turns
from server.rules.ambersteel.deciding.value import check_set, set_value
from server.rules.ambersteel.state import events as e
from server.rules.ambersteel.state import intents as i
from server.rules.ambersteel.state.facts import is_able
from server.rules.ambersteel.state.moment import MOMENTS, between_frames
from server.rules.ambersteel.state.state import Game

# --- refusals --------------------------------------------------------------------------------------------------------


def _parties(state: State, intent: i.EncounterStart) -> None:
    """A-SUR-1: SURPRISE_ALL_PARTIES."""
    sides = {piece.side for piece in state.play.pieces.values()}
    if not sides:
        raise MOMENTS.wrong_phase(state, intent)
    unknown = next((side for side in intent.surprised_parties if side not in sides), None)
    if unknown is not None:
        raise Rejected("unknown_side", side=unknown, sides=", ".join(sorted(sides)))
    if sides <= set(intent.surprised_parties):
        raise Rejected("surprise_all_parties")


def _newcomer(state: State, intent: i.AddCombatant) -> None:
    check_newcomer(state, intent, state.play.game.combatants)


def _before_attacks(state: State, intent: i.GmEndSurprise) -> None:
    """A-SUR-1."""
    game: Game = state.play.game
    if game.stage != "surprise" or game.has_attacked:
        raise MOMENTS.wrong_phase(state, intent)


def _set_moment(state: State, intent: i.GmSet) -> None:
    """3.2: flags of the scene at any time, all else between two deeds."""
    if intent.value_of != "flag":
        between_frames(state, intent)


def _repairable(state: State, intent: i.Repair) -> None:
    """A-ARM-6."""
    worn = state.play.game.combatants[intent.who].armour
    if intent.armour not in [piece.id for piece in worn]:
        detail = {"value_of": "armour", "key": intent.armour, "value": "repaired"}
        raise Rejected("no_such_value", name=name_of(state.play, intent.who), **detail)
    if state.play.phase == "running" and not intent.override:
        raise Rejected("repair_in_combat")


# --- what they set going ---------------------------------------------------------------------------------------------


def _start(draft: Draft, intent: i.EncounterStart) -> None:
    """A-INIT-1, A-SUR-1, A-SUR-2, A-SUR-5."""
    draft.emit(e.EncounterStarted())
    if not intent.surprised_parties:
        turns.begin_rounds(draft)
        return
    draft.emit(e.SurpriseDeclared(parties=tuple(dict.fromkeys(intent.surprised_parties))))
    draft.emit(e.SurpriseRoundStarted())
    turns.go_on(draft)


def _add(draft: Draft, intent: i.AddCombatant) -> None:
    """A-INIT-4."""
    who = join(draft, e.CombatantAdded, intent, sheet=intent.sheet)
    if draft.play.phase == "running":
        draft.emit(e.CombatantJoined(who=who))
    if draft.game.stage == "rounds":
        initiative.join(draft, who)
    turns.go_on(draft)


def _end_surprise(draft: Draft, _intent: i.GmEndSurprise) -> None:
    """A-SUR-1. A turn that was on is over."""
    if draft.game.turn:
        draft.emit(e.TurnEnded(who=draft.game.turn))
    turns.end_surprise(draft, noticed=True)


def _check(draft: Draft, intent: i.GmCheck) -> None:
    """A-GEN-4."""
    check(draft, f"decree.{CHECKS_BY[intent.attribute]}", intent.who, intent.attribute, "A-GEN-4")


CHECKS_BY = {
    "str": "strength", "dex": "dexterity", "end": "endurance", "con": "constitution", "spd": "speed",
    "perc": "perception",
}  # fmt: skip
"""What such a check is called."""


def _damage(draft: Draft, intent: i.GmDamage) -> None:
    """A-DMG-2."""
    name, who = "decree", intent.who
    raw = draft.terms.use(name, who, "ruling", intent.amount, "A-DMG-2")
    turns.harm_from(draft, who, intent.damage_type, raw, name)
    turns.go_on(draft)


def _repair(draft: Draft, intent: i.Repair) -> None:
    """A-ARM-6."""
    worn = draft.game.combatants[intent.who].armour
    piece = next(each for each in worn if each.id == intent.armour)
    draft.emit(e.ArmourRepaired(who=intent.who, armour_id=piece.id, name=piece.name or piece.id))


def _set(draft: Draft, intent: i.GmSet) -> None:
    """A-INIT-4: who was dead when all rolled and lives again comes late."""
    set_value(draft, intent)
    if draft.game.stage == "rounds" and is_able(draft.game, intent.who) and intent.who not in draft.game.order:
        draft.emit(e.CombatantJoined(who=intent.who))
        initiative.join(draft, intent.who)
    turns.go_on(draft)


def removed(draft: Draft, _who: str) -> None:
    """Somebody was taken off the table: what was done with it is over. Whom nobody asks any more core has closed."""
    if draft.play.phase != "running":
        return
    for decision in reversed(draft.play.decisions):
        if "action" in decision.topic and found(draft.game, decision.topic["action"]) is None:
            draft.close(decision.id, "moot")
    turns.go_on(draft)


IDLE = (MOMENTS.running, between_frames)

CHECKS: dict[type[Intent], tuple[Check, ...]] = {
    i.EncounterStart: (MOMENTS.setup, _parties),
    i.EncounterEnd: IDLE,
    i.SetOptions: (MOMENTS.setup,),
    i.AddCombatant: (MOMENTS.open, between_frames, _newcomer),
    i.GmAddCombatant: (MOMENTS.open, between_frames, _newcomer),
    i.GmEndSurprise: (*IDLE, _before_attacks),
    i.GmHold: (MOMENTS.open, check_people),
    i.GmCheck: (*IDLE, check_people),
    i.GmDamage: (*IDLE, check_people),
    i.Repair: (between_frames, check_people, _repairable),
    i.GmSet: (_set_moment, check_people, check_set),
    between.SetSight: (MOMENTS.open, check_people),
    between.GmSetPerception: (MOMENTS.open, check_people),
    ground.SetTerrain: (MOMENTS.open,),
}

DECIDES: dict[type[Intent], Callable[[Draft, Any], None]] = {
    i.EncounterStart: _start,
    i.EncounterEnd: lambda draft, _intent: finish.end(draft),
    i.SetOptions: lambda draft, intent: draft.emit(e.OptionsSet(options=intent.options)),
    i.AddCombatant: _add,
    i.GmAddCombatant: _add,
    i.GmEndSurprise: _end_surprise,
    i.GmHold: lambda draft, intent: draft.emit(e.HoldSet(who=intent.who, on=intent.on)),
    i.GmCheck: _check,
    i.GmDamage: _damage,
    i.Repair: _repair,
    i.GmSet: _set,
    between.SetSight: between.decide,
    between.GmSetPerception: between.decide,
    ground.SetTerrain: ground.decide,
}
