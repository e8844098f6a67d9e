"""One fight, played by people who know what they want: it is asked, answers, and counts.

Who acts does what harms, else what ends its turn; what each would do in answer to others is a wish list, data in the
fight's file: `seat`, `moment`, and the `key` of the option that it would take. The same dice are thrown whatever
anybody is asked: a face depends on the roll, on who rolls and how often. So two runs that differ in stops alone can be
compared.
"""

from __future__ import annotations

import copy
import hashlib
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from client_demo.choice import put
from server.core.create import EncounterSpec
from server.core.deciding.standing import standing
from server.core.dice import Key, Origin, Scripted
from server.core.events import Answered, DecisionClosed, DecisionOpened, Event
from server.core.ids import GM
from server.core.options import Option, Param
from server.core.secrecy import known
from server.core.state import Decision
from server.core.system import System
from server.encounter.file import parse_encounter
from server.encounter.installed import systems
from server.scenario.rehearsal import Rehearsal

FIGHTS = Path(__file__).parent / "fights"
ATTACKS = 20
"""So many attacks a fight has at least."""
STEPS = 4_000


class Wish(msgspec.Struct, frozen=True):
    """What a seat would do at a moment: the option with this key; `who`: with this combatant only."""

    seat: str
    moment: str
    key: str
    who: str = ""


class Script(msgspec.Struct, frozen=True, kw_only=True):
    """What people want. `attack`: the event that says that somebody has attacked; `stops`: what is set before the
    fight, beside the preset, each a tap."""

    attack: str
    attacks_a_turn: int = 1
    """More are not made in a turn, to save something for reactions."""
    readies: tuple[str, ...] = ()
    """Who ends its turn by preparing something, where it can."""
    wishes: tuple[Wish, ...] = ()
    stops: dict[str, dict[str, int]] = {}


@dataclass
class Counts:
    """What people had to do."""

    attacks: int = 0
    prompts: int = 0
    defaults: int = 0
    """Prompts that were answered by doing nothing."""
    empty: int = 0
    """Prompts with no other answer."""
    stops: int = 0
    """Taps that set or take back a standing answer."""
    taps: int = 0
    """Of attackers, for their attacks."""
    reactions: list[str] = field(default_factory=list)

    @property
    def idle(self) -> float:
        """Answers by default, and taps about them, an attack."""
        return (self.defaults + self.stops) / max(1, self.attacks)


class Faces:
    """The same faces in every run: by roll, roller and how often, not by when."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._thrown: Counter[tuple[str, str]] = Counter()

    def face(self, key: Key, sides: int, _missing: int, _is_open: bool) -> tuple[int, Origin]:
        """The next face of this roll by this one."""
        name = (key.roll, key.who)
        self._thrown[name] += 1
        drawn = hashlib.sha256(f"{self._seed}/{name}/{self._thrown[name]}".encode()).digest()
        return int.from_bytes(drawn[:8], "big") % sides + 1, Scripted()

    def fix_salt(self, salt: bytes) -> None:
        """They need none."""


class Fight:
    """One run under a preset."""

    def __init__(self, name: str, preset: Any, system: System | None = None) -> None:
        raw = (FIGHTS / f"{name}.toml").read_text(encoding="utf-8")
        self.script = msgspec.convert(tomllib.loads(raw)["pace"], Script)
        spec: EncounterSpec = parse_encounter(_encounter(raw), name, systems())
        spec = replace(spec, table=replace(spec.table, stops=preset))
        self.system = system or systems()[spec.system]
        self.table = Rehearsal(self.system, spec, ())
        self.table.dice = Faces(name)
        self.counts = Counts()
        self.told: list[tuple[Any, ...]] = []
        self._seen = self.table.timeline.version
        self._struck = ("", 0)
        """Who attacked last, and how often since its turn began."""
        self._chosen: Counter[str] = Counter()

    def play(self) -> Fight:
        """From the start until there were enough attacks."""
        for who, at in self.script.stops.items():
            self._submit(self._seat(who), {"type": "set_stops", "who": who, "at": at})
            self.counts.stops += 1
        begin = next(each for each in self._offered(GM) if each.goal == "end" and not each.who)
        self._submit(GM, dict(begin.intent))
        for _ in range(STEPS):
            if self.counts.attacks >= ATTACKS and not self._is_reacted_to():
                return self
            self.step()
        raise AssertionError(f"{self.counts.attacks} attacks in {STEPS} steps")

    def _is_reacted_to(self) -> bool:
        """Is something in progress? That all choose anew begins something."""
        decision, stops = self.table.state.play.decision, self.system.stops
        if decision is None or stops is None:
            return False
        return any(stops.moment(self.table.state, decision, who) for who in decision.unanswered())

    def step(self) -> None:
        """Somebody answers, or acts."""
        decision = self.table.state.play.decision
        if decision is None:
            return self._act()
        waiting = [who for who in decision.unanswered() if who not in standing(self.system, self.table.state, decision)]
        if not waiting:
            raise AssertionError(f"nobody is asked: {decision.kind}")
        return self._answer(decision, waiting[0])

    # --- acting ------------------------------------------------------------------------------------------------------

    def _act(self) -> None:
        """Whoever has a turn strikes at a foe while it can, else ends it."""
        seats = [id for id, seat in self.table.state.ledger.seats.items() if seat.role != "spectator"]
        offered = [(seat, each) for seat in seats for each in self._offered(seat) if self._seat(each.who) == seat]
        acts = [(seat, each) for seat, each in offered if each.who and each.group != "free" and not each.reason]
        rests = self._struck[1] >= self.script.attacks_a_turn
        harmful = [] if rests else [(seat, each) for seat, each in acts if each.goal == "harm" and self._filled(each)]
        ends = [(seat, each) for seat, each in acts if each.group == "end" and self._ends(each)]
        ends.sort(key=lambda each: each[1].goal == "end")
        seat, option = (harmful or ends)[0]
        self._struck = (option.who, self._struck[1] + 1) if harmful else ("", 0)
        self.counts.taps += taps_of(option) if harmful else 0
        self._take(seat, option)

    def _ends(self, option: Option) -> bool:
        """Is it the way in which this one ends its turn?"""
        return option.goal == "end" or (option.who in self.script.readies and "ready" in option.intent)

    def _take(self, seat: str, option: Option) -> None:
        intent = self._filled(option) or dict(option.intent)
        self._chosen[f"{option.who} {option.key}"] += 1
        self._submit(seat, intent)

    def _filled(self, option: Option) -> dict[str, Any] | None:
        """With a foe, another one each time; what may be left out is left out."""
        intent = copy.deepcopy(option.intent)
        for param in option.params:
            if param.optional:
                continue
            value = self._value(option, param)
            if value is None:
                return None
            put(intent, param.name.split("."), value)
        return intent

    def _value(self, option: Option, param: Param) -> Any:
        if param.kind == "assign":
            return _assigned(param)
        if param.kind == "number":
            return param.least
        pieces = self.table.state.play.pieces
        values = [choice.value for choice in param.choices if choice.reason is None]
        if param.name == option.whom and option.goal in ("harm", "hinder"):
            mine = pieces[option.who].side
            values = [each for each in values if each in pieces and pieces[each].side != mine]
        if not values or param.kind not in ("choice", "list"):
            return None
        if param.kind == "list":
            return values[: param.least]
        name = f"{option.who} {option.key}"
        return values[hashlib.sha256(f"{name} {self._chosen[name]}".encode()).digest()[0] % len(values)]

    # --- being asked -------------------------------------------------------------------------------------------------

    def _answer(self, decision: Decision, who: str) -> None:
        if who == GM:
            return self._submit(GM, self.system.default(self.table.state, decision, who))
        seat = self._seat(who)
        state = known(self.system, self.table.state, self.table.asker(seat).audience)
        asked = next(each for each in state.play.decisions if each.id == decision.id)
        moment = self.system.stops.moment(state, asked, who) if self.system.stops is not None else None
        options = [each for each in self._offered(seat) if each.who == who and each.answers and not each.reason]
        more = [each for each in options if each.goal != "end" and self._filled(each) is not None]
        if moment is None:  # not about reacting: it has to choose
            option = more[0] if more else options[0]
            return self._take(seat, option)
        self.counts.prompts += 1
        self.counts.empty += not more
        wishes = [wish for wish in self.script.wishes if wish.seat == seat and wish.moment == moment.name]
        wanted = [wish.key for wish in wishes if wish.who in ("", who)]
        taken = next((each for each in more if each.key in wanted), None)
        if taken is None:
            self.counts.defaults += 1
            return self._submit(seat, self.system.default(self.table.state, decision, who))
        self.counts.reactions.append(f"{who}: {moment.name} {taken.key}")
        return self._take(seat, taken)

    # --- the table ---------------------------------------------------------------------------------------------------

    def _seat(self, who: str) -> str:
        return self.table.state.ledger.controller(who) if who else GM

    def _offered(self, seat: str) -> list[Option]:
        asker = self.table.asker(seat)
        with self.table.timeline.shelf:
            return self.system.options(known(self.system, self.table.state, asker.audience), asker)

    def _submit(self, seat: str, intent: Any) -> None:
        self.table.play(seat, intent)
        for version in range(self._seen + 1, self.table.timeline.version + 1):
            for event in self.table.timeline.commit(version).events:
                self._count(event)
        self._seen = self.table.timeline.version

    def _count(self, event: Event) -> None:
        self.counts.attacks += type(event).__name__ == self.script.attack
        if type(event) in self.system.events and not isinstance(event, DecisionOpened | DecisionClosed):
            self.told.append(_plain(event))

    def events(self) -> list[tuple[Any, ...]]:
        """The game's events without ids; answers to one question in the order of who gave them, for whether somebody
        passes by itself or by hand is no event of the game."""
        found: list[tuple[Any, ...]] = []
        for _, group in _grouped(self.told):
            found += sorted(group, key=repr) if group[0][0] else group
        return found


def _grouped(told: list[tuple[Any, ...]]) -> list[tuple[str, list[tuple[Any, ...]]]]:
    groups: list[tuple[str, list[tuple[Any, ...]]]] = []
    for each in told:
        if groups and each[0] and groups[-1][0] == each[0]:
            groups[-1][1].append(each)
        else:
            groups.append((each[0], [each]))
    return groups


IDS = ("decision", "action_id", "act", "frame", "action", "id")


def _plain(event: Event) -> tuple[Any, ...]:
    """What it says, without ids: (answer or not, type, fields)."""
    said = {key: value for key, value in msgspec.to_builtins(event).items() if key not in IDS}
    kind = "answer" if isinstance(event, Answered) else ""
    return kind, said.pop("type"), _without_ids(said)


def _without_ids(value: Any) -> Any:
    if isinstance(value, dict):
        return {_name(key): _without_ids(inner) for key, inner in value.items() if key not in IDS}
    if isinstance(value, list | tuple):
        return [_without_ids(inner) for inner in value]
    return _name(value)


def _name(value: Any) -> Any:
    """Of an id that was born in an act only the name."""
    return value.partition("/")[2] if isinstance(value, str) and "/" in value else value


def _assigned(param: Param) -> list[dict[str, Any]]:
    """As many as fit."""
    left, pairs = [goal.value for goal in param.goals], list[dict[str, Any]]()
    for unit in param.choices:
        goal = next((each for each in left if not unit.fits or each in unit.fits), None)
        if goal is not None and len(pairs) < param.most:
            left.remove(goal)
            pairs.append({"unit": unit.value, "hit": goal})
    return pairs


def taps_of(option: Option) -> int:
    """The option, each choice that has to be made, and to send it where there was one."""
    needed = [param for param in option.params if not param.optional]
    return 1 + len(needed) + bool(option.params)


def _encounter(raw: str) -> str:
    """The encounter's part of the file."""
    return raw.partition("[pace]")[0]
