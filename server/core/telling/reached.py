"""What somebody could do from a place where it does not stand yet, as an answer: the ways there, whom it reaches from
there, who reaches it. A system says it (`System.reach`), of what the asker knows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from server.core.options import Reason


class Way(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """One way of moving, straight to the place. `key`, `label` and `cost` are those of the option."""

    key: str
    intent: dict[str, Any]
    """What to send to go there."""
    label: str = ""
    cost: str = ""
    length_cm: int = 0
    """What it takes of the way, difficult ground counted as the system does."""
    most_cm: int = 0
    """So far this way leads now."""
    reason: Reason | None = None
    """Why it can't be gone now."""


class Contact(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Somebody who can be reached, or who reaches: by which option, and with what."""

    who: str
    key: str
    label: str = ""


class Reached(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """An answer, or a part of one."""

    ways: tuple[Way, ...] = ()
    targets: tuple[Contact, ...] = ()
    """Whom it could reach from there; what else the deed takes, actions and the turn, is not asked."""
    threats: tuple[Contact, ...] = ()
    """Who could reach it there."""
    closed: tuple[str, ...] = ()
    """Opponents whose sheets the asker may not read: of what these could do only what all see is counted."""


def joined(parts: Iterable[Reached]) -> Reached:
    """All parts as one answer."""
    whole = Reached()
    for part in parts:
        whole = Reached(
            ways=whole.ways + part.ways, targets=whole.targets + part.targets,
            threats=whole.threats + part.threats, closed=whole.closed + part.closed,
        )  # fmt: skip
    return whole
