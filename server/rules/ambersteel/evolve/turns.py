"""Applying events to the order of turns: surprise, rounds, turns, what a turn has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from server.core.events import Event
from server.rules.ambersteel.evolve.change import change
from server.rules.ambersteel.state import events as e
from server.rules.ambersteel.state.derived import allowance_cm, good_rounds
from server.rules.ambersteel.state.sheet import Actions, Status
from server.rules.ambersteel.state.state import Game, Ledger


def _surprised(game: Game, event: e.SurpriseDeclared) -> Game:
    return replace(game, stage="surprise", surprised=event.parties)


def _noticed(game: Game, _event: e.SurpriseEnded) -> Game:
    """A-SUR-4: the ambushers act again; nobody is surprised any more."""
    return replace(game, stage="rounds", surprised=(), claims=())


def _tied(game: Game, event: e.InitiativeTieRerolled) -> Game:
    """A-INIT-3: lists that are compared entry by entry."""
    if event.unseen:
        return game
    more = {who: (*game.scores[who], total) for who, total in event.totals.items()}
    return replace(game, scores={**game.scores, **more})


def _passed(game: Game, event: e.TurnPassed) -> Game:
    return change(game, event.who, has_acted=True)


def _started(game: Game, event: e.TurnStarted) -> Game:
    """A-TURN-2, A-TURN-14, A-STA-7: a fresh budget; of overdrive what is left. Its own round begins anew."""
    one = game.combatants[event.who]
    actions = replace(one.sheet.actions, overdrive=one.actions.overdrive)
    game = change(
        game, event.who, actions=actions, move_left_cm=allowance_cm(one.sheet), moved=False, used="",
        has_acted=True, ledger=Ledger(good_rounds=good_rounds(one)),
    )  # fmt: skip
    claims = tuple(who for who in game.claims if who != event.who)
    place = event.who if game.stage == "rounds" else game.place
    return replace(game, turn=event.who, place=place, claims=claims)


def _over(game: Game, event: e.TurnEnded) -> Game:
    """A-TURN-8: what is left is lost; what ends with a turn is one turn nearer to its end."""
    one = game.combatants[event.who]
    actions = Actions(standard=0, quick=0, movement=0, overdrive=one.actions.overdrive)
    statuses = one.statuses
    if any(status.data.turns for status in statuses.values()):
        statuses = {name: _later(status) for name, status in statuses.items()}
    game = change(game, event.who, actions=actions, move_left_cm=0, statuses=statuses)
    return replace(game, turn="")


def _later(status: Status) -> Status:
    if not status.data.turns:
        return status
    return replace(status, data=replace(status.data, turns=status.data.turns - 1))


def _spent(game: Game, event: e.ActionSpent) -> Game:
    """A-TURN-2, A-TURN-6, A-TURN-10."""
    one = game.combatants[event.who]
    actions = replace(one.actions, **{event.action: max(0, getattr(one.actions, event.action) - 1)})
    if event.action == "movement":
        return change(game, event.who, actions=actions, move_left_cm=0, moved=True)
    return change(game, event.who, actions=actions, used=one.used or event.action)


def _converted(game: Game, event: e.MovementConverted) -> Game:
    """A-TURN-3."""
    one = game.combatants[event.who]
    actions = replace(one.actions, standard=one.actions.standard + 1, movement=0)
    return change(game, event.who, actions=actions, move_left_cm=0)


TURNS: dict[type[Event], Callable[[Game, Any], Game]] = {
    e.SurpriseDeclared: _surprised,
    e.SurpriseEnded: _noticed,
    e.TurnClaimed: lambda game, event: replace(game, claims=(*game.claims, event.who)),
    e.TurnPassed: _passed,
    e.InitiativeRolled: lambda game, event: replace(game, scores={**game.scores, event.who: (event.total,)}),
    e.InitiativeTieRerolled: _tied,
    e.OrderSet: lambda game, event: replace(game, order=event.order),
    e.RoundStarted: lambda game, event: replace(game, stage="rounds", round=event.round, place=""),
    e.TurnStarted: _started,
    e.TurnEnded: _over,
    e.ActionSpent: _spent,
    e.MovementConverted: _converted,
}
