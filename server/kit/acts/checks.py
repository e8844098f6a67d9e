"""May this reaction be declared, withdrawn or passed now? On what its seat knows; and may this deed be done in turn?

    CHECKS = ActChecks(acts=ACTS, wrong_phase=MOMENTS.wrong_phase)
    check = checking({
        DeclareReaction: (MOMENTS.running, CHECKS.declare),
        WithdrawReaction: (MOMENTS.running, CHECKS.withdraw),
        PassReaction: (MOMENTS.running, CHECKS.pass_by),
        GmRuleCustom: (MOMENTS.running, CHECKS.ruling),      # cost, refuse, reaction
    })

Their order is that of both Tirakans: window, who reacts, kind of reaction, its own conditions, cost.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from server.core.errors import Rejected
from server.core.state import Play, State
from server.kit.acts.acts import Acts
from server.kit.acts.deeds import check_cost, main_deed, plain
from server.kit.acts.frame import ACT, REACTION
from server.kit.acts.kind import Moment
from server.kit.acts.machine import CUSTOM
from server.kit.acts.reactions import PHASE
from server.kit.frames import asked_about, top
from server.kit.moment import name_of

COST = 1
"""Of every reaction, in actions."""


def _nothing_else(_state: State, _intent: Any) -> None:
    """There is no better reason than the phase."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActChecks:
    """The checks of acts and reactions, for a moment in which somebody may react at all.

    wrong_phase(state, intent) -> Rejected
    too_late(state, intent)                raises Rejected where there is a better reason than the phase: no act is in
                                           progress, and `who` could not react to one either
    """

    acts: Acts
    wrong_phase: Callable[[State, Any], Rejected]
    too_late: Callable[[State, Any], None] = _nothing_else

    def in_turn(self, state: State, deed: Any) -> None:
        """A deed of the actor; moment and turn are asked before."""
        play, deeds = state.play, self.acts.deeds
        deeds.check_kind(play, deed.who, deed, is_reaction=False)
        deeds.check(play, deed.who, deed, Moment())
        check_cost(play, deed.who, deeds.cost(play, deed.who, deed), self.acts.paying.own(play, deed.who))

    def declare(self, state: State, intent: Any) -> None:
        """A reaction is announced."""
        who, deed, deeds = intent.who, plain(intent.reaction), self.acts.deeds
        frame = self.may_react(state, intent)
        deeds.check_kind(state.play, who, deed, is_reaction=True)
        if frame.kind == REACTION and not deeds.kind(deed).is_defence:
            raise Rejected("cannot_react_to_reaction")
        deeds.check(state.play, who, deed, Moment(frame=frame))
        check_cost(state.play, who, COST, self.acts.paying.have(state.play, who))

    def may_react(self, state: State, intent: Any) -> Any:
        """The window, and who reacts to whom, whatever the reaction; the frame that is reacted to."""
        who = intent.who
        frame = self._window(state, intent)
        _check_whose(state, who, frame)
        self.acts.windows.allowed(state, intent, frame)
        if who in frame.declared:
            raise Rejected("already_reacted", name=name_of(state.play, who))
        return frame

    def withdraw(self, state: State, intent: Any) -> None:
        """While the window is open."""
        frame = self._window(state, intent)
        if intent.who not in frame.declared:
            raise Rejected("nothing_declared", name=name_of(state.play, intent.who))

    def pass_by(self, state: State, intent: Any) -> None:
        """Whoever is asked and has not answered may pass."""
        self._window(state, intent)
        decision = state.play.decision
        if decision is None or intent.who not in decision.asks:
            raise self.wrong_phase(state, intent)
        if intent.who not in decision.unanswered():
            raise Rejected("already_reacted", name=name_of(state.play, intent.who))

    def ruling(self, state: State, intent: Any) -> None:
        """The GM rules on a free act before it is paid, or on the announced reaction of `intent.reaction`. Any cost
        will do that can be paid; any announced reaction may be refused."""
        play = state.play
        frame, decision = top(play.game), play.decision
        if frame is not None and intent.reaction:
            deed = frame.declared.get(intent.reaction)
            if deed is None or not (intent.refuse or self.is_ruled(play, deed)):
                raise Rejected("nothing_to_rule")
            return
        if frame is None or decision is None or decision.kind != CUSTOM:
            raise Rejected("nothing_to_rule")
        have = self.acts.paying.own(play, frame.who)
        if not intent.refuse and frame.kind == ACT and intent.cost > have:
            raise Rejected("no_action_left", name=name_of(play, frame.who), need=intent.cost, have=have)

    def is_ruled(self, play: Play, deed: Any) -> bool:
        """Is the course of this reaction the GM's to say?"""
        main = main_deed(deed)
        return self.acts.deeds.kind(main).is_ruled(play, main)

    def _window(self, state: State, intent: Any) -> Any:
        """The act whose window is open."""
        frame = asked_about(state.play.game, state.play.decision)
        if frame is None:
            self.too_late(state, intent)
            raise self.wrong_phase(state, intent)
        if frame.stage != "paid":
            raise (Rejected("cannot_react_to_reaction") if frame.kind == REACTION else self.wrong_phase(state, intent))
        return frame


def _check_whose(state: State, who: str, frame: Any) -> None:
    """Nobody reacts to itself, except to what lies between the rounds; to a reaction at most its target."""
    if frame.kind == PHASE:
        return
    if frame.who == who:
        raise Rejected("cannot_react_to_self", name=name_of(state.play, who))
    if frame.kind == REACTION and frame.target != who:
        raise Rejected("cannot_react_to_reaction")
