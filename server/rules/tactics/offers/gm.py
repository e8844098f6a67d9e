"""What the GM may do beside acting for combatants: answers, rulings on the attack in progress, values, people."""

from __future__ import annotations

from msgspec.structs import replace

from server.core.ids import GM
from server.core.memo import Memo
from server.core.options import Choice, Option, weight_of
from server.core.state import Play, State
from server.kit import ending, newcomers
from server.kit.forms import choice, number, option, param, settings
from server.kit.moment import name_of, owes
from server.kit.roster import roster
from server.rules.tactics.checks.gm import SETTABLE
from server.rules.tactics.deciding.initiative import suggested, tied_in
from server.rules.tactics.offers.order import order_param
from server.rules.tactics.state import intents as i
from server.rules.tactics.state.plan import find
from server.rules.tactics.state.state import Attack, Combatant, Game

RULINGS, ALWAYS = Memo(32, weight_of), Memo(32, weight_of)
LOCK = option(i.GmLockPhase, goal="prepare")
END = replace(option(i.EncounterEnd, group="end"), key="end_combat")
BEATEN = ending.beaten_by(lambda game, who: who in game.combatants and game.combatants[who].is_able)


def gm_options(state: State) -> list[Option]:
    """All options that are the GM's alone."""
    play = state.play
    if play.phase == "ended":
        return _repairs(play)
    if play.starting is not None or play.parked is not None:
        return []
    if play.phase == "setup":
        two = len({piece.side for piece in play.pieces.values()}) > 1
        start = [replace(option(i.EncounterStart, group="end"), key="start_combat")] if two else []
        rules = settings(i.SetOptions, "options", play.game.options)
        return [*start, *_newcomer(state), rules, *_always(play), *_repairs(play)]
    anyhow = RULINGS.of((play.game, play.pieces, state.ledger.seats), "", _anyhow, state)
    return [*_asked(state), *_on_attack(play), *anyhow]


def _anyhow(state: State) -> list[Option]:
    """Whoever has answered what."""
    return [*_in_round(state.play), *_always(state.play), *_newcomer(state)]


def _newcomer(state: State) -> list[Option]:
    return newcomers.offer(i.AddCombatant, state, state.play.game.combatants, "sheet", "name", "side")


# --- what is asked ---------------------------------------------------------------------------------------------------


def _asked(state: State) -> list[Option]:
    decision, play = state.play.decision, state.play
    if decision is None:
        return []
    if decision.kind in ("tactics", "declare"):
        return [LOCK]
    if owes(state.play, GM, decision.kind) is not decision:
        return []
    if decision.kind in ("tie", "secret_tie"):
        tied = tied_in(play, decision)
        some = option(i.InitiativeOrderTie, order_param(state, tied), group="answer", goal="prepare")
        fixed = {"order": list(suggested(play.game, tied))}
        plain = option(i.InitiativeOrderTie, group="answer", goal="end", fixed=fixed)
        return [some, replace(plain, key="order_suggested")]
    if decision.kind == "projectile":
        params = number("bonus", -10, 10), number("superior", -3, 3)
        some = option(i.GmProjectile, *params, group="answer", goal="prepare")
        plain = option(i.GmProjectile, group="answer", goal="end")
        return [some, replace(plain, key="projectile_as_it_is")]
    return [
        replace(option(i.EncounterEnd, group="answer", goal="end"), key="end_combat"),
        option(i.GmGoOn, group="answer", goal="prepare"),
    ]


# --- the attack in progress ------------------------------------------------------------------------------------------


def _on_attack(play: Play) -> list[Option]:
    """3.3a.2."""
    attack: Attack | None = play.game.attack
    if attack is None or attack.stage != "declared":
        return []
    names = (attack.who, attack.target)
    label = " → ".join(name_of(play, who) for who in names)
    now = play.game.modifiers.get(f"{attack.who}|{attack.target}", 0)
    found = [
        option(i.GmModifier, number("n", -20, 20, initial=now), label=label),
        option(i.GmSuperior, number("n", -3, 3)),
    ]
    if attack.kind == "burst":
        found.append(option(i.GmBurstPenalty, number("n", 0, 20)))
    for who in dict.fromkeys((attack.target, *attack.answers)):
        fixed = {"who": who}
        found.append(option(i.GmRefuse, "reason?", label=name_of(play, who), fixed=fixed))
    return found


# --- the round -------------------------------------------------------------------------------------------------------


def _in_round(play: Play) -> list[Option]:
    """D-GEN-10: what was said about two is offered again; D-ACT-9, D-DECL-4."""
    game: Game = play.game
    found = [_standing(play, pair, n) for pair, n in game.modifiers.items()]
    if game.stage in ("declare", "closing", "resolve"):
        found += [_marking(play, who) for who in play.pieces if _unmarked(game, who)]
    changed = [who for who in play.pieces if who in game.combatants and game.combatants[who].record.penalty]
    if changed:
        people = choice("who", *(Choice(who, name_of(play, who)) for who in changed), combatant=True)
        found.append(option(i.GmWaiveChange, people, number("n", 1, 10)))
    return [*found, *ending.suggested(play, BEATEN, END), END]


def _standing(play: Play, pair: str, n: int) -> Option:
    attacker, target = pair.split("|")
    label = f"{name_of(play, attacker)} → {name_of(play, target)} {n:+d}"
    fixed = {"attacker": attacker, "target": target}
    return option(i.GmModifier, number("n", -20, 20, initial=n), label=label, fixed=fixed)


def _unmarked(game: Game, who: str) -> list[str]:
    combatant: Combatant | None = game.combatants.get(who)
    if combatant is None:
        return []
    record = combatant.record
    return [action.id for action in record.plan if not action.checks and action.id not in record.performed]


def _marking(play: Play, who: str) -> Option:
    game: Game = play.game
    plan = game.combatants[who].record.plan
    choices = []
    for id in _unmarked(game, who):
        action = find(plan, id)
        assert action is not None
        choices.append(Choice(id, action.pace if action.is_move else action.kind))
    return option(i.GmMarkCheck, choice("action", *choices), label=name_of(play, who), fixed={"who": who})


# --- always ----------------------------------------------------------------------------------------------------------


def _always(play: Play) -> list[Option]:
    """All of it depends on who is there with what in hand, and who of them hidden, and on nothing else that happens."""
    people = [play.game.combatants[who] for who in play.pieces]
    parts = (roster(play), *(part for each in people for part in (each.sheet, each.gear)))
    return ALWAYS.of(parts, (play.phase, *_hidden(play)), _anytime, play)


def _anytime(play: Play) -> list[Option]:
    if not play.pieces:
        return []
    people = [play.game.combatants[who] for who in play.pieces]
    who = param(i.GmSet, "who", play)
    found = [
        *_modifiers(play), *_ranges(play), *_reveals(play),
        option(i.GmObject, "name", number("tier", 1, 5), number("size", 1, 5)),
        SETTABLE.option(who, people, "W", "S"), SETTABLE.option(who, people, "status"),
        SETTABLE.option(who, people, "armour_value"),
    ]  # fmt: skip
    for each, combatant in zip(play.pieces, people, strict=True):
        found += _gear(play, each, combatant)
    return found


def _gear(play: Play, who: str, combatant: Combatant) -> list[Option]:
    """What of its gear can be set, and how often it may attack with it."""
    if not combatant.gear:
        return []
    label = name_of(play, who)
    found = [SETTABLE.option(who, [combatant], "in_hand", label=label)]
    if any(gear.ammo is not None for gear in combatant.gear.values()):
        found.append(SETTABLE.option(who, [combatant], "ammo", label=label))
    weapons = choice("weapon", *(Choice(id, item.name or id) for id, item in combatant.sheet.items.items()))
    most = number("n", 0, 10)
    return [*found, option(i.GmMaxAttacks, weapons, most, label=label, fixed={"who": who})]


def _modifiers(play: Play) -> list[Option]:
    """D-GEN-10: of each against whom all the others; two combatants can't be the same."""
    if play.phase != "running":
        return []
    return [
        option(
            i.GmModifier, choice("attacker", *_others(play, who), combatant=True), number("n", -20, 20),
            label=name_of(play, who), fixed={"target": who},
        )
        for who in play.pieces
        if len(play.pieces) > 1
    ]  # fmt: skip


def _others(play: Play, who: str) -> list[Choice]:
    return [Choice(other, name_of(play, other)) for other in play.pieces if other != who]


def _ranges(play: Play) -> list[Option]:
    """D-MOV-10."""
    people = list(play.pieces)
    pairs = [(a, b) for k, a in enumerate(people) for b in people[k + 1 :]][:MOST_PAIRS]
    choices = [Choice(list(pair), " – ".join(name_of(play, who) for who in pair)) for pair in pairs]
    return [option(i.GmRange, choice("pair", *choices), number("m", 0, 200))] if choices else []


MOST_PAIRS = 66


def _reveals(play: Play) -> list[Option]:
    """D-SEC-5."""
    return [option(i.GmReveal, fixed={"who": who}, label=name_of(play, who)) for who in _hidden(play)]


def _hidden(play: Play) -> list[str]:
    return [who for who, piece in play.pieces.items() if piece.seen_by is not None]


def _repairs(play: Play) -> list[Option]:
    """D-SUND-9."""
    found = []
    for who in play.pieces:
        combatant: Combatant = play.game.combatants[who]
        for id, gear in combatant.gear.items():
            for side in ("off", "def"):
                if getattr(gear, f"lost_{side}"):
                    fixed = {"who": who, "item": id, "side": side}
                    found.append(option(i.ItemRepair, number("points", 1, 10), label=name_of(play, who), fixed=fixed))
    return found
