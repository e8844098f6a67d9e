"""The GM's words and what they set going (T-GM-1, T-ARB-*, T-REACT-9, T-COVER-1, T-PROT-2). Refusals: `checks.gm`.
Taking back is core's rewind and amend (T-GM-2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from msgspec.structs import asdict

from server.core.draft import Draft
from server.core.intents import Intent
from server.kit import between
from server.kit.acts.reactions import void, widen
from server.kit.asking import answered_id
from server.kit.frames import asked_about, close_all, top
from server.kit.newcomers import join
from server.rules.tirakan import events as e
from server.rules.tirakan.acts.attack import read_again
from server.rules.tirakan.acts.machine import ACTS
from server.rules.tirakan.checks.gm import attack_frame
from server.rules.tirakan.deciding import initiative, rounds
from server.rules.tirakan.harm import effects
from server.rules.tirakan.state import intents as i
from server.rules.tirakan.state.facts import actor_frame, is_able
from server.rules.tirakan.state.state import Frame


def _add(draft: Draft, intent: i.AddCombatant) -> None:
    """T-INIT-5."""
    join(draft, e.CombatantAdded, intent, sheet=intent.sheet)
    if draft.play.phase == "running":
        initiative.join(draft, intent.who)
        initiative.quick_checks(draft, [intent.who])


def _perception(draft: Draft, intent: between.GmSetPerception) -> None:
    between.decide(draft, intent)
    widen(ACTS, draft, intent.who)


def _cover(draft: Draft, intent: i.SetCover) -> None:
    draft.emit(e.CoverSet(target=intent.target, source=intent.source, level=intent.level))


def _set_distance(draft: Draft, intent: between.SetDistance) -> None:
    """T-RANGE-4; it also answers an attack that waits for this distance."""
    between.decide(draft, intent)
    frame, decision = top(draft.game), draft.play.decision
    if frame is None or decision is None or decision.kind != "distance":
        return
    if between.distance(draft.play, frame.who, frame.target) is not None:
        draft.emit(e.GMRuled(decision=decision.id, ruling="attack", action_id=frame.id, distance_cm=intent.distance_cm))


def _set_attack(draft: Draft, intent: i.GmSetAttack) -> None:
    """The distance answers the question for it, perhaps in secret; what else is ruled by the way is seen in the act."""
    frame = attack_frame(draft.game)
    if frame is None:
        return
    decision = answered_id(draft, "distance")
    if decision:
        _ruled(draft, "attack", frame, frame.target, decision=decision, distance_cm=intent.distance_cm)
    said = {"from_behind": intent.from_behind, "cover": intent.cover, "modifier": intent.modifier}
    if not decision or any(each is not None for each in said.values()):
        _ruled(draft, "attack", frame, frame.target, distance_cm=None if decision else intent.distance_cm, **said)
    frame = attack_frame(draft.game)
    if frame is not None and frame.stage != "declared":
        read_again(draft, frame)


def _rule_custom(draft: Draft, intent: i.GmRuleCustom) -> None:
    """T-ARB-2. An announced reaction that costs more, or that is refused, is void."""
    frame = asked_about(draft.game, draft.answered)
    if frame is None:
        return
    decision, subject = answered_id(draft, "object" if intent.reaction else "custom"), intent.reaction or frame.who
    _ruled(draft, "custom", frame, subject, decision=decision, **asdict(intent))
    if intent.reaction and (intent.refuse or intent.cost != 1):
        void(draft, frame, intent.reaction, draft.answered)


def _set_timing(draft: Draft, intent: i.GmSetTiming) -> None:
    """T-REACT-9."""
    draft.emit(e.GMRuled(ruling="timing", timing=intent.timing))


def _rule_nullify(draft: Draft, intent: i.GmRuleNullify) -> None:
    decision = answered_id(draft, "nullify")
    frame = asked_about(draft.game, draft.answered) if decision else actor_frame(draft.game)
    if frame is not None:
        _ruled(draft, "nullify", frame, frame.who, decision=decision, nullify=intent.nullify)


def _rule_awaken(draft: Draft, intent: i.GmRuleAwaken) -> None:
    frame = asked_about(draft.game, draft.answered)
    if frame is not None:
        decision = answered_id(draft, "awaken")
        _ruled(draft, "awaken", frame, frame.target, decision=decision, awaken=intent.awaken)


OnAct = Literal["attack", "custom", "nullify", "awaken"]


def _ruled(draft: Draft, ruling: OnAct, frame: Frame, subject: str, **said: Any) -> None:
    """What the GM said on an act, perhaps in answer to a question."""
    draft.emit(e.GMRuled(ruling=ruling, action_id=frame.id, subject=subject, **said))


def _set(draft: Draft, intent: i.GmSet) -> None:
    draft.emit(
        e.GMRuled(ruling="set", subject=intent.who, value_of=intent.value_of, key=intent.key, value=intent.value)
    )
    widen(ACTS, draft, intent.who)


def _skip(draft: Draft, _intent: i.GmSkipTurn) -> None:
    decision = answered_id(draft, "nobody")
    draft.emit(e.GMRuled(decision=decision, ruling="skip", subject=draft.game.turn))
    if not decision:
        actor = draft.game.turn
        saved = draft.game.combatants[actor].actions if actor and is_able(draft.game, actor) else 0
        rounds.end_turn(draft, saved)


def _end(draft: Draft, _intent: i.EndCombat) -> None:
    """T-END-1: whatever was open is over."""
    close_all(draft)
    draft.emit(e.CombatEnded())


DECIDES: dict[type[Intent], Callable[[Draft, Any], None]] = {
    i.AddCombatant: _add,
    **between.DECIDES,
    between.GmSetPerception: _perception,
    i.SetCover: _cover,
    between.SetDistance: _set_distance,
    i.GmSetAttack: _set_attack,
    i.GmSetTiming: _set_timing,
    i.GmRuleCustom: _rule_custom,
    i.GmRuleNullify: _rule_nullify,
    i.GmRuleAwaken: _rule_awaken,
    i.GmInflictHits: effects.inflict,
    i.GmPhaseEffect: effects.announce,
    i.GmSet: _set,
    i.GmSkipTurn: _skip,
    i.EndCombat: _end,
}
