"""The GM's words and what they set going (L-GM-1). Refusals: `deciding.gm_checks`. Taking back is core's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, get_args

from server.core.draft import Draft
from server.core.ids import born
from server.core.intents import Intent
from server.kit import between
from server.kit.acts.reactions import void, widen
from server.kit.asking import answered_id
from server.kit.frames import asked_about, close_all, top
from server.kit.newcomers import join
from server.rules.tirakan_classic.acts import attack, dice, harm, improve, throwing
from server.rules.tirakan_classic.acts.machine import ACTS, DISTANCE
from server.rules.tirakan_classic.deciding import initiative
from server.rules.tirakan_classic.state import events as e
from server.rules.tirakan_classic.state import intents as i
from server.rules.tirakan_classic.state.options import changed
from server.rules.tirakan_classic.state.sheet import Status
from server.rules.tirakan_classic.state.state import Frame

# --- who is there, and how they stand to each other -------------------------------------------------------------------


def _add(draft: Draft, intent: i.AddCombatant) -> None:
    """L-INIT-6."""
    join(draft, e.CombatantAdded, intent, sheet=intent.sheet)
    if draft.play.phase == "running":
        initiative.join(draft, intent.who)


def _perception(draft: Draft, intent: between.GmSetPerception) -> None:
    """L-REACT-1: whoever may react only now is asked too."""
    draft.emit(between.PerceptionSet(who=intent.who, other=intent.other, perceives=intent.perceives))
    widen(ACTS, draft, intent.who)


def _distance(draft: Draft, intent: between.SetDistance) -> None:
    """It also answers an attack that waits for this distance."""
    between.decide(draft, intent)
    frame, decision = top(draft.game), draft.play.decision
    if frame is None or decision is None or decision.kind != DISTANCE:
        return
    if between.distance(draft.play, frame.who, frame.target) is not None:
        _ruled(draft, "act", frame, frame.target, decision=decision.id, distance_cm=intent.distance_cm)


def _break_tie(draft: Draft, intent: i.GmBreakTie) -> None:
    """L-A-03."""
    draft.emit(e.TieRuled(decision=answered_id(draft, initiative.TIE), order=intent.order))


# --- acts in progress ------------------------------------------------------------------------------------------------


def act_in_progress(frames: tuple[Frame, ...]) -> Frame | None:
    """The uppermost attack or throw whose effect is still to come."""
    attacks = (frame for frame in reversed(frames) if isinstance(frame.deed, i.Attack | i.ThrowObject))
    return next((frame for frame in attacks if frame.stage in ("declared", "paid", "rolled", "reactions")), None)


def _set_act(draft: Draft, intent: i.GmSetAct) -> None:
    """L-GM-1. The distance answers the question for it, perhaps in secret; what else is said is seen in the act."""
    frame = act_in_progress(draft.game.frames)
    if frame is None:
        return
    decision = answered_id(draft, DISTANCE)
    if decision:
        _ruled(draft, "act", frame, frame.target, decision=decision, distance_cm=intent.distance_cm)
    said = {"from_behind": intent.from_behind, "cover": intent.cover, "modifier": intent.modifier}
    if not decision or any(each is not None for each in said.values()):
        _ruled(draft, "act", frame, frame.target, distance_cm=None if decision else intent.distance_cm, **said)
    now = act_in_progress(draft.game.frames)
    if now is not None and now.stage != "declared":
        _read_again(draft, now)


def _read_again(draft: Draft, frame: Frame) -> None:
    """L-GM-1: what the roll was made of is something else now. A throw that misses by that goes astray."""
    strike, is_throw = frame.strike, isinstance(frame.deed, i.ThrowObject)
    if strike is None:
        return
    pool = throwing.pool_in(draft.play, frame) if is_throw else attack.pool_in(draft.play, frame)
    roll = f"{frame.name}{'throw' if is_throw else 'hit'}"
    before = strike.faces + strike.spare
    thrown = dice.again(draft, roll, frame.who, pool.with_bonus(strike.bonus), before, strike.destiny)
    if (thrown.faces, thrown.minimum) == (strike.faces, strike.minimum):
        return
    draft.emit(
        e.HitsReevaluated(
            action_id=frame.id, who=frame.who, target=frame.target, pool=thrown.pool, M=thrown.minimum,
            faces=thrown.faces, hits=thrown.hits, terms=thrown.terms,
        )
    )  # fmt: skip
    if is_throw and not improve.is_asked(draft):
        throwing.deviate(draft, frame)


def _close_window(draft: Draft, _intent: i.GmCloseWindow) -> None:
    """3.3 step 3: whoever has not answered passes."""
    decision = draft.play.decision
    if decision is not None:
        for who in decision.unanswered():
            draft.answer(decision, who)


def _rule(draft: Draft, intent: i.GmRuleCustom | i.GmRefuse) -> None:
    """L-ACT-8, L-THROW-6. An announced reaction that costs more, or that is refused, is void."""
    frame = asked_about(draft.game, draft.answered)
    if frame is None:
        return
    if decision := answered_id(draft, throwing.BLAST):
        _ruled(draft, "effect", frame, frame.who, decision=decision, refuse=True)
        return
    decision, who = answered_id(draft, "object" if intent.reaction else "custom"), intent.reaction
    said = {} if isinstance(intent, i.GmRefuse) else {"roll": intent.roll, "effect": intent.effect}
    removed = 0 if isinstance(intent, i.GmRefuse) else intent.removed
    _ruled(
        draft, "custom", frame, who or frame.who, decision=decision, reaction=who, cost=intent.cost,
        refuse=intent.refuse, removed=removed, **said,
    )  # fmt: skip
    if who and (intent.refuse or intent.cost != 1):
        void(draft, frame, who, draft.answered)


OnAct = Literal["act", "custom", "effect"]


def _ruled(draft: Draft, ruling: OnAct, frame: Frame, subject: str, **said: Any) -> None:
    draft.emit(e.GMRuled(ruling=ruling, action_id=frame.id, subject=subject, **said))


# --- hits and values -------------------------------------------------------------------------------------------------


def _inflict(draft: Draft, intent: i.GmInflictHits) -> None:
    """L-GHIT-1, L-THROW-6: no evading, no window."""
    action_id, decision = born(draft.act, "hits"), answered_id(draft, throwing.BLAST)
    numbers = {name: getattr(intent, name) for name in ("hits", "wounds_per_hit", "penetration", "bonus_wounds")}
    draft.emit(e.HitsInflicted(decision=decision, action_id=action_id, targets=intent.targets, **numbers))
    blow = harm.Blow(**numbers)
    for who in dict.fromkeys(intent.targets):
        if who in draft.game.combatants and intent.hits:
            harm.strike(draft, who, blow, action_id)


def _adjust(draft: Draft, intent: i.GmAdjustWounds) -> None:
    """L-WND-3."""
    draft.emit(e.GMRuled(ruling="wounds", subject=intent.who, value_of="wounds", value=intent.wounds))
    harm.fall(draft, intent.who)


_STATUS: dict[str, Status] = {status: status for status in get_args(Status)}


def _set(draft: Draft, intent: i.GmSet) -> None:
    """L-GM-1."""
    who, value = intent.who, intent.value
    draft.emit(e.GMRuled(ruling="set", subject=who, value_of=intent.value_of, key=intent.key, value=value))
    if intent.value_of == "status":
        draft.emit(e.StatusChanged(who=who, status=_STATUS[str(value)]))
    if (intent.value_of, intent.key) in (("wounds", ""), ("sheet", "max_wounds")):
        harm.fall(draft, who)
    widen(ACTS, draft, intent.who)


def _end(draft: Draft, _intent: i.EndCombat) -> None:
    """L-END-1: whatever was open is over."""
    close_all(draft)
    draft.emit(e.CombatEnded())


DECIDES: dict[type[Intent], Callable[[Draft, Any], None]] = {
    i.AddCombatant: _add,
    i.SetOptions: lambda draft, intent: draft.emit(
        e.OptionsSet(options=changed(draft.game.options, intent.options))
    ),
    **between.DECIDES,
    between.SetDistance: _distance,
    between.GmSetPerception: _perception,
    i.SetPerception: _perception,
    i.SetCover: lambda draft, intent: draft.emit(
        e.CoverSet(target=intent.target, source=intent.source, level=intent.level)
    ),
    i.GmBreakTie: _break_tie,
    i.GmSetAct: _set_act,
    i.GmCloseWindow: _close_window,
    i.GmRuleCustom: _rule,
    i.GmRefuse: _rule,
    i.GmInflictHits: _inflict,
    i.GmAdjustWounds: _adjust,
    i.GmSet: _set,
    i.EndCombat: _end,
}  # fmt: skip
