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
from server.kit.acts.frame import ACT, REACTION
from server.kit.acts.reactions import ANNOUNCED, PHASE
from server.kit.frames import found

Told = dict[str, Any]

SEEN_IN_ACT = ("from_behind", "cover")
"""Of a ruling what nobody is asked in secret: the first is seen by all who see the act, the other by who sees both."""


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


def may_know_whose(witness: Witness, event: Any) -> bool:
    """May it know on whom, and on which announced reaction, the GM has ruled?"""
    if not witness.sees(event.subject, event.reaction):
        return False
    frame = frame_of(witness, event) if event.reaction else None
    return frame is None or may_know_of_reaction(witness, frame, event.reaction)


def _frame(viewer: Viewer, frame: Any, who: str) -> Told | None:
    if not is_seen(viewer, frame):
        return None
    declared, ruling, rulings = frame.declared, frame.ruling, frame.rulings
    if viewer.are_secrets:
        ruling = _ruling(viewer, frame)
        if viewer.hidden or is_between_two(viewer, frame):
            known = [one for one in declared if may_know_of_reaction(viewer, frame, one)]
            declared = {one: known_deed(viewer, declared[one], one) for one in known}
            rulings = {one: rulings[one] for one in known if one in rulings and _is_open(viewer, frame.who, one)}
    if ruling.modifier and not viewer.plays(frame.who):  # the number is its owner's
        ruling = replace(ruling, modifier=0)
    deed = known_deed(viewer, frame.deed, who)
    return {"deed": deed, "declared": declared, "ruling": ruling, "rulings": rulings}


def _ruling(viewer: Viewer, frame: Any) -> Any:
    """As much as is told of what was ruled (`circumstances`): it says how far away somebody hidden is, and behind what.
    Where anybody is hidden from anybody, the GM is asked in secret, and nobody is told the answer."""
    ruling = frame.ruling
    if _is_open(viewer, frame.who, frame.target):
        return ruling
    told = SEEN_IN_ACT if viewer.sees(frame.who, frame.target) else SEEN_IN_ACT[:1]
    return type(ruling)(**{each: getattr(ruling, each) for each in told})


def _is_open(viewer: Viewer, *people: str) -> bool:
    """Does everybody see all of these?"""
    return viewer.sees(*people) and not any(map(viewer.is_secret, people))


def is_between_two(viewer: Viewer, frame: Any) -> bool:
    """Does somebody see nothing of this act? Then each reaction is between whoever announces it and the GM, as the
    question about it was."""
    if frame.kind not in (ACT, REACTION) or not viewer.is_secret(frame.who):
        return False
    return not frame.target or viewer.is_secret(frame.target)


def may_know_of_reaction(viewer: Viewer, frame: Any, who: str) -> bool:
    """That this one reacts to the act, and how."""
    if not is_seen(viewer, frame) or not viewer.sees(who):
        return False
    return not is_between_two(viewer, frame) or viewer.plays(who)


def known_deed(viewer: Viewer, deed: Any, who: str) -> Any:
    """A deed by or against somebody hidden: of one whom the audience does not see no more than whom it befalls, if the
    deed itself says that."""
    if not viewer.hidden:
        return deed
    main = main_deed(deed)
    target = getattr(main, "target", None)
    if not viewer.sees(who):
        return None if target is None else type(main)(target=viewer.name(target))
    if main is not deed:
        return replace(deed, with_=known_deed(viewer, main, who))
    return deed if target is None or viewer.sees(target) else replace(deed, target=UNSEEN)


def _refused(viewer: Witness, event: e.ActionRefused, who: str) -> Told | None:
    """The target of somebody unseen learns that nothing comes of it, not why. Of what was only announced nobody learns
    who does not know that it was."""
    frame = found(viewer.after.play.game, event.action_id.partition(ANNOUNCED)[0])
    if ANNOUNCED in event.action_id and frame is not None and not may_know_of_reaction(viewer, frame, who):
        return None
    return {"reason": event.reason if viewer.sees(who) else "refused"}
