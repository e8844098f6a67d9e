"""What must hold of doors and seats after a run: who had which seat when, by the log alone, and whether all who came to
a server were told just that. Nothing of the real fold is used here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import inf

import msgspec

from server.core import events as e
from server.core import intents as i
from server.core.commit import Commit
from server.keys.links import hashed
from tests.faults.simulation.guests import Guest, Knock, Sitting
from tests.faults.simulation.world import World


class Held(msgspec.Struct):
    """A seat's link: from its commit on, until that of its end; 0: it has not ended."""

    seat: str
    key_h: bytes
    since: int
    until: int = 0


class Seating:
    """The seats' links, one after another, and each claim judged on the way."""

    def __init__(self, world: World, commits: Sequence[Commit]) -> None:
        self._world = world
        self.links: list[Held] = []
        self.now: dict[str, Held] = {}
        self._taken: set[str] = set()
        self._asked: dict[str, bytes] = {}
        self._door, self._is_open = 0, False
        for commit in commits:
            for event in commit.events:
                self._take(commit, event)

    def _take(self, commit: Commit, event: e.Event) -> None:
        match event:
            case e.SeatOpened(seat=seat, token=token):
                self._give(seat, token, commit.version)
            case e.DoorOpened(k=k):
                if k != self._door + 1:
                    self._world.wrong(f"door {k} is opened after door {self._door}")
                self._door, self._is_open = k, True
                self._asked.clear()
            case e.DoorClosed():
                self._is_open = False
                self._asked.clear()
            case e.ClaimAsked(seat=seat, key_h=key_h):
                self._asked[seat] = key_h
            case e.SeatClaimed():
                self._claim(commit, event)
            case e.SeatTaken(seat=seat) | e.SeatJoined(seat=seat):
                self._taken.add(seat)
            case e.SeatFreed(seat=seat, key_h=key_h):
                self._taken.discard(seat)
                self._give(seat, key_h, commit.version)
            case _:
                pass

    def _claim(self, commit: Commit, event: e.SeatClaimed) -> None:
        here = f"commit {commit.version}: {event.seat}"
        if event.seat in self._taken:
            self._world.wrong(f"{here} is claimed, and somebody has it")
        if not self._is_open or event.k != self._door:
            self._world.wrong(f"{here} is claimed through door {event.k}, which is not open")
        is_asked = isinstance(commit.submitted.intent, i.AnswerClaim) and self._asked.get(event.seat) == event.key_h
        if self._world.join == "ask" and not is_asked:
            self._world.wrong(f"{here} is claimed, and the GM was not asked")
        self._taken.add(event.seat)
        self._asked.pop(event.seat, None)
        self._give(event.seat, event.key_h, commit.version)

    def _give(self, seat: str, key_h: bytes, version: int) -> None:
        if seat in self.now:
            self.now[seat].until = version
        self.now[seat] = Held(seat, key_h, version)
        self.links.append(self.now[seat])

    def of(self, seat: str, key_h: bytes) -> list[Held]:
        """When this was the seat's link."""
        return [one for one in self.links if (one.seat, one.key_h) == (seat, key_h)]


def check_seats(world: World, commits: Sequence[Commit], guests: Sequence[Guest]) -> None:
    """At most one holder of a seat, and nobody is told otherwise; where commits may be lost, only what the log says."""
    seating = Seating(world, commits)
    if not world.profile.durable:
        return
    times = _Times(world, commits)
    for sitting in world.sittings:
        _check_sitting(world, seating, sitting, commits)
    for knock in world.knocks:
        _check_knock(world, seating, knock, times)
    for guest in guests:
        _check_guest(world, seating, guest)


def _check_sitting(world: World, seating: Seating, sitting: Sitting, commits: Sequence[Commit]) -> None:
    """Only by the link that was the seat's at that version; and nothing comes after the link has ended."""
    links = seating.of(sitting.seat, sitting.key_h)
    held = next((one for one in links if one.since <= sitting.version and not 0 < one.until <= sitting.version), None)
    if held is None:
        world.wrong(f"{sitting.name} is let in at version {sitting.version} by a link that is not the seat's")
        return
    after = commits[held.until - 1 :] if held.until else ()
    telling = next((one for commit in after if (one := commit.told.get(f"seat:{sitting.seat}"))), None)
    if telling is not None and sitting.n > telling.n:
        world.wrong(f"{sitting.name} is told {sitting.n}, and the seat was somebody else's from {telling.n} on")


class _Times:
    """When links were surely somebody's."""

    def __init__(self, world: World, commits: Sequence[Commit]) -> None:
        self._asked_s = [world.asked[entry.cid][1] / 1000 for entry in world.stored()[: len(commits)]]
        self._knocks = world.knocks

    def surely(self, held: Held) -> tuple[float, float]:
        """From when its holder had been told so, until somebody asked for its end; virtual time."""
        since_s, until_s = self._asked_s[held.since - 1], self._asked_s[held.until - 1] if held.until else inf
        told = [
            one.answered_s
            for one in self._knocks
            if (one.seat, one.key_h, one.code) == (held.seat, held.key_h, "") and since_s <= one.sent_s < until_s
        ]
        return min(told, default=inf), until_s


def _check_knock(world: World, seating: Seating, knock: Knock, times: _Times) -> None:
    """Whoever was told yes has a commit that says so; whose seat it is, is never told no."""
    links = seating.of(knock.seat, knock.key_h)
    if knock.code == "" and not links:
        world.wrong(f"{knock.name} was told that {knock.seat} is theirs, and the log knows nothing of it")
    if knock.code in ("seat_taken", "join_code", "claim_refused", "token", "token_expired"):
        for held in links:
            since_s, until_s = times.surely(held)
            if since_s <= knock.sent_s and knock.answered_s < until_s:
                world.wrong(f"{knock.name} has {knock.seat}, asks again and is told {knock.code}")


def _check_guest(world: World, seating: Seating, guest: Guest) -> None:
    """In the end whoever has a seat knows it, and nobody else sits there."""
    held = seating.now[guest.seat].key_h
    if guest.link is not None and (guest._sitting is None or guest._sitting.key_h != held):
        world.wrong(f"{guest.name} still sits at a seat that is not theirs any more")
    if guest.key and hashed(guest.key) == held and not guest.token:
        world.wrong(f"{guest.name} has a seat and was never told")


def counted(world: World) -> Counter[str]:
    """What came of all the knocks."""
    told = Counter(f"{'claim' if one.is_claim else 'link'} {one.code or 'ok'}" for one in world.knocks)
    return told + Counter({"runs by code": 1} if world.join != "links" else {})
