"""Questions that an act puts to people: what they say of it, and whether the act waits for one."""

from __future__ import annotations

from typing import Any

from server.core.draft import Draft
from server.core.space import Point, path_cm
from server.core.state import Decision, Play
from server.kit.frames import top
from server.kit.hidden import is_secret
from server.rules.tirakan.rolls import hits
from server.rules.tirakan.state.facts import attacks_with, weapon_of
from server.rules.tirakan.state.intents import Attack
from server.rules.tirakan.state.state import Frame


def topic_of(play: Play, frame: Frame) -> dict[str, Any]:
    """What a question about an act says of it: the hits that are left, and how it is done where everybody sees it.

    text: what the player wrote; weapon: its name; to: where a walk ends (centimetres)."""
    kind = frame.deed.__struct_config__.tag if frame.deed is not None else frame.kind
    topic: dict[str, Any] = {"action": frame.id, "kind": kind, "who": frame.who, "target": frame.target}
    if frame.strike is not None:
        normal, critical, extra = hits.counted(hits.left(frame.strike))
        topic |= {"normal": normal, "critical": critical, "extra": extra, "piercing": frame.strike.piercing}
    told = {} if is_secret(play, frame.who) else _manner(play, frame)
    return topic | {key: value for key, value in told.items() if value}


def _manner(play: Play, frame: Frame) -> dict[str, Any]:
    """How a visible act is done."""
    deed, actor = frame.deed, play.game.combatants.get(frame.who)
    if isinstance(deed, Attack) and actor is not None:
        weapon = weapon_of(actor, attacks_with(actor, deed))
        mode = deed.mode if deed.mode == "burst" else ""
        name = weapon.name if weapon is not None else ""
        return {"weapon": name, "mode": mode, "special": deed.special, "massive": deed.massive, "to": _end(frame.path)}
    path = frame.path or getattr(deed, "path", ())
    at = play.pieces[frame.who].at if frame.who in play.pieces else None
    length = path_cm(at, path) if at is not None and path else 0
    return {"text": getattr(deed, "text", ""), "to": _end(path), "length_cm": length}


def _end(path: tuple[Point, ...]) -> list[int]:
    return list(path[-1]) if path else []


def is_waiting(draft: Draft) -> bool:
    """Is a question of the act in progress open? Where nothing is in progress but hits on somebody hidden, only
    questions about something else count: nobody who answers these may notice the others."""
    open_ones, frame = draft.play.decisions, top(draft.game)
    if frame is None or not open_ones:
        return bool(open_ones)
    is_beside = _is_only_hidden(draft)
    return any(_is_about(decision, frame) is not is_beside for decision in open_ones)


def is_aside(draft: Draft) -> bool:
    """Is nothing in progress but hits on somebody hidden, about which there is a question? Nobody else knows of them:
    turns and rounds go on above it."""
    open_ones, frame = draft.play.decisions, top(draft.game)
    if frame is None or not open_ones:
        return False
    return _is_only_hidden(draft) and any(_is_about(each, frame) for each in open_ones)


def _is_only_hidden(draft: Draft) -> bool:
    return all(frame.kind == "hits" and is_secret(draft.play, frame.target) for frame in draft.game.frames)


def _is_about(decision: Decision, frame: Frame) -> bool:
    return bool(decision.topic.get("action") == frame.id)
