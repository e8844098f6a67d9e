"""What core keeps from others that is not of any combatant: links and keys, who asks at the door, who else sees
somebody, what a seat sets for itself, seeds. Two worlds that differ in all of this are the same to those whom it does
not concern.
"""

from __future__ import annotations

import hashlib
from typing import Any
from unittest import mock

from msgspec.structs import replace

from server.conformance.fights import options
from server.conformance.worlds.branches import branched
from server.conformance.worlds.hidden import SYSTEMS, base_spec
from server.conformance.worlds.learned import Happened, happened, unlike
from server.core import events as e
from server.core.create import SeatSpec
from server.core.deciding import intake
from server.core.events import CORE_EVENTS
from server.core.ids import GM, PUBLIC
from server.core.system import System
from server.scenario.rehearsal import Rehearsal

SYSTEM = SYSTEMS["three_cups"]
SERVER = "server"
UNCONCERNED = ["seat:bob", PUBLIC]


class World(Rehearsal):
    """One of the two worlds: its keys and random values are made of a number, and only in the first is done what others
    may not notice at all. What is done there alone shifts neither ids nor times."""

    label = "create"
    now = property(lambda _: 1_000, lambda _, __: None)

    def __init__(self, number: int) -> None:
        spec = base_spec(SYSTEM.name)
        seats = {**spec.seats, "cid": SeatSpec(), "dan": SeatSpec()}
        super().__init__(
            SYSTEM, replace(spec, seats=seats, table=replace(spec.table, join="ask", typed_dice=True)), None
        )
        self.number, self.done = number, 0

    def new_id(self) -> bytes:
        """The id of the next intent."""
        return hashlib.sha256(self.label.encode()).digest()[:16]

    def key(self, of: str) -> bytes:
        """32 bytes that are others in each world."""
        return f"{self.number} {of}".encode().ljust(32, b".")

    def does(self, by: str, /, **intent: Any) -> None:
        """Done in both worlds."""
        self.done += 1
        self._play(f"step {self.done}", by, intent)

    def alone(self, by: str, /, **intent: Any) -> None:
        """Done in the first world only."""
        if self.number == 1:
            self._play(f"alone {self.timeline.version}", by, intent)

    def _play(self, label: str, by: str, intent: dict[str, Any]) -> None:
        self.label, own = label, intake.submission
        with mock.patch.object(intake, "submission", lambda *of: replace(own(*of), nonce=self.key("nonce")[:16])):
            self.submit(by, intent)

    def knock(self, does: Any, name: str, yes: bool) -> None:
        """Somebody wants to sit down, and is let in or not."""
        k = self.state.ledger.door.k
        does(SERVER, type="claim_seat", seat="cid", key_h=self.key(name), k=k, player=name)
        does(GM, type="answer_claim", claim=next(iter(self.state.ledger.claims), ""), yes=yes)


def at_the_door(at: World) -> None:
    """Only that somebody sits down or is sent away is told."""
    at.knock(at.alone, "Eve", False)
    at.knock(at.does, "Mia", True)
    at.does(GM, type="free_seat", seat="cid", key_h=at.key("freed"))
    at.alone(SERVER, type="take_seat", seat="ann")
    at.alone(SERVER, type="issue_tokens", tokens={"ann": at.key("issued")})
    at.alone(GM, type="close_door")
    at.alone(GM, type="open_door")


def at_the_table(at: World) -> None:
    """Who else sees somebody, and what Ann has set for herself; then the fight begins."""
    other = ("cid", "side:guests") if at.number == 1 else ("dan", "anna")
    at.does(GM, type="hide", who="anna", seen_by=other[:1], aware=other[1:])
    at.alone(GM, type="hide", who="anna", seen_by=other[:1])
    at.does(GM, type="show", who="anna")
    at.alone("ann", type="auto_pass", kinds=["riposte"])
    start = next(option for option in options(at, GM) if option.key.startswith(("start", "begin")))
    at.does(GM, **start.intent)


def at_the_end(at: World) -> None:
    """Of the seeds all learn those that were open."""
    at.does(GM, type="close")
    secret = b"s" * 32 if at.number == 1 else b""
    at.does(SERVER, type="reveal_seed", epoch=at.state.ledger.epoch, seed=b"o" * 32, secret=secret)


def world(number: int) -> World:
    """Everything of this kind that can happen."""
    at = World(number)
    for scene in (at_the_door, at_the_table, at_the_end):
        scene(at)
    return at


def worlds() -> list[tuple[System, list[Happened], list[Happened], list[str]]]:
    """The two worlds, and a branch of each."""
    both = [world(1), world(2)]
    copies = [branched(each, secret=each.key("branch")) for each in both]
    return [
        (SYSTEM, list(happened(one.timeline)), list(happened(other.timeline)), UNCONCERNED)
        for one, other in (both, copies)
    ]


def test_who_is_not_concerned_learns_nothing_of_it() -> None:
    """Of what is told openly not which keys belong to it, of what is not told not even that it was."""
    for pair in worlds():
        assert not list(unlike(*pair))


def test_it_has_all_happened() -> None:
    """Every event of core that is the GM's or has something of the GM's, but questions, dice, time and lines of
    history: these happen in fights."""
    names = {type(here.event) for _, one, other, _ in worlds() for here in (*one, *other)}
    assert names >= {
        e.Created, e.SeatOpened, e.TokenIssued, e.DoorOpened, e.DoorClosed, e.ClaimAsked, e.ClaimRefused, e.SeatClaimed,
        e.SeatTaken, e.SeatFreed, e.CombatantHidden, e.AutoPassSet, e.SecretsRevealed, e.Opened,
    }  # fmt: skip
    assert names <= {*CORE_EVENTS, *SYSTEM.events}
