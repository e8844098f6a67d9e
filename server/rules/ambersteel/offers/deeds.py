"""What a combatant could think of in its turn, and at any time, as wishes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import product
from typing import TypeAlias

from msgspec.structs import replace

from server.core.options import Choice, Option, Param
from server.core.state import Play, State
from server.kit.forms import choice, param, path
from server.kit.ground import outlines_near
from server.kit.offering import Wish, option_of, somebody
from server.rules.ambersteel.acts import movement, throwing
from server.rules.ambersteel.acts.gear import paid_with
from server.rules.ambersteel.state import intents as i
from server.rules.ambersteel.state.derived import cost_of, item_name, weapon_of
from server.rules.ambersteel.state.facts import is_in, is_within, zone_cm
from server.rules.ambersteel.state.sheet import AooPolicy, DefencePolicy
from server.rules.ambersteel.state.state import Combatant, Game
from server.rules.ambersteel.things.items import Weapon

Thrown: TypeAlias = tuple[i.Throw, str]
"""What is thrown, at nobody yet, and what that costs, for people."""


def price(action: str, stamina: int) -> str:
    """For people."""
    return f"1 {action}, {stamina} sp" if stamina else f"1 {action}"


@cache
def aims(kind: type[i.Attack | i.Throw | i.ReactionRiposte | i.ReactionOpportunity]) -> tuple[Param, ...]:
    """A-AIM-2, A-GEN-6: a part of the body, and the wish for a ruling."""
    return Param(name="aim", kind="text", label="aim", most=200, optional=True), param(kind, "request_ruling?")


def modes(weapon: Weapon) -> tuple[Param, ...]:
    """A-ATK-11: chosen before, where there are several."""
    ids = [mode.id for mode in weapon.damage_modes]
    return (choice("mode", *ids, optional=True),) if len(ids) > 1 else ()


def deeds(state: State, who: str) -> list[Wish]:
    """All that it could do in its turn, possible or not."""
    one: Combatant = state.play.game.combatants[who]
    foes, throws = others(state.play, who), _throwable(state.play.game, who, one)
    return [
        *_attacks(state.play, who, one, foes), *_throws(state.play, one, foes, throws), *_ways(state, who, one),
        *_prepares(who, one), *_throws_there(state.play, who, one, throws), *_freeing(who, one),
        *_ends(state.play.game, who, one),
    ]  # fmt: skip


def others(play: Play, who: str) -> list[str]:
    """Whom it could aim at: those of other parties who live."""
    game: Game = play.game
    mine = game.combatants[who].side
    return [
        other
        for other, one in game.combatants.items()
        if other in play.pieces and one.side != mine and not is_in(one, "dead")
    ]


def payments(one: Combatant) -> list[i.Payment]:
    """A-TURN-14: what may be paid with a standard action may be with one that was granted, too."""
    granted: tuple[i.Payment, ...] = ("bonus", "overdrive")
    return ["standard", *(action for action in granted if getattr(one.actions, action) > 0)]


KILL_OR_MAIM = (param(i.Execute, "kind?"),)
ORDERS = (param(i.Policy, "aoo_policy?"), param(i.Policy, "default_defence?"))

# --- attacks ---------------------------------------------------------------------------------------------------------


def _attacks(play: Play, who: str, one: Combatant, foes: list[str]) -> list[Wish]:
    """With what is in either hand, and with bare hands where the main one is empty."""
    target = somebody(play, foes)
    found = []
    for id in dict.fromkeys((one.main, *([one.off] if one.off in one.sheet.weapons else []))):
        weapon = weapon_of(one, id)
        cost = cost_of(one, weapon.cost_attack, weapon)
        label, params = item_name(one, id), (*modes(weapon), *aims(i.Attack))
        for action in payments(one):
            attack = i.Attack(who=who, target="", weapon=id, action=action)
            paid = price(action, cost)
            found.append(Wish(intent=attack, goal="harm", label=label, cost=paid, pick=target, params=params))
        execute, paid = i.Execute(who=who, target="", weapon=id), price("standard", cost)
        found.append(Wish(intent=execute, goal="harm", label=label, cost=paid, pick=target, params=KILL_OR_MAIM))
    return found


def _throws(play: Play, one: Combatant, foes: list[str], throws: list[Thrown]) -> list[Wish]:
    """A-THR-1: what it can throw, at somebody."""
    target, params = somebody(play, foes), aims(i.Throw)
    return [
        Wish(intent=throw, goal="harm", label=item_name(one, throw.object), cost=paid, pick=target, params=params)
        for throw, paid in throws
    ]


def _throws_there(play: Play, who: str, one: Combatant, throws: list[Thrown]) -> list[Wish]:
    """A-THR-1: the same at a place on the map; behind what prepares for more than that, which is suggested first."""
    at = play.pieces[who].at
    if at is None:
        return []
    found = []
    for throw, paid in throws:
        there, where = replace(throw, point=at), (spot(throwing.farthest_cm(one, throw.object)),)
        label = item_name(one, throw.object)
        found.append(Wish(intent=there, key="throw_there", group="prepare", label=label, cost=paid, params=where))
    return found


def _throwable(game: Game, who: str, one: Combatant) -> list[Thrown]:
    """A-THR-1: objects that it has, and weapons in hand that are made for it; with what it would cost."""
    made_for_it = [id for id in (one.main, one.off) if id and weapon_of(one, id).throw_profile is not None]
    return [
        (
            i.Throw(who=who, object=id, target="", action=action),
            price(action, throwing.cost(game, one, weapon_of(one, id))),
        )
        for id, action in product((*made_for_it, *one.objects), payments(one))
    ]


def spot(most_cm: int) -> Param:
    """A place at most so far away."""
    return Param(name="point", kind="point", label="place", most=most_cm)


# --- moving ----------------------------------------------------------------------------------------------------------


def _threats(state: State, mover: str) -> Iterator[str]:
    """A-ZOC-2: opponents in whose zones it stands now, as far as `state` knows of them. Which others its way will leave
    nobody can say before."""
    game: Game = state.play.game
    for who, one in game.combatants.items():
        is_opponent = one.side != game.combatants[mover].side
        if (
            is_opponent
            and is_within(state.play, who, mover, zone_cm(game, who))
            and movement.may_strike(state, who, mover)
        ):
            yield who


def _ways(state: State, who: str, one: Combatant) -> list[Wish]:
    """A-TURN-3, A-TURN-4, A-TURN-10; who may strike at it as it leaves (A-ZOC-2)."""
    play = state.play
    at = play.pieces[who].at
    found = []
    if at is not None and one.move_left_cm > 0:
        way = path(one.move_left_cm, outlines_near(at, one.move_left_cm, play.game.options.terrain.values()))
        move, risks = i.Move(who=who, path=(at,)), tuple(_threats(state, who))
        found.append(Wish(intent=move, group="move", params=(way,), risks=risks))
    if is_in(one, "prone"):
        found.append(Wish(intent=i.StandUp(who=who), group="move", cost="1 movement"))
    return [*found, Wish(intent=i.ConvertMovement(who=who), group="move", cost="1 movement")]


# --- preparing -------------------------------------------------------------------------------------------------------


def _prepares(who: str, one: Combatant) -> list[Wish]:
    """A-RNG-3, A-RNG-9, A-TURN-13."""
    return [*_reloads(who, one), *_stances(who, one), *_draws(who, one)]


def _reloads(who: str, one: Combatant) -> list[Wish]:
    weapon = weapon_of(one, one.main)
    if not weapon.has_load:
        return []
    cost = cost_of(one, weapon.cost_reload, weapon) if one.arms[one.main].progress == 0 else 0
    label = item_name(one, one.main)
    found, payable = [], payments(one)[:1] if weapon.reload.action == "quick" else payments(one)
    for action in payable:
        reload = i.Reload(who=who, action=action)
        paid = price(paid_with(reload, weapon.reload.action), cost)
        found.append(Wish(intent=reload, group="prepare", label=label, cost=paid))
    if one.static_lock:
        found.append(Wish(intent=i.AbandonReload(who=who), group="prepare", label=label))
    return found


def _stances(who: str, one: Combatant) -> list[Wish]:
    weapon = one.sheet.weapons.get(one.main)
    if weapon is None or not weapon.stances:
        return []
    now = one.arms[one.main].stance
    names = [name for name in ("", *weapon.stances) if name != now]
    pick = choice("stance", *(Choice(name, name or "plain") for name in names))
    stance = i.Stance(who=who, stance=names[0])
    return [Wish(intent=stance, group="prepare", label=item_name(one, one.main), cost="1 quick", pick=pick)]


def _draws(who: str, one: Combatant) -> list[Wish]:
    found = []
    for hand, held in (("main", one.main), ("off", one.off)):
        things = [*one.arms, *(one.sheet.shields if hand == "off" else ())]
        choices = [Choice(id, item_name(one, id)) for id in things if id != held]
        choices += [Choice("", "put_away")] if held else []
        if choices:
            draw = i.Draw(who=who, item=choices[0].value, hand=hand)  # type: ignore[arg-type]
            pick = choice("item", *choices)
            found.append(Wish(intent=draw, key=f"draw_{hand}", group="prepare", cost="1 quick", pick=pick))
    return found


def _freeing(who: str, one: Combatant) -> list[Wish]:
    """A-STS-4, A-CRIT-7."""
    found = []
    for action in payments(one):
        if is_in(one, "grappled", "restrained"):
            found.append(Wish(intent=i.BreakFree(who=who, action=action), goal="help", cost=price(action, 0)))
        if any(arm.stuck for arm in one.arms.values()):
            found.append(Wish(intent=i.FreeWeapon(who=who, action=action), group="prepare", cost=price(action, 0)))
    return found


# --- the end of the turn, and what is always open --------------------------------------------------------------------


def _ends(game: Game, who: str, one: Combatant) -> list[Wish]:
    """A-TURN-6, A-TURN-8."""
    return [
        Wish(intent=i.TurnEnd(who=who), key="end_turn", group="end"),
        Wish(intent=i.TurnBreather(who=who), group="end"),
    ]


def ambush(who: str) -> list[Wish]:
    """A-SUR-3."""
    return [Wish(intent=i.TurnClaim(who=who), goal="prepare"), Wish(intent=i.TurnPass(who=who), group="end")]


@lru_cache(maxsize=512)
def orders(who: str, aoo_policy: AooPolicy, default_defence: DefencePolicy) -> Option:
    """A-ZOC-5, A-DEF-9: standing orders, as they are now."""
    now = i.Policy(who=who, aoo_policy=aoo_policy, default_defence=default_defence)
    wish = Wish(intent=now, group="free", goal="prepare", params=ORDERS, as_now=True)
    return option_of(wish, (None,))
