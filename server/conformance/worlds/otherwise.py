"""Two worlds in which somebody hidden is called otherwise: its id, its name, those of the things on its sheet, what it
says. The same is done in both, and nobody else may see a difference, whatever the hidden one does.

That its mere presence leaves no trace the pairs of `hidden` look at.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from typing import Any

import msgspec

from server.conformance.fights import (
    STEPS,
    SYSTEMS,
    by_house_rules,
    chosen,
    hiding,
    npc_of,
    options,
    plain,
    seats,
)
from server.conformance.storms import power
from server.conformance.worlds import learned
from server.conformance.worlds.closed import changed
from server.core.create import EncounterSpec
from server.core.dice import Key, Origin, Scripted
from server.core.errors import Rejected
from server.core.ids import GM
from server.core.secrecy import not_seen_by_all
from server.core.system import System
from server.core.view import builtins
from server.scenario.rehearsal import Rehearsal

OTHER = "-other"
"""What is called otherwise ends with this in the second world."""

HURRY, MEDDLED = 0.8, 0.2
"""So many turns are ended at once in every second fight, so that several rounds are played; so often the GM meddles."""


class Faces:
    """Dice that depend on the roll, on who rolls and how often; the hidden one is the same in both worlds."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.thrown: Counter[str] = Counter()

    def face(self, key: Key, sides: int, missing: int, is_open: bool) -> tuple[int, Origin]:
        """The next face of this roll by this one."""
        roll = f"{key.roll}|{key.who}".replace(OTHER, "")
        self.thrown[roll] += 1
        return random.Random(f"{self.seed}/{roll}/{self.thrown[roll]}").randint(1, sides), Scripted()

    def fix_salt(self, salt: bytes) -> None:
        """Scripted dice need none."""


def called_otherwise(name: str, seed: int) -> None:
    """One such pair."""
    luck = random.Random(seed)
    spec = by_house_rules(name, luck)
    who = npc_of(spec, luck)
    things = things_of(SYSTEMS[name], spec.combatants[who].sheet)
    there = changed(spec, who, with_names(SYSTEMS[name], spec.combatants[who].sheet, OTHER))
    one, other = _Seen(name, hiding(spec, who, who), seed), _Seen(name, hiding(there, who, who + OTHER), seed)
    hurry, luck = luck.choice((0, HURRY)), random.Random(seed)
    for _ in range(STEPS if hurry else STEPS // 2):
        done = _chosen(one.table, luck, hurry)
        if done is None:
            break
        if one.does(*done) and not other.does(done[0], _renamed(done[1], who, things)):
            assert done[0] not in one.blind, f"refused only where it is called otherwise: {done}"
            break  # the GM knows how it is called
        if not one.hides():
            break  # an act of its own, or of the GM's, has revealed it
        assert one.now() == other.now()
        one.is_compared()
        other.is_compared()
    assert one.told() == other.told()
    assert not list(learned.unlike(one.table.system, one.happened(), other.happened(), one.audiences))


def _chosen(table: Rehearsal, luck: random.Random, hurry: float) -> tuple[str, dict[str, Any]] | None:
    """Nobody joins like one of those who are there: it would have the same things."""
    intent = power(table, luck, "add_combatant") if luck.random() < MEDDLED else None
    return chosen(table, luck, hurry) if intent is None else (GM, intent)


# --- what is otherwise -----------------------------------------------------------------------------------------------


def with_names(system: System, sheet: dict[str, Any], end: str) -> dict[str, Any]:
    """The sheet with other names and ids, which end with this; as it is where the system does not take such ones."""
    made: dict[str, Any] = _named(sheet, things_of(system, sheet), end)
    try:
        msgspec.convert(made, system.sheet_type)
    except msgspec.ValidationError:
        return sheet
    return made


def things_of(system: System, sheet: dict[str, Any]) -> set[str]:
    """The ids of the things on a sheet: the keys of its maps of values with fields."""
    return set(_things(msgspec.inspect.type_info(system.sheet_type), sheet))


def _things(kind: Any, value: Any) -> Any:
    if isinstance(kind, msgspec.inspect.StructType):
        for field in kind.fields:
            yield from _things(field.type, value.get(field.encode_name, {}))
    elif isinstance(kind, msgspec.inspect.DictType) and isinstance(kind.value_type, msgspec.inspect.StructType):
        for key, each in value.items():
            yield key
            yield from _things(kind.value_type, each)


def _named(sheet: Any, things: set[str], end: str) -> Any:
    """With other names, and ids of things."""
    if isinstance(sheet, dict):
        return {
            _id(key, things, end): each + end if key == "name" else _named(each, things, end)
            for key, each in sheet.items()
        }
    return [_named(each, things, end) for each in sheet] if isinstance(sheet, list | tuple) else _id(sheet, things, end)


def _id(value: Any, ids: set[str], end: str = OTHER) -> Any:
    """Also where it is only a part, as in `mail/1`."""
    if not isinstance(value, str):
        return value
    head, slash, rest = value.partition("/")
    return head + end + slash + rest if head in ids else value


def _renamed(intent: dict[str, Any], who: str, things: set[str]) -> dict[str, Any]:
    """The same intent in the second world: of the hidden one with other words."""
    its_own = intent.get("who") == who

    def renamed(value: Any, at: str = "") -> Any:
        if isinstance(value, dict):
            return {key: renamed(each, key) for key, each in value.items()}
        if isinstance(value, list | tuple):
            return [renamed(each) for each in value]
        return f"{value}{OTHER}" if its_own and at == "text" else _id(value, {who, *things} if its_own else {who})

    made: dict[str, Any] = renamed(intent)
    return made


# --- what is seen ----------------------------------------------------------------------------------------------------


class _Seen:
    """One of the worlds, and all that players and spectators see, are offered and are told there."""

    def __init__(self, name: str, spec: EncounterSpec, seed: int) -> None:
        self.table = Rehearsal(SYSTEMS[name], spec, None)
        self.table.dice = Faces(seed)
        self._hidden = {who for who, one in spec.combatants.items() if one.hidden}
        mine = {one.seat for one in spec.combatants.values() if one.hidden}
        self.blind = [seat for seat in seats(self.table) if seat not in (GM, *mine)]
        self.audiences = ["public", *(f"seat:{seat}" for seat in self.blind)]
        self._names: dict[str, str] = {}
        self.is_compared()

    def is_compared(self) -> None:
        """All commits so far must be told alike."""
        self._version = self.table.timeline.version

    def does(self, seat: str, intent: dict[str, Any]) -> bool:
        """Was it taken?"""
        try:
            self.table.play(seat, intent)
        except Rejected:
            return False
        return True

    def hides(self) -> bool:
        """Is it still hidden from all who did not see it?"""
        return {who for who in self._hidden if who in self.table.state.play.pieces} <= {
            *not_seen_by_all(self.table.state)
        }

    def now(self) -> list[str]:
        """What they see and are offered."""
        seen = [plain(self.table, seat) for seat in self.blind]
        return self._text([*seen, builtins(self.table.view("public")), options(self.table, "spectator")])

    def told(self) -> list[str]:
        """What they were told, with its numbers."""
        commits = self.table.timeline.commits[: self._version]
        told = [(to, commit) for to in self.audiences for commit in commits if to in commit.told]
        return self._text([(commit.told[to].n, commit.told_to(to)) for to, commit in told])

    def happened(self) -> list[learned.Happened]:
        """All that has happened until then."""
        return list(learned.happened(self.table.timeline, self._version))

    def _text(self, found: list[Any]) -> list[str]:
        """With random ids numbered in order of appearance."""
        plainly = [json.dumps(msgspec.to_builtins(each), default=repr) for each in found]
        return [re.sub(r"[0-9a-f]{32}", self._number, each) for each in plainly]

    def _number(self, id: re.Match[str]) -> str:
        return self._names.setdefault(id[0], f"<{len(self._names)}>")
