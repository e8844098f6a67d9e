"""The frame of an act in progress: as it stands now, and when it is over."""

from __future__ import annotations

from server.core.draft import Draft
from server.rules.tirakan import events as e
from server.rules.tirakan.state.state import Frame


def newest(draft: Draft, frame: Frame) -> Frame:
    """The frame as it stands now."""
    frames: tuple[Frame, ...] = draft.game.frames
    return next(each for each in frames if each.id == frame.id)


def finish(draft: Draft, frame: Frame) -> None:
    """3.3 step 12: the act is over; its frame is gone."""
    frame = newest(draft, frame)
    resolved = e.ReactionResolved if frame.kind == "reaction" else e.ActionResolved
    draft.emit(
        resolved(who=frame.who, target=frame.target, action_id=frame.id, wounds=frame.wounds, nullified=frame.nullified)
    )
