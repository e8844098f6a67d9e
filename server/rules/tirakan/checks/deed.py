"""What refuses a deed, whoever asks and whenever: its own conditions, those of walking meanwhile, its cost.

The order is that of the specification's 2.0: weapon and shield, mode, target, distance, ammunition, dice, limits, cost.
"""

from __future__ import annotations

from server.core.errors import Rejected
from server.core.state import Play
from server.kit.paths import at_end_of
from server.rules.tirakan.acts.kind import Moment
from server.rules.tirakan.acts.kinds import cost_of, kind_of, main_deed
from server.rules.tirakan.state.intents import Deed, Walk
from server.rules.tirakan.state.state import Combatant


def check_deed(play: Play, who: str, deed: Deed, moment: Moment) -> None:
    """Raises Rejected where the deed itself is not possible; turn, phase and cost are not asked."""
    main = main_deed(deed)
    if main is deed or not isinstance(deed, Walk):
        kind_of(deed).check(play, who, deed, moment)
        return
    kind = kind_of(main)
    if kind.is_move:
        raise Rejected("walk_act_not_allowed")
    kind_of(deed).check(play, who, deed, moment)
    kind.check(at_end_of(play, who, deed.path), who, main, Moment(walking=True, frame=moment.frame))


def check_kind(play: Play, who: str, deed: Deed, is_reaction: bool) -> None:
    """T-ACT-2, T-ACT-5, T-REACT-8, T-SHIELD-3: may this kind of act be done now?"""
    main = main_deed(deed)
    kind = kind_of(main)
    if not is_reaction:
        if kind.is_defence:
            raise Rejected("reaction_only", act=kind.name)
        return
    if kind.own_turn_only:
        raise Rejected("own_turn_only", act=kind.name, name=play.pieces[who].name)
    if (cost := cost_of(play, who, deed)) != 1:
        raise Rejected("reaction_costs_one", act=kind.name, n=cost)


def check_cost(play: Play, who: str, need: int, have: int) -> None:
    """T-REACT-2, T-TURN-4."""
    if have < need:
        raise Rejected("no_action_left", name=play.pieces[who].name, need=need, have=have)


def available(play: Play, who: str) -> int:
    """Actions for free acts: a quick reaction does not count (T-QUICK-3)."""
    combatant: Combatant = play.game.combatants[who]
    return combatant.actions
