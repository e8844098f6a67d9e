"""The recorded fights: who fights under which rules, and what a GM and players do beside fighting."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from server.core.create import EncounterSpec
from server.encounter.file import parse_encounter
from server.encounter.installed import systems
from tests.rules.ambersteel.transcripts import HOUSE as TURNED_ROUND
from tests.rules.tactics.transcripts import HOUSE as OTHERWISE
from tests.rules.tirakan.fights.transcripts import BRIDGE, HARBOUR, HOUSE
from tests.rules.tirakan_classic.transcripts import GRANARY
from tests.rules.tirakan_classic.transcripts import HOUSE as OLD_HOUSE


class Fight(msgspec.Struct, frozen=True, kw_only=True):
    """One of them. `beside`: what happens beside the fighting, in this order, each as soon as it can."""

    system: str
    file: str
    seat: str
    """The player whose file is recorded beside the GM's."""
    beside: tuple[str, ...]
    options: dict[str, Any] = {}
    table: dict[str, Any] = {}
    hidden: tuple[str, ...] = ()
    sheets: dict[str, dict[str, Any]] = {}
    """What stands otherwise on sheets, so that a short fight shows what comes at the end of long ones."""
    start: str = "start"
    """How the key of the option begins by which the GM starts the fight."""
    seed: str = "a"
    steps: int = 60
    """So many intents of the fight itself."""

    def spec(self, name: str) -> EncounterSpec:
        """The encounter as a file would lay it."""
        spec = parse_encounter(self.file, name, systems())
        people = {
            who: replace(one, hidden=one.hidden or who in self.hidden, sheet={**one.sheet, **self.sheets.get(who, {})})
            for who, one in spec.combatants.items()
        }
        table = replace(spec.table, join="links", **self.table)
        return replace(spec, options={**spec.options, **self.options}, combatants=people, table=table)


BOATHOUSE = systems()["brink"].demo
AMBUSH = systems()["tirakan_classic"].demo
FORD = systems()["ambersteel"].demo
(YARD,) = systems()["ambersteel"].more_demos
WORN: dict[str, dict[str, Any]] = {
    "anna": {"hp": 9, "sp": 12}, "clara": {"hp": 7, "stances": {}, "aoo_policy": "ask"}, "henk": {"hp": 8, "sp": 9},
    "boris": {"hp": 12}, "emil": {"hp": 9, "sp": 6},
    "dorn": {
        "sp": 20,
        "armour": [
            {"id": "plate", "name": "Plate", "encumbrance": 7, "cp_max": 10, "cp": 2, "layer": 3, "protections": {
                "slash": {"max": 20, "per_cp": 2}, "pierce": {"max": 15, "per_cp": 1.5},
            }},
            "gambeson",
        ],
    },
}  # fmt: skip
"""Hurt, out of breath, in armour that is about to break."""
HEDGE = systems()["tactics"].demo
(DEPOT,) = systems()["tactics"].more_demos
BRUISED: dict[str, dict[str, Any]] = {
    "maren": {"W": 9}, "iva": {"W": 6, "S": 7}, "ash": {"W": 5}, "gorm": {"W": 9, "S": 3}, "nix": {"W": 6},
}  # fmt: skip
"""Hurt, so that somebody falls."""

FIGHTS = {
    "tirakan/bridge": Fight(
        system="tirakan", file=BRIDGE, seat="hagen", steps=42,
        beside=("into window", "redo", "rewind", "amend face", "pause", "amend struck", "amend term"),
    ),
    "tirakan/archer": Fight(
        system="tirakan", file=BRIDGE, seat="sela", seed="c", steps=45, hidden=("ilva",), table={"keep_dice": True},
        beside=("into window", "wish", "amend face", "show", "hide", "rewind", "amend struck", "close"),
    ),
    "tirakan/harbour": Fight(
        system="tirakan", file=HARBOUR, seat="ann", seed="b", steps=45, hidden=("sniper",), table={"typed_dice": True},
        beside=("drop dice", "into window", "rewind dice", "amend face", "seen by", "amend draw"),
    ),
    "tirakan/house": Fight(
        system="tirakan", file=BRIDGE, seat="hagen", seed="b", steps=45, options=HOUSE,
        table={"npc_numbers_public": True},
        beside=("ruling", "into window", "hand over", "amend draw", "ruling", "rewind", "move", "remove"),
    ),
    "brink/boathouse": Fight(
        system="brink", file=BOATHOUSE, seat="ida", steps=50,
        beside=("to question", "redo", "rewind", "amend face", "pause", "amend struck", "amend term"),
    ),
    "brink/bowman": Fight(
        system="brink", file=BOATHOUSE, seat="nell", hidden=("bowman", "hand_a"), table={"keep_dice": True}, seed="c",
        beside=("into window", "wish", "amend face", "show", "hide", "rewind", "amend struck", "close"),
    ),
    "brink/typed": Fight(
        system="brink", file=BOATHOUSE, seat="rollo", steps=50, hidden=("captain",), table={"typed_dice": True},
        beside=("drop dice", "to question", "rewind dice", "amend face", "seen by", "amend struck"),
    ),
    "brink/house": Fight(
        system="brink", file=BOATHOUSE, seat="ida", steps=60, table={"npc_numbers_public": True},
        options={
            "ep_regain_at": "end", "ep_step": 2, "ep_after_roll": True, "readied_expires": "never",
            "readied_tie": "turn_order", "delay_mid_turn": True, "brink_failure": "gm", "interrupt_cancels": "on_hit",
            "refund_on_fizzle": True, "shift_avoids": "the_attack", "provoke_on_pass": True,
        },
        beside=("ruling", "to question", "hand over", "amend draw", "ruling", "rewind", "move", "remove"),
    ),
    "tirakan_classic/ambush": Fight(
        system="tirakan_classic", file=AMBUSH, seat="hagen", steps=50,
        beside=("into window", "redo", "rewind", "amend face", "pause", "amend struck", "amend term"),
    ),
    "tirakan_classic/granary": Fight(
        system="tirakan_classic", file=GRANARY, seat="olav", table={"keep_dice": True}, hidden=("jost",), steps=50,
        beside=("into window", "wish", "amend face", "show", "hide", "rewind", "amend struck", "close"),
    ),
    "tirakan_classic/typed": Fight(
        system="tirakan_classic", file=AMBUSH, seat="ilva", steps=50, hidden=("soldier",), table={"typed_dice": True},
        beside=("drop dice", "into window", "rewind dice", "amend face", "seen by", "amend struck"),
    ),
    "tirakan_classic/house": Fight(
        system="tirakan_classic", file=AMBUSH, seat="hagen", steps=60, options=OLD_HOUSE,
        table={"npc_numbers_public": True},
        beside=("ruling", "to question", "hand over", "amend draw", "ruling", "rewind", "move", "remove"),
    ),
    "ambersteel/yard": Fight(
        system="ambersteel", file=YARD, seat="anna", seed="h", steps=100, sheets=WORN,
        beside=("to question", "redo", "rewind", "amend face", "pause", "amend struck", "amend term"),
    ),
    "ambersteel/sly": Fight(
        system="ambersteel", file=YARD, seat="clara", hidden=("sly", "emil"), table={"keep_dice": True}, steps=100,
        sheets=WORN, start="surprise", seed="m",
        beside=("to question", "wish", "amend face", "show", "hide", "rewind", "amend struck", "close"),
    ),
    "ambersteel/typed": Fight(
        system="ambersteel", file=FORD, seat="anna", hidden=("emil",), table={"typed_dice": True}, steps=100, seed="f",
        sheets={who: WORN[who] for who in ("anna", "clara", "boris", "emil")},
        beside=("drop dice", "to question", "rewind dice", "amend face", "seen by", "amend struck"),
    ),
    "ambersteel/house": Fight(
        system="ambersteel", file=YARD, seat="henk", seed="b", steps=100, options=TURNED_ROUND, sheets=WORN,
        table={"npc_numbers_public": True},
        beside=("ruling", "to question", "hand over", "amend draw", "ruling", "rewind", "move", "remove"),
    ),
    "tactics/hedge": Fight(
        system="tactics", file=HEDGE, seat="maren", seed="a", steps=150, sheets=BRUISED,
        beside=("to question", "redo", "rewind", "amend face", "pause", "amend struck", "amend term"),
    ),
    "tactics/nix": Fight(
        system="tactics", file=HEDGE, seat="iva", hidden=("nix", "ash"), table={"keep_dice": True}, steps=150,
        sheets=BRUISED, seed="b",
        beside=("to question", "wish", "amend face", "show", "hide", "rewind", "amend struck", "close"),
    ),
    "tactics/typed": Fight(
        system="tactics", file=DEPOT, seat="kit", hidden=("sniper",), table={"typed_dice": True}, steps=150, seed="c",
        beside=("drop dice", "to question", "rewind dice", "amend face", "seen by", "amend struck"),
    ),
    "tactics/house": Fight(
        system="tactics", file=DEPOT, seat="ros", seed="d", steps=150, options=OTHERWISE,
        table={"npc_numbers_public": True},
        beside=("ruling", "to question", "hand over", "amend draw", "ruling", "rewind", "move", "remove"),
    ),
}  # fmt: skip
