"""What an audience may know of acts that somebody hidden does, or that are done to somebody hidden.

    SYSTEM = System(redact={**rules(SHAPES), …}, …)

An act is seen by whoever sees its actor or its target; of an unseen actor's deed no more than whom it befalls. Where
an act is not seen it has no window either. These are rules for the fields that are declared `ByRule`
(`server.core.disclosure`): the deeds of frames and events, and why an act is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from msgspec.structs import replace

from server.core.disclosure import WHOLE
from server.core.ids import UNSEEN
from server.core.knowing.viewer import Viewer, Witness
from server.kit.acts import events as e
from server.kit.acts.deeds import main_deed
from server.kit.acts.evolve import Shapes
from server.kit.acts.reactions import PHASE
from server.kit.frames import found

Told = dict[str, Any]


def rules(shapes: Shapes) -> dict[type[Any], Callable[[Any, Any, str], Told | None]]:
    """By class of frame or event: rule(viewer, value, who)."""
    return {
        shapes.frame: _frame,
        shapes.declared: lambda viewer, event, who: {"deed": known_deed(viewer, event.deed, who)},
        shapes.reacting: lambda viewer, event, who: {"reaction": known_deed(viewer, event.reaction, who)},
        shapes.closed: if_act_is_seen,
        e.ReactionWindowOpened: if_act_is_seen,
        e.ActionRefused: _refused,
    }


def is_seen(viewer: Viewer, frame: Any) -> bool:
    """What lies between rounds is always seen; an act where its actor or its target is."""
    if frame.kind == PHASE or not viewer.hidden:
        return True
    people = [who for who in (frame.who, frame.target) if who]
    return not people or any(viewer.sees(who) for who in people)


def frame_of(witness: Witness, event: Any) -> Any:
    """The act that an event tells of, as it stands behind it; None if it is over."""
    return found(witness.after.play.game, event.action_id)


def if_act_is_seen(witness: Witness, event: Any, _who: str) -> Told | None:
    """An act that the audience does not see has no window either."""
    frame = frame_of(witness, event)
    return {} if frame is None or is_seen(witness, frame) else None


def circumstances(witness: Witness, event: Any, public: Collection[str]) -> Told | None:
    """Of the GM's ruling on an act (T-GM-1, L-GM-1). Of one by or on somebody hidden only that it comes from behind: no
    one can evade it, and the act shows it to all who see the act. Of one whose sheet is closed the `public` fields."""
    frame = frame_of(witness, event)
    if frame is not None and not witness.sees(frame.who, frame.target):
        if event.from_behind is None or not is_seen(witness, frame):
            return None
        return {"from_behind": event.from_behind}
    if witness.reads(frame.who if frame is not None else ""):
        return WHOLE
    return {name: getattr(event, name) for name in public}


def _frame(viewer: Viewer, frame: Any, who: str) -> Told | None:
    if not is_seen(viewer, frame):
        return None
    declared = frame.declared
    if viewer.hidden:
        declared = {one: known_deed(viewer, deed, one) for one, deed in declared.items() if viewer.sees(one)}
    return {"deed": known_deed(viewer, frame.deed, who), "declared": declared}


def known_deed(viewer: Viewer, deed: Any, who: str) -> Any:
    """A deed by or against somebody hidden: of one whom the audience does not see no more than whom it befalls, if the
    deed itself says that."""
    main = main_deed(deed)
    target = getattr(main, "target", None)
    if not viewer.sees(who):
        return None if target is None else type(main)(target=viewer.name(target))
    if main is not deed:
        return replace(deed, with_=known_deed(viewer, main, who))
    return deed if target is None or viewer.sees(target) else replace(deed, target=UNSEEN)


def _refused(viewer: Viewer, event: e.ActionRefused, who: str) -> Told:
    """The target of somebody unseen learns that nothing comes of it, not why."""
    return {"reason": event.reason if viewer.sees(who) else "refused"}
