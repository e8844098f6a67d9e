"""Rounds, phases and turns (T-ROUND-*, T-TURN-*, T-END-1): what follows when no act is in progress."""

from __future__ import annotations

from typing import Literal

from server.core.draft import Draft
from server.core.ids import GM
from server.core.state import Ask, Decision
from server.rules.tirakan import events as e
from server.rules.tirakan.conditions import save_rolls
from server.rules.tirakan.facts import actions_max, has_action_in_reach, is_able, is_eligible
from server.rules.tirakan.initiative import quick_checks, set_order
from server.rules.tirakan.intents import StartCombat
from server.rules.tirakan.resolve import name_in
from server.rules.tirakan.state import Game


def start(draft: Draft, intent: StartCombat) -> None:
    """T-START-1: initiative, quick reactions, round 1."""
    draft.emit(e.CombatStarted(instigator=intent.instigator))
    set_order(draft)
    quick_checks(draft, [who for who in draft.game.combatants if who in draft.play.pieces])
    _start_round(draft, 1)


def _start_round(draft: Draft, number: int) -> None:
    draft.emit(e.RoundStarted(round=number))
    save_rolls(draft)
    if draft.game.last_actor:
        _open_phase(draft, "start")
    else:
        _next_turn(draft)


def _open_phase(draft: Draft, phase: Literal["start", "end"]) -> None:
    """T-ROUND-3, T-ROUND-4: who still has an action and perceives the last actor may react, that one too (H-04)."""
    game: Game = draft.game
    name = f"{phase}.{game.round}."
    eligible = tuple(who for who in game.order if _may_react(draft, who))
    action_id = name_in(draft, name[:-1])
    draft.emit(
        e.PhaseWindowOpened(
            action_id=action_id, name=name, phase=phase, last_actor=game.last_actor, eligible=eligible
        )
    )  # fmt: skip
    topic = {"action": action_id, "kind": phase, "who": game.last_actor}
    draft.open("phase", f"{name}window", {who: Ask(must=False) for who in eligible}, silent=True, topic=topic)


def _may_react(draft: Draft, who: str) -> bool:
    return is_eligible(draft.play, draft.game.last_actor, who) and has_action_in_reach(draft.play, who)


def leave_phase(draft: Draft) -> None:
    """The phase's reactions are done."""
    if draft.game.phase == "start":
        _next_turn(draft)
    else:
        _start_round(draft, draft.game.round + 1)


# --- turns -----------------------------------------------------------------------------------------------------------


def is_idle(draft: Draft) -> bool:
    """No act is in progress: is the actor free to choose the next?"""
    game: Game = draft.game
    return game.phase != "turn" or (bool(game.turn) and is_able(game, game.turn))


def go_on(draft: Draft) -> None:
    """T-ROUND-6: the turn of an actor who can no longer act ends by itself."""
    if not is_idle(draft):
        end_turn(draft, saved=0)


def end_turn(draft: Draft, saved: int) -> None:
    """T-TURN-4, T-TURN-5: what is saved stays for reactions."""
    after = draft.game.turn
    draft.emit(e.TurnEnded(who=after, saved=saved))
    _next_turn(draft, after)


def _next_turn(draft: Draft, after: str = "") -> None:
    """The next in order who can act; those who can't have their turns begun and ended (T-ROUND-6)."""
    order: tuple[str, ...] = draft.game.order
    rest = order[order.index(after) + 1 :] if after in order else order
    for who in rest:
        if draft.game.combatants[who].gone:
            continue
        _start_turn(draft, who)
        if is_able(draft.game, who):
            return
        draft.emit(e.TurnEnded(who=who, saved=0))
    _end_round(draft)


def _start_turn(draft: Draft, who: str) -> None:
    """T-TURN-2, T-QUICK-5."""
    able = is_able(draft.game, who)
    draft.emit(e.TurnStarted(who=who, skipped=not able))
    combatant = draft.game.combatants[who]
    if combatant.quick_reaction:
        draft.emit(e.QuickReactionExpired(who=who))
    most = actions_max(combatant)
    available = max(0, most - combatant.stolen_next)
    draft.emit(e.ActionsRefreshed(who=who, max=most, stolen=combatant.stolen_next, available=available))


def _end_round(draft: Draft) -> None:
    draft.emit(e.RoundEnded(round=draft.game.round))
    if any(is_able(draft.game, who) for who in draft.game.order):
        _open_phase(draft, "end")
    else:
        _wait_for_gm(draft)


def _wait_for_gm(draft: Draft) -> None:
    """Nobody can act any more: rounds don't run on by themselves until somebody dies or wakes."""
    name = f"end.{draft.game.round}.nobody"
    draft.open("nobody", name, {GM: Ask(secret=True)}, silent=True, topic={"kind": "nobody"})


def after_nobody(draft: Draft, _decision: Decision) -> None:
    """The GM lets the next round begin."""
    _open_phase(draft, "end")
