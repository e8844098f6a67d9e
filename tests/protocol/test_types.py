"""The client's types are those of the Structs, and the generator guesses nothing."""

from enum import Enum
from typing import Any, Literal

import pytest
from msgspec import UNSET, Raw, Struct, UnsetType

from client_demo.generate_types import EXPORTS, TARGET, typescript


class Side(Enum):
    NORTH = "north"
    SOUTH = "south"


class Piece(Struct, frozen=True, tag="piece", tag_field="type", omit_defaults=True):
    """A thing on the map.

    More that the client need not read.
    """

    name: str
    at_cm: tuple[int, int]
    path_cm: list[int | float] = []
    is_down: bool = False
    rider: "Piece | UnsetType" = UNSET


class Board(Struct, frozen=True, rename="camel"):
    pieces: dict[str, Piece | None]
    sides_taken: dict[Side, bool]
    mode: Literal["open", "closed"] = "open"
    names: tuple[str, ...] = ()
    rest: Raw = Raw(b"")
    anything: Any = None


BOARD = """\
export interface Board {
  pieces: Record<string, Piece | null>;
  sidesTaken: Partial<Record<"north" | "south", boolean>>;
  mode: "closed" | "open";
  names: string[];
  rest: unknown;
  anything: unknown;
}

/** A thing on the map. */
export interface Piece {
  type: "piece";
  name: string;
  at_cm: [number, number];
  path_cm?: number[];
  is_down?: boolean;
  rider?: Piece;
}

export type Views = Board | Piece[];
"""


def test_committed_types_are_current() -> None:
    """Whoever changes a message runs python -m client_demo.generate_types."""
    assert TARGET.read_text(encoding="utf-8") == typescript(EXPORTS)


def test_types_are_those_that_travel() -> None:
    """Renamed, optional, nested, recursive and tagged fields come out as they are sent."""
    assert typescript({"Views": Board | list[Piece]}).partition("\n\n")[2] == BOARD


def test_types_with_one_name_are_told_apart() -> None:
    """Two Structs of the same name would overwrite each other."""

    class Outer(Struct):
        piece: Piece
        other: Any = None

    other = type("Piece", (Struct,), {"__annotations__": {"n": int}})
    with pytest.raises(TypeError, match="two Structs are called Piece"):
        typescript({"A": Outer, "B": other})


@pytest.mark.parametrize("unknown", [dict[int, str], complex])
def test_type_without_counterpart_is_refused(unknown: Any) -> None:
    """A type that cannot travel is named, not turned into any."""
    with pytest.raises(TypeError):
        typescript({"X": unknown})


def test_struct_sent_as_a_list_is_refused() -> None:
    """Its fields would have no names on the wire."""

    class Pair(Struct, array_like=True):
        a: int

    with pytest.raises(TypeError, match="sent as a list"):
        typescript({"Pair": Pair})
