"""What the fight asks the GM (B-ATK-1, B-TURN-6, B-SKILL-4, B-BRINK-4, B-END-1). Each question has a default."""

from __future__ import annotations

from server.core.draft import Draft
from server.kit import asking
from server.kit.hidden import is_public
from server.rules.brink.state.state import Action


def ask_gm(draft: Draft, action: Action, kind: str) -> None:
    """About an action. Players learn of it where they see the action."""
    secret = not is_public(draft.play, action.who, action.deed.target)
    asking.ask_gm(draft, kind, f"{kind}.{action.name}", topic_of(draft, action), secret=secret)


def topic_of(draft: Draft, action: Action) -> dict[str, str]:
    """What a question is about, for people. What only its doer wrote down is not told on behalf of somebody unseen."""
    deed = action.deed
    topic = {"who": action.who, "kind": deed.kind, "target": deed.target}
    if is_public(draft.play, action.who):
        topic["label"] = action.label
    return {key: value for key, value in topic.items() if value}
