"""What systems keep themselves of what was told in whole fights: the last to be asked."""

from __future__ import annotations

from importlib import import_module

from server.core.system import System
from tests.rules import transcripts
from tests.secrecy.leaks.planted import Leak, planted

OWN = {"brink": "tests.rules.brink.transcripts", "tirakan": "tests.rules.tirakan.fights.transcripts"}
"""By system, where these lie."""


def notice(leak: Leak, system: System) -> bool:
    """Do they come out differently with this leak?"""
    kept = import_module(OWN[system.name]).FIGHTS if system.name in OWN else {}
    with planted(leak, system):
        return any(transcripts.unlike(fight, name) for name, fight in kept.items())
