"""Carries the act on top on until a question is open or nothing is left to do (specification 3.1, 3.3)."""

from __future__ import annotations

from collections.abc import Callable

from server.core.draft import Draft
from server.kit.acts.frame import finish
from server.kit.acts.machine import advance
from server.kit.acts.reactions import carry_out
from server.kit.frames import resume, top
from server.rules.tirakan.acts import impact
from server.rules.tirakan.acts.machine import ACTS
from server.rules.tirakan.asking.questions import is_aside, is_waiting
from server.rules.tirakan.deciding import rounds
from server.rules.tirakan.state.state import Frame


def run(draft: Draft) -> None:
    """Go on until somebody is asked, or the actor is free to choose."""
    resume(draft, _step)


def _step(draft: Draft) -> bool:
    if is_waiting(draft):
        return False
    frame = None if is_aside(draft) else top(draft.game)
    if frame is not None:
        _advance(draft, frame)
    elif rounds.is_idle(draft):
        return False
    else:
        rounds.go_on(draft)
    return True


def _advance(draft: Draft, frame: Frame) -> None:
    if frame.stage in _OWN:
        _OWN[frame.stage](draft, frame)
    elif frame.kind == "hits":
        impact.strike_home(draft, frame)
    elif frame.kind == "phase":
        _phase(draft, frame)
    else:
        advance(ACTS, draft, frame)


def _phase(draft: Draft, frame: Frame) -> None:
    if frame.queue:
        carry_out(ACTS, draft, frame, frame.queue[0])
    else:
        rounds.leave_phase(draft)


_OWN: dict[str, Callable[[Draft, Frame], None]] = {"protected": impact.after_protection, "harmed": finish}
"""What is to be done where the effect of an attack goes on after a question."""
