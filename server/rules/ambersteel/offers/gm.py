"""What the GM may do beside acting for combatants: the start, rulings that are asked for, and those always open."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from server.core.ids import GM
from server.core.intents import Intent
from server.core.memo import Memo
from server.core.options import Choice, Option, Param, weight_of
from server.core.state import Decision, Play, State
from server.kit import between, ending, ground, newcomers
from server.kit.between import GmSetPerception, SetSight
from server.kit.forms import choice, number, option, param, settings
from server.kit.frames import found
from server.kit.moment import name_of, owes
from server.kit.offering import somebody
from server.kit.roster import Roster, roster
from server.rules.ambersteel.acts.attack import clumsy
from server.rules.ambersteel.acts.circumstances import of_attack
from server.rules.ambersteel.deciding.answering import counters
from server.rules.ambersteel.deciding.value import AILMENTS, SETTABLE, STATUSES
from server.rules.ambersteel.state import intents as i
from server.rules.ambersteel.state.facts import is_able, is_aware
from server.rules.ambersteel.state.sheet import Sheet
from server.rules.ambersteel.state.state import Frame, Game
from server.rules.ambersteel.things.samples import ARMOUR

BEATEN = ending.beaten_by(is_able)

GM_KINDS = ("ruling", "throw_ruling", "aim_effect", "mishap", "execution")


def gm_options(state: State) -> list[Option]:
    """All options that are the GM's alone."""
    play = state.play
    if play.phase == "setup" and play.starting is None:
        return [*_setup(state), *_table(state), settings(i.SetOptions, "options", play.game.options)]
    if play.phase != "running" or play.parked is not None:
        return []
    return [*_asked(state), *_always(state), *_table(state)]


# --- before the fight ------------------------------------------------------------------------------------------------


def _setup(state: State) -> list[Option]:
    """A-INIT-1."""
    if not state.play.pieces:
        return []
    begin = option(i.EncounterStart, group="end")
    return [
        replace(begin, key="start_encounter"),
        *(replace(each, key="surprise_encounter") for each in _ambush(state)),
    ]


def _ambush(state: State) -> list[Option]:
    """A-SUR-1, A-SUR-7: whom the server proposes with one tap, and whomever else the game master says, but not all."""
    party = param(i.EncounterStart, "surprised_parties", state.play)
    if len(party.choices) < 2:
        return []
    pick = _some_but_not_all(party)
    proposed = _proposed_surprise(state)
    fixed, label = {"surprised_parties": proposed}, ", ".join(proposed)
    found = [option(i.EncounterStart, label=label, fixed=fixed, group="end")] if proposed else []
    return [*found, option(i.EncounterStart, pick, group="end")]


def _some_but_not_all(party: Param) -> Param:
    """Of two it is the one or the other."""
    if len(party.choices) == 2:
        return choice(party.name, *(Choice((each.value,), each.label) for each in party.choices))
    return replace(party, least=1, most=len(party.choices) - 1)


def _proposed_surprise(state: State) -> list[str]:
    """A-SUR-1: parties none of whose members is aware of an enemy."""
    game: Game = state.play.game
    people = {who: piece.side for who, piece in state.play.pieces.items() if is_able(game, who)}
    sides = list(dict.fromkeys(people.values()))

    def knows(side: str) -> bool:
        foes = [other for other, theirs in people.items() if theirs != side]
        return not foes or any(is_aware(state, who, foe) for who in people if people[who] == side for foe in foes)

    found = [side for side in sides if not knows(side)]
    return found if len(found) < len(sides) else []


# --- what is asked ---------------------------------------------------------------------------------------------------


_TABLE = Memo(128, weigh=weight_of)

_answer = partial(option, group="answer")


def _asked(state: State) -> list[Option]:
    decision = owes(state.play, GM, *GM_KINDS)
    if decision is None or decision is not state.play.decision:
        return []
    frame: Frame | None = found(state.play.game, decision.topic.get("action"))
    return _of(state, decision, frame) if frame is not None else []


def _of(state: State, decision: Decision, frame: Frame) -> list[Option]:
    if decision.kind == "ruling":
        return _rulings(state, frame)
    if decision.kind == "throw_ruling":
        return [_answer(i.GmRuling, *_throw(), goal="prepare")]
    if decision.kind == "aim_effect":
        return [_answer(i.GmAimEffect, "ruling", "text?", _status(), goal="hinder")]
    if decision.kind == "execution":
        return _executions(frame)
    return _mishaps(state, clumsy(frame))


def _rulings(state: State, frame: Frame) -> list[Option]:
    """A-GEN-6, A-AIM-3, A-EASY-3."""
    waive = [_answer(i.GmRuling, label="waive_aim", goal="help", fixed={"waive": ("aimed",)})] if frame.aim else []
    numbers = (number("modifier", -10, 10, optional=True), number("range_penalty", -20, 0, optional=True))
    throw = _throw() if frame.how == "thrown" else ()
    said = ("advantage?", *_circumstances(state, frame), *numbers, *throw, "text?")
    return [_answer(i.GmRuling, *said, goal="prepare"), *waive]


def _circumstances(state: State, frame: Frame) -> tuple[Param, ...]:
    """A-EASY-3: what makes this attack easier or harder, as it stands now."""
    holding = [each.key for each in of_attack(state, frame)[0] if each.value] if frame.target else []
    choices = tuple(Choice(key, key) for key in holding)
    waive = Param(name="waive", kind="many", label="waive", choices=choices, most=len(choices), optional=True)
    return (waive,) if choices else ()


def _throw() -> tuple[Param | str, ...]:
    """A-THR-7."""
    return "reach_cm?", number("damage", 0, 200, optional=True), "damage_type?"


def _executions(frame: Frame) -> list[Option]:
    """A-EXE-1, A-EXE-4: a kill needs no words, what maims does."""
    said = ("text?", _status()) if frame.is_maim else ()
    yes = _answer(i.GmExecution, *said, goal="harm", label="accept", fixed={"yes": True})
    return [yes, _answer(i.GmExecution, goal="end", label="refuse", fixed={"yes": False})]


def _status() -> Param:
    return choice(
        "status", *(Choice(name, name) for name in STATUSES if name not in ("dead", "deaths_door")), optional=True
    )


def _mishaps(state: State, subject: str) -> list[Option]:
    """A-CRIT-7, A-CRIT-8."""
    kinds = [_answer(i.GmMishap, goal="end", label="none", fixed={"kind": "none"})]
    for kind in ("off_balance", "weapon_stuck"):
        kinds.append(_answer(i.GmMishap, goal="hinder", label=kind, fixed={"kind": kind}))
    kinds.append(_answer(i.GmMishap, "text", _status(), goal="hinder", label="custom", fixed={"kind": "custom"}))
    foes = counters(state, subject)
    if foes:
        pick = choice("opponent", *(Choice(who, name_of(state.play, who)) for who in foes), combatant=True)
        kinds.append(_answer(i.GmMishap, pick, goal="harm", label="free_counter", fixed={"kind": "free_counter"}))
    return kinds


# --- always ----------------------------------------------------------------------------------------------------------

END, NOTICED = replace(option(i.EncounterEnd, group="end"), key="end_encounter"), option(i.GmEndSurprise)


def _always(state: State) -> list[Option]:
    play, game = state.play, state.play.game
    found = [*_TABLE.of((roster(play),), ("hold", game.hold_all), _holds, play)]
    if not game.frames:
        found += [*ending.suggested(play, BEATEN, END), END]
        if game.stage == "surprise" and not game.has_attacked:
            found.append(NOTICED)
    return found


def _holds(play: Play) -> list[Option]:
    """3.1."""
    game: Game = play.game
    found = [option(i.GmHold, fixed={"on": not game.hold_all}, label="no_hold" if game.hold_all else "hold_all")]
    return [*found, option(i.GmHold, "who", "on", play=play)] if play.pieces else found


def _table(state: State) -> list[Option]:
    """3.2: what the GM lays on the table, at any time between two deeds."""
    play, game = state.play, state.play.game
    if not play.pieces:
        return []
    names = roster(play)
    found = [*_TABLE.of((names, game.options.terrain), "scene", _scene, play)]
    if game.frames:
        return found
    sheets = tuple(game.combatants[who].sheet for who in play.pieces)
    found += [*_newcomer(state), *_TABLE.of((names, *sheets), ("values", play.phase), _values, play)]
    return [*found, *_gear(play, names, sheets)] if play.phase == "running" else found


def _scene(play: Play) -> list[Option]:
    """Who sees whom, the ground, circumstances."""
    seen = between.options(play, SetSight, GmSetPerception)
    return [*seen, *ground.options(play.game.options.terrain), _setting(play, "flag")]


def _newcomer(state: State) -> list[Option]:
    """A-INIT-4."""
    play, taken = state.play, tuple(state.play.game.combatants)
    marks = ("newcomer", taken, *(piece.side for piece in play.pieces.values()))
    return _TABLE.of((state.ledger.seats,), marks, newcomers.offer, i.AddCombatant, state, taken, "name", "side")


def _setting(play: Play, name: str, keys: str | tuple[str, ...] | None = None) -> Option:
    who, people = param(i.GmSet, "who", play), [play.game.combatants[each] for each in play.pieces]
    return SETTABLE.option(who, people, name, keys=keys)


def _values(play: Play) -> list[Option]:
    """3.2: what anybody has."""
    found = [_setting(play, name) for name in ("hp", "sp", "actions", "death_failures", "sheet")]
    found += [_setting(play, "status", STATUSES), replace(_setting(play, "status", AILMENTS), label="ailment")]
    if play.phase == "running":
        damage = (param(i.GmDamage, "who", play), number("amount", 1, 100), param(i.GmDamage, "damage_type"))
        found.append(option(i.GmCheck, play=play))
        found.append(option(i.GmDamage, *damage, goal="harm"))
    return found


# --- what only some have ---------------------------------------------------------------------------------------------


def _gear(play: Play, names: Roster, sheets: tuple[Sheet, ...]) -> list[Option]:
    """Weapons, ammunition and armour are seldom others than last time. Before the fight the sheets say all of it."""
    people = [play.game.combatants[who] for who in play.pieces]
    held = _TABLE.of((names, *sheets, *(one.arms for one in people)), "arms", _arms, play)
    ammo = _TABLE.of((names, *(one.ammo for one in people)), "ammo", SETTABLE.by_keys, play, "ammo")
    return [*held, *ammo, *_TABLE.of((names, *(one.armour for one in people)), "armour", _armour, play)]


def _arms(play: Play) -> list[Option]:
    return [*SETTABLE.by_keys(play, "loaded"), *SETTABLE.by_keys(play, "stuck")]


def _armour(play: Play) -> list[Option]:
    """A-ARM-3, A-ARM-5, A-ARM-6: the condition of what is worn; to mend it, to take it off, to put on what there is
    room for."""
    worn: dict[str, list[str]] = {}
    worn_out: dict[str, list[str]] = {}
    for who in play.pieces:
        for piece in play.game.combatants[who].armour:
            worn.setdefault(piece.id, []).append(who)
            if piece.condition < piece.cp_max:
                worn_out.setdefault(piece.id, []).append(who)
    return [
        *SETTABLE.by_keys(play, "cp"),
        *(
            _of_wearers(play, i.Repair, people, name, {"armour": name, "override": True})
            for name, people in worn_out.items()
        ),
        *(_dressing(play, "take_off", people, name, "") for name, people in worn.items()),
        *(_dressing(play, "put_on", people, name, name) for name in ARMOUR if (people := _with_room(play, name))),
    ]


def _with_room(play: Play, name: str) -> list[str]:
    """A-ARM-5: who wears nothing on the layer of this sample."""
    layer = ARMOUR[name].layer
    people = {who: play.game.combatants[who].armour for who in play.pieces}
    return [who for who, worn in people.items() if all(layer != piece.layer for piece in worn)]


def _dressing(play: Play, key: str, people: list[str], name: str, value: str) -> Option:
    fixed = {"value_of": "armour", "key": name, "value": value}
    return replace(_of_wearers(play, i.GmSet, people, name, fixed), key=key)


def _of_wearers(play: Play, kind: type[Intent], people: list[str], name: str, fixed: dict[str, Any]) -> Option:
    return option(kind, somebody(play, people, "who"), label=_called(play, people[0], name), fixed=fixed)


def _called(play: Play, who: str, id: str) -> str:
    """A piece of armour as its sheet, or the sample, calls it."""
    worn = {piece.id: piece for piece in play.game.combatants[who].armour}
    return (worn.get(id) or ARMOUR[id]).name or id
