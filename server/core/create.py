"""Laying the table: what an encounter file says, and the first commit made of it. No files, no luck."""

from typing import Any

import msgspec

from server.core import events as e
from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.ids import GM
from server.core.intents import Create
from server.core.size import check_count
from server.core.space import MOST_CM, Point, cm
from server.core.state import Piece, State, TableOptions, Tips
from server.core.system import System
from server.core.words.look_alike import look_alike


class SeatSpec(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """A place at the table. `role`: gm, player or spectator."""

    name: str = ""
    role: str = "player"


class CombatantSpec(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """A combatant: `at` in metres, `seat` plays it (default the GM), `sheet` is the system's."""

    name: str
    side: str
    seat: str = GM
    at: tuple[float, float] | None = None
    hidden: bool = False
    seen_by: tuple[str, ...] = ()
    aware: tuple[str, ...] = ()
    """Combatants, and parties (`side:<side>`), that notice it although it is hidden."""
    sheet: dict[str, Any] = {}


MOST_COMBATANTS = 64
"""So many may fight in one encounter: laid with it, and come later."""


def has_room(state: State) -> bool:
    """May one more join the fight?"""
    return len(state.play.pieces) < MOST_COMBATANTS


def check_name(state: State, name: str) -> None:
    """Raises Rejected for a name that looks like another combatant's. The very same one may come again."""
    if like := look_alike(name, (piece.name for piece in state.play.pieces.values())):
        raise Rejected("name_alike", name=name, like=like)


def check_room(state: State) -> None:
    """Raises Rejected where nobody more may join the fight."""
    if not has_room(state):
        raise Rejected("too_many_combatants", most=MOST_COMBATANTS)


def check_place(at: Point | None) -> None:
    """Raises Rejected (oversized) for a place that lies beyond the map: a file that holds it is taken nowhere."""
    if at is not None:
        check_count("at", "cm from the middle", max(map(abs, at)), MOST_CM)


class EncounterSpec(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """An encounter file. Seats `gm` and `spectator` are there even if it does not name them."""

    title: str
    system: str
    options: dict[str, Any] = {}
    table: TableOptions = TableOptions()
    seats: dict[str, SeatSpec] = {}
    combatants: dict[str, CombatantSpec] = {}

    def all_seats(self) -> dict[str, SeatSpec]:
        """The seats, the GM's and the spectators' included."""
        gm, watch = SeatSpec(name="GM", role=GM), SeatSpec(name="Spectators", role="spectator")
        return {GM: gm, **self.seats, "spectator": watch}


def lay(
    draft: Draft,
    system: System,
    spec: EncounterSpec,
    encounter: str,
    tips: Tips,
    tokens: dict[str, bytes],
    origin: str,
    signer: bytes = b"",
) -> None:
    """Emit the encounter's first events. Sheets and options must have been checked (`sheets`)."""
    draft.emit(
        e.Created(
            encounter=encounter,
            title=spec.title,
            system=system.name,
            system_version=system.version,
            options=plain(house_rules_of(system, spec)),
            table=spec.table,
            tips=tips,
            origin=origin or None,
            signer=signer,
        )
    )
    for seat, place in spec.all_seats().items():
        draft.emit(e.SeatOpened(seat=seat, name=place.name or seat, role=place.role, token=tokens.get(seat, b"")))
    first_door(draft)
    for who, combatant in spec.combatants.items():
        if combatant.seat != GM:
            draft.emit(e.ControlGiven(who=who, seat=combatant.seat))
        draft.emit(system.add(who, sheet(system, combatant), piece(combatant)))
    for who, combatant in spec.combatants.items():
        if combatant.aware:
            draft.emit(e.CombatantNoticed(who=who, by=combatant.aware))


def first_door(draft: Draft) -> None:
    """Emit that the first door is open, where there is a seat that it could lead to."""
    if draft.ledger.table.join != "links" and draft.ledger.free_seats():
        draft.emit(e.DoorOpened(k=1, at=draft.now))


def plain(value: Any) -> Any:
    """A Struct as maps, lists and scalars that read back equal from the log: no tuples."""
    return msgspec.json.decode(msgspec.json.encode(value))


def house_rules_of(system: System, spec: EncounterSpec) -> Any:
    """The house rules that the file chooses. Raises msgspec.ValidationError with the path of what is wrong."""
    return msgspec.convert(spec.options, system.options_type)


def sheet(system: System, combatant: CombatantSpec) -> Any:
    """The system's sheet. Raises msgspec.ValidationError with the path of what is wrong."""
    return msgspec.convert(combatant.sheet, system.sheet_type)


def piece(combatant: CombatantSpec) -> Piece:
    """The combatant as all systems know it; metres become centimetres."""
    at = (cm(combatant.at[0]), cm(combatant.at[1])) if combatant.at is not None else None
    is_hidden = combatant.hidden or combatant.seen_by or combatant.aware
    seen_by = combatant.seen_by if is_hidden else None
    return Piece(combatant.name, combatant.side, at, seen_by)


__all__ = [
    "CombatantSpec",
    "Create",
    "EncounterSpec",
    "SeatSpec",
    "first_door",
    "house_rules_of",
    "lay",
    "piece",
    "plain",
    "sheet",
]
