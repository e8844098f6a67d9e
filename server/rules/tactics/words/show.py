"""Tactics' part of the view: figures with points, plan, stance and gear; order, and the attack in progress. Only
shapes: what an audience may know was decided in `known`."""

from __future__ import annotations

from typing import Any

from server.core.knowing.viewer import reads
from server.core.memo import Derived, Memo
from server.core.state import State
from server.core.view import Figure, Planned, Shown, Stance, Track
from server.rules.tactics.state.moment import MOMENTS
from server.rules.tactics.state.plan import Action
from server.rules.tactics.state.sheet import Item
from server.rules.tactics.state.state import Attack, Combatant, Game

FIGURES, LATELY = Derived(64), Memo(256)
"""Figures by audience; those of one commit, which many audiences see alike."""

CARRIED_OUT = ("initiative", "closing", "resolve")
"""The stages in which plans are carried out."""


def show(state: State, audience: str) -> Shown:
    """The view's part; `state` is what the audience knows."""
    game: Game = state.play.game
    figures = _figures(state, audience)
    return Shown(
        phase=MOMENTS.phase_of(state), round=game.round, turn=(game.turn,) if game.turn else (),
        order=tuple(who for who in game.order if who in figures), figures=figures,
        act=_act(game.attack) if game.attack is not None else {},
    )  # fmt: skip


# --- figures ---------------------------------------------------------------------------------------------------------


def _figures(state: State, audience: str) -> dict[str, Figure]:
    """Of all who are there; the same objects as long as a combatant is the same."""
    play, ledger = state.play, state.ledger
    is_carried_out = play.game.stage in CARRIED_OUT
    figures = FIGURES.of(
        (ledger.encounter, audience), (ledger.control, ledger.table, is_carried_out), play.game.combatants,
        lambda who, combatant: _lately(combatant, reads(state, audience, who), is_carried_out),
    )  # fmt: skip
    return figures if len(figures) == len(play.pieces) else {who: figures[who] for who in figures if who in play.pieces}


def _lately(combatant: Combatant, *how: bool) -> Figure:
    return LATELY.of((combatant,), how, _figure, combatant, *how)


def _figure(combatant: Combatant, is_open_book: bool, is_carried_out: bool) -> Figure:
    conditions = _conditions(combatant) | ({"holds": 1} if is_carried_out and _holds(combatant) else {})
    return Figure(
        tracks=_tracks(combatant, is_open_book), conditions=conditions, stance=_stance(combatant),
        plan=tuple(_planned(combatant, action) for action in _left(combatant)), gear=_gear(combatant),
        facts=_facts(combatant) if is_open_book else {}, out=not combatant.is_able,
    )  # fmt: skip


def _left(combatant: Combatant) -> tuple[Action, ...]:
    """D-ACT-8: who is down does nothing more of what was planned."""
    return tuple(combatant.record.left) if combatant.is_able else ()


def _tracks(combatant: Combatant, is_open_book: bool) -> dict[str, Track]:
    """Of whoever is out of the fight only how hurt it is: neither its tactics nor its shots say anything any more."""
    record = combatant.record
    tracks = {}
    if is_open_book:
        tracks["W"] = Track(combatant.W, "health", combatant.sheet.most_W)
        tracks["S"] = Track(combatant.S, "health", combatant.sheet.most_S)
    if not combatant.is_able:
        return tracks
    if record.oT is not None:
        tracks |= {"oT": Track(record.oT), "dT": Track(record.dT)}
    if record.initiative is not None:
        tracks["initiative"] = Track(record.initiative)
    if is_open_book:
        ammo = {f"ammo.{id}": gear.ammo for id, gear in combatant.gear.items() if gear.ammo is not None}
        tracks |= {"ammo": Track(sum(ammo.values()), "pips")} if ammo else {}
    return tracks


def _conditions(combatant: Combatant) -> dict[str, int]:
    """Of the dead nobody needs to know what else they were."""
    statuses = ("dead",) if "dead" in combatant.statuses else sorted(combatant.statuses)
    found: dict[str, int] = dict.fromkeys(statuses, 1)
    if combatant.full_defense:
        found["full_defense"] = 1
    if combatant.record.penalty:
        found["changed"] = combatant.record.penalty
    return found


def _holds(combatant: Combatant) -> bool:
    """D-DECL-6. Of whom nobody may know plan and tactics it is not known either."""
    record = combatant.record
    return combatant.is_able and not record.plan and (record.oT is not None or record.stance != "")


def _stance(combatant: Combatant) -> tuple[Stance, ...]:
    return (Stance(combatant.record.stance),) if combatant.record.stance else ()


def _planned(combatant: Combatant, action: Action) -> Planned:
    item = combatant.sheet.items.get(action.weapon) if action.weapon else None
    count = f"× {action.count}" if action.kind in ("burst", "spray") else ""
    words = (item.name if item is not None else "", count, action.skill, action.text)
    target = action.among[0] if len(action.among) == 1 else ""
    return Planned(action.pace if action.is_move else action.kind, " ".join(word for word in words if word), target)


def _gear(combatant: Combatant) -> tuple[str, ...]:
    """What it holds and wears, as everybody sees it."""
    items = combatant.sheet.items
    held = [items[id].name or id for id, gear in combatant.gear.items() if gear.in_hand and id in items]
    armour = combatant.sheet.armour
    return (*held, armour.name) if armour is not None and armour.name and not armour.natural else tuple(held)


def _facts(combatant: Combatant) -> dict[str, str]:
    """The sheet for people."""
    sheet = combatant.sheet
    facts = {key: str(getattr(sheet, key)) for key in ("tactics", "BOD", "FIN", "NER")}
    facts["move"] = f"{sheet.move_m:g} m"
    for name, skill in sheet.skills.items():
        facts[f"skill.{name}"] = f"{name} {skill.base}" + (f" ({skill.rank})" if skill.rank else "")
    for id in sheet.items:
        item = combatant.item(id)
        if item is not None:
            facts[f"item.{id}"] = _item(id, item)
    if sheet.armour is not None:
        facts["armour"] = f"{sheet.armour.name} {combatant.armour_value}".strip()
    return facts


def _item(id: str, item: Item) -> str:
    parts = [item.name or id, f"{item.q_off:+d}\\{item.q_def:+d}"]
    parts += [f"{item.base_W}W"] if item.base_W else []
    parts += [f"{item.base_S}S"] if item.base_S else []
    parts += [f"× {item.ammo}"] if item.ammo is not None else []
    return " · ".join(parts)


# --- the attack in progress ------------------------------------------------------------------------------------------


def _act(attack: Attack) -> dict[str, Any]:
    """Who attacks whom, and from how far."""
    shown: dict[str, Any] = {"id": attack.id, "kind": attack.kind, "who": attack.who, "target": attack.target}
    if attack.distance_cm is not None:
        shown["distance_cm"] = attack.distance_cm
    return shown
