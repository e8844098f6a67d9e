"""What differs between systems with acts and reactions: one value, made once, of small parts.

    ACTS = Acts(
        deeds=DEEDS,
        shapes=SHAPES,
        paying=Paying(own=actions, have=usable_actions, pay=pay, go=go),
        windows=Windows(eligible=may_react, allowed=check_may_react, topic=topic_of),
        order=Order(before_effect=defences_first, lapse=lapse_reason),
    )

| | Tirakan | Tirakan Classic |
|---|---|---|
| reactions come | before the effect, all of them | defences before it, all others after it |
| the act is looked at again | after each reaction: it may be void, its dice are read anew | never |
| whoever is felled before its reaction | does not react | reacts all the same |
| may be asked | who has an action, or a die that could become one | as well, but not who has ended the round |
| the window opens | after the dice, by house rule before | after the dice |
| reactions to reactions | by house rule: defences | never |
| an act binds all actions left of the turn | never | full-auto fire does (`Deeds.bound`) |
| windows between rounds | yes, as frames of a kind of its own | none |
| the GM rules on a free act | before it is paid; as a reaction in the window too | as well |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from server.core.draft import Draft
from server.core.events import Event
from server.core.space import Point
from server.core.state import Play, State
from server.kit.acts.deeds import Deeds
from server.kit.acts.evolve import Shapes
from server.kit.acts.kind import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Paying:
    """How acts are paid.

    own(play, who) -> int                      actions for the own turn
    have(play, who) -> int                     actions for a reaction, without those reserved for declared ones
    pay(draft, who, amount, action_id, deed)   emits the system's `spent`
    go(draft, who, path, action_id)            goes along what is walked meanwhile
    """

    own: Callable[[Play, str], int]
    have: Callable[[Play, str], int]
    pay: Callable[[Draft, str, int, str, Any], None]
    go: Callable[[Draft, str, tuple[Point, ...], str], None]


def _after_dice(_draft: Draft, _frame: Any) -> bool:
    """The dice are known when reactions are declared."""
    return False


def _rolled(_frame: Any) -> bool:
    """The dice have been thrown before anybody reacts."""
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Windows:
    """Who is asked for reactions, when, and what the question says.

    eligible(draft, frame, who) -> bool   may somebody beside the actor be asked? On the full state
    allowed(state, intent, frame)         raises Rejected where `intent.who` may not react, on what its seat knows
    topic(play, frame)                    what a question about the act says of it; `action` is its id
    before_dice(draft, frame) -> bool     does the window of this act open before its dice are thrown?
    unrolled(frame) -> bool               are they still to be thrown?
    """

    eligible: Callable[[Draft, Any, str], bool]
    allowed: Callable[[State, Any, Any], None]
    topic: Callable[[Play, Any], Mapping[str, Any]]
    before_dice: Callable[[Draft, Any], bool] = _after_dice
    unrolled: Callable[[Any], bool] = _rolled


def all_first(_kind: Kind) -> bool:
    """Every reaction comes before the effect of the act, and may prevent it."""
    return True


def defences_first(kind: Kind) -> bool:
    """Defences come before the effect; nothing else changes it, and comes after it."""
    return kind.is_defence


def _as_it_was(_draft: Draft, _frame: Any) -> bool:
    """Reactions change nothing of the act but what they do to it."""
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What becomes of reactions, and when.

    before_effect(kind) -> bool             are such reactions carried out before the effect of the act?
    lapse(draft, frame, who, deed) -> str   why a declared one has become impossible or pointless; empty if it has not
    review(draft, frame) -> bool            looks at the act again before each of them and before the effect; True where
                                            it ended by that (`nullify`), or waits for the GM
    """

    before_effect: Callable[[Kind], bool]
    lapse: Callable[[Draft, Any, str, Any], str]
    review: Callable[[Draft, Any], bool] = _as_it_was


def _nothing_said(_draft: Draft, _frame: Any) -> str:
    """Nothing more is asked or refused."""
    return ""


def _its_target(_play: Play, _who: str, deed: Any) -> str:
    """Whom the deed names."""
    return str(getattr(deed, "target", ""))


def _stands(_draft: Draft, _frame: Any, _since: int) -> bool:
    """A roll stands as it fell."""
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """What few systems need.

    target(play, who, deed) -> str      whom the act befalls, where that is not whom the deed names
    question(draft, frame) -> str       a question that the GM has to answer before the act is paid, beside that on a
                                        free act; empty if there is none
    refusal(draft, frame) -> str        why it comes to nothing before it is paid; empty if it goes on
    rolled(draft, frame, since) -> bool asks for what was rolled behind that place of the draft's trail; True where the
                                        act waits for the answer
    closed(play, frame, order) -> Event the system's own event that closes a window, where it says more
    """

    target: Callable[[Play, str, Any], str] = _its_target
    question: Callable[[Draft, Any], str] = _nothing_said
    refusal: Callable[[Draft, Any], str] = _nothing_said
    rolled: Callable[[Draft, Any, int], bool] = _stands
    closed: Callable[[Play, Any, tuple[str, ...]], Event] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Acts:
    """Acts and reactions of a system."""

    deeds: Deeds
    shapes: Shapes
    paying: Paying
    windows: Windows
    order: Order
    details: Details = Details()
