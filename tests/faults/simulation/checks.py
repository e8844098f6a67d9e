"""What must hold after a run, whatever went wrong during it. Nothing is repaired or guessed in here."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from typing import Any

import msgspec
from three_cups import SYSTEM

from protocol import codec as wire
from server.core import intents as i
from server.core.commit import Commit
from server.core.state import Decision
from server.core.timeline.timeline import Timeline
from server.store import chain
from server.store.codec import Codec
from server.store.log import Broken, Entry
from server.table import duties
from tests.faults.simulation.guests import Guest
from tests.faults.simulation.history import Act, Look, Op, history, keep
from tests.faults.simulation.order import wrongs_of
from tests.faults.simulation.players import Player, Wish
from tests.faults.simulation.seating import check_seats
from tests.faults.simulation.world import GRACE_MS, World

LATE_MS = 6_000
"""A timer may fire so much later than it is due, when nothing is wrong."""


class Fold:
    """The log, read and folded from nothing by the real code, with the clock of every decision checked on the way."""

    def __init__(self, world: World) -> None:
        self.entries: list[Entry] = world.stored()
        self.timeline = Timeline(SYSTEM, world.encounter)
        self.commits: list[Commit] = []
        self.version_of: dict[bytes, int] = {}
        chain.verify(world.encounter, self.entries)
        codec = Codec(SYSTEM)
        for entry in self.entries:
            commit = codec.open(entry.version, entry.body).commit
            self._check_clock(world, commit, entry.cid)
            first = self.version_of.get(commit.submitted.id)
            if first is not None:
                kind = type(commit.submitted.intent).__name__
                world.wrong(f"one {kind} is commits {first} and {commit.version}")
            self.version_of[commit.submitted.id] = commit.version
            self.timeline.fold(commit)
            self.commits.append(commit)

    def _check_clock(self, world: World, commit: Commit, cid: bytes) -> None:
        """A timer fires for the clock that ran, and not before it has run out since its server could see that, whatever
        wall clocks say; at a table that was opened later, not before everybody had time to come back."""
        intent = commit.submitted.intent
        decision = self.timeline.state.play.decision
        if not isinstance(intent, i.Expire):
            return
        if decision is None or decision.id != intent.decision or decision.opened_at != intent.opened_at:
            world.wrong(f"commit {commit.version} expires what is not open, or another clock of it")
            return
        home, fired = world.asked[cid]
        begun, opened = self.begun(world, decision), world.opened[home]
        least_ms = decision.remaining_ms or 0 if begun > opened else GRACE_MS
        if decision.remaining_ms is None or fired < max(begun, opened) + least_ms - 1:
            world.wrong(f"commit {commit.version} expires too early")

    def begun(self, world: World, decision: Decision) -> int:
        """When the log was asked for the commit that started this clock (loop's ms)."""
        version = bisect_right(self.timeline.times, decision.opened_at)
        return world.asked[self.entries[version - 1].cid][1]


def check(world: World, players: list[Player]) -> Fold | None:
    """Everything, after the faults have stopped and all is quiet."""
    try:
        fold = Fold(world)
    except Broken as broken:
        world.wrong(f"the log is broken: {broken}")
        return None
    _check_verdicts(world, fold)
    _check_servers(world, fold)
    _check_timers(world, fold)
    check_seats(world, fold.commits, [player for player in players if isinstance(player, Guest)])
    for player in players:
        if player.link is not None or player.link_token():
            _check_viewer(world, fold, player)
        for wish in player.done:
            _check_wish(world, fold, player, wish)
    _check_order(world, fold, players)
    _check_history(world, fold, players)
    return fold


def _check_verdicts(world: World, fold: Fold) -> None:
    """What the log said of each attempt is true: in, or never in."""
    inside = {entry.cid for entry in fold.entries}
    for verdict in world.verdicts:
        is_in = verdict.entry.cid in inside
        says_in = verdict.answer in ("OK", "DUP")
        if is_in and not says_in:
            world.wrong(f"an attempt at {verdict.entry.version} was called {verdict.answer}, but it is in the log")
        if says_in and not is_in and world.profile.durable:
            world.wrong(f"commit {verdict.entry.version} was acknowledged and is lost")


def _check_servers(world: World, fold: Fold) -> None:
    """Every live table is the fold of the log; where nothing may be lost, none is frozen."""
    for process in world.processes:
        if process.lobby is None:
            world.wrong(f"{process.name} is not running")
            continue
        for table in process.lobby.tables.open.values():
            if table.frozen is not None:
                if world.profile.durable:
                    world.wrong(f"{process.name} has frozen its table: {table.frozen}")
                continue
            if table.timeline.version != fold.timeline.version:
                where = "ahead" if table.timeline.version > fold.timeline.version else "behind"
                world.wrong(f"{process.name} is {where}: at {table.timeline.version} of {fold.timeline.version}")
            elif table.timeline.state != fold.timeline.state or table.timeline.numbers != fold.timeline.numbers:
                world.wrong(f"{process.name} has another state than the fold of the log")


def _check_timers(world: World, fold: Fold) -> None:
    """Nothing is due for long that a server should have done by itself."""
    play, ledger = fold.timeline.state.play, fold.timeline.ledger
    now, decision = world.now_ms, play.decision
    tables = [table for process in world.processes if process.lobby for table in process.lobby.tables.open.values()]
    watched = [table for table in tables if table.frozen is None]
    if not watched or ledger.closed:
        return
    if (
        ledger.epoch_over
        and ledger.begun
        and play.parked is None
        and now > world.asked[fold.entries[-1].cid][1] + LATE_MS
    ):
        world.wrong(f"the seed of epoch {ledger.epoch} is not revealed")
    if decision is None or play.paused:
        return
    found = min(table._log_end.found_at for table in watched)
    opened_at = max(fold.begun(world, decision), found if "clock jumped" in world.faults else 0)
    least_ms = int(ledger.table.min_window_s * 1000)
    if decision.silent and not decision.unanswered():
        if not play.is_held and now > opened_at + least_ms + LATE_MS:
            world.wrong(f"the act of {decision.kind} is not continued since {now - opened_at} ms")
    elif decision.remaining_ms is not None:
        due = max(opened_at + decision.remaining_ms, found + duties.GRACE_MS)
        if now > due + LATE_MS:
            world.wrong(f"{decision.kind} has not expired, {now - due} ms after its time")


def _check_viewer(world: World, fold: Fold, player: Player) -> None:
    """What a viewer was shown is the log's; what it sees now is what a newcomer would see."""
    if not world.profile.durable:
        return
    audience = _audience(player)
    numbers = fold.timeline.numbers.get(audience, ())
    for n, head in player.told.items():
        if n and (n > len(numbers) or fold.commits[numbers[n - 1] - 1].told[audience].head != head):
            world.wrong(f"{player.name} was shown number {n} of a history that is not the log's")
            return
    if player.link is None:
        world.wrong(f"{player.name} has no connection")
        return
    if player.n != len(numbers):
        world.wrong(f"{player.name} has seen {player.n} of {len(numbers)}")
    fresh = Newcomer(player)
    player.link.table.attach(fresh)
    player.link.table.detach(fresh)
    if fresh.welcome.get("view") != player.view or fresh.welcome.get("options") != player.options:
        world.wrong(f"{player.name} sees something else than a newcomer")


class Newcomer:
    """A viewer that keeps its welcome."""

    def __init__(self, player: Player) -> None:
        assert player.link is not None
        self.seat, self.role, self.audience = player.link.seat, player.link.role, player.link.audience
        self.network = player.link.network
        self.codec = wire.MSGPACK
        self.welcome: dict[str, Any] = {}

    def send_now(self, payload: bytes) -> None:
        """Nothing waits here."""
        self.send(payload)

    def send(self, payload: bytes) -> None:
        """The first message is the welcome."""
        message = msgspec.msgpack.decode(payload)
        if message["type"] == "welcome":
            self.welcome = message

    def bye(self, code: str) -> None:
        """Nothing."""


def _check_wish(world: World, fold: Fold, player: Player, wish: Wish) -> None:
    """An acknowledged intent is in the log, where it was said to be; an accepted one was never refused afterwards."""
    version = fold.version_of.get(wish.id)
    if wish.n is not None and world.profile.durable:
        commit = fold.commits[version - 1] if version is not None else None
        telling = commit.told.get(_audience(player)) if commit is not None else None
        if commit is None:
            world.wrong(f"{wish.intent['type']} of {player.name} was acknowledged and is not in the log")
        elif telling is None or telling.n != wish.n:
            world.wrong(f"{wish.intent['type']} of {player.name} was acknowledged as {wish.n}, it is {telling}")
    if version is not None and world.profile.durable:
        cid = fold.entries[version - 1].cid
        since = world.deployment.appended_s.get(cid, 0.0)
        for code, arrived_s in wish.refused:
            if since < arrived_s:
                world.wrong(f"{wish.intent['type']} of {player.name} is commit {version}; resent, it is {code}")


def _audience(player: Player) -> str:
    return {"gm": "gm", "spectator": "public"}.get(player.seat, f"seat:{player.seat}")


def _check_order(world: World, fold: Fold, players: list[Player]) -> None:
    """Who was acknowledged before another one asked stands before it in the log."""
    if not world.profile.durable:
        return
    wishes = [wish for player in players for wish in player.done if wish.id in fold.version_of]
    acks = sorted((wish.acked_s, fold.version_of[wish.id]) for wish in wishes if wish.acked_s)
    newest, here = 0, 0
    for wish in sorted(wishes, key=lambda one: one.sent_s):
        while here < len(acks) and acks[here][0] < wish.sent_s:
            newest = max(newest, acks[here][1])
            here += 1
        if fold.version_of[wish.id] < newest:
            world.wrong(f"commit {fold.version_of[wish.id]} was asked for after {newest} was acknowledged")


KEPT_EVERY = 100
"""Of so many seeds the history of one is kept, beside those that are wrong."""


def _check_history(world: World, fold: Fold, players: list[Player]) -> None:
    """All that was asked, acknowledged and shown fits one order."""
    if not world.profile.durable:
        return
    ops = played(fold, players)
    wrongs = wrongs_of(ops)
    for wrong in wrongs:
        world.wrong(f"history: {wrong}")
    if wrongs or world.seed % KEPT_EVERY == 0:
        keep(f"simulation-{world.seed}", ops)


def played(fold: Fold, players: list[Player]) -> list[Op]:
    """The history of a run."""
    acts = [
        _act(fold, player, wish)
        for player in players
        for wish in (*player.done, *player.open.values())
        if wish.refused or wish.n is not None or not wish.acked_s  # else nothing had to happen
    ]
    looks = [Look(player.name, _audience(player), *look) for player in players for look in player.looks]
    return history(fold.timeline, acts, looks)


def _act(fold: Fold, player: Player, wish: Wish) -> Act:
    version, head = fold.version_of.get(wish.id), player.told.get(wish.n or 0)
    if wish.n is not None:
        return Act(_audience(player), wish.sent_s, wish.acked_s, "ok", version, wish.n, head)
    # What reached two servers may be refused by one and taken by the other.
    is_refused = bool(wish.refused) and wish.arrivals == 1
    return Act(_audience(player), wish.sent_s, wish.sent_s, "fail" if is_refused else "info", version)


def counted(fold: Fold) -> Counter[str]:
    """The commits by the kind of their intent."""
    return Counter(type(commit.submitted.intent).__name__ for commit in fold.commits)
