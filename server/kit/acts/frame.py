"""The frame of an act in progress: what every act keeps so that it can go on after any stop, and when it is over.

A system's own class of frames adds what its rules keep of an act (hits, rolls), and says what deeds and rulings are:

    class Ruling(acts.Ruling, frozen=True, gc=False, kw_only=True, omit_defaults=True):
        from_behind: bool | None = None
        cover: int | None = None
        modifier: int = 0

    class Frame(acts.Frame, frozen=True, gc=False, kw_only=True, omit_defaults=True):
        deed: ByRule[Deed | None] = None
        declared: ByRule[dict[str, Deed]] = {}
        ruling: ByRule[Ruling] = Ruling()
        rulings: ByRule[dict[str, Ruling]] = {}
        hits: Open[int] = 0
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from server.core.disclosure import ByRule, IfSeen, Named, Open, seen
from server.core.draft import Draft
from server.core.space import Point
from server.kit import asking
from server.kit.acts import events as e
from server.kit.frames import found, name_in
from server.kit.hidden import is_secret

ACT, REACTION = "act", "reaction"
"""Kinds of frames: what the actor does, and what others do in answer. A system may have more."""


class Ruling(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What the GM has ruled on an act. `cost` None: not yet. A system's own has `from_behind`, `cover` and
    `modifier`, too. What others may know of it depends on the act: a rule says it (`server.kit.acts.known`)."""

    cost: int | None = None
    refuse: bool = False


class Frame(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """One act in progress. `id` is its action id; `name` stands before the names of its rolls and decisions."""

    id: Open[str]
    name: Open[str] = ""
    kind: Open[str]
    who: Named[str] = ""
    """Who acts; in a phase the last actor."""
    target: Named[str] = ""
    deed: ByRule[Any] = None
    path: IfSeen[tuple[Point, ...]] = ()
    """What is walked while the deed is done."""
    cost: Open[int] = 1
    stage: Open[str] = "declared"
    """declared: to be paid; paid: its window is open; rolled: its roll may be improved before the window opens;
    reactions: they are carried out, then its effect; follow: its effect is over, reactions that come after it are
    carried out. A system may have more."""
    ruling: ByRule[Any] = Ruling()
    rulings: ByRule[dict[str, Any]] = {}
    """On declared reactions."""
    declared: ByRule[dict[str, Any]] = {}
    """Reactions not yet carried out; each reserves one action."""
    queue: Named[tuple[str, ...]] = ()
    """Who is still to react, in the order of initiative."""
    wounds: Open[int] = 0
    """What it has caused."""
    successes: Annotated[int | None, seen("target")] = None
    """Of a check instead of an attack, perhaps the target's."""
    nullified: Open[bool] = False


def newest(draft: Draft, frame: Any) -> Any:
    """The frame as it stands now."""
    now = found(draft.game, frame.id)
    if now is None:
        raise AssertionError(f"{frame.id} is over")
    return now


def ask_gm(draft: Draft, frame: Any, kind: str, topic: Mapping[str, Any]) -> None:
    """Wait for a ruling. Where somebody hidden is part of it, nobody else may know that there is a question."""
    secret = is_secret(draft.play, frame.who, frame.target)
    asking.ask_gm(draft, kind, name_in(frame, kind), dict(topic), secret=secret, silent=secret)


def finish(draft: Draft, frame: Any) -> None:
    """Its effect is over: the reactions that come after it follow, or the act is over and its frame gone."""
    frame = newest(draft, frame)
    if frame.queue:
        draft.emit(e.ReactionsFollow(who=frame.who, target=frame.target, action_id=frame.id))
        return
    resolved = e.ReactionResolved if frame.kind == REACTION else e.ActionResolved
    draft.emit(
        resolved(who=frame.who, target=frame.target, action_id=frame.id, wounds=frame.wounds, nullified=frame.nullified)
    )
