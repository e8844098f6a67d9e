"""What the GM may do beside acting for combatants: rulings that are asked for, and those that are always open."""

from __future__ import annotations

from typing import Any

from msgspec.structs import asdict, replace

from server.core.memo import Memo
from server.core.options import Option, Param
from server.core.state import Play, State
from server.core.system import Asker
from server.kit import between, ending, newcomers
from server.kit.acts.deeds import main_deed
from server.kit.forms import choice, combatants, number, option, param, settings
from server.kit.frames import asked_about, top
from server.kit.roster import roster
from server.rules.tirakan_classic.acts import dice, gear, throwing
from server.rules.tirakan_classic.acts.kinds import DEEDS
from server.rules.tirakan_classic.acts.machine import CHECKS, DISTANCE
from server.rules.tirakan_classic.deciding.initiative import TIE, tied_people
from server.rules.tirakan_classic.deciding.rulings import act_in_progress
from server.rules.tirakan_classic.state import intents as i
from server.rules.tirakan_classic.state.facts import is_able
from server.rules.tirakan_classic.state.state import Combatant, Frame, Game
from server.rules.tirakan_classic.state.values import NUMBERS, PLAIN, SETTABLE

RULINGS, VALUES = Memo(128), Memo(128)
END, BEATEN = option(i.EndCombat, group="end"), ending.beaten_by(is_able)


def gm_options(state: State, _asker: Asker) -> list[Option]:
    """The GM's own options in this phase."""
    phase = state.play.phase
    if phase == "setup":
        return _setup(state)
    if phase != "running" or state.play.parked is not None:
        return []
    play, decision = state.play, state.play.decision
    marks = (decision and decision.kind, decision and decision.id)
    return RULINGS.of((play.pieces, play.game, state.ledger.seats), marks, _running, state)


def _setup(state: State) -> list[Option]:
    if not state.play.pieces:
        return []
    house_rules = settings(i.SetOptions, "options", state.play.game.options)
    return [option(i.StartCombat, group="end"), *_newcomer(state), house_rules, *_relations(state)]


def _running(state: State) -> list[Option]:
    is_idle = not state.play.game.frames and state.play.decision is None
    found = [*ending.suggested(state.play, BEATEN, END), *_asked(state), *_on_act(state)]
    found += [*RULINGS.of((roster(state.play),), "", _relations, state), *_values(state), *_newcomer(state)]
    return [*found, *(_hits(state) if is_idle else []), END]


def _newcomer(state: State) -> list[Option]:
    """L-INIT-6."""
    game: Game = state.play.game
    if state.play.phase == "running" and (game.frames or not game.round):
        return []
    return newcomers.offer(i.AddCombatant, state, game.combatants, "name", "side")


# --- questions to the GM ---------------------------------------------------------------------------------------------


def _asked(state: State) -> list[Option]:
    decision = state.play.decision
    frame = asked_about(state.play.game, decision)
    if decision is None:
        return []
    if decision.kind == TIE:
        people = tied_people(state.play.game)
        choices = tuple(each for each in combatants(state.play) if each.value in people)
        order = Param(name="order", kind="list", label="order", choices=choices, least=len(people), most=len(people))
        return [option(i.GmBreakTie, order, group="answer", goal="prepare")]
    if decision.kind == DISTANCE:
        return [option(i.GmSetAct, "distance_cm", group="answer", goal="prepare")]
    if frame is None:
        return []
    if decision.kind == throwing.BLAST:
        return _blast(state, frame)
    return _custom(state, frame) if decision.kind == "custom" else []


def _custom(state: State, frame: Frame) -> list[Option]:
    """L-ACT-8."""
    have = min(i.MOST_ACTIONS, state.play.game.combatants[frame.who].actions) if frame.kind == "act" else 1
    cost = number("cost", 0 if frame.kind == "act" else 1, have, initial=min(1, have))
    text = _text_of(frame.deed)
    fields = (cost, _roll(state.play, frame.who, walking=bool(frame.path)), "effect?")
    rule = option(i.GmRuleCustom, *fields, group="answer", goal="prepare", label=text)
    return [rule, option(i.GmRefuse, group="answer", goal="hinder", label=text)]


def _roll(play: Play, who: str, *, walking: bool = False) -> Param:
    """L-DICE-4: nothing, or what there are dice for."""

    def fits(skill: str) -> bool:
        return not skill or dice.has_dice(play.game.options, gear.ruled_pool(play, who, skill, walking))

    every = param(i.GmRuleCustom, "roll?", play)
    return replace(every, choices=tuple(each for each in every.choices if fits(each.value)))


def _text_of(deed: object) -> str:
    """What the player wrote."""
    return str(getattr(deed, "text", "") or getattr(deed, "object", ""))


def _blast(state: State, frame: Frame) -> list[Option]:
    """L-THROW-6: the effect as the object has it; otherwise it does nothing."""
    proposed = throwing.proposal(state.play, frame)
    nothing = replace(option(i.GmRefuse, group="answer", goal="end"), key="no_effect")
    if proposed is None:
        return [nothing]
    fixed = {**asdict(proposed), "targets": list(proposed.targets)}
    names = ", ".join(state.play.pieces[who].name for who in proposed.targets)
    key = "take_effect" if names else "take_effect_nowhere"
    return [replace(option(i.GmInflictHits, group="answer", goal="harm", label=names, fixed=fixed), key=key), nothing]


# --- the act in progress ---------------------------------------------------------------------------------------------

ON_ACT = option(i.GmSetAct, "from_behind?", "cover?", "distance_cm?", "modifier?")
CLOSE = option(i.GmCloseWindow, goal="end")


def _on_act(state: State) -> list[Option]:
    game: Game = state.play.game
    decision, uppermost = state.play.decision, top(game)
    found: list[Option] = [ON_ACT] if act_in_progress(game.frames) is not None else []
    if decision is not None and decision.kind == "reaction":
        found.append(CLOSE)
    for who, deed in uppermost.declared.items() if uppermost is not None else ():
        group = "answer" if decision is not None and decision.kind == "object" else "gm"
        found += _on_reaction(state, who, main_deed(deed), group)
    return found


def _on_reaction(state: State, who: str, deed: Any, group: str) -> list[Option]:
    """L-REACT-9, L-PARRY-1."""
    text, fixed = _text_of(deed), dict[str, Any](reaction=who)
    refuse = option(i.GmRefuse, group=group, goal="hinder", label=text, fixed=fixed)
    if not CHECKS.is_ruled(state.play, deed):
        return [refuse]
    is_parry = DEEDS.kind(deed).is_defence
    more = (number("removed", 0, 20),) if is_parry and state.play.game.options.parry == "gm" else ()
    fields = more if is_parry else (number("cost", 0, 5, initial=1), _roll(state.play, who), "effect?")
    fixed = {"cost": 1, **fixed} if is_parry else fixed
    return [option(i.GmRuleCustom, *fields, group=group, goal="prepare", label=text, fixed=fixed), refuse]


# --- always ----------------------------------------------------------------------------------------------------------


def _relations(state: State) -> list[Option]:
    play = state.play
    source = choice("source", "*", *combatants(play), combatant=True)
    cover = option(i.SetCover, "target", source, "level", play=play, goal="defend")
    return [cover, *between.options(play, between.GmSetPerception, between.SetEnmity, between.SetDistance)]


def _hits(state: State) -> list[Option]:
    """L-GHIT-1, L-WND-3."""
    numbers = ("wounds_per_hit", "penetration?", "bonus_wounds?")
    inflict = option(
        i.GmInflictHits, "targets", number("hits", 0, 100, initial=1), *numbers, play=state.play, goal="harm"
    )
    return [inflict, option(i.GmAdjustWounds, "who", number("wounds", 0, 20), play=state.play)]


def _values(state: State) -> list[Option]:
    """L-GM-1."""
    play = state.play
    people = {who: play.game.combatants[who] for who in play.pieces}
    found: list[Option] = list(VALUES.of((roster(play),), "", _of_all, play)) if people else []
    for who, one in people.items():
        found += VALUES.of((one.sheet, one.arms), who, _of_one, who, one)
    return found


def _of_all(play: Play) -> list[Option]:
    """What everybody has."""
    people = [play.game.combatants[who] for who in play.pieces]
    who = param(i.GmSet, "who", play)
    found = [SETTABLE.option(who, people, name) for name in PLAIN]
    return found + [SETTABLE.option(who, people, "sheet", keys=key) for key in NUMBERS]


def _of_one(who: str, one: Combatant) -> list[Option]:
    """Ammunition, and what is in hand."""
    found = [SETTABLE.option(who, [one], "ammo", keys=(key,)) for key in SETTABLE.table["ammo"](one)]
    return [*found, SETTABLE.option(who, [one], "in_hand")]
