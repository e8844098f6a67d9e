"""This system's part of the view: figures with tracks, conditions, gear and facts, and the act in progress. Only
shapes: what an audience may know was decided in `known`."""

from __future__ import annotations

from typing import Any

from server.core.knowing.viewer import reads
from server.core.memo import Derived, Memo
from server.core.state import State
from server.core.view import Figure, Shown, Stance, Track
from server.rules.tirakan_classic.deciding.moment import MOMENTS
from server.rules.tirakan_classic.state.facts import actions_max, name_of_thing, protection
from server.rules.tirakan_classic.state.sheet import Object
from server.rules.tirakan_classic.state.state import Combatant, Frame, Game

FIGURES, LATELY = Derived(64), Memo(256)
"""Figures by audience, and those of one commit, which many audiences see alike."""

ATTRIBUTES = (
    "strength", "quickness", "deftness", "hand_to_hand", "shooting", "throwing", "evasion", "min_roll",
    "lineage_actions", "template_actions", "max_wounds",
)  # fmt: skip


def show(state: State, audience: str) -> Shown:
    """The view's part; `state` is what the audience knows."""
    game: Game = state.play.game
    figures = _figures(state, audience)
    return Shown(
        phase=MOMENTS.phase_of(state), round=game.round, turn=(game.turn,) if game.turn in figures else (),
        order=tuple(who for who in game.order if who in figures), figures=figures,
        act=_act(game.frames[-1]) if game.frames else {},
    )  # fmt: skip


# --- figures ---------------------------------------------------------------------------------------------------------


def _figures(state: State, audience: str) -> dict[str, Figure]:
    """Of all who are there; the same objects as long as a combatant is the same."""
    ledger = state.ledger
    return FIGURES.of(
        (ledger.encounter, audience), (ledger.control, ledger.table), state.play.game.combatants,
        lambda who, own: _lately(own, reads(state, audience, who)),
    )  # fmt: skip


def _lately(own: Combatant, is_open_book: bool) -> Figure:
    return LATELY.of((own,), is_open_book, _figure, own, is_open_book)


def _figure(own: Combatant, is_open_book: bool) -> Figure:
    return Figure(
        tracks=_tracks(own, is_open_book), conditions=_conditions(own), stance=_stance(own), gear=_gear(own),
        facts=_facts(own) if is_open_book else {}, out=own.status != "ok",
    )  # fmt: skip


def _tracks(own: Combatant, is_open_book: bool) -> dict[str, Track]:
    """Of the fallen only how hurt they are: what is left to spend says nothing any more."""
    wounds = Track(own.wounds, "harm", own.sheet.max_wounds) if is_open_book else Track(own.wounds, "harm")
    if own.status != "ok":
        return {"wounds": wounds}
    tracks = {"actions": Track(own.actions, "pips", actions_max(own)), "wounds": wounds}
    for dice, count in (("bonus_dice", own.bonus_dice), ("destiny_dice", own.destiny_dice)):
        if count:
            tracks[dice] = Track(count, "pips")
    if is_open_book and (loaded := _loaded(own)) is not None:
        tracks["loaded"] = loaded
    return tracks


def _loaded(own: Combatant) -> Track | None:
    """L-AMMO-1: of what is in hand, if it is a weapon that is loaded."""
    weapon, arm = own.sheet.weapons.get(own.in_hand), own.arms.get(own.in_hand)
    if weapon is None or arm is None or arm.ammo is None:
        return None
    return Track(arm.ammo, max=weapon.capacity) if weapon.capacity else Track(arm.ammo)


def _conditions(own: Combatant) -> dict[str, int]:
    """Of the fallen it matters no more how they stood, nor what their round had still to bring."""
    if own.status != "ok":
        return {own.status: 1}
    found: list[str] = [own.posture] if own.posture != "standing" else []
    found += ["full_auto"] if own.full_auto else []
    found += ["round_over"] if own.round_over else []
    return {**dict.fromkeys(sorted(found), 1), **({"stolen_next": own.stolen_next} if own.stolen_next else {})}


def _stance(own: Combatant) -> tuple[Stance, ...]:
    """L-COVER-4: first against all. None against one attacker is worth a word only where there is some against all."""
    against_all = own.cover_from.get("*", "none")
    cover = sorted(own.cover_from.items(), key=lambda source: (source[0] != "*", source[0]))
    return tuple(
        Stance("cover", COVER[level], "" if attacker == "*" else attacker)
        for attacker, level in cover
        if level != "none" or (against_all != "none" and attacker != "*")
    )


COVER = {"none": "0", "light": "¼", "half": "½", "almost": "¾", "full": "1"}
"""As signs that need no language."""


def _gear(own: Combatant) -> tuple[str, ...]:
    """What it holds and wears, as everybody sees it."""
    object = own.sheet.objects.get(own.in_hand)
    held = (object.name or own.in_hand) if object is not None else name_of_thing(own, own.in_hand)
    return (*((held,) if held else ()), *(each.name or id for id, each in own.sheet.armour.items()))


def _facts(own: Combatant) -> dict[str, str]:
    """The sheet for people."""
    sheet = own.sheet
    facts = {key: str(getattr(sheet, key)) for key in ATTRIBUTES}
    facts["protection"] = str(protection(sheet))
    facts |= {"speed": str(sheet.speed)} if sheet.speed is not None else {}
    facts |= {"wound_reduction": str(sheet.wound_reduction)} if sheet.wound_reduction else {}
    facts |= {f"weapon.{id}": _weapon(own, id) for id in sheet.weapons}
    return facts | {f"thing.{id}": _thing(id, each) for id, each in sheet.objects.items()}


def _thing(id: str, object: Object) -> str:
    """Its name, by which the log calls it, and how far it is thrown."""
    name = object.name or id
    return name if object.throw_range_m is None else f"{name} · {object.throw_range_m:g} m"


def _weapon(own: Combatant, id: str) -> str:
    weapon, arm = own.sheet.weapons[id], own.arms[id]
    wounds = f"{weapon.wounds_per_hit}" + (f"+{weapon.bonus_wounds}" if weapon.bonus_wounds else "")
    harm = [f"penetration {weapon.penetration}", f"wounds_per_hit {wounds}"]
    parts = [weapon.name or id, f"{weapon.range_m:g} m", *harm]
    return " · ".join([*parts, f"× {arm.ammo}"] if arm.ammo is not None else parts)


# --- the act in progress ---------------------------------------------------------------------------------------------


def _act(frame: Frame) -> dict[str, Any]:
    """Who does what to whom, and how the dice stand."""
    kind = str(frame.deed.__struct_config__.tag) if frame.deed is not None else frame.kind
    shown: dict[str, Any] = {"id": frame.id, "kind": kind}
    shown |= {name: value for name, value in (("who", frame.who), ("target", frame.target)) if value}
    if frame.queue:
        shown["queue"] = list(frame.queue)
    if frame.path:
        shown["path"] = [cm for point in frame.path for cm in point]
    if frame.ruling.from_behind:
        shown["circumstances"] = ["from_behind"]
    strike = frame.strike
    if strike is None:
        return shown
    shown |= {"faces": [" ".join(map(str, die)) for die in strike.faces], "hits": strike.left}
    return shown | ({"minimum": strike.minimum} if strike.minimum else {})
