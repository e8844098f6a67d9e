"""What refuses the GM's words: people that are not there, questions that nobody asked (T-GM-1)."""

from __future__ import annotations

from server.core.bounds import check_within
from server.core.create import check_name, check_place, check_room
from server.core.errors import Rejected
from server.core.ids import GM
from server.core.intents import Intent
from server.core.state import State
from server.kit.moment import Check, name_of, there
from server.rules.tirakan.acts.kinds import kind_of, main_deed
from server.rules.tirakan.asking.moment import MOMENTS, in_combat
from server.rules.tirakan.evolve.gm import NUMBERS
from server.rules.tirakan.state import intents as i
from server.rules.tirakan.state.facts import actor_frame, top, units
from server.rules.tirakan.state.state import Combatant, Frame, Game


def _check_add(state: State, intent: i.AddCombatant) -> None:
    """T-INIT-5: not in the middle of an act."""
    game: Game = state.play.game
    if any(frame.kind != "phase" for frame in game.frames):
        raise MOMENTS.wrong_phase(state, intent)
    if intent.who in game.combatants or intent.who in ("gm", "unseen"):
        raise Rejected("name_taken", who=intent.who)
    check_name(state, intent.name)
    check_room(state)
    check_place(intent.at)
    seat = state.ledger.seats.get(intent.seat)
    if intent.seat != GM and (seat is None or seat.role == "spectator"):
        raise Rejected("no_such_seat", seat=intent.seat)


def _check_source(state: State, intent: i.SetCover) -> None:
    """Of cover from one side."""
    if intent.source != "*" and intent.source not in state.play.pieces:
        raise Rejected("unknown_combatant", who=intent.source)


def _check_attack(state: State, _intent: i.GmSetAttack) -> None:
    if attack_frame(state.play.game) is None:
        raise Rejected("no_attack")


def attack_frame(game: Game) -> Frame | None:
    """The uppermost attack whose effect is still to come."""
    open_ones = [frame for frame in game.frames if frame.stage in ("declared", "paid", "rolled", "reactions")]
    return next((frame for frame in reversed(open_ones) if isinstance(frame.deed, i.Attack)), None)


def _check_custom(state: State, intent: i.GmRuleCustom) -> None:
    """T-ARB-1: the GM may rule any cost that can be paid; T-PARRY-1, T-GM-1: and refuse any announced reaction."""
    frame = top(state.play.game)
    if frame is None:
        raise Rejected("nothing_to_rule")
    if intent.reaction:
        deed = frame.declared.get(intent.reaction)
        if deed is None or not (intent.refuse or is_ruled(deed)):
            raise Rejected("nothing_to_rule")
        return
    decision = state.play.decision
    if decision is None or decision.kind != "custom":
        raise Rejected("nothing_to_rule")
    have = state.play.game.combatants[frame.who].actions
    if not intent.refuse and frame.kind == "act" and intent.cost > have:
        raise Rejected("no_action_left", name=name_of(state.play, frame.who), need=intent.cost, have=have)


def is_ruled(deed: i.Deed | None) -> bool:
    """T-ARB-2, T-ACT-4, H-35: reactions whose course is the GM's to say."""
    deed = None if deed is None else main_deed(deed)
    return isinstance(deed, i.Custom | i.UseItem) or (deed is not None and kind_of(deed).is_doubtful(deed))


def _check_nullify(state: State, _intent: i.GmRuleNullify) -> None:
    decision, frame = state.play.decision, actor_frame(state.play.game)
    if decision is not None and decision.kind == "nullify":
        return
    if frame is None or frame.kind != "act" or frame.stage not in ("paid", "rolled", "reactions"):
        raise Rejected("nothing_to_rule")


def _check_awaken(state: State, _intent: i.GmRuleAwaken) -> None:
    decision = state.play.decision
    if decision is None or decision.kind != "awaken":
        raise Rejected("nothing_to_rule")


def _check_targets(state: State, intent: i.GmInflictHits) -> None:
    for target in intent.targets:
        if target not in state.play.pieces:
            raise Rejected("unknown_target")


def _check_set(state: State, intent: i.GmSet) -> None:
    combatant: Combatant = state.play.game.combatants[intent.who]
    keys = _keys(combatant, intent.value_of)
    if keys is not None and intent.key not in keys:
        raise Rejected("no_such_value", name=name_of(state.play, intent.who), value_of=intent.value_of, key=intent.key)
    if intent.value_of == "sheet":
        check_within(intent.key, intent.value, NUMBERS[intent.key])


def _keys(combatant: Combatant, value_of: str) -> list[str] | None:
    """What `key` may be; None where none is needed."""
    if value_of == "condition":
        return list(CONDITIONS)
    if value_of in ("blunt", "supportable"):
        return list(combatant.sheet.weapons)
    if value_of in ("ammo", "ready"):
        return [id for id, arm in combatant.arms.items() if value_of == "ready" or arm.ammo is not None]
    if value_of == "unit":
        return list(units(combatant))
    return list(NUMBERS) if value_of == "sheet" else None


CONDITIONS = (
    "hunkered", "unconscious", "sleeping", "dying", "dead", "shocked", "burning", "bleeding", "poisoned",
)  # fmt: skip


def _check_skip(state: State, intent: i.GmSkipTurn) -> None:
    decision = state.play.decision
    if decision is None or decision.kind != "nobody":
        MOMENTS.idle(state, intent)


_RUNNING, _PAIR = MOMENTS.running, (MOMENTS.open, there("a", "b"))

CHECKS: dict[type[Intent], tuple[Check, ...]] = {
    i.AddCombatant: (MOMENTS.open, _check_add),
    i.GmSetPerception: (MOMENTS.open, there("who", "other")),
    i.SetCover: (MOMENTS.open, there("target"), _check_source),
    i.SetDistance: _PAIR,
    i.SetEnmity: _PAIR,
    i.GmSetAttack: (_RUNNING, _check_attack),
    i.GmSetTiming: (_RUNNING,),
    i.GmRuleCustom: (_RUNNING, _check_custom),
    i.GmRuleNullify: (_RUNNING, _check_nullify),
    i.GmRuleAwaken: (_RUNNING, _check_awaken),
    i.GmInflictHits: (in_combat, _check_targets),
    i.GmPhaseEffect: (_RUNNING, _check_targets),
    i.GmSet: (there("who"), _check_set),
    i.GmSkipTurn: (_RUNNING, _check_skip),
    i.EndCombat: (_RUNNING,),
}
