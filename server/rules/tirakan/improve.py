"""Dice spent on rolls (T-DICE-6, H-37): who has made a roll may add dice to it, or throw it anew, once it is seen.

Hit rolls, defences, and checks of acts and against them. What comes by itself (initiative, quick reactions, the save
rolls of a start phase) is no choice of anybody and is not improved.
"""

from __future__ import annotations

from server.core.dice import Faces
from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.events import Event
from server.core.state import Ask, Decision, Play, State
from server.rules.tirakan import events as e
from server.rules.tirakan import hits
from server.rules.tirakan import intents as i
from server.rules.tirakan import numbers as n
from server.rules.tirakan.facts import is_able, top
from server.rules.tirakan.moment import check_able, check_running, name_of, wrong_phase
from server.rules.tirakan.resolve import is_secret, newest, topic_of
from server.rules.tirakan.state import Combatant, Frame, Rolled, RollKind

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
            return _of(frame, event, "parry", "parry", critical=n.CRITICAL_FROM)
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


def check_answer(state: State, intent: i.ImproveRoll | i.KeepRoll) -> None:
    """Raises Rejected: only the one whose roll it is, with what it has."""
    check_running(state, intent)
    decision = state.play.decision
    if decision is None or decision.kind != IMPROVE or intent.who not in decision.asks:
        raise wrong_phase(state, intent)
    if decision.asks[intent.who].answer is not None:
        raise Rejected("stale_action")
    if isinstance(intent, i.ImproveRoll):
        check_able(state.play, intent.who)
        _check_dice(state.play, intent)


def _check_dice(play: Play, intent: i.ImproveRoll) -> None:
    combatant: Combatant = play.game.combatants[intent.who]
    name = name_of(play, intent.who)
    if intent.bonus > combatant.bonus_dice:
        raise Rejected("no_bonus_die", name=name, need=intent.bonus, have=combatant.bonus_dice)
    if intent.destiny > combatant.destiny_dice:
        raise Rejected("no_destiny_die", name=name, need=intent.destiny, have=combatant.destiny_dice)
    if intent.reroll and not combatant.rerolls:
        raise Rejected("no_reroll", name=name)


def keep(draft: Draft, intent: i.KeepRoll | i.ImproveRoll) -> None:
    """The roll stays as it is."""
    frame, decision = top(draft.game), draft.play.decision
    if frame is not None and decision is not None:
        draft.emit(e.RollKept(who=intent.who, decision=decision.id, action_id=frame.id))


def improve(draft: Draft, intent: i.ImproveRoll) -> None:
    """A reroll replaces the whole roll, dice that were added before included; then come the dice that are added now."""
    frame, decision = top(draft.game), draft.play.decision
    rolled = frame.rolled if frame is not None else None
    if frame is None or decision is None or rolled is None or not (intent.bonus or intent.destiny or intent.reroll):
        keep(draft, intent)
        return
    who, name, times = intent.who, rolled.name, rolled.times
    dice, destiny = rolled.dice, rolled.destiny
    if intent.reroll:
        dice = draft.roll(f"{name}.again.{times}", who, n.DIE_SIDES, len(dice), explode=True)
        destiny = _plain(draft, f"{name}.destiny_again.{times}", who, len(destiny))
    dice += draft.roll(f"{name}.bonus.{times}", who, n.DIE_SIDES, intent.bonus, explode=True)
    destiny += _plain(draft, f"{name}.destiny.{times}", who, intent.destiny)
    _emit(draft, frame, rolled, intent, dice, destiny)


def _plain(draft: Draft, name: str, who: str, count: int) -> tuple[int, ...]:
    return tuple(die[0] for die in draft.roll(name, who, n.DIE_SIDES, count))


def _emit(
    draft: Draft, frame: Frame, rolled: Rolled, intent: i.ImproveRoll, dice: tuple[Faces, ...], destiny: tuple[int, ...]
) -> None:  # fmt: skip
    found = hits.read(dice, rolled.minimum, rolled.critical, destiny)
    normal, crits, extra = hits.counted(found)
    draft.emit(
        e.RollImproved(
            who=intent.who, decision=draft.play.decision.id if draft.play.decision is not None else "",
            action_id=frame.id, roll=rolled.what, bonus=intent.bonus, destiny=intent.destiny, reroll=intent.reroll,
            dice=dice, destiny_dice=destiny, M=rolled.minimum, K=rolled.critical, hits=found, successes=len(found),
            N=normal, C=crits, X=extra,
        )
    )  # fmt: skip


def again(draft: Draft, _decision: Decision) -> None:
    """Any number of dice, one after another if one likes."""
    frame = top(draft.game)
    rolled = frame.rolled if frame is not None else None
    if frame is not None and rolled is not None and rolled.times and can_improve(draft.play, rolled.who):
        _ask(draft, frame, rolled)
