"""Tactics and plans: everybody at once, revised until all have settled (specification 2.3, 2.4, 3.3)."""

from __future__ import annotations

from server.core.deciding.unsettle import unsettle
from server.core.draft import Draft
from server.core.events import Answered
from server.core.secrecy import hidden_from
from server.core.state import Ask
from server.kit.moment import asked
from server.rules.tactics.state import events as e
from server.rules.tactics.state import intents as i
from server.rules.tactics.state.facts import able, controls_npc, is_able
from server.rules.tactics.state.plan import Plan, numbered
from server.rules.tactics.state.state import Game, Record, Stance

PLANNING = ("tactics", "declare")
"""The phases in which all plan."""

# --- a round and its phases ------------------------------------------------------------------------------------------


def start_round(draft: Draft) -> None:
    """D-RND-1, D-SEC-2."""
    draft.emit(e.RoundStarted(round=draft.game.round + 1))
    unseen = {who: _unaware(draft, who) for who in draft.play.pieces if draft.play.pieces[who].seen_by is not None}
    draft.emit(e.AwarenessTaken(unaware=unseen))
    open_phase(draft, "tactics")


def _unaware(draft: Draft, who: str) -> tuple[str, ...]:
    """The audiences that don't see it."""
    return tuple(each for each in draft.ledger.audiences() if who in hidden_from(draft.state, each))


def open_phase(draft: Draft, phase: str) -> None:
    """D-SEC-1, D-SEC-4: everybody able is asked, hidden ones too; it locks when the last one has settled."""
    asks = {who: Ask() for who in able(draft.play)}
    draft.open(
        phase, f"{phase}.round{draft.game.round}", asks, locks=True, ends_act=True,
        time_s=draft.game.options.phase_timeout_s,
    )  # fmt: skip


def lock_tactics(draft: Draft) -> None:
    """D-TAC-6. Who has said nothing gets nothing out of it, as without a plan (D-DECL-6); a score below 0 lies in
    defence then. D-TAC-7: the helpless have none."""
    for who in able(draft.play):
        if draft.game.combatants[who].record.oT is None:
            _set(draft, who, 0, min(0, draft.game.combatants[who].sheet.tactics))
    draft.emit(e.PhaseLocked(phase="tactics"))
    open_phase(draft, "declare")


# --- tactics ---------------------------------------------------------------------------------------------------------


def set_tactics(draft: Draft, intent: i.TacticsSet) -> None:
    """D-TAC-1, D-TAC-4."""
    record: Record = draft.game.combatants[intent.who].record
    oT, dT = split(draft.game, intent)
    if record.oT == oT and record.dT == dT:
        return
    _set(draft, intent.who, oT, dT)
    _ask_to_lock(draft, intent.who)


def split(game: Game, intent: i.TacticsSet) -> tuple[int, int]:
    """Both halves; the second is the rest where it is not said."""
    rest = game.combatants[intent.who].sheet.tactics - intent.oT
    return intent.oT, rest if intent.dT is None else intent.dT


def _set(draft: Draft, who: str, oT: int, dT: int) -> None:
    """D-TAC-3: players learn of the GM's combatants how they stand, and look again where that changes."""
    draft.emit(e.TacticsSet(who=who, oT=oT, dT=dT))
    _clear(draft, "tactics", who)
    stance = stance_of(oT, dT)
    if controls_npc(draft.state, who) and stance != draft.game.combatants[who].record.stance:
        draft.emit(e.StanceAnnounced(who=who, stance=stance))
        _clear(draft, "tactics", who)


def stance_of(oT: int, dT: int) -> Stance:
    """D-TAC-3."""
    return "aggressive" if oT > dT else "defensive" if dT > oT else "normal"


# --- plans -----------------------------------------------------------------------------------------------------------


def declare(draft: Draft, intent: i.ActionsDeclare) -> None:
    """D-DECL-1, D-DECL-2."""
    plan, record = numbered(intent.plan), draft.game.combatants[intent.who].record
    if record.revisions and record.plan == plan:
        return
    draft.emit(e.ActionsDeclared(who=intent.who, plan=plan, revisions=record.revisions))
    _clear(draft, "declare", intent.who)
    _ask_to_lock(draft, intent.who)


def proposed(game: Game, who: str) -> Plan:
    """The plan as it stands."""
    plan: Plan = game.combatants[who].record.plan
    return plan


# --- settled ---------------------------------------------------------------------------------------------------------


def _clear(draft: Draft, phase: str, who: str) -> None:
    """3.3.2: the marks of all who are told of what was emitted last, the author's too."""
    if decision := asked(draft.play, who, phase):
        unsettle(draft, decision, e.SettledCleared)
        for other in _helpless(draft, phase, who):
            draft.emit(e.Settled(who=other, decision=decision.id))


def _helpless(draft: Draft, phase: str, who: str) -> list[str]:
    """D-TAC-7: who has been asked and can't act any more counts as settled."""
    decision = asked(draft.play, who, phase)
    waiting = decision.unanswered() if decision is not None else []
    return [other for other in waiting if not is_able(draft.play, other)]


def _ask_to_lock(draft: Draft, who: str) -> None:
    """D-TAC-5."""
    revisions = draft.game.combatants[who].record.revisions
    if revisions == draft.game.options.max_revisions:
        draft.emit(e.LockAsked(who=who, revisions=revisions))


def settle(draft: Draft, intent: i.PhaseSettle) -> None:
    """D-TAC-4."""
    _answer(draft, intent.who, e.Settled)


def unsettle_own(draft: Draft, intent: i.PhaseUnsettle) -> None:
    """The own mark is taken back."""
    _answer(draft, intent.who, e.Unsettled)


def _answer(draft: Draft, who: str, kind: type[Answered]) -> None:
    if decision := asked(draft.play, who, *PLANNING):
        draft.emit(kind(who=who, decision=decision.id))


def lock(draft: Draft, _intent: i.GmLockPhase) -> None:
    """D-TAC-5, D-DECL-6: whatever stands is fixed. It ends as ever: that the GM had to end it would tell that somebody
    hidden had not settled."""
    decision = next((each for each in draft.play.decisions if each.kind in PLANNING), None)
    if decision is not None:
        draft.close(decision.id, "continued")
        draft.system.proceed(draft, decision)
