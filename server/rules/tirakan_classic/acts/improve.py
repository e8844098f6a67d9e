"""By house rule: dice spent on rolls (L-DICE-5). Who has made a roll may add dice once it is seen, or throw it anew.

Hit rolls, throws, defences and the checks of free acts; not initiative.
"""

from __future__ import annotations

from msgspec.structs import replace

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.events import Event
from server.core.state import Play, State
from server.kit.acts.improving import IMPROVE, ImprovementChosen, Improving, against
from server.kit.moment import name_of
from server.rules.tirakan_classic.acts import dice, throwing
from server.rules.tirakan_classic.acts.topic import topic_of
from server.rules.tirakan_classic.state import events as e
from server.rules.tirakan_classic.state import numbers as n
from server.rules.tirakan_classic.state.facts import is_able
from server.rules.tirakan_classic.state.intents import ImproveRoll, ThrowObject
from server.rules.tirakan_classic.state.state import Combatant, Frame, Rolled


def can_improve(play: Play, who: str) -> bool:
    """Has it dice to spend? Everybody sees how many."""
    own: Combatant = play.game.combatants[who]
    return bool(own.bonus_dice or own.destiny_dice) and who in play.pieces and is_able(play.game, who)


def _rolled(frame: Frame, event: Event) -> Rolled | None:
    match event:
        case e.HitsRolled():
            what: str = event.purpose
        case e.EvadeRolled():
            what = "evade"
        case e.ParryRolled() if event.faces:
            what = "parry"
        case e.CheckRolled():
            what = "check"
        case _:
            return None
    return Rolled(what=what, name=f"{frame.name}{what}", who=event.who, faces=event.faces, minimum=event.M)


# --- answers ---------------------------------------------------------------------------------------------------------


def check_dice(state: State, intent: ImproveRoll) -> None:
    """Raises Rejected: only with what there is. A reroll costs a destiny die."""
    own: Combatant = state.play.game.combatants[intent.who]
    name, destiny = name_of(state.play, intent.who), intent.destiny + intent.reroll
    if intent.bonus > own.bonus_dice:
        raise Rejected("no_bonus_die", name=name, have=own.bonus_dice)
    if destiny > own.destiny_dice:
        raise Rejected("no_destiny_die", name=name, have=own.destiny_dice)


def is_asked(draft: Draft) -> bool:
    """May the last roll still be improved?"""
    decision = draft.play.decision
    return decision is not None and decision.kind == IMPROVE


# --- what comes of it -------------------------------------------------------------------------------------------------


def _affordable(play: Play, chosen: ImprovementChosen) -> ImprovementChosen:
    """What is there of it. A reroll costs a destiny die."""
    if not can_improve(play, chosen.who):
        return replace(chosen, bonus=0, destiny=0, reroll=False)
    own: Combatant = play.game.combatants[chosen.who]
    reroll = chosen.reroll and bool(own.destiny_dice)
    destiny = min(chosen.destiny, own.destiny_dice - reroll)
    return replace(chosen, bonus=min(chosen.bonus, own.bonus_dice), destiny=destiny, reroll=reroll)


def _settle(draft: Draft, frame: Frame) -> None:
    """The roll stays as it is now: a throw that has failed goes astray."""
    if isinstance(frame.deed, ThrowObject):
        throwing.deviate(draft, frame)


def _throw(draft: Draft, frame: Frame, rolled: Rolled, chosen: ImprovementChosen) -> None:
    """A reroll replaces the whole roll; then come the dice that are added now."""
    who, roll, times = rolled.who, rolled.name, rolled.times
    faces, destiny = rolled.faces, rolled.destiny
    if chosen.reroll:
        faces = dice.dice(draft, f"{roll}.again.{times}", who, len(faces))
    rows = (("bonus_dice", "L-DICE-5", chosen.bonus), ("destiny_dice", "L-DICE-5", chosen.destiny))
    more, fate = (max(0, dice.use(draft, f"{roll}.{IMPROVE}.{times}", who, [row])) for row in rows)
    minimum = dice.use(draft, f"{roll}.{IMPROVE}.{times}", who, [(dice.MIN_ROLL, "L-DICE-2", rolled.minimum)])
    faces += dice.dice(draft, f"{roll}.bonus.{times}", who, more)
    destiny += tuple(die[0] for die in draft.roll(f"{roll}.destiny.{times}", who, n.DIE_SIDES, fate))
    draft.emit(
        e.RollImproved(
            who=who, decision=chosen.decision, target=against(frame, rolled), action_id=frame.id, roll=rolled.what,
            bonus=chosen.bonus, destiny=chosen.destiny, reroll=chosen.reroll, faces=faces, destiny_faces=destiny,
            M=minimum, F=n.DESTINY_FROM, hits=dice.read(faces, minimum, destiny),
            terms=draft.terms.of(f"{roll}.{IMPROVE}.{times}", who),
        )
    )  # fmt: skip


IMPROVING = Improving(
    stands=e.RollStands, rolled=_rolled, can=can_improve, left=_affordable, throw=_throw, topic=topic_of, settle=_settle
)


def ask(draft: Draft, frame: Frame, since: int) -> bool:
    """Ask for what was rolled behind that place of the draft, where the table plays so."""
    return draft.game.options.dice_in_combat_rolls and IMPROVING.ask(draft, frame, since)
