"""Rounds and turns, and how the fight goes on by itself as far as it can (L-ROUND-*, L-PRIO-*, L-FULL-3, 3.3).

Between any two turns lies a `stop`, which asks nobody: that one between was of somebody hidden can't be noticed."""

from __future__ import annotations

from server.core.draft import Draft
from server.core.state import Play
from server.kit.acts.deeds import code_of
from server.kit.acts.events import ActionsRefreshed
from server.kit.acts.frame import finish
from server.kit.acts.kind import Moment
from server.kit.acts.machine import advance
from server.kit.between import are_enemies
from server.kit.frames import resume, top
from server.kit.hidden import is_public, public_name
from server.kit.order import ahead, stop
from server.rules.tirakan_classic.acts.kinds import DEEDS
from server.rules.tirakan_classic.acts.machine import ACTS
from server.rules.tirakan_classic.deciding import initiative
from server.rules.tirakan_classic.state import events as e
from server.rules.tirakan_classic.state.facts import actions_max, is_able
from server.rules.tirakan_classic.state.intents import Attack
from server.rules.tirakan_classic.state.state import Combatant, Frame, Game


def start(draft: Draft) -> None:
    """L-START-1: nothing else happens until the order is known."""
    draft.emit(e.CombatStarted())
    initiative.roll_all(draft)


def go_on(draft: Draft) -> None:
    """Until somebody is asked, or the actor is free to choose."""
    resume(draft, _step)


def _step(draft: Draft) -> bool:
    game: Game = draft.game
    if draft.play.decisions:
        return False
    frame = top(game)
    if frame is not None:
        _advance(draft, frame)
        return True
    if not game.round:
        initiative.set_order(draft)
        _start_round(draft)
        return False
    if not game.turn:
        return _next_turn(draft)
    return _in_turn(draft, game.turn)


def _advance(draft: Draft, frame: Frame) -> None:
    """What was thrown has landed, and the GM has said what it does; all else is the kit's."""
    if frame.stage == "landed":
        finish(draft, frame)
    else:
        advance(ACTS, draft, frame)


# --- rounds ----------------------------------------------------------------------------------------------------------


def _start_round(draft: Draft) -> None:
    """L-ROUND-1."""
    draft.emit(e.RoundStarted(n=draft.game.round + 1))
    stop(draft, f"round.{draft.game.round}", ends_act=True)


def _next_turn(draft: Draft) -> bool:
    """L-ROUND-1, L-ROUND-2. Where nobody can act at all only the GM can help."""
    game: Game = draft.game
    if not any(is_able(game, who) for who in game.order):
        return False
    rest = ahead(game.order, game.place)
    if rest:
        _start_turn(draft, rest[0])
        return True
    draft.emit(e.RoundEnded(n=game.round))
    _start_round(draft)
    return False


# --- turns -----------------------------------------------------------------------------------------------------------


def _start_turn(draft: Draft, who: str) -> None:
    """L-PRIO-2, L-ROUND-3."""
    draft.emit(e.TurnStarted(who=who))
    own: Combatant = draft.game.combatants[who]
    most = actions_max(own)
    draft.emit(ActionsRefreshed(who=who, max=most, stolen=own.stolen_next, available=max(0, most - own.stolen_next)))


def _in_turn(draft: Draft, who: str) -> bool:
    """L-ROUND-3: the turn of one who can't act ends at once; L-FULL-3: so does one whose fire is over."""
    own: Combatant = draft.game.combatants[who]
    if own.status != "ok":
        end_turn(draft, who)
        return True
    if not own.full_auto or (own.actions and _can_fire_on(draft.play, who)):
        return False
    if own.actions:
        draft.emit(e.ActionsForfeited(who=who, n=own.actions))
    end_turn(draft, who, round_over=True)
    return True


def _can_fire_on(play: Play, who: str) -> bool:
    """L-FULL-5: is there ammunition, and an opponent in reach? Whom not all see does not count: nobody may notice that
    it is there."""
    own: Combatant = play.game.combatants[who]
    return any(_is_in_reach(play, who, own.full_auto, other) for other in play.pieces)


def _is_in_reach(play: Play, who: str, weapon: str, other: str) -> bool:
    if not is_public(play, other) or not are_enemies(play, who, other) or not is_able(play.game, other):
        return False
    return not code_of(DEEDS.check, play, who, Attack(target=other, weapon=weapon, mode="full"), Moment())


def end_turn(draft: Draft, who: str, round_over: bool = False) -> None:
    """L-PRIO-4: what is left is saved."""
    saved = draft.game.combatants[who].actions
    draft.emit(e.TurnEnded(who=who, saved=saved, round_over=round_over))
    stop(draft, f"turn.{draft.game.round}.{public_name(draft.play, who)}", ends_act=True)
