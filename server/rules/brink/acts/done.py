"""The end of every action that was not voided."""

from __future__ import annotations

from server.core.draft import Draft
from server.rules.brink.state import events as e
from server.rules.brink.state.state import Action


def done(draft: Draft, action: Action) -> bool:
    """3.3: it leaves its frame, which goes on."""
    draft.emit(e.ActionResolved(who=action.who, target=action.deed.target, action=action.id))
    return True
