"""What a question is about, for people, and by which its frame is found again."""

from __future__ import annotations

from typing import Any

from server.rules.ambersteel.state.state import Frame


def topic_of(frame: Frame) -> dict[str, Any]:
    """3.3a: who does what to whom; of an attack what everybody saw of its die."""
    topic: dict[str, Any] = {"action": frame.id, "who": frame.who, "target": frame.target, "kind": frame.how}
    if frame.shot is not None:
        topic["total"] = frame.shot.total
    if frame.thrown is not None:
        topic["reach_cm"] = frame.thrown.reach_cm
    return {key: value for key, value in topic.items() if value != ""}
