"""A recorded act where play is another now: what it means there, and what refuses it. Decides nothing."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from server.core import intents as i
from server.core.deciding.check import check_actor, check_moment, check_rules
from server.core.deciding.decide import parse_intent
from server.core.errors import Rejected
from server.core.history.recorded import RecordedAct
from server.core.secrecy import answered_by, known
from server.core.state import Decision, Ledger, State
from server.core.system import Asker, System


def refusal(system: System, state: State, past: RecordedAct, intent: i.Intent) -> Rejected | None:
    """What refuses the act with this intent now, in the place of who submitted it; None: it can be taken."""
    if isinstance(intent, i.PassStanding):
        is_open = any(each.id == intent.decision and each.unanswered() for each in state.play.decisions)
        return None if is_open else Rejected("stale_action")
    if isinstance(intent, i.Continue | i.Expire):
        return _stale(state.play.decision, intent)
    asker = _asker(state.ledger, past)
    seen = known(system, state, asker.audience)
    try:
        if past.submitted.answers is not None and not isinstance(intent, i.CloseDecision):
            question = _question(state, past, intent)
            if question is None or question.id != past.submitted.answers:
                raise Rejected("stale_action")
        check_actor(seen, intent)
        check_moment(seen, intent, None)
        check_rules(system, seen, intent, asker)
    except Rejected as refused:
        return refused
    return None


def _stale(decision: Decision | None, intent: i.Continue | i.Expire) -> Rejected | None:
    stands = decision is not None and decision.id == intent.decision
    if stands and decision is not None and isinstance(intent, i.Continue):
        stands = not decision.unanswered()
    return None if stands else Rejected("stale_action")


def _asker(ledger: Ledger, past: RecordedAct) -> Asker:
    seat = past.submitted.seat
    place = ledger.seats.get(seat)
    role = place.role if place is not None else "server"
    return Asker(seat, role, ledger.audience(seat), past.at)


def _question(state: State, past: RecordedAct, intent: i.Intent) -> Decision | None:
    """The question that an act answers now; one that the GM makes no answer of, the question that it answered."""
    answer = intent if intent.is_answer else past.submitted.intent
    audience = state.ledger.audience(past.submitted.seat)
    return answered_by(state, audience, answer) if answer.is_answer else state.play.decision


def meant(state: State, past: RecordedAct, intent: i.Intent) -> RecordedAct:
    """The act with the question that it answers: what the GM makes an answer of had none."""
    sent = past.submitted
    if sent.answers is not None or sent.intent.is_answer or not intent.is_answer:
        return past
    question = _question(state, past, intent)
    answers = question.id if question is not None else None
    return replace(past, submitted=replace(sent, answers=answers))


def parsed(system: System, raw: dict[str, Any]) -> i.Intent:
    """The GM's other choice for an act. Raises Rejected: no intent at all, or one that is no act."""
    try:
        intent = parse_intent(system, raw)
    except msgspec.ValidationError as error:
        raise Rejected("bad_edit", problem=str(error)) from error
    if intent.ledger or intent.by == "server" or isinstance(intent, i.Rewind | i.Redo | i.Amend | i.Close):
        raise Rejected("bad_edit", problem=f"{raw.get('type')} is no act at the table")
    return intent


def given(system: System, state: State, decision: Decision, who: str, raw: dict[str, Any]) -> i.Intent:
    """The GM's answer for one who was not asked then. Raises Rejected where it is none, or the rules refuse."""
    intent = parsed(system, raw)
    if not intent.is_answer or getattr(intent, "who", who) != who:
        raise Rejected("bad_edit", problem=f"{raw.get('type')} does not answer for {who}")
    check_rules(system, state, intent, Asker("gm", "gm", "gm", decision.opened_at))
    return intent
