"""Free acts: what the list does not hold, ruled by the GM (T-ARB-1, T-ARB-2)."""

from __future__ import annotations

from server.core.draft import Draft
from server.core.state import Play
from server.kit.acts.frame import finish
from server.kit.acts.kind import Kind, Moment
from server.rules.tirakan.rolls.attribute import roll_check
from server.rules.tirakan.state.intents import Custom
from server.rules.tirakan.state.state import Frame


def _check(_play: Play, _who: str, _deed: Custom, _moment: Moment) -> None:
    """Anything may be tried."""


def roll_ruled(draft: Draft, frame: Frame) -> None:
    """What the GM wants rolled is known before the window."""
    ruling = frame.ruling
    if ruling.check:
        roll_check(
            draft, f"{frame.name}check", frame.who, ruling.check, "custom", difficulty=ruling.difficulty,
            action_id=frame.id, walking=bool(frame.path),
        )  # fmt: skip


KINDS: dict[type, Kind] = {Custom: Kind(name="custom", check=_check, begin=roll_ruled, effect=finish, asks_gm=True)}
