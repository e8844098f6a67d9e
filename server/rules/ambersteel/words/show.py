"""Ambersteel's part of the view: figures, the act in progress, zones and ground. Only shapes: what an audience may know
was decided in `known`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from server.core.knowing.viewer import reads
from server.core.memo import Derived, Memo
from server.core.state import State
from server.core.view import Circle, Figure, Marker, Shown, Track
from server.kit.frames import top
from server.kit.ground import shown
from server.rules.ambersteel.state import derived
from server.rules.ambersteel.state.facts import BOUND, LYING, is_in, is_surprised, zone_cm
from server.rules.ambersteel.state.moment import MOMENTS
from server.rules.ambersteel.state.state import Combatant, Frame, Game
from server.rules.ambersteel.words.labels import LABELS

FIGURES, LATELY = Derived(64), Memo(256)
"""Figures by audience, and those of one commit, which many audiences see alike."""

ACTIONS = 3
"""Standard, quick and movement."""


def show(state: State, audience: str) -> Shown:
    """The view's part; `state` is what the audience knows."""
    game: Game = state.play.game
    figures = _figures(state, audience)
    return Shown(
        phase=MOMENTS.phase_of(state),
        round=game.round,
        turn=(game.turn,) if game.turn in figures else (),
        order=tuple(who for who in game.order if who in figures),
        figures=figures,
        areas={**shown(game.options.terrain), **shown(game.options.obstacles)},
        circles=_zones(game, figures),
        markers={f"thing.{key}": Marker(thing.at, thing.name) for key, thing in game.lying.items()},
        act=_act(game, top(game)),
    )


def _zones(game: Game, people: Iterable[str]) -> dict[str, Circle]:
    """A-ZOC-1: around all who could strike."""
    able = [who for who in people if not is_in(game.combatants[who], *BOUND)]
    found = {f"zone.{who}": Circle(radius=zone_cm(game, who), who=who) for who in able}
    return {key: zone for key, zone in found.items() if zone.radius > 0}


# --- figures ---------------------------------------------------------------------------------------------------------


def _figures(state: State, audience: str) -> dict[str, Figure]:
    """Of all who are there; the same objects as long as a combatant is the same."""
    play, ledger = state.play, state.ledger
    game: Game = play.game
    figures = FIGURES.of(
        (ledger.encounter, audience), (ledger.control, ledger.table, game.stage, game.surprised), game.combatants,
        lambda who, one: _lately(one, reads(state, audience, who), is_surprised(game, who)),
    )  # fmt: skip
    return figures if len(figures) == len(play.pieces) else {who: figures[who] for who in figures if who in play.pieces}


def _lately(one: Combatant, is_open_book: bool, is_caught: bool) -> Figure:
    return LATELY.of((one,), (is_open_book, is_caught), _figure, one, is_open_book, is_caught)


def _figure(one: Combatant, is_open_book: bool, is_caught: bool) -> Figure:
    return Figure(
        tracks=_tracks(one, is_open_book),
        conditions=_conditions(one, is_open_book, is_caught),
        gear=_gear(one, is_open_book),
        facts=_facts(one) if is_open_book else {},
        out=is_in(one, *LYING),
    )


def _tracks(one: Combatant, is_open_book: bool) -> dict[str, Track]:
    """Of whoever lies there only how hurt it is: what is left to spend says nothing any more."""
    health = {"hp": Track(one.hp, "health", derived.hp_max(one.sheet))} if is_open_book else {}
    if is_in(one, *LYING):
        return health
    actions = one.actions
    left = actions.standard + actions.quick + actions.movement + actions.bonus
    stamina = {"sp": Track(one.sp, "number", derived.sp_max(one.sheet))} if is_open_book else {}
    return {"actions": Track(left, "pips", ACTIONS), **health, **stamina}


def _conditions(one: Combatant, is_open_book: bool, is_caught: bool) -> dict[str, int]:
    """What it is in; for strangers how it looks, too. Of the dead it matters no more what else they were, nor of
    whoever lies there how its weapon is."""
    if is_in(one, "dead"):
        return {"dead": 1}
    found = {name if name in LABELS else "other": max(1, status.data.amount) for name, status in one.statuses.items()}
    found |= dict.fromkeys(one.flags, 1)
    arm = None if is_in(one, *LYING) else one.arms.get(one.main)
    if arm is not None and not arm.loaded:
        found["reloading" if arm.progress else "unloaded"] = 1
    if arm is not None and arm.stuck:
        found["stuck"] = 1
    if is_caught:
        found["surprised"] = 1
    if not is_open_book:
        found[one.health] = 1
    return dict(sorted(found.items()))


def _gear(one: Combatant, is_open_book: bool) -> tuple[str, ...]:
    """What it holds, as everybody sees; what it wears."""
    held = [derived.item_name(one, id) for id in (one.main, one.off) if id]
    worn = (
        [f"{piece.name or piece.id} {piece.condition}/{piece.cp_max}" for piece in one.armour] if is_open_book else []
    )
    return (*held, *worn)


def _facts(one: Combatant) -> dict[str, str]:
    """The sheet for people."""
    sheet = one.sheet
    facts = {key: str(getattr(sheet, key)) for key in ("str", "dex", "con", "spd", "perc")}
    facts["endurance_value"] = str(sheet.end)
    facts |= {
        "str_mod": f"{derived.str_mod(sheet):+d}",
        "precision": f"{derived.precision(sheet):+d}",
        "initiative_mod": f"{derived.initiative_mod(sheet):+d}",
        "parry_mod": f"{derived.parry_mod(sheet):+d}",
        "dodge_mod": f"{derived.dodge_mod(one):+d}",
        "encumbrance": str(derived.encumbrance(one)),
        "sp_regen": str(derived.sp_regen(sheet)),
    }
    return facts | {f"weapon.{id}": _weapon(one, id) for id in one.arms}


def _weapon(one: Combatant, id: str) -> str:
    weapon = derived.weapon_of(one, id)
    dice = " / ".join(" + ".join(f"{part.dice} {part.type}" for part in mode.parts) for mode in weapon.damage_modes)
    far = f" · {weapon.effective_range_m:g} m" if weapon.effective_range_m else ""
    return f"{weapon.name or id} · {dice}{far}"


# --- the act in progress ---------------------------------------------------------------------------------------------


def _act(game: Game, frame: Frame | None) -> dict[str, Any]:
    """Who does what to whom."""
    if frame is None:
        return {}
    act: dict[str, Any] = {"id": frame.id, "kind": frame.kind, "who": frame.who}
    act |= {"target": frame.target} if frame.target else {}
    act |= {"label": frame.label} if frame.label else {}
    if frame.shot is not None:
        act |= {"face": frame.shot.face, "total": frame.shot.total}
    return act
