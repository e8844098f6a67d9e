"""Tirakan's part of the view: figures with tracks, conditions, gear and facts, and the act in progress. Only shapes:
what an audience may know was decided in `known`."""

from __future__ import annotations

from typing import Any

import msgspec

from server.core.knowing.viewer import reads
from server.core.memo import Derived, Memo
from server.core.space import metres
from server.core.state import State
from server.core.view import Figure, Shown, Stance, Track
from server.rules.tirakan.acts.defence import dodge_value
from server.rules.tirakan.asking.moment import MOMENTS
from server.rules.tirakan.rolls import hits
from server.rules.tirakan.state.facts import actions_max, shield_of, units, whole_units
from server.rules.tirakan.state.state import Combatant, Frame, Game

FIGURES, LATELY, SHEETS = Derived(64), Memo(256), Memo(256)
"""Figures by audience; those of one commit, which many audiences see alike; and what sheets say."""

OUT = ("dead", "dying", "unconscious")

ATTRIBUTES = (
    "strength", "quickness", "deftness", "endurance", "resistance", "apprehension", "willpower", "hand_to_hand",
    "shooting", "throwing", "perception", "min_roll", "dodge_template", "base_actions", "template_actions",
    "max_wounds",
)  # fmt: skip

COUNTS = ("boost", "quick_reaction", "stolen_next", "recoil_chain")
"""Of the combatant as it is now: told where there is any."""


def show(state: State, audience: str) -> Shown:
    """The view's part; `state` is what the audience knows."""
    game: Game = state.play.game
    figures = _figures(state, audience)
    is_whole = figures.keys() >= set(game.order)
    return Shown(
        phase=MOMENTS.phase_of(state), round=game.round, turn=(game.turn,) if game.turn in figures else (),
        order=game.order if is_whole else tuple(who for who in game.order if who in figures), figures=figures,
        act=_act(game.frames[-1]) if game.frames else {},
    )  # fmt: skip


# --- figures ---------------------------------------------------------------------------------------------------------


def _figures(state: State, audience: str) -> dict[str, Figure]:
    """Of all who are there; the same objects as long as a combatant is the same."""
    play, ledger = state.play, state.ledger
    figures = FIGURES.of(
        (ledger.encounter, audience), (ledger.control, ledger.table), play.game.combatants,
        lambda who, combatant: _lately(combatant, reads(state, audience, who)),
    )  # fmt: skip
    return figures if len(figures) == len(play.pieces) else {who: figures[who] for who in figures if who in play.pieces}


def _lately(combatant: Combatant, is_open_book: bool) -> Figure:
    return LATELY.of((combatant,), is_open_book, _figure, combatant, is_open_book)


def _figure(combatant: Combatant, is_open_book: bool) -> Figure:
    is_out = any(condition in combatant.conditions for condition in OUT)
    return Figure(
        tracks=_harm(combatant, is_open_book) if is_out else _tracks(combatant, is_open_book),
        conditions=_conditions(combatant),
        stance=_stance(combatant),
        gear=_gear(combatant),
        facts=_facts(combatant) if is_open_book else {},
        out=is_out,
    )


def _harm(combatant: Combatant, is_open_book: bool) -> dict[str, Track]:
    """All there is to say of whoever is out of the fight: what is left to spend says nothing any more."""
    most = combatant.sheet.max_wounds if is_open_book else msgspec.UNSET
    return {"wounds": Track(combatant.wounds, "harm", most)}


def _tracks(combatant: Combatant, is_open_book: bool) -> dict[str, Track]:
    tracks = {"actions": Track(combatant.actions + combatant.quick_reaction, "pips", actions_max(combatant))}
    tracks |= _harm(combatant, is_open_book)
    if is_open_book and (all_units := units(combatant)):
        tracks["pool"] = Track(len(whole_units(combatant)), "pips", len(all_units))
    for dice in ("bonus_dice", "destiny_dice", "rerolls"):
        if count := getattr(combatant, dice):
            tracks[dice] = Track(count, "pips")
    return tracks


def _conditions(combatant: Combatant) -> dict[str, int]:
    """Of the dead it matters no more what else they were."""
    dead = combatant.conditions.get("dead")
    return dict(sorted(combatant.conditions.items())) if dead is None else {"dead": dead}


def _stance(combatant: Combatant) -> tuple[Stance, ...]:
    """T-COVER-1, T-SHIELD-3: the surroundings' cover, first against all, and the raised shield. None against one
    attacker is worth a word only where there is some against all."""
    against_all = combatant.cover_from.get("*", 0)
    cover = sorted(combatant.cover_from.items(), key=lambda source: (source[0] != "*", source[0]))
    found = [
        Stance("cover", f"{level}+" if level else "0", "" if attacker == "*" else attacker)
        for attacker, level in cover
        if level or (against_all and attacker != "*")
    ]
    if combatant.block is not None:
        found.append(Stance("shield_block"))
    return tuple(found)


def _gear(combatant: Combatant) -> tuple[str, ...]:
    """What it holds and wears, as everybody sees it."""
    sheet = combatant.sheet
    held = [sheet.weapons.get(hand) or sheet.shields.get(hand) for hand in (combatant.main_hand, combatant.off_hand)]
    lost = {id for id, arm in combatant.arms.items() if arm.lost}
    names = [each.name for each in held if each is not None and _is_in_hand(combatant, each.name, lost)]
    return (*names, *(armour.name for armour in sheet.armour.values()))


def _is_in_hand(combatant: Combatant, name: str, lost: set[str]) -> bool:
    return not any(combatant.sheet.weapons[id].name == name for id in lost if id in combatant.sheet.weapons)


def _facts(combatant: Combatant) -> dict[str, str]:
    """The sheet for people: attributes, what dodging has, weapons and their ammunition, protection left. The same
    object as long as it is the same."""
    parts = (combatant.sheet, combatant.arms, combatant.conditions, combatant.spent)
    marks = (combatant.main_hand, combatant.off_hand, *(getattr(combatant, key) for key in COUNTS))
    return SHEETS.of(parts, marks, _facts_of, combatant)


def _facts_of(combatant: Combatant) -> dict[str, str]:
    sheet = combatant.sheet
    facts = {key: str(getattr(sheet, key)) for key in ATTRIBUTES}
    facts |= {key: str(int(count)) for key in COUNTS if (count := getattr(combatant, key))}
    facts |= {"may_dual_wield": "1"} if sheet.may_dual_wield else {}
    facts["dodge"] = str(dodge_value(combatant))
    for id, weapon in sheet.weapons.items():
        facts[f"weapon.{id}"] = _weapon(combatant, id, weapon.damage_potential, weapon.range_m)
    if (shield := shield_of(combatant)) is not None:
        facts["shield"] = f"{shield.cover}+"
    if left := whole_units(combatant):
        facts["protection"] = " ".join(sorted(left.values()))
    return facts


def _weapon(combatant: Combatant, id: str, dice: int, range_m: float) -> str:
    arm = combatant.arms[id]
    parts = [combatant.sheet.weapons[id].name, f"+{dice}", f"{range_m:g} m"]
    if arm.ammo is not None:
        parts.append(f"× {arm.ammo}")
    return " · ".join(parts)


# --- the act in progress ---------------------------------------------------------------------------------------------


def _act(frame: Frame) -> dict[str, Any]:
    """Who does what to whom, and how the dice stand."""
    shown: dict[str, Any] = {"id": frame.id, "kind": _kind(frame)}
    if frame.who:
        shown["who"] = frame.who
    if frame.target:
        shown["target"] = frame.target
    if frame.queue:
        shown["queue"] = list(frame.queue)
    if frame.path:
        shown["path"] = [cm for point in frame.path for cm in point]
    strike = frame.strike
    if strike.from_behind if strike is not None else frame.ruling.from_behind:
        shown["circumstances"] = ["from_behind"]
    if strike is None:
        return shown
    left = hits.left(strike)
    normal, critical, extra = hits.counted(left)
    shown |= {"faces": [" ".join(map(str, die)) for die in strike.dice], "normal": normal, "critical": critical}
    shown |= {"extra": extra} if extra else {}
    shown |= {"hits": [hit.id for hit in left]}
    if strike.minimum:
        shown["minimum"] = strike.minimum
    if strike.distance_cm:
        shown["distance"] = f"{metres(strike.distance_cm):g} m"
    return shown


def _kind(frame: Frame) -> str:
    return str(frame.deed.__struct_config__.tag) if frame.deed is not None else frame.kind
