"""Whole fights as transcripts: what every audience was told, event by event, and what it saw in the end.

    python -m tests.rules.tirakan.fights.transcripts            play the stored choices again, write what comes of them
    python -m tests.rules.tirakan.fights.transcripts --anew     choose anew first (the old fall to changed rules)

In tests/golden/transcripts: `<name>.choices`, one line for each intent: seat, open decision, intent; `<name>.told`, one
line for each event that anybody was told: commit, audiences, event; then the last view of each audience.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from server.core.create import EncounterSpec
from server.core.dice import Seeds
from server.core.view import builtins
from server.encounter.file import parse_encounter
from server.rules.tirakan import SYSTEM
from server.rules.tirakan.state.facts import is_able
from server.scenario.rehearsal import Rehearsal
from tests.rules.tirakan.fights.chooser import step

FOLDER = Path(__file__).parents[3] / "golden" / "transcripts"
BRIDGE, HARBOUR = SYSTEM.demo, (FOLDER / "harbour.toml").read_text()
MOST_STEPS = 220
LUCK = "f"
"""Another letter chooses other fights; this one's hold nearly everything that can happen."""

HOUSE: dict[str, Any] = {
    "react_to_reactions": "defence_only", "reaction_timing": "before_roll", "move_negates": "always",
    "steal_takes_saved": True, "aim_lost_on": "wound", "cover_stacking": "sequential", "shield_needs_weapon": False,
    "shield_block_rounding": "exact", "coup_result": "dying", "deviation_dice": "2d6",
    "dice_in_rolls": True,
}  # fmt: skip
"""Every house rule turned round."""


class Fight(msgspec.Struct, frozen=True, kw_only=True):
    """One of the fights: its encounter file and what is changed in it. `map` False: nobody has a place on it."""

    file: str
    options: dict[str, Any] = {}
    hidden: tuple[str, ...] = ()
    map: bool = True


FIGHTS = {
    "bridge": Fight(file=BRIDGE),
    "bridge-by-house-rules": Fight(file=BRIDGE, options=HOUSE),
    "bridge-with-a-hidden-archer": Fight(file=BRIDGE, hidden=("ilva",)),
    "bridge-without-a-map": Fight(file=BRIDGE, map=False),
    "harbour": Fight(file=HARBOUR),
    "harbour-by-house-rules": Fight(file=HARBOUR, options=HOUSE),
    "harbour-with-a-hidden-sniper": Fight(file=HARBOUR, hidden=("sniper",)),
    "harbour-without-a-map": Fight(file=HARBOUR, map=False),
}


def laid(name: str) -> Rehearsal:
    """The table of a fight; its dice are the server's own, from seeds that are made of its name."""
    fight = FIGHTS[name]
    spec: EncounterSpec = parse_encounter(fight.file, name, {SYSTEM.name: SYSTEM})
    people = {
        who: msgspec.structs.replace(each, hidden=who in fight.hidden, at=each.at if fight.map else None)
        for who, each in spec.combatants.items()
    }
    spec = msgspec.structs.replace(spec, options={**spec.options, **fight.options}, combatants=people)

    def seeds(epoch: int) -> Seeds:
        open_one, secret = (hashlib.sha256(f"{name} {epoch} {kind}".encode()).digest() for kind in ("open", "secret"))
        return Seeds(open_one, secret)

    return Rehearsal(SYSTEM, spec, None, seeds)


# --- choosing --------------------------------------------------------------------------------------------------------


def chosen(name: str) -> list[str]:
    """Random choices from the start until one side is out, or for long enough; then the GM ends the fight."""
    table, luck = laid(name), random.Random(name + LUCK)
    table.play("gm", {"type": "start_combat"})
    for _ in range(MOST_STEPS):
        if _is_decided(table):
            break
        step(table, luck)
        table.go_on()
    table.play("gm", {"type": "end_combat"})
    return [
        _choice(commit.submitted) for commit in table.timeline.commits[1:] if commit.submitted.intent.by != "server"
    ]


def _is_decided(table: Rehearsal) -> bool:
    play = table.state.play
    return len({piece.side for who, piece in play.pieces.items() if is_able(play.game, who)}) < 2


def _choice(submitted: Any) -> str:
    return json.dumps([submitted.seat, submitted.answers, msgspec.to_builtins(submitted.intent)], ensure_ascii=False)


# --- playing ---------------------------------------------------------------------------------------------------------


def played(name: str, choices: list[str]) -> Rehearsal:
    """The fight with these choices."""
    table = laid(name)
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


def stored(name: str, kind: str) -> list[str]:
    """The lines of a stored file."""
    return (FOLDER / f"{name}.{kind}").read_text("utf-8").splitlines()


def _write(name: str, kind: str, lines: list[str]) -> None:
    (FOLDER / f"{name}.{kind}").write_text("\n".join(lines) + "\n", "utf-8")


def main(arguments: list[str]) -> None:
    """Write the transcripts."""
    for name in FIGHTS:
        if "--anew" in arguments:
            _write(name, "choices", chosen(name))
        choices = stored(name, "choices")
        told = list(transcript(played(name, choices)))
        _write(name, "told", told)
        print(f"{name}: {len(choices)} choices, {len(told)} lines")


if __name__ == "__main__":
    main(sys.argv[1:])
