"""What a question about an act says of it."""

from __future__ import annotations

from typing import Any

from server.core.space import path_cm
from server.core.state import Play
from server.kit.hidden import is_secret
from server.rules.tirakan_classic.state.facts import name_of_thing
from server.rules.tirakan_classic.state.state import Frame

MODES = {"full": "full_auto"}
"""What a mode is called where it would be taken for something else: cover can be full, too."""


def topic_of(play: Play, frame: Frame) -> dict[str, Any]:
    """The hits that are left, and how it is done where everybody sees it: the name of the weapon, what the player
    wrote, where and how far a walk leads."""
    kind = frame.deed.__struct_config__.tag if frame.deed is not None else frame.kind
    topic: dict[str, Any] = {"action": frame.id, "kind": kind, "who": frame.who, "target": frame.target}
    if frame.strike is not None:
        topic["hits"] = frame.strike.left
    told = {} if is_secret(play, frame.who) else _manner(play, frame)
    return topic | {key: value for key, value in told.items() if value}


def _manner(play: Play, frame: Frame) -> dict[str, Any]:
    deed, own = frame.deed, play.game.combatants.get(frame.who)
    if own is None:
        return {}
    told = {"text": getattr(deed, "text", ""), "object": name_of_thing(own, getattr(deed, "object", ""))}
    if frame.strike is not None and frame.strike.weapon:
        mode = frame.strike.mode
        told |= {"weapon": name_of_thing(own, frame.strike.weapon), "mode": MODES.get(mode, mode)}
    path, piece = frame.path or getattr(deed, "path", ()), play.pieces.get(frame.who)
    if not path or piece is None or piece.at is None:
        return told
    return told | {"to": list(path[-1]), "length_cm": path_cm(piece.at, path)}
