"""What an accepted intent brings about, and how an act goes on after its question was answered. Refuses nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from server.core.draft import Draft
from server.core.intents import Intent
from server.core.state import Decision, State
from server.kit.acts.deeds import main_deed, plain
from server.kit.acts.dice import ActionStolen, BonusDieSpent, DestinyDieSpent
from server.kit.acts.events import ReactionPassed, ReactionWithdrawn
from server.kit.acts.frame import ACT
from server.kit.acts.improving import IMPROVE, ImprovementChosen, RollKept
from server.kit.acts.reactions import WINDOWS, announce, answering, close_window, declare
from server.kit.asking import Question, default_of, proceed_of
from server.kit.frames import asked_about, top
from server.rules.tirakan import events as e
from server.rules.tirakan.acts import special
from server.rules.tirakan.acts.kinds import DEEDS
from server.rules.tirakan.acts.machine import ACTS
from server.rules.tirakan.asking.eligibility import may_be_robbed
from server.rules.tirakan.checks.intent import OF_TURN
from server.rules.tirakan.deciding import rounds, rulings
from server.rules.tirakan.deciding.frames import run
from server.rules.tirakan.harm import protection
from server.rules.tirakan.rolls import improve
from server.rules.tirakan.state import intents as i
from server.rules.tirakan.state.facts import usable_actions


def decide(draft: Draft, intent: Intent) -> None:
    """Emit what the intent brings about, and carry on what it set going. Core closes what all have answered."""
    _DECIDES[type(intent)](draft, intent)
    run(draft)


def removed(draft: Draft, _who: str) -> None:
    """Whose turn it was is gone."""
    run(draft)


def _after_protection(draft: Draft, decision: Decision) -> None:
    """A stop without an ask: what the sheet says happens now."""
    frame = top(draft.game)
    if frame is not None and frame.strike is not None and not decision.asks:
        protection.automatic(draft, frame, frame.strike)


def _with_the_stronger(state: State, _decision: Decision, who: str) -> Intent:
    return i.ChooseDisarmAttribute(who=who, attribute=special.stronger(state.play.game.combatants[who]))


QUESTIONS: dict[str, Question] = {
    **dict.fromkeys(WINDOWS, Question(i.PassReaction, then=lambda draft, _: close_window(ACTS, draft))),
    "protection": Question(i.DeclineProtection, then=_after_protection),
    "disarm": Question(_with_the_stronger, then=special.hold_on),
    IMPROVE: Question(i.KeepRoll, then=improve.IMPROVING.answered),
    "turn": Question(then=rounds.next_turn),
    "custom": Question(i.GmRuleCustom()),
    "distance": Question(i.GmSetAttack(distance_cm=0)),
    "nullify": Question(i.GmRuleNullify()),
    "object": Question(lambda _state, decision, _who: i.GmRuleCustom(reaction=decision.topic["reaction"])),
    "awaken": Question(i.GmRuleAwaken(), then=special.awaken),
    "nobody": Question(i.GmSkipTurn(), then=rounds.after_nobody),
}
"""Who does not answer passes, declines, and as the GM says what the rules expect."""

default = default_of(QUESTIONS)
proceed = proceed_of(QUESTIONS, run)


def turn_end(state: State) -> Intent | None:
    """Ends the turn that is on."""
    turn: str = state.play.game.turn
    return i.EndTurn(who=turn) if turn else None


# --- deeds and answers -----------------------------------------------------------------------------------------------


def _deed(draft: Draft, deed: i.Deed) -> None:
    declare(ACTS, draft, deed.who, plain(deed), DEEDS.kind(main_deed(deed)).name, ACT)


def _protect(draft: Draft, intent: i.UseProtection) -> None:
    decision = draft.answered
    frame = asked_about(draft.game, decision)
    if decision is not None and frame is not None:
        protection.use(draft, frame, intent, decision.id)


# --- what is no act --------------------------------------------------------------------------------------------------


def _spend_bonus(draft: Draft, intent: i.SpendBonusDie | i.DeclareReaction) -> None:
    """T-BONUS-1 to T-BONUS-3."""
    left = draft.game.combatants[intent.who].bonus_dice - 1
    draft.emit(BonusDieSpent(who=intent.who, left=left))
    draft.emit(e.ActionGained(who=intent.who, source="bonus"))


def _react(draft: Draft, intent: i.DeclareReaction) -> None:
    """What a hidden fact forbids to steal is not announced either: the question stays open."""
    if intent.bonus:
        _spend_bonus(draft, intent)
    if intent.victim and not _steals(draft, intent):
        return
    announce(ACTS, draft, intent.who, intent.reaction)


def _steals(draft: Draft, intent: i.SpendDestinyDie | i.DeclareReaction) -> bool:
    """T-DEST-1 to T-DEST-3; what hidden facts forbid takes nothing."""
    if may_be_robbed(draft.play, intent.who, intent.victim):
        return False
    left = draft.game.combatants[intent.who].destiny_dice - 1
    draft.emit(DestinyDieSpent(who=intent.who, left=left))
    now = _is_taken_now(draft, intent.victim)
    draft.emit(ActionStolen(thief=intent.who, victim=intent.victim, when="now" if now else "next_turn"))
    draft.emit(e.ActionGained(who=intent.who, source="destiny"))
    return True


def _is_taken_now(draft: Draft, victim: str) -> bool:
    """T-DEST-2, H-10."""
    if draft.game.turn == victim:
        return True
    has_saved = usable_actions(draft.game, victim) > 0 and draft.game.combatants[victim].actions > 0
    return draft.game.options.steal_takes_saved and has_saved


def _lower(draft: Draft, intent: i.LowerShield) -> None:
    draft.emit(e.ShieldBlockLowered(who=intent.who))


def _end_turn(draft: Draft, intent: i.EndTurn) -> None:
    rounds.end_turn(draft, draft.game.combatants[intent.who].actions)


_DECIDES: dict[type[Intent], Callable[[Draft, Any], object]] = {
    **dict.fromkeys(OF_TURN, _deed),
    i.StartCombat: rounds.start,
    i.EndTurn: _end_turn,
    i.DeclareReaction: _react,
    i.AutoProtect: lambda draft, intent: draft.emit(e.AutoProtectSet(who=intent.who, how=intent.how)),
    i.WithdrawReaction: answering(ReactionWithdrawn),
    i.PassReaction: answering(ReactionPassed),
    i.UseProtection: _protect,
    i.DeclineProtection: answering(e.ProtectionDeclined),
    i.ChooseDisarmAttribute: answering(e.DisarmAttributeChosen, "attribute"),
    i.ImproveRoll: answering(ImprovementChosen, "bonus", "destiny", "reroll"),
    i.KeepRoll: answering(RollKept),
    i.UnsupportWeapon: lambda draft, intent: draft.emit(e.WeaponUnsupported(who=intent.who)),
    i.SpendBonusDie: _spend_bonus,
    i.SpendDestinyDie: _steals,
    i.LowerShield: _lower,
    **rulings.DECIDES,
}
