"""Answers that fall because of what somebody does: for those who see why, and for nobody else.

Where all plan at once and may answer one another's plans, a plan that changes takes back the answers to it:

    draft.emit(PlanMade(who=who, deeds=deeds))
    unsettle(draft, decision, Unsettled)

Of a plan that some don't see, they must not notice by this either: they go on believing in the answers as given.
"""

from typing import Any

from server.core.draft import Draft
from server.core.events import TakenBack
from server.core.secrecy import redact
from server.core.state import Ask, Decision


def unsettle(draft: Draft, decision: Decision, kind: type[TakenBack]) -> None:
    """Take back the answers of all whose players are told of the event that was emitted last, by events of this kind,
    which those are told, too. All others hear of it when they are told of a later cause."""
    told = _told_of_last(draft)
    unheard = tuple(audience for audience in draft.ledger.audiences() if audience not in told)
    for who, ask in decision.asks.items():
        sees_why = draft.ledger.audience(draft.ledger.controller(who)) in told
        if sees_why and who in draft.play.pieces and _is_believed(ask, told):
            draft.emit(kind(who=who, decision=decision.id, unheard=unheard))


def _told_of_last(draft: Draft) -> set[str]:
    system: Any = draft.system  # a draft knows of its system only what it needs itself
    cause = draft.trail[-1]
    return {audience for audience in draft.ledger.audiences() if redact(system, *cause, audience) is not None}


def _is_believed(ask: Ask, told: set[str]) -> bool:
    """Does any of these still think that it is answered?"""
    return ask.answer is not None or not told.isdisjoint(ask.unheard)
