"""What the GM may do beside acting for combatants: the start, rulings that are asked for, and those always open."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from server.core.ids import GM
from server.core.memo import Memo
from server.core.options import Choice, Option, Param
from server.core.state import Decision, Play, State
from server.kit import between, ground, newcomers
from server.kit.between import GmSetPerception, SetSight
from server.kit.forms import choice, number, option, param, settings
from server.kit.frames import found
from server.kit.moment import name_of, owes
from server.rules.ambersteel.acts.attack import clumsy
from server.rules.ambersteel.deciding.answering import counters
from server.rules.ambersteel.deciding.value import AILMENTS, SETTABLE, STATUSES
from server.rules.ambersteel.state import intents as i
from server.rules.ambersteel.state.facts import is_able, is_aware
from server.rules.ambersteel.state.state import Frame, Game

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
    """A-INIT-1, A-SUR-1: the server proposes who is surprised."""
    if not state.play.pieces:
        return []
    found = [replace(option(i.EncounterStart, goal="end"), key="start_encounter")]
    sides = list(dict.fromkeys(piece.side for piece in state.play.pieces.values()))
    if len(sides) > 1:
        proposed = _proposed_surprise(state)
        label = ", ".join(proposed)
        pick = choice("surprised_parties", *(Choice((side,), side) for side in sides))
        first = {"surprised_parties": proposed} if proposed else {}
        surprised = option(i.EncounterStart, *(() if first else (pick,)), label=label, fixed=first, goal="end")
        found.append(replace(surprised, key="surprise_encounter"))
    return found


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


_TABLE = Memo(32)

_answer = partial(option, group="answer")


def _asked(state: State) -> list[Option]:
    decision = owes(state.play, GM, *GM_KINDS)
    if decision is None or decision is not state.play.decision:
        return []
    frame: Frame | None = found(state.play.game, decision.topic.get("action"))
    return _of(state, decision, frame) if frame is not None else []


def _of(state: State, decision: Decision, frame: Frame) -> list[Option]:
    if decision.kind == "ruling":
        return _rulings(frame)
    if decision.kind == "throw_ruling":
        return [_answer(i.GmRuling, *_throw(), goal="prepare")]
    if decision.kind == "aim_effect":
        return [_answer(i.GmAimEffect, "ruling", "text?", _status(), goal="hinder")]
    if decision.kind == "execution":
        return [_answer(i.GmExecution, "yes", "text?", *([_status()] if frame.is_maim else []), goal="harm")]
    return _mishaps(state, clumsy(frame))


def _rulings(frame: Frame) -> list[Option]:
    """A-GEN-6, A-AIM-3, A-EASY-3."""
    waive = [_answer(i.GmRuling, label="waive_aim", goal="help", fixed={"waive": ("aimed",)})] if frame.aim else []
    numbers = (number("modifier", -10, 10, optional=True), number("range_penalty", -20, 0, optional=True))
    throw = _throw() if frame.how == "thrown" else ()
    return [_answer(i.GmRuling, "advantage?", *numbers, *throw, "text?", goal="prepare"), *waive]


def _throw() -> tuple[Param | str, ...]:
    """A-THR-7."""
    return number("damage", 0, 200, optional=True), "damage_type?"


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


def _always(state: State) -> list[Option]:
    play, game = state.play, state.play.game
    found = _holds(play)
    if not game.frames:
        found += [replace(option(i.EncounterEnd, group="end"), key="end_encounter")]
        if game.stage == "surprise" and not game.has_attacked:
            found.append(option(i.GmEndSurprise))
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
    seen = _TABLE.of((play.pieces,), "seen", between.options, play, SetSight, GmSetPerception)
    flags = _TABLE.of((play.pieces,), "flag", _setting, play, "flag")
    found = [*seen, *ground.options(game.options.terrain), flags]
    if game.frames:
        return found
    sheets = [game.combatants[who].sheet for who in play.pieces]
    values = _TABLE.of((play.pieces, *sheets), play.phase, _values, play)
    return [*found, *newcomers.offer(i.AddCombatant, state, game.combatants, "name", "side"), *values]


def _setting(play: Play, name: str, keys: str | tuple[str, ...] | None = None) -> Option:
    who, people = param(i.GmSet, "who", play), [play.game.combatants[each] for each in play.pieces]
    return SETTABLE.option(who, people, name, keys=keys)


def _values(play: Play) -> list[Option]:
    """3.2."""
    found = [_setting(play, name) for name in ("hp", "sp", "actions", "sheet")]
    found += [_setting(play, "status", STATUSES), replace(_setting(play, "status", AILMENTS), label="ailment")]
    if play.phase == "running":
        damage = (param(i.GmDamage, "who", play), number("amount", 1, 100), param(i.GmDamage, "damage_type"))
        found.append(option(i.GmCheck, play=play))
        found.append(option(i.GmDamage, *damage, goal="harm"))
    return found
