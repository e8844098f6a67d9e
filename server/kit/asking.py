"""Questions, most of them to the GM: which kinds there are, what is answered where nobody answers, how the act goes on.

A system says it in one table, a line for each kind of decision::

    QUESTIONS = {
        "custom": Question(default=Rule(refuse=True), answer=_ruled),      # to the GM, about a free-text act
        "parry": Question(default=Pass, then=_strike_home),
    }
    SYSTEM = System(..., default=default_of(QUESTIONS), proceed=proceed_of(QUESTIONS, go_on))

    ask_gm(draft, "custom", f"{act.name}.custom", topic, secret=is_secret(draft.play, act.who))

So an act that has to ask stops where it is. The answer is an event derived from `Answered`; `evolve` keeps what it says
in the state, where the act finds it. Once the decision is closed `then` does what the end of just this question brings
about, and `go_on` takes the act from the state as it is now: it need not know what it waited for, and the same way
leads on after a default, an amendment or a restart.

Classic asks the GM for cost and check of free acts before the window or inside it, Ambersteel who is surprised, Tactics
how a tie with an NPC is broken: each is a kind of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from server.core.draft import Draft
from server.core.ids import GM
from server.core.intents import Intent
from server.core.state import Ask, Decision, State

Default = Callable[[State, Decision, str], Intent]
Answer = Callable[[Draft, Decision, Any], None]
Then = Callable[[Draft, Decision], None]


def _only_emitted(_draft: Draft, _decision: Decision, _intent: Any) -> None:
    """The system decides its answers elsewhere."""


def _nothing(_draft: Draft, _decision: Decision) -> None:
    """What was answered is in the state already."""


class Question(msgspec.Struct, frozen=True):
    """One kind of decision."""

    default: Intent | type[Intent] | Default | None = None
    """The answer of one who gives none: always the same, the one of this type for `who`, or made by
    default(state, decision, who). None: nobody is ever asked, as in a stop."""
    answer: Answer = _only_emitted
    """answer(draft, decision, intent): what the answer brings about, where one intent answers several kinds."""
    then: Then = _nothing
    """then(draft, decision): what the end of it brings about before the act goes on."""


Questions = Mapping[str, Question]


def default_of(questions: Questions) -> Default:
    """A system's `default`."""

    def default(state: State, decision: Decision, who: str) -> Intent:
        """The answer of one who does not answer."""
        of_kind: Any = questions[decision.kind].default
        if isinstance(of_kind, Intent):
            return of_kind
        made: Intent = of_kind(who=who) if isinstance(of_kind, type) else of_kind(state, decision, who)
        return made

    return default


def proceed_of(questions: Questions, go_on: Callable[[Draft], None]) -> Then:
    """A system's `proceed`."""

    def proceed(draft: Draft, decision: Decision) -> None:
        """The question is closed: its act goes on."""
        questions[decision.kind].then(draft, decision)
        go_on(draft)

    return proceed


def ask_gm(
    draft: Draft, kind: str, name: str, topic: dict[str, Any] | None = None, *, secret: bool, silent: bool = True
) -> Decision:
    """Wait for the GM. `secret`: nobody else may know of it, because it is about somebody hidden or tells of a closed
    sheet; then it must be silent, too, and what follows the answer is told apart from it."""
    return draft.open(kind, name, {GM: Ask(secret=secret)}, silent=silent, topic=topic)


def open_window(
    draft: Draft, kind: str, name: str, people: Iterable[str], *, topic: dict[str, Any], secret: bool = False
) -> Decision:
    """These may react, and need not. It opens in any case, and no answer closes it: whether somebody hidden is asked is
    nobody's business. `secret`: some do not know of what it is about, so only the GM and the owner learn who is asked.
    """
    asks = {who: Ask(must=False, secret=secret) for who in people}
    return draft.open(kind, name, asks, silent=True, topic=topic)


def answered_id(draft: Draft, *kinds: str) -> str:
    """The id of the decision that is answered here, if it is of one of these kinds, for the event that answers it."""
    decision = draft.answered
    return decision.id if decision is not None and decision.kind in kinds else ""
