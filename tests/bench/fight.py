"""The fight that everything is measured with: eight people of Tirakan, four seats, a game master, a spectator. And the
same fight by the rules of its older edition, of Tactics and of Ambersteel, whose decisions are measured beside it.

Who does what is scripted, in turns: attack; be passed by, dodged, parried with the shield, or covered; stop hits with
armour; end the turn. Nobody ever dies of it. Nothing is measured here.
"""

from __future__ import annotations

from typing import Any

import msgspec

from server.core.create import CombatantSpec, EncounterSpec, SeatSpec
from server.core.deciding.decide import parse_intent
from server.core.ids import GM
from server.core.intents import Intent, SetPosition
from server.core.options import Option
from server.core.secrecy import known
from server.core.state import Decision, State, TableOptions
from server.core.system import Asker, System
from server.encounter.setup import PACE
from server.rules.ambersteel import SYSTEM as AMBERSTEEL
from server.rules.tactics import SYSTEM as TACTICS
from server.rules.tirakan import SYSTEM as TIRAKAN
from server.rules.tirakan_classic import SYSTEM as CLASSIC

SEATS = ("anna", "bela", "cora", "dora")
FOES = ("rauk", "sirk", "tork", "urgk")
REACTIONS = 3
"""None, the first defence that is offered, the last one, in turns."""
UNITS = 12
STEP_CM = 80
AT_ONCE = TableOptions()
"""A table that goes on as soon as nobody is waited for, and asks whoever may be asked."""
AS_MADE = TableOptions(**PACE)
"""As the page makes one."""
LIMITLESS, HURT = 1000, 900
"""Wounds that nobody survives; beyond so many the game master heals, so that the longest fight stays the same one."""

_PEOPLE: dict[str, Any] = {
    "strength": 3, "quickness": 3, "deftness": 3, "hand_to_hand": 3, "max_wounds": LIMITLESS, "template_actions": 1,
}  # fmt: skip
_SHEETS: dict[str, dict[str, Any]] = {
    TIRAKAN.name: {
        **_PEOPLE, "resistance": 2, "perception": 3, "dodge_template": 1,
        "weapons": {"sword": {"name": "Sword", "type": "blade", "damage_potential": 1, "range_m": 20}},
        "shields": {"shield": {"name": "Shield", "cover": 5}},
        "armour": {"mail": {"name": "Mail", "protection": ["N"] * UNITS}},
        "main_hand": "sword", "off_hand": "shield",
    },
    CLASSIC.name: {
        **_PEOPLE, "evasion": 3, "weapons": {"sword": {"name": "Sword", "range_m": 20, "penetration": 1}},
        "armour": {"mail": {"name": "Mail", "protection": 2}}, "in_hand": "sword",
    },
    TACTICS.name: {
        "tactics": 2, "W_max": LIMITLESS, "S_max": LIMITLESS,
        "skills": {"sword": {"base": 12, "rank": 1}, "dodge": {"base": 12}, "parry": {"base": 12}},
        "weapons": {"sword": {"name": "Sword", "skill": "sword", "base_W": 5, "reach_m": 20}},
        "armour": {"name": "Mail", "value": 2, "natural": True},
    },
    AMBERSTEEL.name: {
        "str": 12, "dex": 12, "spd": 12, "perc": 12, "hp_max": LIMITLESS, "sp_max": LIMITLESS,
        "weapons": {"sword": {"name": "Sword", "reach_m": 20, "modes": ["cut: 1d6 slash +str"],
                              "stamina_damage": {"dice": "1d4"}, "cost_attack": {"base": 4, "esp": True},
                              "cost_parry": {"base": 2, "esp": True}}},
        "armour": ["gambeson"], "wielded": {"main": "sword"},
    },
}  # fmt: skip

_RIFLES: dict[str, dict[str, Any]] = {
    TIRAKAN.name: {
        "shooting": 3, "off_hand": "", "shields": {}, "main_hand": "rifle",
        "weapons": {"rifle": {"name": "Rifle", "weapon_class": "ranged", "type": "rifle", "damage_potential": 1,
                              "piercing": 1, "range_m": 20, "capacity": 30, "modes": ["single", "burst"]}},
    },
    CLASSIC.name: {
        "shooting": 3, "in_hand": "rifle",
        "weapons": {"rifle": {"name": "Rifle", "weapon_class": "firearm", "range_m": 20, "penetration": 1,
                              "capacity": 30, "modes": [{"id": id} for id in ("single", "semi", "burst", "full")]}},
    },
}  # fmt: skip
"""What of it is otherwise where they shoot: each system's rifle has every mode that the system knows."""

_FIRST: dict[str, dict[str, Any]] = {
    TIRAKAN.name: {"type": "set_cover", "target": "rauk", "level": 5},
    CLASSIC.name: {"type": "set_cover", "target": "rauk", "level": "light"},
    TACTICS.name: {"type": "gm_modifier", "attacker": "anna", "target": "rauk", "n": -1},
    AMBERSTEEL.name: {"type": "gm_set", "who": "rauk", "value_of": "flag", "key": "cover", "value": True},
}


def first(system: System) -> tuple[dict[str, Any], ...]:
    """What the game master does before the fight."""
    begin = "start_combat" if system in (TIRAKAN, CLASSIC) else "encounter_start"
    return {"type": begin}, _FIRST[system.name]


def sheet_of(system: System) -> dict[str, Any]:
    """Of everybody, by a system."""
    return _SHEETS[system.name]


def _healing(system: System, game: Any) -> dict[str, Any] | None:
    """What the game master does for somebody who has become too weak."""
    for who, one in game.combatants.items():
        heal = {"type": "gm_set", "who": who}
        if system is not AMBERSTEEL and one.wounds > HURT:
            return {**heal, "value_of": "wounds", "value": 0}
        for value in ("hp", "sp") if system is AMBERSTEEL else ():
            if getattr(one, value) < LIMITLESS - HURT:
                return {**heal, "value_of": value, "value": LIMITLESS}
    return None


def spec(
    title: str = "Fight", system: System = TIRAKAN, rifles: bool = False, table: TableOptions = AT_ONCE
) -> EncounterSpec:
    """The encounter."""
    sheet = _SHEETS[system.name] | (_RIFLES[system.name] if rifles else {})
    people = [*((who, "travellers", who) for who in SEATS), *((who, "robbers", GM) for who in FOES)]
    return EncounterSpec(
        title=title,
        system=system.name,
        table=table,
        seats={seat: SeatSpec(name=seat.capitalize()) for seat in SEATS},
        combatants={
            who: CombatantSpec(name=who.capitalize(), side=side, seat=seat, at=(k * 0.8, 0.0), sheet=sheet)
            for k, (who, side, seat) in enumerate(people)
        },
    )


class Place(msgspec.Struct):
    """How far a script has come: the intents before the fight, attacks, who was asked for a reaction how often, acts
    and the steps before them."""

    begun: int = 0
    attacks: int = 0
    rests: bool = False
    asked: dict[str, int] = {}
    turns: int = 0


class Script:
    """Chooses the next intent of one fight; the same state and past make the same choice."""

    def __init__(self, system: System, at: Place | None = None, moves: bool = False) -> None:
        """`moves`: before each act whoever is on turn is put a step to and fro, so that nobody's menus stay as they
        were."""
        self._system, self._moves = system, moves
        self.at = at or Place()

    def next(self, state: State) -> tuple[str, Intent]:
        """Who does what."""
        before = first(self._system)
        if self.at.begun < len(before):
            self.at.begun += 1
            return GM, parse_intent(self._system, before[self.at.begun - 1])
        if self._system is TACTICS:
            return self._planned(state)
        decision = state.play.decision
        healing = _healing(self._system, state.play.game) if decision is None else None
        if healing is not None:
            return GM, parse_intent(self._system, healing)
        who = decision.unanswered()[0] if decision is not None else state.play.game.turn
        if who == GM and decision is not None:
            return GM, self._system.default(state, decision, GM)
        if decision is None and self._moves:
            self.at.turns += 1
            if self.at.turns % 2:
                return GM, _step(state, who)
        seat = state.ledger.controller(who)
        options = [option for option in offered(self._system, state, seat) if option.who == who and not option.reason]
        if decision is None:
            return seat, parse_intent(self._system, self._act(options, who))
        answers = [option for option in options if option.answers]
        if decision.kind == "protection":
            return seat, parse_intent(self._system, _protected(answers))
        return seat, parse_intent(self._system, self._reaction(answers, who, decision.topic))

    def _planned(self, state: State) -> tuple[str, Intent]:
        """All plan an attack each, in turns at all foes, and carry it out; who is attacked defends itself by turns."""
        decision, game = state.play.decision, state.play.game
        hurt = next((who for who, one in game.combatants.items() if one.W < LIMITLESS - HURT), None)
        if decision is None and hurt is not None:
            healed = {"type": "gm_set", "who": hurt, "value_of": "W", "value": LIMITLESS}
            return GM, parse_intent(self._system, healed)
        who = _next_to_plan(decision, game) if decision is not None else game.turn
        if who == GM:
            assert decision is not None
            return GM, self._system.default(state, decision, GM)
        seat = state.ledger.controller(who)
        options = [option for option in offered(self._system, state, seat) if option.who == who and not option.reason]
        if decision is None:
            return seat, parse_intent(self._system, self._attacking(options))
        answers = [option for option in options if option.answers]
        if decision.kind == "defence":
            return seat, parse_intent(self._system, self._reaction(answers, who, decision.topic))
        plan = next((one for one in answers if one.goal == "harm"), None)
        if plan is None:
            return seat, parse_intent(self._system, _ending(answers))
        choices = [choice.value for choice in plan.params[0].choices]
        return seat, parse_intent(self._system, {**plan.intent, "plan": choices[self.at.attacks % len(choices)]})

    def _attacking(self, options: list[Option]) -> dict[str, Any]:
        attack = next((one for one in options if one.goal == "harm"), None)
        if attack is None:
            return _ending(options)
        self.at.attacks += 1
        return {**attack.intent, attack.whom: attack.params[0].choices[0].value}

    def _act(self, options: list[Option], who: str) -> dict[str, Any]:
        self.at.rests = not self.at.rests
        if self.at.rests and self.at.attacks % 2:  # saves actions to react with
            return _ending(options)
        attack = next((one for one in options if one.goal == "harm"), None)
        if attack is None:
            return _ending(options)
        foes = FOES if who in SEATS else SEATS
        (pick,) = (param for param in attack.params if param.name == attack.whom)
        targets = {choice.value for choice in pick.choices if choice.reason is None}
        for k in range(len(foes)):
            target = foes[(self.at.attacks + k) % len(foes)]
            if target in targets:
                self.at.attacks += 1
                return {**attack.intent, attack.whom: target}
        return _ending(options)

    def _reaction(self, answers: list[Option], who: str, topic: dict[str, Any]) -> dict[str, Any]:
        if topic.get("target") != who:
            return _ending(answers)
        self.at.asked[who] = self.at.asked.get(who, 0) + 1
        way = self.at.asked[who] % REACTIONS
        defences = [one for one in answers if one.goal == "defend" and not one.params]
        return _ending(answers) if not way or not defences else defences[0 if way == 1 else -1].intent


def _next_to_plan(decision: Decision, game: Any) -> str:
    """Whoever has no plan comes first: a new one would unsettle all who have settled."""
    waiting = decision.unanswered()
    without = [who for who in waiting if decision.kind == "declare" and not game.combatants[who].record.plan]
    return (without or waiting)[0]


def _step(state: State, who: str) -> Intent:
    """To one side, and back again the next time."""
    x, y = state.play.pieces[who].at or (0, 0)
    return SetPosition(who=who, at=(x, 0 if y else STEP_CM))


def _ending(options: list[Option]) -> dict[str, Any]:
    return next(one.intent for one in options if one.goal == "end")


def _protected(answers: list[Option]) -> dict[str, Any]:
    """As many hits stopped as units fit, each laid by hand."""
    laid = ((one, param) for one in answers for param in one.params if one.goal == "defend" and param.kind == "assign")
    option, param = next(laid, (None, None))
    if option is None or param is None:
        return _ending(answers)
    left, stops = [goal.value for goal in param.goals], list[dict[str, Any]]()
    for unit in param.choices:
        hit = next((goal for goal in left if goal in unit.fits or not unit.fits), None)
        if hit is not None and len(stops) < param.most:
            left.remove(hit)
            stops.append({"unit": unit.value, "hit": hit})
    return {**option.intent, "stops": stops}


def offered(system: System, state: State, seat: str) -> list[Option]:
    """A seat's options."""
    role = state.ledger.seats[seat].role
    audience = GM if seat == GM else f"seat:{seat}"
    return system.options(known(system, state, audience), Asker(seat, role, audience, 0))
