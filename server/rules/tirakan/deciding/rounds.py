"""Rounds, phases and turns (T-ROUND-*, T-TURN-*, T-END-1): what follows when no act is in progress."""

from __future__ import annotations

from typing import Literal

from server.core.draft import Draft
from server.core.ids import born
from server.core.state import Decision
from server.kit.asking import ask_gm, open_window
from server.kit.hidden import is_secret
from server.kit.order import ahead, stop
from server.rules.tirakan import events as e
from server.rules.tirakan.asking.eligibility import may_react
from server.rules.tirakan.deciding.initiative import quick_checks, set_order
from server.rules.tirakan.harm.conditions import save_rolls
from server.rules.tirakan.harm.effects import take_effect
from server.rules.tirakan.state.facts import actions_max, is_able
from server.rules.tirakan.state.intents import StartCombat
from server.rules.tirakan.state.state import Game


def start(draft: Draft, intent: StartCombat) -> None:
    """T-START-1: initiative, quick reactions, round 1. Somebody hidden can't be seen to have begun it."""
    instigator = "" if is_secret(draft.play, intent.instigator) else intent.instigator
    draft.emit(e.CombatStarted(instigator=instigator))
    set_order(draft)
    quick_checks(draft, [who for who in draft.game.combatants if who in draft.play.pieces])
    _start_round(draft, 1)


def is_idle(draft: Draft) -> bool:
    """Is the actor free to choose what is done next? Or, where nobody can act, is a question open that the GM has to
    answer before being asked what is to come?"""
    game: Game = draft.game
    if game.phase == "end" and draft.play.decisions:
        return not _can_anybody_act(game)
    return game.phase == "turn" and bool(game.turn) and is_able(game, game.turn)


def go_on(draft: Draft) -> None:
    """What follows when no act is in progress, nobody is asked, and the actor can't act (T-ROUND-6)."""
    phase = draft.game.phase
    if phase == "turn":
        end_turn(draft, saved=0)
    elif phase == "start" and not draft.game.last_actor:
        leave_phase(draft)
    elif phase == "start" or _can_anybody_act(draft.game):
        _open_phase(draft, phase)
    else:
        _wait_for_gm(draft)


def _can_anybody_act(game: Game) -> bool:
    return any(is_able(game, who) for who in game.order)


# --- phases ----------------------------------------------------------------------------------------------------------


def _start_round(draft: Draft, number: int) -> None:
    """T-ROUND-1, T-ROUND-5: conditions and other effects, then (`go_on`) the window."""
    draft.emit(e.RoundStarted(round=number))
    save_rolls(draft)
    take_effect(draft, "start")


def _end_round(draft: Draft) -> None:
    """T-ROUND-5."""
    draft.emit(e.RoundEnded(round=draft.game.round))
    take_effect(draft, "end")


def _open_phase(draft: Draft, phase: Literal["start", "end"]) -> None:
    """T-ROUND-3, T-ROUND-4: who still has an action and perceives the last actor may react, that one too (H-04)."""
    game: Game = draft.game
    name = f"{phase}.{game.round}."
    eligible = tuple(who for who in game.order if may_react(draft, game.last_actor, who))
    action_id = born(draft.act, name[:-1])
    draft.emit(
        e.PhaseWindowOpened(
            action_id=action_id, name=name, phase=phase, last_actor=game.last_actor, eligible=eligible
        )
    )  # fmt: skip
    topic = {"action": action_id, "kind": phase, "who": game.last_actor}
    open_window(draft, "phase", f"{name}window", eligible, topic=topic)


def leave_phase(draft: Draft) -> None:
    """The phase is over: turns begin, or (T-ROUND-2) the next round."""
    if draft.game.phase == "start":
        draft.emit(e.TurnsBegun(round=draft.game.round))
        _stop(draft, "")
    else:
        _start_round(draft, draft.game.round + 1)


def _wait_for_gm(draft: Draft) -> None:
    """Nobody can act any more: rounds don't run on by themselves until somebody dies or wakes."""
    name = f"end.{draft.game.round}.nobody"
    ask_gm(draft, "nobody", name, {"kind": "nobody"}, secret=True)


def after_nobody(draft: Draft, _decision: Decision) -> None:
    """The GM lets the next round begin."""
    _open_phase(draft, "end")


# --- turns -----------------------------------------------------------------------------------------------------------


def end_turn(draft: Draft, saved: int) -> None:
    """T-TURN-4, T-TURN-5: what is saved stays for reactions."""
    after = draft.game.turn
    draft.emit(e.TurnEnded(who=after, saved=saved))
    _stop(draft, after)


def _stop(draft: Draft, after: str) -> None:
    """Every change of turns is two commits: that the next to act is hidden must not show in there being none. And two
    acts: the windows between rounds are born in one that does not tell whose turn was the last."""
    topic = {"kind": "turn", "after": after}
    stop(draft, f"turn.{draft.game.round}.{after}", kind="turn", topic=topic, ends_act=True)


def next_turn(draft: Draft, decision: Decision) -> None:
    """The next in order. The turn of one who can't act ends at once (T-ROUND-6, by `go_on`)."""
    rest = ahead(draft.game.order, decision.topic["after"])
    who = next((who for who in rest if not draft.game.combatants[who].gone), "")
    if who:
        _start_turn(draft, who)
    else:
        _end_round(draft)


def _start_turn(draft: Draft, who: str) -> None:
    """T-TURN-2, T-QUICK-5."""
    able = is_able(draft.game, who)
    draft.emit(e.TurnStarted(who=who, skipped=not able, unseen=is_secret(draft.play, who)))
    combatant = draft.game.combatants[who]
    if combatant.quick_reaction:
        draft.emit(e.QuickReactionExpired(who=who))
    most = actions_max(combatant)
    available = max(0, most - combatant.stolen_next)
    draft.emit(e.ActionsRefreshed(who=who, max=most, stolen=combatant.stolen_next, available=available))
