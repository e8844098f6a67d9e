"""Events as sentences for people, by a system's catalogue: for terminals. The browser client has its own, with colours.

A template's `{field}` are filled, `{field one|other}` with the noun behind the number, or for yes and no with one of
the two alone, `{field!}` with what people have written, as it is; a `[stretch]` is left out where one of its fields is
missing, 0 or no, and `[?text]` stands where all stretches before it are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from server.core.words.plural import GAP, noun
from server.store.stored import Fact

CORE: Mapping[str, str] = {
    "SeatJoined": "{seat} sits down.",
    "SeatClaimed": "{seat} is taken by code[: {player!}].",
    "SeatFreed": "{seat} is free again.",
    "SeatRevoked": "The link of {seat} is withdrawn.",
    "ControlGiven": "{who} is played by {seat}.",
    "CombatantAdded": "{who} enters.",
    "CombatantRemoved": "{who} leaves the table.",
    "Moved": "{who}[ moves {length_cm}][? is put elsewhere].",
    "CombatantHidden": "{who} is out of sight.",
    "CombatantNoticed": "{who} is noticed.",
    "CombatantRevealed": "{who} comes into sight.",
    "Paused": "The clocks stand still.",
    "Unpaused": "The clocks run again.",
    "DiceTyped": "{who} has rolled {faces}.",
    "DiceDrawn": "For a ruling the server rolls for {who}: {faces}.",
    "UndoRequested": "{seat} asks to take something back[: {reason!}].",
    "UndoRefused": "It is refused.",
    "Rewound": "The game master takes something back[: {reason!}].",
    "Redone": "The game master takes the undoing back[: {reason!}].",
    "Amended": "The game master changes a ruling[: {reason!}].",
    "Closed": "The encounter is closed for good.",
    "Disclosed": "Everything that anybody knew is revealed.",
}
"""Core's events; those that are not here say nothing to people."""
THINGS = ("item", "weapon", "key")
"""Fields that name something by its id, which is made readable where it has no label."""


class Sentences:
    """`catalog`: the system's; `names`: what combatants and seats are called, growing with what is told."""

    def __init__(self, catalog: Mapping[str, Any], language: str) -> None:
        self._lines: Mapping[str, str] = catalog.get("lines", {}).get(language, {})
        self._labels: Mapping[str, str] = catalog.get("labels", {}).get(language, {})
        self.names: dict[str, str] = {"unseen": "somebody"}

    def of(self, event: Fact) -> str:
        """The sentence of an event; empty where it says nothing to people."""
        kind = "Redone" if event.get("redo") else "UndoRefused" if event.get("granted") is False else event["type"]
        values = [f"{field}={value}" for field, value in event.items() if isinstance(value, str | int)]
        chosen = (self._lines.get(f"{kind}:{each}") for each in (*map(",".join, combinations(values, 2)), *values))
        template = next((each for each in chosen if each is not None), self._lines.get(kind, CORE.get(kind, "")))
        return " ".join(self._filled(template, event).split())

    def learn(self, event: Fact) -> None:
        """Take in what an event calls somebody."""
        id = event.get("who") or event.get("seat")
        if isinstance(event.get("name"), str) and isinstance(id, str):
            self.names[id] = event["name"] or id

    def _filled(self, template: str, event: Fact) -> str:
        return "".join(
            GAP.sub(lambda gap: self._counted(gap, _at(event, gap[1])), piece) for piece in _pieces(template, event)
        )

    def _counted(self, gap: re.Match[str], value: Any) -> str:
        if isinstance(value, str) and gap[0].endswith("!}"):
            return value
        if isinstance(value, bool) and gap[2]:
            return gap[2] if value else gap[3]
        if value is None and gap[2]:  # what is counted and left out of an event is none
            value = 0
        return self._shown(gap[1], value) + noun(value, gap[2], gap[3])

    def _shown(self, field: str, value: Any) -> str:
        if isinstance(value, list):
            return ", ".join(self._shown(field, each) for each in value)
        if isinstance(value, dict):
            return ", ".join(f"{self.names.get(who, who)} {self._shown(field, each)}" for who, each in value.items())
        if isinstance(value, bool):
            return self._labels.get("yes" if value else "no", str(value))
        if isinstance(value, int | float):
            return f"{value / 100:g} m" if field.endswith("_cm") else str(value)
        readable = value.replace("_", " ").capitalize() if field in THINGS and isinstance(value, str) else value
        return self.names.get(value, self._labels.get(value, readable)) if isinstance(value, str) else ""


def _pieces(template: str, event: Fact) -> Iterator[str]:
    """What stands of a template for this event."""
    is_any = False
    for piece in re.split(r"(\[[^\]]*\])", template):
        if not piece.startswith("["):
            yield piece
        elif piece.startswith("[?"):
            if not is_any:
                yield piece[2:-1]
        elif all(_at(event, gap[1]) for gap in GAP.finditer(piece)):
            is_any = True
            yield piece[1:-1]


def _at(event: Any, path: str) -> Any:
    for name in path.split("."):
        event = event.get(name) if isinstance(event, dict) else None
    return event
