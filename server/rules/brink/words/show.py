"""Brink's part of the view: figures with tracks, conditions, gear and facts, and the act in progress. Only shapes: what
an audience may know was decided in `known`."""

from __future__ import annotations

from typing import Any

from server.core.knowing.viewer import reads
from server.core.state import State
from server.core.view import Figure, Shown, Track
from server.kit.ground import shown
from server.rules.brink.deciding.turns import FRESH_ACTIONS
from server.rules.brink.state.facts import is_able, members, next_action
from server.rules.brink.state.moment import MOMENTS
from server.rules.brink.state.sheet import ABLE, BARE_HANDS, Weapon
from server.rules.brink.state.state import Combatant, Frame, Game, skills_of


def show(state: State, audience: str) -> Shown:
    """The view's part; `state` is what the audience knows."""
    game: Game = state.play.game
    figures = {
        who: _figure(game, who, reads(state, audience, who)) for who in game.combatants if who in state.play.pieces
    }
    return Shown(
        phase=MOMENTS.phase_of(state),
        round=game.round,
        turn=tuple(who for who in _people(game, (game.turn,), figures) if is_able(game, who)) if game.turn else (),
        order=_people(game, game.order, figures),
        figures=figures,
        areas=shown(game.options.terrain),
        act=_act(game, game.frames[-1]) if game.frames and game.frames[-1].pending else {},
    )


def _people(game: Game, slots: tuple[str, ...], figures: dict[str, Figure]) -> tuple[str, ...]:
    """The combatants of slots, in their order."""
    return tuple(who for slot in slots for who in members(game, slot) if who in figures)


# --- figures ---------------------------------------------------------------------------------------------------------


def _figure(game: Game, who: str, is_open_book: bool) -> Figure:
    combatant = game.combatants[who]
    return Figure(
        tracks=_tracks(combatant, is_open_book), conditions=_conditions(game, who), gear=_gear(combatant),
        facts=_facts(game, combatant) if is_open_book else _group(combatant), out=combatant.status not in ABLE,
    )  # fmt: skip


def _tracks(combatant: Combatant, is_open_book: bool) -> dict[str, Track]:
    """Of whoever is out of the fight only how hurt it is: what is left to spend says nothing any more."""
    sheet = combatant.sheet
    if is_open_book:
        harm = {"health": Track(combatant.health, "health", sheet.health_max)}
    else:
        harm = {"damage": Track(combatant.lost, "harm")}
    if combatant.status not in ABLE:
        return harm
    tracks = {"actions": Track(combatant.std_left, "pips", FRESH_ACTIONS), **harm}
    tracks["ep"] = Track(combatant.ep, "pips") if sheet.ep_max is None else Track(combatant.ep, "pips", sheet.ep_max)
    if combatant.morale:
        tracks["morale"] = Track(combatant.morale)
    return tracks


def _conditions(game: Game, who: str) -> dict[str, int]:
    """Of whoever is out of the fight only why: whether its weapon is loaded says nothing any more."""
    combatant = game.combatants[who]
    delay = game.delays.get(combatant.group or who) if combatant.status in ABLE else None
    found = [combatant.status] if combatant.status != "active" else []
    found += ["readied"] if combatant.readied else []
    found += ["waiting" if delay.state == "waiting" else "delaying"] if delay is not None else []
    found += ["unloaded"] if combatant.status in ABLE and _is_empty(combatant) else []
    return dict.fromkeys(sorted(found), 1)


def _is_empty(combatant: Combatant) -> bool:
    arm = combatant.arms.get(combatant.equipped)
    return combatant.weapon.has_load and arm is not None and not arm.loaded


def _gear(combatant: Combatant) -> tuple[str, ...]:
    """What it holds, as everybody sees it."""
    return () if combatant.weapon is BARE_HANDS else (combatant.weapon.name,)


def _facts(game: Game, combatant: Combatant) -> dict[str, str]:
    """The sheet for people."""
    sheet = combatant.sheet
    facts = {key: str(getattr(sheet, key)) for key in ("might", "accuracy", "agility", "protection", "ep_regain")}
    facts["move"] = f"{sheet.move_m:g} m"
    facts |= _group(combatant)
    for id, weapon in sheet.weapons.items():
        facts[f"weapon.{id}"] = _weapon(weapon, combatant.arms[id].reserve)
    for id, skill in skills_of(game, combatant).items():
        facts[f"skill.{id}"] = f"{skill.name} · ep {skill.ep_cost}"
    return facts


def _group(combatant: Combatant) -> dict[str, str]:
    """B-INIT-3: with whom it takes turns together; everybody sees that when they do."""
    return {"group": combatant.group} if combatant.group else {}


def _weapon(weapon: Weapon, reserve: int | None) -> str:
    parts = [weapon.name, f"{weapon.reach_cm / 100:g} m"]
    if weapon.accuracy or weapon.might:
        parts.append(f"{weapon.accuracy:+d}/{weapon.might:+d}")
    if reserve is not None:
        parts.append(f"× {reserve}")
    return " · ".join(parts)


# --- the act in progress ---------------------------------------------------------------------------------------------


def _act(game: Game, frame: Frame) -> dict[str, Any]:
    """Who does what to whom next, and what is pending in which order."""
    left = list(frame.pending)
    ordered = []
    while left:
        action = next_action(game, Frame(id=frame.id, pending=tuple(left)))
        left.remove(action)
        ordered.append(action)
    first = ordered[0]
    shown: dict[str, Any] = {
        "id": first.id, "kind": first.deed.kind, "who": first.who, "queue": [action.who for action in ordered],
    }  # fmt: skip
    shown |= {"target": first.deed.target} if first.deed.target else {}
    shown |= {"label": first.label} if first.label else {}
    if first.shot is not None:
        shown |= {"face": first.shot.face, "total": first.shot.total}
    return shown
