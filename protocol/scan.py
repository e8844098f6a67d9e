"""What both scanners share: the limits on values, and the way back to the place of a fault.

A scanner walks over a client's bytes before anything is decoded, also through the bodies that stay opaque. It
refuses what decoders take silently: deep nesting, duplicate keys, keys that are no text, extension types, NaN,
numbers that JavaScript rounds, invisible characters, and more values than a message can need. It knows no
message types.
"""

import math

from protocol import limits
from protocol.errors import Detail, ProtocolError
from protocol.text import FORBIDDEN_KEYS, character_problem

PATH_CHARS = 200


class BadValue(Exception):
    """Collects the way back to the message while it rises."""

    def __init__(self, code: str, **detail: Detail) -> None:
        self.code = code
        self.detail = detail
        self.steps: list[str] = []

    def at(self, step: str | int) -> "BadValue":
        self.steps.append(f"[{step}]" if isinstance(step, int) else f".{step}")
        return self

    def error(self) -> ProtocolError:
        path = "$" + "".join(reversed(self.steps))
        return ProtocolError(self.code, path[:PATH_CHARS], **self.detail)


class ValueCount:
    """How many values the bytes may still hold."""

    __slots__ = ("bounds", "left")

    def __init__(self, bounds: limits.Bounds = limits.MESSAGE) -> None:
        self.bounds = bounds
        self.left = bounds.items

    def enter(self, count: int, depth: int) -> None:
        """Count a map or list of `count` entries, `depth` levels down."""
        most = self.bounds
        if depth > most.depth:
            raise BadValue("depth", depth=most.depth)
        if count > most.container_items:
            raise BadValue("range", problem=f"{count} entries, at most {most.container_items} are read")
        self.left -= count
        if self.left < 0:
            raise BadValue("range", problem=f"more than {most.items} values in one message")


def check_characters(value: str) -> None:
    if len(value) > limits.STRING_CHARS:
        raise BadValue("text", problem=f"it has {len(value)} characters, at most {limits.STRING_CHARS} are read")
    if problem := character_problem(value):
        raise BadValue("text", problem=problem)


def check_key(key: str) -> None:
    if key in FORBIDDEN_KEYS:
        raise BadValue("decode", problem=f"no key of a map may be {key!r}")


def check_int(value: int) -> None:
    if abs(value) > limits.SAFE_INT:
        raise BadValue("range", problem=f"whole numbers go from -{limits.SAFE_INT} to {limits.SAFE_INT}")


def check_float(value: float) -> None:
    if not math.isfinite(value):
        raise BadValue("range", problem=f"{value} is not a finite number")
