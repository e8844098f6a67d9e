"""The doors of a server: every message, question, intent, page and command, and who may use it. A list, nothing else.

It is read off the types of the wire, of core and of every installed system: a new one needs no line here.
"""

from __future__ import annotations

import msgspec

from server.core.intents import CORE_INTENTS, Intent
from server.encounter.installed import systems
from server.past.questions import AnyQuestion

SYSTEMS = systems()


class Door(msgspec.Struct, frozen=True):
    """What is attacked: `kind` is message, question, intent, page or command; `role` who does it; `system` whose fight
    is played where it happens."""

    kind: str
    name: str
    role: str
    system: str = "tirakan"

    def __str__(self) -> str:
        return f"{self.kind} {self.name} by {self.role}" + (f" ({self.system})" if self.kind == "intent" else "")


SEATED = ("spectator", "player", "gm")
MESSAGES = {
    "hello": ("nobody", "lobby", "spectator"), "ping": ("spectator",), "create": ("lobby",), "join": ("lobby",),
    "import": ("lobby",), "list": ("lobby",), "branch": ("gm",), "links": ("gm",),
}  # fmt: skip
"""By message who sends it; `submit` and `ask` are the intents and the questions."""

ALONE = "create alone"
"""A table at which bots play all seats but one: it also costs what they do there."""

PAGES = (
    "/", "/healthz", "/readyz", "/metrics", "/catalog/tirakan.json", "/setup/tirakan.json", "/tutorial/brink.json",
    "/nowhere", "/ws",
)  # fmt: skip
COMMANDS = (
    "create", "check", "export", "verify", "import", "branch", "replay", "accept", "doctor", "systems", "bots",
)  # fmt: skip
"""What can be given beside a running server; `serve` is the server."""

FOREIGN = "what is not theirs"
"""All intents that a role may not send, one after the other."""

MAY = {"spectator": (), "player": ("owner", "seat"), "gm": ("owner", "seat", "gm", "gm_or_server")}
"""Whose intents a role may send: see `Intent.by`. What several may send is attacked by the lowest of them."""


def intents_of(system: str) -> list[type[Intent]]:
    """Core's for the first system only: they cost the same at each."""
    own = list(SYSTEMS[system].intents)
    return [*CORE_INTENTS, *own] if system == "tirakan" else own


def name_of(kind: type) -> str:
    """What it is called on the wire."""
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]


def foreign(system: str, role: str) -> list[str]:
    """The intents that this role may not send."""
    return [name_of(kind) for kind in intents_of(system) if kind.by not in MAY[role]]


def doors() -> list[Door]:
    """All of them."""
    found = [Door("message", name, role) for name, roles in MESSAGES.items() for role in roles]
    found += [Door("message", ALONE, "lobby")]
    found += [Door("question", name_of(kind), role) for kind in AnyQuestion.__args__ for role in SEATED]
    for system in sorted(SYSTEMS):
        found += [Door("intent", FOREIGN, role, system) for role in SEATED if foreign(system, role)]
        for kind in intents_of(system):
            role = next((role for role in SEATED if kind.by in MAY[role]), None)
            found += [] if role is None else [Door("intent", name_of(kind), role, system)]
    found += [Door("page", path, "nobody") for path in PAGES]
    found += [Door("command", name, "operator") for name in COMMANDS]
    return found
