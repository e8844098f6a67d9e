"""May this be done now? What is refused because of the moment alone: phase, turn, who is asked.

A system says once how its moments are told. Then it lists for each intent what is asked, one check after another in the
order of its rules; each is a function of the state and the intent that raises `Rejected`. The state is what the asker
knows, so no refusal can tell a secret.

    MOMENTS = Moments(phase=lambda state: "turn", is_idle=lambda state: state.play.decision is None, turn=whose_turn)
    IN_TURN = (MOMENTS.running, MOMENTS.idle, MOMENTS.on_turn)

    check = checking({
        StartFight: (MOMENTS.setup,),
        Strike: (*IN_TURN, check_people, check_reach),
        Riposte: (MOMENTS.running, MOMENTS.answering("riposte")),
        SetDistance: (MOMENTS.open, check_people),
    })

Whether somebody is able to act, and what else must not be in progress, are checks of the system's own in the same row.
So Ambersteel and Tirakan Classic put theirs between `running` and `idle`; Tactics, in whose phases all plan at once,
has no `on_turn` but `answering` everywhere. That whoever an intent names is there says `check_people` (`kit.forms`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from server.core.errors import Rejected
from server.core.ids import GM
from server.core.intents import Intent
from server.core.state import Decision, Play, State
from server.core.system import Asker

Check = Callable[[State, Any], None]
"""check(state, intent): raises Rejected."""


def checking(table: Mapping[type[Intent], tuple[Check, ...]]) -> Callable[..., None]:
    """A system's `check`: what the table lists for the intent, in this order."""

    def check(state: State, intent: Intent, _asker: Asker | None = None) -> None:
        for each in table[type(intent)]:
            each(state, intent)

    return check


def _anybodys(_state: State, _who: str) -> None:
    """Turns are not asked for."""


class Moments(msgspec.Struct, frozen=True):
    """How a system tells its moments, and the checks that follow from it.

    phase(state) -> str        the phase of a running fight, as a key of the catalogue
    is_idle(state) -> bool     is nothing in progress, and nobody asked, so that the next thing can be done?
    turn(state, who) -> name   whose turn it is instead, for people; None where it is that of `who`
    """

    phase: Callable[[State], str]
    is_idle: Callable[[State], bool]
    turn: Callable[[State, str], str | None] = _anybodys

    def phase_of(self, state: State) -> str:
        """`setup` and `ended` before and after the fight; meanwhile what the system says."""
        return self.phase(state) if state.play.phase == "running" else state.play.phase

    def wrong_phase(self, state: State, intent: Intent) -> Rejected:
        """The refusal of what is not possible in this phase."""
        return Rejected("wrong_phase", intent=str(intent.__struct_config__.tag), phase=self.phase_of(state))

    def setup(self, state: State, intent: Intent) -> None:
        """Only before the fight."""
        if state.play.phase != "setup":
            raise self.wrong_phase(state, intent)

    def running(self, state: State, intent: Intent) -> None:
        """Between start and end of the fight."""
        if state.play.phase != "running":
            raise self.wrong_phase(state, intent)

    def open(self, state: State, intent: Intent) -> None:
        """Before the fight and in it, not after its end."""
        if state.play.phase == "ended":
            raise self.wrong_phase(state, intent)

    def idle(self, state: State, intent: Intent) -> None:
        """Only when nothing is in progress and nobody is asked."""
        if state.play.phase != "running" or not self.is_idle(state):
            raise self.wrong_phase(state, intent)

    def on_turn(self, state: State, intent: Any) -> None:
        """Only in the turn of `intent.who`."""
        other = self.turn(state, intent.who)
        if other is not None:
            raise Rejected("not_your_turn", other=other)

    def unless_asked(self, *kinds: str) -> Check:
        """Not while the game master is asked something of these kinds: everybody waits for the answer."""

        def check(state: State, _intent: Intent) -> None:
            decision = state.play.decision
            if decision is not None and decision.kind in kinds:
                raise Rejected("waiting_for_gm")

        return check

    def answering(self, *kinds: str) -> Check:
        """Only where the open decision is of one of these kinds and waits for `intent.who`; an intent that has no `who`
        is the GM's own answer."""

        def check(state: State, intent: Any) -> None:
            decision, who = state.play.decision, getattr(intent, "who", GM)
            if decision is None or decision.kind not in kinds or who not in decision.asks:
                raise self.wrong_phase(state, intent)
            if decision.asks[who].answer is not None and not decision.locks:  # till then answers may change
                raise Rejected("stale_action")

        return check


def asked(play: Play, who: str, *kinds: str) -> Decision | None:
    """The uppermost decision of one of these kinds in which `who` is asked; others may lie above it."""
    for each in reversed(play.decisions):
        if each.kind in kinds and who in each.asks:
            return each
    return None


def owes(play: Play, who: str, *kinds: str) -> Decision | None:
    """The same, if it still waits for the answer of `who`."""
    decision = asked(play, who, *kinds)
    return decision if decision is not None and decision.asks[who].answer is None else None


def name_of(play: Play, who: str) -> str:
    """A combatant's name for messages, where it may be one that the asker does not see."""
    piece = play.pieces.get(who)
    return piece.name if piece is not None else "somebody unseen"
