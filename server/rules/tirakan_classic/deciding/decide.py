"""What an accepted intent brings about, and how an act goes on after its question was answered. Refuses nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

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
from server.kit.frames import found
from server.rules.tirakan_classic.acts import improve, throwing
from server.rules.tirakan_classic.acts.attack import armed
from server.rules.tirakan_classic.acts.kinds import DEEDS
from server.rules.tirakan_classic.acts.machine import ACTS, DISTANCE
from server.rules.tirakan_classic.deciding import initiative, rulings, turns
from server.rules.tirakan_classic.state import events as e
from server.rules.tirakan_classic.state import intents as i
from server.rules.tirakan_classic.state.facts import is_taken_now, victim_refused


def decide(draft: Draft, intent: Intent) -> None:
    """Emit what the intent brings about, and carry on what it set going. Core closes what all have answered."""
    _DECIDES[type(intent)](draft, intent)
    turns.go_on(draft)


def removed(draft: Draft, _who: str) -> None:
    """Nothing more is asked about acts that are over with whoever did them; the turn goes on."""
    for decision in reversed(draft.play.decisions):
        action = decision.topic.get("action")
        if action is not None and found(draft.game, action) is None:
            draft.close(decision.id, "moot")
    turns.go_on(draft)


def turn_end(state: State) -> Intent | None:
    """Ends the turn that is on."""
    turn: str = state.play.game.turn
    return i.EndTurn(who=turn) if turn else None


# --- questions -------------------------------------------------------------------------------------------------------


def _serves(_state: State, decision: Decision, _who: str) -> Intent:
    """L-PARRY-1: what is in hand will do."""
    return i.GmRuleCustom(reaction=decision.topic["reaction"])


def _as_proposed(state: State, decision: Decision, _who: str) -> Intent:
    """L-THROW-6."""
    frame = found(state.play.game, decision.topic["action"])
    return (throwing.proposal(state.play, frame) if frame is not None else None) or i.GmRefuse()


def _as_they_came(state: State, _decision: Decision, _who: str) -> Intent:
    """L-A-03."""
    return i.GmBreakTie(order=tuple(initiative.tied_people(state.play.game)))


QUESTIONS: dict[str, Question] = {
    **dict.fromkeys(WINDOWS, Question(i.PassReaction, then=lambda draft, _: close_window(ACTS, draft))),
    IMPROVE: Question(i.KeepRoll, then=improve.IMPROVING.answered),
    "custom": Question(i.GmRuleCustom()),
    "object": Question(_serves),
    DISTANCE: Question(i.GmSetAct(distance_cm=0)),
    throwing.BLAST: Question(_as_proposed),
    initiative.TIE: Question(_as_they_came),
    "stop": Question(),
}
"""Who does not answer passes and keeps the roll; the GM says what the rules expect."""

default = default_of(QUESTIONS)
proceed = proceed_of(QUESTIONS, turns.go_on)

# --- deeds and answers -----------------------------------------------------------------------------------------------


def _deed(draft: Draft, deed: i.Deed) -> None:
    deed = armed(draft.game.combatants[deed.who], deed)
    declare(ACTS, draft, deed.who, plain(deed), DEEDS.kind(main_deed(deed)).name, ACT)


def _announce(draft: Draft, intent: i.DeclareReaction) -> None:
    """What a hidden fact forbids to steal is not announced either: the question stays open."""
    if intent.bonus:
        _spend_bonus(draft, intent)
    if intent.victim and not _steals(draft, intent):
        return
    announce(ACTS, draft, intent.who, armed(draft.game.combatants[intent.who], intent.reaction))


# --- dice for actions ------------------------------------------------------------------------------------------------


def _spend_bonus(draft: Draft, intent: i.SpendBonusDie | i.DeclareReaction) -> None:
    """L-BONUS-1 to L-BONUS-3."""
    own = draft.game.combatants[intent.who]
    draft.emit(BonusDieSpent(who=intent.who, left=own.bonus_dice - 1))
    draft.emit(e.ActionGained(who=intent.who, actions=own.actions + 1))


def _steals(draft: Draft, intent: i.SpendDestinyDie | i.DeclareReaction) -> bool:
    """L-DEST-1 to L-DEST-3; what a hidden fact forbids takes nothing."""
    if victim_refused(draft.play, intent.who, intent.victim):
        return False
    draft.emit(DestinyDieSpent(who=intent.who, left=draft.game.combatants[intent.who].destiny_dice - 1))
    is_now = is_taken_now(draft.game, intent.victim)
    draft.emit(ActionStolen(thief=intent.who, victim=intent.victim, when="now" if is_now else "next_turn"))
    return True


_DECIDES: dict[type[Intent], Callable[[Draft, Any], object]] = {
    **dict.fromkeys(get_args(i.Deed), _deed),
    i.StartCombat: lambda draft, _: turns.start(draft),
    i.EndTurn: lambda draft, intent: turns.end_turn(draft, intent.who),
    i.SpendBonusDie: _spend_bonus,
    i.SpendDestinyDie: _steals,
    i.DeclareReaction: _announce,
    i.WithdrawReaction: answering(ReactionWithdrawn),
    i.PassReaction: answering(ReactionPassed),
    i.ImproveRoll: answering(ImprovementChosen, "bonus", "destiny", "reroll"),
    i.KeepRoll: answering(RollKept),
    **rulings.DECIDES,
}
