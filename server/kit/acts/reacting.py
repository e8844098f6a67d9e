"""What an asked one may answer in a window: take its reaction back, pass, or do one of all reactions.

REACTING = Reacting(
    menu=MENU, checks=CHECKS, buying=BUYING, check=check, defences=defences_of, passes=PassReaction,
    withdraws=WithdrawReaction,
)
REACTING.options(state, decision, who, frame)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from msgspec.structs import replace

from server.core.options import Option, Reason
from server.core.state import Decision, Play, State
from server.kit.acts.buying import Buying, Judge
from server.kit.acts.checks import ActChecks
from server.kit.acts.deeds import plain
from server.kit.acts.menu import Menu
from server.kit.acts.reactions import PHASE, WINDOW
from server.kit.moment import owes
from server.kit.offering import Wish, simple, unless
from server.kit.reaching import Going


@dataclass(frozen=True, slots=True, kw_only=True)
class Reacting:
    """The answers of a system's windows.

    check                              of all intents
    defences(who, combatant) -> [Wish] what it could do against an act that is aimed at it
    passes, withdraws                  the intents: `who`
    """

    menu: Menu
    checks: ActChecks
    buying: Buying
    check: Callable[..., None]
    defences: Callable[[str, Any], Sequence[Wish]]
    passes: Callable[..., Any]
    withdraws: Callable[..., Any]

    def options(self, state: State, decision: Decision, who: str, frame: Any) -> list[Option]:
        """Of the act in progress."""
        judge = partial(self.menu.reason_of, self.check, state)
        if who in frame.declared:
            return [_idle(self.withdraws(who=who), judge)]
        passing = self.passes(who=who)
        why_not = self.menu.reason_of(self.checks.may_react, state, passing)
        found = self._reactions(state, who, frame, judge, why_not)
        return [*found, _idle(passing, judge)] if who in decision.unanswered() else found

    def _reactions(self, state: State, who: str, frame: Any, judge: Judge, why_not: Reason | None) -> list[Option]:
        """Where it has no action but a die for one, with that."""
        play = state.play
        have = self.checks.acts.paying.have(play, who)
        defences = self.defences(who, play.game.combatants[who]) if frame.target == who else ()
        price = None if have > 0 or why_not else self.buying.price(judge, play, who)
        if price is not None:
            return self.menu.bought(play, who, frame, defences, price)
        return unless(why_not, self.menu.answers(play, who, have, frame, defences))


def gone(play: Play, who: str, goings: Iterable[Going], declares: Callable[..., Any]) -> Iterator[Going]:
    """Ways as they can be gone now: where somebody is asked for a reaction, as that."""
    reacts = owes(play, who, WINDOW, PHASE) is not None
    for wish, most in goings:
        tag = str(wish.intent.__struct_config__.tag)
        reaction = replace(wish, intent=declares(who=who, reaction=plain(wish.intent)), key=wish.key or tag)
        yield (reaction if reacts else wish), most


def _idle(intent: Any, judge: Judge) -> Option:
    return simple(Wish(intent=intent, group="answer", goal="end"), judge(intent))
