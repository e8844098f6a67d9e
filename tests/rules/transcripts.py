"""Whole fights as transcripts: what every audience was told, event by event, and what it saw in the end.

    python -m tests.rules.brink.transcripts               play the stored choices again, write what comes of them
    python -m tests.rules.brink.transcripts --anew        choose anew first (the old fall to changed rules)
    python -m tests.rules.tirakan.fights.transcripts      the same for the other system

In tests/golden/transcripts: `<name>.choices`, one line for each intent: seat, open decision, intent; `<name>.told`, one
line for each event that anybody was told: commit, audiences, event; then the last view of each audience.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from server.core.create import EncounterSpec
from server.core.dice import Seeds
from server.core.errors import Rejected
from server.core.events import Event
from server.core.system import System
from server.core.view import builtins
from server.encounter.file import parse_encounter
from server.scenario.rehearsal import Rehearsal

FOLDER = Path(__file__).parents[1] / "golden" / "transcripts"
MOST_STEPS = 220

Step = Callable[[Rehearsal, random.Random], Any]
"""Somebody does something that is offered."""


class Fight(msgspec.Struct, frozen=True, kw_only=True):
    """One of the fights: its encounter file and what is changed in it. `map` False: nobody has a place on it. `start`
    and `end`: the intents that begin and end it."""

    system: System
    file: str
    options: dict[str, Any] = {}
    hidden: tuple[str, ...] = ()
    map: bool = True
    start: dict[str, Any] = msgspec.field(default_factory=lambda: {"type": "start_combat"})
    end: dict[str, Any] = msgspec.field(default_factory=lambda: {"type": "end_combat"})


def laid(fight: Fight, name: str) -> Rehearsal:
    """The table of a fight; its dice are the server's own, from seeds that are made of its name."""
    spec: EncounterSpec = parse_encounter(fight.file, name, {fight.system.name: fight.system})
    people = {
        who: replace(each, hidden=who in fight.hidden, at=each.at if fight.map else None)
        for who, each in spec.combatants.items()
    }
    spec = replace(spec, options={**spec.options, **fight.options}, combatants=people)

    def seeds(epoch: int) -> Seeds:
        open_one, secret = (hashlib.sha256(f"{name} {epoch} {kind}".encode()).digest() for kind in ("open", "secret"))
        return Seeds(open_one, secret)

    return Rehearsal(fight.system, spec, None, seeds)


# --- choosing --------------------------------------------------------------------------------------------------------


def chosen(fight: Fight, name: str, luck: random.Random, step: Step, is_able: Callable[[Any, str], bool]) -> list[str]:
    """Random choices from the start until one side is out, or for long enough; then the GM ends the fight."""
    table = laid(fight, name)
    table.play("gm", fight.start)
    for _ in range(MOST_STEPS):
        play = table.state.play
        if len({piece.side for who, piece in play.pieces.items() if is_able(play.game, who)}) < 2:
            break
        step(table, luck)
        table.go_on()
    while table.state.play.phase != "ended":
        try:
            table.play("gm", fight.end)
        except Rejected:  # in the middle of something
            step(table, luck)
            table.go_on()
    return [
        _choice(commit.submitted) for commit in table.timeline.commits[1:] if commit.submitted.intent.by != "server"
    ]


def _choice(submitted: Any) -> str:
    return json.dumps([submitted.seat, submitted.answers, msgspec.to_builtins(submitted.intent)], ensure_ascii=False)


# --- playing ---------------------------------------------------------------------------------------------------------


def played(fight: Fight, name: str, choices: list[str]) -> Rehearsal:
    """The fight with these choices."""
    table = laid(fight, name)
    for line in choices:
        seat, decision, intent = json.loads(line)
        table.submit(seat, intent, decision)
        table.go_on()
    return table


def transcript(table: Rehearsal) -> Iterator[str]:
    """Line by line what was told to whom, then the last views."""
    audiences = table.state.ledger.audiences()
    for commit in table.timeline.commits:
        heard: dict[str, list[str]] = {}
        for audience in audiences:
            for event in commit.told_to(audience):
                heard.setdefault(_json(msgspec.to_builtins(event)), []).append(audience)
        for event_text, whom in heard.items():
            yield f"{commit.version} {','.join(whom)} {event_text}"
    for audience in audiences:
        yield f"view {audience} {_json(builtins(table.view(audience)))}"


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


# --- files -----------------------------------------------------------------------------------------------------------


def stored(name: str, kind: str) -> list[str]:
    """The lines of a stored file."""
    return (FOLDER / f"{name}.{kind}").read_text("utf-8").splitlines()


def lacking(kinds: Iterable[type[Event]], names: Mapping[str, Fight]) -> set[str]:
    """The kinds of events that none of the stored transcripts of these fights has."""
    return {str(kind.__struct_config__.tag) for kind in kinds} - _kinds_told(names)


def _kinds_told(names: Mapping[str, Fight]) -> set[str]:
    lines = [line for name in names for line in stored(name, "told") if not line.startswith("view")]
    return {json.loads(line.split(" ", 2)[2])["type"] for line in lines}


def unlike(fight: Fight, name: str) -> list[str]:
    """Where the fight first comes out differently: the place, and the line as it is stored and as it is now."""
    told, again = stored(name, "told"), list(transcript(played(fight, name, stored(name, "choices"))))
    for number, lines in enumerate(itertools.zip_longest(told, again, fillvalue="(nothing)"), start=1):
        if lines[0] != lines[1]:
            return [f"{name}.told, line {number}", *lines]
    return []


def leaks(name: str, who: str) -> list[str]:
    """The lines for others than the GM that name somebody."""
    lines = [(line, line.split(" ", 2)) for line in stored(name, "told")]
    return [line for line, (_, whom, text) in lines if whom != "gm" and f'"{who}"' in text]


def write(fights: Mapping[str, Fight], choose: Callable[[str], list[str]], arguments: list[str]) -> None:
    """Write the transcripts; with `--anew` choices too."""
    for name, fight in fights.items():
        if "--anew" in arguments:
            _write(name, "choices", choose(name))
        choices = stored(name, "choices")
        told = list(transcript(played(fight, name, choices)))
        _write(name, "told", told)
        print(f"{name}: {len(choices)} choices, {len(told)} lines")


def _write(name: str, kind: str, lines: list[str]) -> None:
    (FOLDER / f"{name}.{kind}").write_text("\n".join(lines) + "\n", "utf-8")
