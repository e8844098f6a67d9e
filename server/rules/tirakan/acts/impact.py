"""From hits to harm: cover, lost aim, protection, and what the hits do (3.3 steps 8 to 11)."""

from __future__ import annotations

from server.core.draft import Draft
from server.kit.acts.frame import newest
from server.kit.hidden import is_secret
from server.rules.tirakan.acts.special import SPECIALS
from server.rules.tirakan.harm import protection
from server.rules.tirakan.harm.cover import roll_cover
from server.rules.tirakan.harm.wounds import lose_aim
from server.rules.tirakan.rolls import hits
from server.rules.tirakan.state.state import Frame, Strike


def strike_home(draft: Draft, frame: Frame) -> None:
    """T-ATK-3, 3.3 steps 8 to 10; goes on to 11 where nobody has to be asked."""
    strike = frame.strike
    if strike is None:
        raise AssertionError(f"{frame.id} has no hits to resolve")
    special = SPECIALS[strike.special]
    if special.has_cover:
        roll_cover(draft, frame)
    frame = newest(draft, frame)
    strike = frame.strike or strike
    if hits.left(strike) and draft.game.options.aim_lost_on == "hit":
        lose_aim(draft, strike.target)
    if not special.has_protection or not _may_protect(draft, strike):
        special.after(draft, newest(draft, frame))
    elif not protection.ask(draft, frame, strike):
        after_protection(draft, newest(draft, frame))


def _may_protect(draft: Draft, strike: Strike) -> bool:
    """T-PROT-5: no question without hits; but where the target is hidden it stops in any case: that tells nothing."""
    return bool(hits.left(strike)) or (bool(strike.hits) and is_secret(draft.play, strike.target))


def after_protection(draft: Draft, frame: Frame) -> None:
    """3.3 step 11."""
    strike = frame.strike
    SPECIALS[strike.special if strike is not None else ""].after(draft, frame)
