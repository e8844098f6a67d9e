"""Applying events to the stack of what is being done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from server.core import events as core
from server.core.events import Event
from server.kit.frames import cancelled, dropped, found, on_frame, push, top, with_frame
from server.rules.ambersteel.evolve.change import change
from server.rules.ambersteel.state import events as e
from server.rules.ambersteel.state.derived import both, ruled
from server.rules.ambersteel.state.facts import path_cost_cm
from server.rules.ambersteel.state.state import Defence, Frame, Game, Shot, Throw


def _ruled(game: Game, event: e.RulingGiven) -> Game:
    """A-GEN-6: before the attack is paid for, or behind the die of a throw."""

    def apply(frame: Frame) -> Frame:
        if frame.thrown is None:
            return replace(frame, ruling=event.ruling, step="pay")
        ruling = both(frame.ruling, event.ruling)
        return replace(frame, ruling=ruling, thrown=ruled(frame.thrown, event.ruling), step="release")

    return on_frame(game, event.attack, apply)


def _thrown(game: Game, event: e.ThrowRolled) -> Game:
    thrown = Throw(reach_cm=event.reach_cm, damage=event.damage, type=event.damage_type)  # type: ignore[arg-type]
    return with_frame(game, event.attack, thrown=thrown)


def _rolled(game: Game, event: e.HitsRolled) -> Game:
    """A-RNG-3: shooting unloads. A-SUR-1: from here on the surprise round goes to its end."""
    shot = Shot(face=event.kept, total=event.total, nat=event.nat)
    game = with_frame(game, event.attack, shot=shot)
    frame = found(game, event.attack)
    if frame is not None and frame.how == "ranged":
        game = _unloaded(game, frame)
    return replace(game, has_attacked=True) if game.stage == "surprise" else game


def _executed(game: Game, event: e.ExecutionRuled) -> Game:
    """A-EXE-2: by a shot, too."""
    frame = top(game)
    return _unloaded(game, frame) if event.yes and frame is not None and frame.how == "ranged" else game


def _unloaded(game: Game, frame: Frame) -> Game:
    one = game.combatants[frame.who]
    arm = one.arms.get(frame.weapon)
    if arm is None or one.sheet.weapons[frame.weapon].reload.count == 0:
        return game
    arms = {**one.arms, frame.weapon: replace(arm, loaded=False, progress=0)}
    return change(game, frame.who, arms=arms, static_lock="")


def _reacted(game: Game, event: e.ReactionDeclared) -> Game:
    """3.2: a defence, or an answer to an offered riposte. What is said to a move is told by what follows."""
    frame = found(game, event.attack)
    if frame is None or frame.kind != "attack":
        return game
    if event.kind == "decline":
        return dropped(game, frame.id)
    if event.kind == "riposte":
        return with_frame(
            game, frame.id, mode=event.mode, aim=event.aim, effect=event.effect, asks_ruling=event.asks_ruling,
            step="ruling",
        )  # fmt: skip
    return with_frame(game, frame.id, defence=Defence(kind=event.kind, item=event.item), step="defend")


def _defended(game: Game, event: e.DefenceRolled) -> Game:
    return on_frame(game, event.attack, lambda frame: replace(frame, defence=replace(frame.defence, nat=event.nat)))


def _over(game: Game, event: e.AttackEnded) -> Game:
    """A-SUR-6: the first attack on somebody surprised is behind it."""
    game = dropped(game, event.attack)
    return change(game, event.target, was_attacked=True) if game.stage == "surprise" and event.target else game


def _moved(game: Game, event: core.Moved) -> Game:
    """A-TURN-4: along the way of a move, not where the GM puts somebody."""
    frame = top(game)
    if frame is None or frame.id != event.act:
        return game
    one = game.combatants[event.who]
    left = one.move_left_cm - path_cost_cm(game, frame.at, event.path)
    return change(game, event.who, move_left_cm=max(0, left), moved=True)


def _walked(game: Game, event: e.LegWalked) -> Game:
    return with_frame(
        game, event.frame, at=event.at, path=event.path, offers=event.offers, handled=event.handled,
        takers=event.takers, is_scouted=False,
    )  # fmt: skip


def _offered(game: Game, event: e.OfferMade) -> Game:
    def apply(frame: Frame) -> Frame:
        return replace(frame, offers=tuple(who for who in frame.offers if who != event.who))

    return on_frame(game, event.frame, apply)


FRAMES: dict[type[Event], Callable[[Game, Any], Game]] = {
    e.AttackDeclared: lambda game, event: push(game, event.frame),
    e.RiposteOffered: lambda game, event: push(game, event.frame),
    e.ExecutionRequested: lambda game, event: push(game, event.frame),
    e.MoveDeclared: lambda game, event: push(game, event.frame),
    e.FrameAdvanced: lambda game, event: with_frame(game, event.frame, step=event.step),
    e.RulingGiven: _ruled,
    e.ThrowRolled: _thrown,
    e.Released: lambda game, event: with_frame(game, event.attack, target=event.target, point=event.point),
    e.HitsRolled: _rolled,
    e.ReactionDeclared: _reacted,
    e.DefenceRolled: _defended,
    e.AttackHit: lambda game, event: with_frame(game, event.attack, is_hit=True),
    e.ModeChosen: lambda game, event: with_frame(game, event.attack, mode=event.mode),
    e.AimEffectRuled: lambda game, event: with_frame(game, event.attack, step="mishap"),
    e.MishapRuled: lambda game, event: with_frame(game, event.attack, step="done"),
    e.AttackEnded: _over,
    e.FrameCancelled: lambda game, event: cancelled(game, event.frame),
    e.ExecutionRuled: _executed,
    core.Moved: _moved,
    e.LegPlanned: lambda game, event: with_frame(game, event.frame, takers=event.takers, is_scouted=True),
    e.LegWalked: _walked,
    e.OfferMade: _offered,
    e.MoveEnded: lambda game, event: dropped(game, event.frame),
}
