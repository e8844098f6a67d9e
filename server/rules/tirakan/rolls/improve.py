"""Dice spent on rolls (T-DICE-6, H-37): who has made a roll may add dice to it, or throw it anew, once it is seen.

Hit rolls, defences, and checks of acts and against them. What comes by itself (initiative, quick reactions, the save
rolls of a start phase) is no choice of anybody and is not improved.
"""

from __future__ import annotations

from msgspec.structs import replace

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.events import Event
from server.core.state import Ask, Decision, Play, State
from server.kit.acts.frame import newest
from server.kit.frames import top
from server.kit.hidden import is_secret
from server.kit.moment import name_of
from server.rules.tirakan import events as e
from server.rules.tirakan.asking.questions import topic_of
from server.rules.tirakan.rolls import hits
from server.rules.tirakan.state import intents as i
from server.rules.tirakan.state import numbers as n
from server.rules.tirakan.state.facts import is_able
from server.rules.tirakan.state.state import Combatant, Frame, Rolled, RollKind

IMPROVE = "improve"
"""The kind of the question."""

CHECKS = {"custom": "check", "knockout": "resist", "disarm": "hold"}
"""By purpose of a check: how its dice are called in the act."""


def can_improve(play: Play, who: str) -> bool:
    """Has it dice to spend? Everybody sees how many."""
    combatant: Combatant = play.game.combatants[who]
    has_any = combatant.bonus_dice or combatant.destiny_dice or combatant.rerolls
    return bool(has_any) and who in play.pieces and is_able(play.game, who)


def ask(draft: Draft, frame: Frame, since: int) -> bool:
    """Ask for what was rolled behind that place of the draft; False where there is nothing to ask."""
    if not draft.game.options.dice_in_rolls:
        return False
    rolled = next((found for _, event, _ in reversed(draft.trail[since:]) if (found := _rolled(frame, event))), None)
    return rolled is not None and _ask(draft, frame, rolled)


def _ask(draft: Draft, frame: Frame, rolled: Rolled) -> bool:
    """Of somebody hidden nobody may know whether it is asked: then the act stops in any case."""
    who, secret = rolled.who, is_secret(draft.play, rolled.who)
    is_asked = can_improve(draft.play, who)
    if not is_asked and not secret:
        return False
    draft.emit(e.RollStands(who=who, action_id=frame.id, roll=rolled))
    asks = {who: Ask(must=False, secret=secret)} if is_asked else {}
    topic = {**topic_of(draft.play, newest(draft, frame)), "roller": who, "roll": rolled.what}
    draft.open(IMPROVE, f"improve.{rolled.name}.{rolled.times}", asks, silent=secret, topic=topic)
    return True


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


def improve(draft: Draft, decision: Decision) -> None:
    """The dice are thrown; then there may be more, one after another if one likes."""
    frame = top(draft.game)
    rolled = frame.rolled if frame is not None else None
    chosen = next((ask.answer for ask in decision.asks.values()), None)
    if frame is None or rolled is None or not isinstance(chosen, e.ImprovementChosen):
        return
    chosen = _left(draft.play, chosen)
    if not (chosen.bonus or chosen.destiny or chosen.reroll):
        return
    _throw(draft, frame, rolled, chosen)
    rolled = newest(draft, frame).rolled
    if rolled is not None and can_improve(draft.play, rolled.who):
        _ask(draft, frame, rolled)


def _left(play: Play, chosen: e.ImprovementChosen) -> e.ImprovementChosen:
    """What is there of it: the answer to a silent question may be older than the last change by the GM."""
    if not can_improve(play, chosen.who):
        return replace(chosen, bonus=0, destiny=0, reroll=False)
    combatant: Combatant = play.game.combatants[chosen.who]
    bonus, destiny = min(chosen.bonus, combatant.bonus_dice), min(chosen.destiny, combatant.destiny_dice)
    return replace(chosen, bonus=bonus, destiny=destiny, reroll=chosen.reroll and combatant.rerolls > 0)


def _throw(draft: Draft, frame: Frame, rolled: Rolled, chosen: e.ImprovementChosen) -> None:
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
            who=who, decision=chosen.decision, target=_against(frame, rolled), action_id=frame.id, roll=rolled.what,
            bonus=chosen.bonus, destiny=chosen.destiny, reroll=chosen.reroll, dice=dice, destiny_dice=destiny,
            M=minimum, K=critical, hits=found, successes=len(found), N=normal, C=crits, X=extra, F=destiny_from,
            terms=draft.terms.of(roll, who),
        )
    )  # fmt: skip


def _against(frame: Frame, rolled: Rolled) -> str:
    """Who sees what comes of it beside those who see the roller."""
    if rolled.what == "check":
        return ""
    return frame.target if rolled.what == "hit" else frame.who


def _plain(draft: Draft, name: str, who: str, count: int) -> tuple[int, ...]:
    return tuple(die[0] for die in draft.roll(name, who, n.DIE_SIDES, count))
