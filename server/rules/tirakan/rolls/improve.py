"""Dice spent on rolls (T-DICE-6, H-37): who has made a roll may add dice to it, or throw it anew, once it is seen.

Hit rolls, defences, and checks of acts and against them. What comes by itself (initiative, quick reactions, the save
rolls of a start phase) is no choice of anybody and is not improved.
"""

from __future__ import annotations

from msgspec.structs import replace

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.events import Event
from server.core.state import Play, State
from server.kit.acts.improving import ImprovementChosen, Improving, against
from server.kit.moment import name_of
from server.rules.tirakan import events as e
from server.rules.tirakan.asking.questions import topic_of
from server.rules.tirakan.rolls import hits
from server.rules.tirakan.state import intents as i
from server.rules.tirakan.state import numbers as n
from server.rules.tirakan.state.facts import is_able
from server.rules.tirakan.state.state import Combatant, Frame, Rolled, RollKind

CHECKS = {"custom": "check", "knockout": "resist", "disarm": "hold"}
"""By purpose of a check: how its dice are called in the act."""


def can_improve(play: Play, who: str) -> bool:
    """Has it dice to spend? Everybody sees how many."""
    combatant: Combatant = play.game.combatants[who]
    has_any = combatant.bonus_dice or combatant.destiny_dice or combatant.rerolls
    return bool(has_any) and who in play.pieces and is_able(play.game, who)


def _rolled(frame: Frame, event: Event) -> Rolled | None:
    match event:
        case e.HitsRolled():
            return _of(frame, event, "hit", "hit", critical=event.K)
        case e.DodgeRolled():
            return _of(frame, event, "dodge", "dodge")
        case e.ParryRolled():
            return _of(frame, event, "parry", "parry", critical=event.K)
        case e.ThrowRolled():
            return _of(frame, event, "check", "throw")
        case e.CheckRolled() if event.purpose in CHECKS:
            return _of(frame, event, "check", CHECKS[event.purpose])
    return None


def _of(
    frame: Frame, event: e.HitsRolled | e.DodgeRolled | e.ParryRolled | e.ThrowRolled | e.CheckRolled, what: RollKind,
    name: str, critical: int | None = None,
) -> Rolled:  # fmt: skip
    return Rolled(
        what=what, name=f"{frame.name}{name}", who=event.who, dice=event.dice, minimum=event.M, critical=critical
    )


# --- answers ---------------------------------------------------------------------------------------------------------


def check_dice(state: State, intent: i.ImproveRoll) -> None:
    """Raises Rejected: only with what there is."""
    combatant: Combatant = state.play.game.combatants[intent.who]
    name = name_of(state.play, intent.who)
    if intent.bonus > combatant.bonus_dice:
        raise Rejected("no_bonus_die", name=name, need=intent.bonus, have=combatant.bonus_dice)
    if intent.destiny > combatant.destiny_dice:
        raise Rejected("no_destiny_die", name=name, need=intent.destiny, have=combatant.destiny_dice)
    if intent.reroll and not combatant.rerolls:
        raise Rejected("no_reroll", name=name)


# --- what comes of it ------------------------------------------------------------------------------------------------


def _left(play: Play, chosen: ImprovementChosen) -> ImprovementChosen:
    """What is there of it."""
    if not can_improve(play, chosen.who):
        return replace(chosen, bonus=0, destiny=0, reroll=False)
    combatant: Combatant = play.game.combatants[chosen.who]
    bonus, destiny = min(chosen.bonus, combatant.bonus_dice), min(chosen.destiny, combatant.destiny_dice)
    return replace(chosen, bonus=bonus, destiny=destiny, reroll=chosen.reroll and combatant.rerolls > 0)


def _throw(draft: Draft, frame: Frame, rolled: Rolled, chosen: ImprovementChosen) -> None:
    """A reroll replaces the whole roll, dice that were added before included; then come the dice that are added now."""
    who, name, times = rolled.who, rolled.name, rolled.times
    dice, destiny = rolled.dice, rolled.destiny
    roll = f"{name}.improve.{times}"

    def use(key: str, value: int) -> int:
        return draft.terms.use(roll, who, key, value, "T-DICE-6")

    if chosen.reroll:
        dice = draft.roll(f"{name}.again.{times}", who, n.DIE_SIDES, len(dice), explode=True)
        destiny = _plain(draft, f"{name}.destiny_again.{times}", who, len(destiny))
    added, added_destiny = max(0, use("bonus_dice", chosen.bonus)), max(0, use("destiny_dice", chosen.destiny))
    dice += draft.roll(f"{name}.bonus.{times}", who, n.DIE_SIDES, added, explode=True)
    destiny += _plain(draft, f"{name}.destiny.{times}", who, added_destiny)
    minimum = max(n.LEAST_MINIMUM, use("minimum", rolled.minimum) + draft.terms.use_extra(roll, who))
    critical = None if rolled.critical is None else use("critical", rolled.critical)
    destiny_from = use("destiny_from", rolled.destiny_from)
    found = hits.read(dice, minimum, critical, destiny, destiny_from)
    normal, crits, extra = hits.counted(found)
    draft.emit(
        e.RollImproved(
            who=who, decision=chosen.decision, target=against(frame, rolled), action_id=frame.id, roll=rolled.what,
            bonus=chosen.bonus, destiny=chosen.destiny, reroll=chosen.reroll, dice=dice, destiny_dice=destiny,
            M=minimum, K=critical, hits=found, successes=len(found), N=normal, C=crits, X=extra, F=destiny_from,
            terms=draft.terms.of(roll, who),
        )
    )  # fmt: skip


def _plain(draft: Draft, name: str, who: str, count: int) -> tuple[int, ...]:
    return tuple(die[0] for die in draft.roll(name, who, n.DIE_SIDES, count))


IMPROVING = Improving(
    stands=e.RollStands, rolled=_rolled, can=can_improve, left=_left, throw=_throw, topic=topic_of
)  # fmt: skip


def ask(draft: Draft, frame: Frame, since: int) -> bool:
    """Ask for what was rolled behind that place of the draft, where the table plays so."""
    return draft.game.options.dice_in_rolls and IMPROVING.ask(draft, frame, since)
