"""Who watches a table, and what each audience was last sent. Shapes updates and welcomes; decides and stores nothing.

Each message is encoded once per audience and subprotocol, an update twice where some of these viewers know options in
blocks and others don't; all who are sent the same get the same bytes.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec import Raw

from protocol import messages as m
from protocol.codec import Codec as WireCodec
from protocol.errors import CODES, merge, text_of
from server.core import events as e
from server.core.commit import Commit
from server.core.errors import TEXTS, Absent
from server.core.ids import GM, PUBLIC, Position, audience_of
from server.core.options import Option
from server.core.secrecy import known
from server.core.state import State
from server.core.system import Asker, System
from server.core.timeline.timeline import Timeline
from server.past.feed import is_delayed, next_release, released
from server.past.replay import shown_at
from server.process.work import Steps, Work
from server.store.codec import NO_HEAD
from server.table.moments import Moments
from server.table.offers.blocks import Blocks
from server.table.offers.offered import NOTHING, Bodies, Offered
from server.table.sight import Encoded, Sight, Sights

log_ = logging.getLogger(__name__)

RESUME_EVENTS = 256
"""At most so many missed commits are told on resume; then the view alone must do."""

RESUME_BYTES = 256 * 1024
"""At most so many bytes of missed events."""

RELEASE_AT_ONCE = 32
"""So many updates for spectators in one turn of the loop, when many become old enough together."""

PRESENCE_EVERY_S = 1.0


class Viewer(Protocol):
    """One session at a table. `send` takes one encoded message, never blocks and never raises."""

    seat: str
    role: str
    audience: str
    codec: WireCodec

    @property
    def network(self) -> str:
        """From where it came: an address, of IPv6 its /64."""

    def send(self, payload: bytes) -> None:
        """Send one message; the same bytes object goes to all viewers of one audience that get the same."""

    def send_now(self, payload: bytes) -> None:
        """Send one message that leaves at once, with all that was sent before, not at the end of this turn of the
        loop."""

    def bye(self, code: str) -> None:
        """Say why, and close."""


class _Sent(msgspec.Struct):
    """What an audience's viewers were last sent: number, head, view and options."""

    n: int
    head: bytes
    shown: dict[str, Any]
    offered: Offered
    sight: Sight | None = None


class _Group(NamedTuple):
    """The viewers of one audience that get the same bytes. `blocks`: what they know of its options, where these come
    in blocks."""

    codec: WireCodec
    blocks: Blocks | None
    viewers: list[Viewer]


@lru_cache(maxsize=64)
def _texts(system: System) -> Mapping[str, str]:
    """All refusals by code; a system may say in its own words what core refuses, as `Rejected.text` does."""
    return merge(CODES, {**TEXTS, **system.texts})


def _one_by_one(viewers: list[Viewer], payload: bytes) -> None:
    for viewer in viewers:
        viewer.send(payload)


class Audiences:
    """The viewers of one table by audience."""

    def __init__(
        self,
        timeline: Timeline,
        moments: Moments,
        fan_out: Callable[[list[Viewer], bytes], None] | None = None,
        release_later: Callable[[], None] = lambda: None,
        failed: Callable[[str], None] = lambda where: None,
    ) -> None:
        """`release_later`: has `release` called again when what it needs of the past is there again; `failed`: counts
        what failed, by where."""
        self._timeline = timeline
        self._moments = moments
        self._fan_out = fan_out or _one_by_one
        self._recall_release = release_later
        self._failed = failed
        self._viewers: dict[str, dict[Viewer, Blocks | None]] = {}
        """By audience; all to whom options come in the same blocks share these."""
        self._groups: dict[str, list[_Group]] = {}
        """By audience, until somebody comes or goes: its viewers by what they are sent."""
        self._sent: dict[str, _Sent] = {}
        self._sights = Sights(timeline)
        self._bodies = Bodies()
        self._told = Encoded()
        self._presence_timer: asyncio.TimerHandle | None = None
        self._release_timer: asyncio.TimerHandle | None = None
        self.texts = _texts(timeline.system)

    def asker(self, seat: str) -> Asker:
        """Who a seat is, as core asks for it."""
        now, place = self._moments.stamp(), self._timeline.ledger.seats.get(seat)
        if place is None:
            return Asker(seat, "server", GM, now)
        return self._asking(seat, place.role, audience_of(seat, place.role), now)

    def _asking(self, seat: str, role: str, audience: str, now: int) -> Asker:
        return Asker(seat, role, audience, now, self._released() if audience == PUBLIC else None)

    def _released(self) -> int:
        return released(self._timeline, self._moments.aged)

    def _asker_of(self, audience: str, now: int) -> Asker:
        viewer = next(iter(self._viewers[audience]))
        return self._asking(viewer.seat, viewer.role, audience, now)

    # --- coming and going --------------------------------------------------------------------------------------------

    def prepare(self, asker: Asker, resume: m.Resume | None) -> None:
        """Look up what a welcome needs of the past, whatever is released by then. Raises Absent where it was let go."""
        numbers = self._timeline.numbers.get(asker.audience, ())
        is_late = asker.audience == PUBLIC and is_delayed(self._timeline)
        if is_late:
            self._seen_by(PUBLIC, asker)
        if resume is None or not 0 < resume.n <= len(numbers):
            return
        self._timeline.commit(numbers[resume.n - 1])
        if is_late or len(numbers) - resume.n <= RESUME_EVENTS:
            for version in numbers[resume.n : resume.n + RESUME_EVENTS]:
                self._timeline.commit(version)

    def attach(self, viewer: Viewer, resume: m.Resume | None, in_blocks: bool = False, in_likes: bool = False) -> None:
        """Send the whole view, and what was missed since `resume`."""
        sent = self._sent.get(viewer.audience) or self._seen_by(viewer.audience, self.asker(viewer.seat))
        if resume is not None and not self._knows(viewer.audience, resume):
            detail: dict[str, str | int | float | bool] = {"n": resume.n}
            text = text_of(self.texts, "forked", detail)
            viewer.send(viewer.codec.encode(m.Rejected(code="forked", message=text, detail=detail)))
            resume = None
        missed, more = self._missed(viewer, resume, sent.n) if resume is not None else ([], False)
        codec = viewer.codec
        blocks = self._blocks_of(viewer, sent.offered, in_likes) if in_blocks else None
        options, offered = blocks.whole() if blocks is not None else (sent.offered.whole(codec), msgspec.UNSET)
        welcome = m.Welcome(
            seat=viewer.seat,
            audience=viewer.audience,
            n=sent.n,
            head=sent.head,
            view=codec.body(sent.shown),
            options=options,
            events=missed or msgspec.UNSET,
            more=more or msgspec.UNSET,
            at=self._time_for(sent.shown),
            offered=offered,
        )
        viewer.send(codec.encode(welcome))
        self._sent[viewer.audience] = sent
        self._viewers.setdefault(viewer.audience, {})[viewer] = blocks
        self._groups.pop(viewer.audience, None)
        self._presence()
        if viewer.audience == PUBLIC:
            self.release()

    def _blocks_of(self, viewer: Viewer, offered: Offered, in_likes: bool) -> Blocks:
        """What the viewers that are sent the same as this one know of the options, and so will it."""
        here = self._viewers.get(viewer.audience, {}) if viewer.audience in self._sent else {}
        shared = (blocks for other, blocks in here.items() if blocks is not None and other.codec is viewer.codec)
        alike = (blocks for blocks in shared if blocks.in_likes is in_likes)
        return next(alike, None) or Blocks(viewer.codec, offered, in_likes)

    def _time_for(self, shown: dict[str, Any]) -> int:
        """What time it is, as recorded times go; by the clock of the decision where one is shown, for after the wall
        clock was put back recorded times stand nearly still."""
        decision = self._timeline.state.play.decision
        if decision is None or shown.get("decision", {}).get("id") != decision.id:
            return self._moments.stamp()
        return decision.opened_at + self._moments.see() - self._moments.of(decision.opened_at)

    def detach(self, viewer: Viewer) -> None:
        """Forget a viewer, and what its audience was sent when it was the last."""
        viewers = self._viewers.get(viewer.audience, {})
        if viewer in viewers:
            del viewers[viewer]
            self._groups.pop(viewer.audience, None)
            if not viewers:
                self._viewers.pop(viewer.audience)
                self._sent.pop(viewer.audience, None)
            if not self._sent:
                self._bodies = Bodies()
            self._presence()

    def close(self) -> None:
        """Stop the timers."""
        for timer in (self._presence_timer, self._release_timer):
            if timer is not None:
                timer.cancel()

    def dismiss(self, code: str) -> None:
        """Say goodbye to everybody."""
        for viewer in self.viewers():
            viewer.bye(code)

    def viewers(self) -> list[Viewer]:
        """Everybody, seats first."""
        return [viewer for audience in self._in_order() for viewer in self._viewers[audience]]

    def seats(self) -> list[str]:
        """The players' seats on which somebody sits here."""
        return [next(iter(here)).seat for audience, here in self._viewers.items() if audience not in (GM, PUBLIC)]

    def comes_back(self, viewer: Viewer, resume: m.Resume | None) -> bool:
        """Is it a session that has sat here before, and so is not one more? It knows what only its audience was told.
        Whoever lies with that could as well never have left."""
        return resume is not None and resume.n > 0 and self._knows(viewer.audience, resume)

    def tell_another(self, seat: str) -> None:
        """A seat's sessions here learn that one more of its own sits down, here or at another server."""
        audience = audience_of(seat, "gm" if seat == GM else "player")
        if audience in self._viewers:
            self._send([audience], lambda codec: codec.encode(m.Another()))

    def tell_again(self, tokens: Mapping[str, str]) -> None:
        """Everybody here learns the token of its own seat at the table where the fight is played again."""
        for viewer in self.viewers():
            if viewer.seat in tokens:
                viewer.send(viewer.codec.encode(m.Again(token=tokens[viewer.seat])))

    def _in_order(self) -> list[str]:
        """All audiences that are here, seats first."""
        return sorted(self._viewers, key=lambda audience: audience == PUBLIC)

    def _presence(self) -> None:
        """Say who is connected, at most once a second."""
        if self._presence_timer is None:
            loop = asyncio.get_running_loop()
            self._presence_timer = loop.call_later(PRESENCE_EVERY_S, self._say_presence)

    def _say_presence(self) -> None:
        self._presence_timer = None
        message = m.Presence(sessions={audience: len(viewers) for audience, viewers in self._viewers.items()})
        self._send(self._in_order(), lambda codec: codec.encode(message))

    def _knows(self, audience: str, resume: m.Resume) -> bool:
        """Was the audience ever told exactly this? Spectators of a delayed table perhaps by a server whose clock is
        ahead of ours: who knows the head was told."""
        if resume.n == 0:
            return True
        if resume.n > len(self._timeline.numbers.get(audience, ())):
            return False
        version = self._timeline.version_of(audience, resume.n)
        return self._timeline.commit(version).told[audience].head == resume.head

    def _missed(self, viewer: Viewer, resume: m.Resume, newest: int) -> tuple[list[m.Told], bool]:
        versions = self._timeline.numbers.get(viewer.audience, ())[resume.n : newest]
        if len(versions) > RESUME_EVENTS:
            return [], True
        missed, size = [], 0
        for n, version in enumerate(versions, start=resume.n + 1):
            commit = self._timeline.commit(version)
            events = viewer.codec.body(commit.told_to(viewer.audience))
            size += len(bytes(events))
            missed.append(m.Told(n=n, at=commit.at, events=events))
        return ([], True) if size > RESUME_BYTES else (missed, False)

    # --- what they see -----------------------------------------------------------------------------------------------

    def _seen_by(self, audience: str, asker: Asker) -> _Sent:
        """What the audience may see now; spectators of a delayed table see what is released."""
        n = len(self._timeline.numbers.get(audience, ()))
        if audience == PUBLIC and is_delayed(self._timeline):
            n = self._released()
            version = self._timeline.version_of(PUBLIC, n)
            return _Sent(n, self._head(PUBLIC, n), shown_at(self._timeline, Position(version), PUBLIC), NOTHING)
        if self._sights.version != self._timeline.version:
            self._sights = Sights(self._timeline)
        last = self._sent.get(audience)
        with self._timeline.shelf:
            sight = self._sights.of(audience, last.sight if last is not None else None)
            options = self._options(sight.known, asker)
        if last is not None and last.offered.options == options:
            offered = last.offered
        else:
            offered = Offered(options, self._bodies)
        return _Sent(n, self._head(audience, n), sight.shown, offered, sight)

    def _head(self, audience: str, n: int) -> bytes:
        if not n:
            return NO_HEAD
        newest = self._timeline.ledger.told[audience]
        if newest.n == n:
            return newest.head
        return self._timeline.commit(self._timeline.version_of(audience, n)).told[audience].head

    def _options(self, state: State, asker: Asker) -> list[Option]:
        is_waiting = state.play.parked is not None or state.play.starting is not None  # nothing of a system is taken
        if asker.role == "spectator" or self._timeline.ledger.closed or is_waiting:
            return []
        return self._timeline.system.options(state, asker)

    def offering(self, state: State) -> Work | None:
        """What takes long of the options of those who sit here, in this state, to be worked out and encoded before they
        are told."""
        if state.play.parked is not None or state.play.starting is not None:
            return None
        offering, now = self._timeline.system.offering, self._moments.stamp()
        seats = [(self._asker_of(audience, now), audience) for audience in self._viewers if audience != PUBLIC]
        # Whether it takes long is asked of the whole state: what a seat knows holds no more, but takes time to make.
        long = [(asker, self._codecs(audience)) for asker, audience in seats if offering(state, asker) is not None]
        return Steps(self._offer(state, long)) if long else None

    def _offer(self, state: State, seats: Sequence[tuple[Asker, Sequence[WireCodec]]]) -> Iterator[None]:
        """For each of these, the options of one combatant after another."""
        system, bodies = self._timeline.system, self._bodies
        for asker, codecs in seats:
            steps = system.offering(known(system, state, asker.audience), asker)
            yield
            for options in steps or ():
                yield
                for codec in codecs:
                    bodies.prepare(options, codec)
                yield

    def _codecs(self, audience: str) -> list[WireCodec]:
        return list({group.codec.subprotocol: group.codec for group in self._grouped(audience)}.values())

    def encoding(self, commit: Commit) -> Work:
        """What the audiences here are told of a commit that holds thousands of acts, encoded before it comes to be."""
        here = [(audience, self._codecs(audience)) for audience in self._viewers if audience in commit.told]
        return Steps(self._encode(commit, here))

    def _encode(self, commit: Commit, here: Sequence[tuple[str, Sequence[WireCodec]]]) -> Iterator[None]:
        for audience, codecs in here:
            for codec in codecs:
                self._events(commit, audience, codec)
                yield

    def _events(self, commit: Commit, audience: str, codec: WireCodec) -> Raw:
        """What an audience is told of a commit, in bytes."""
        if self._told.of is not commit:  # another of the same version may have taken its place
            self._told = Encoded(commit)
        return self._told.body(codec, commit.told[audience].refs, lambda: commit.told_to(audience))

    # --- telling -----------------------------------------------------------------------------------------------------

    def tell(self, commit: Commit) -> None:
        """Send every audience that learns of a commit its update, as soon as it is made; seats first, spectators when
        it is time."""
        now = self._moments.stamp()
        for audience in self._in_order():
            if audience in commit.told and (audience != PUBLIC or self._is_next(commit)):
                self._tell(commit, audience, now)
        self.release()
        self._dismiss_gone(commit)

    def _is_next(self, commit: Commit) -> bool:
        """May spectators be told now, and have they been told of all before it? What was held back goes first."""
        sent = self._sent.get(PUBLIC)
        return not is_delayed(self._timeline) and sent is not None and sent.n == commit.told[PUBLIC].n - 1

    def _tell(self, commit: Commit, audience: str, now: int) -> None:
        """One audience's update; what fails for it fails for nobody else, and the commit stands."""
        try:
            self._update(commit, audience, self._seen_by(audience, self._asker_of(audience, now)))
        except Exception:
            self._lose(audience, commit.version)

    def _lose(self, audience: str, version: int) -> None:
        """The audience could not be told: its viewers come back for a whole view."""
        encounter = self._timeline.encounter
        fields = {"event": "failure", "at": "telling", "encounter": encounter, "version": version, "audience": audience}
        text = "table %s: telling %s of commit %d failed"
        log_.exception(text, encounter, audience, version, extra={"fields": fields})
        self._failed("telling")
        self._sent.pop(audience, None)
        for viewer in list(self._viewers.get(audience, {})):
            viewer.bye("internal")

    def release(self) -> None:
        """Send spectators what has become old enough, and come back when more has."""
        try:
            self.release_here()
        except Absent:
            self._recall_release()

    def release_here(self) -> None:
        """`release` without calling for what was let go: then it raises Absent, and what was sent by then is sent."""
        sent = self._sent.get(PUBLIC)
        if sent is None or PUBLIC not in self._viewers:
            return
        newest = self._released()
        until = min(newest, sent.n + RELEASE_AT_ONCE)
        for n in range(sent.n + 1, until + 1):
            version = self._timeline.version_of(PUBLIC, n)
            self._sights = Sights(self._timeline)  # which keeps what it compares: of one number only
            try:
                shown = shown_at(self._timeline, Position(version), PUBLIC)
                self._update(self._timeline.commit(version), PUBLIC, _Sent(n, self._head(PUBLIC, n), shown, NOTHING))
            except Absent:
                raise
            except Exception:
                self._lose(PUBLIC, version)
                return
        self._release_later(max(until, sent.n), is_more=until < newest)

    def _release_later(self, n: int, is_more: bool) -> None:
        if self._release_timer is not None:
            self._release_timer.cancel()
            self._release_timer = None
        due = next_release(self._timeline, n)
        if due is not None:
            version, age_ms = due
            wait_s = 0 if is_more else max(0, self._moments.of_version(version) + age_ms - self._moments.see()) / 1000
            self._release_timer = asyncio.get_running_loop().call_later(wait_s, self.release)

    def _update(self, commit: Commit, audience: str, now: _Sent) -> None:
        before = self._sent[audience]
        self._sent[audience] = now
        patch = self._sights.patch(before.shown, now.shown)

        for codec, blocks, viewers in self._grouped(audience):
            update = m.Update(
                n=now.n,
                head=now.head,
                at=commit.at,
                events=self._events(commit, audience, codec),
                patch=self._sights.patches.body(codec, id(patch), lambda: patch),
                options=self._offers(before.offered, now.offered, codec, blocks),
            )
            self._fan_out(viewers, codec.encode(update))

    def _offers(
        self, before: Offered, now: Offered, codec: WireCodec, blocks: Blocks | None
    ) -> Raw | msgspec.UnsetType:
        if now is before:
            return msgspec.UNSET
        return blocks.tell(now) if blocks is not None else now.since(before, codec)

    def _send(self, audiences: list[str], encode: Callable[[WireCodec], bytes]) -> None:
        """Encode once per subprotocol; the same bytes to all."""
        payloads: dict[str, bytes] = {}
        for audience in audiences:
            for codec, _, viewers in self._grouped(audience):
                if codec.subprotocol not in payloads:
                    payloads[codec.subprotocol] = encode(codec)
                self._fan_out(viewers, payloads[codec.subprotocol])

    def _grouped(self, audience: str) -> list[_Group]:
        groups = self._groups.get(audience)
        if groups is None:
            found: dict[tuple[str, int], _Group] = {}
            for viewer, blocks in self._viewers[audience].items():
                group = found.setdefault((viewer.codec.subprotocol, id(blocks)), _Group(viewer.codec, blocks, []))
                group.viewers.append(viewer)
            groups = self._groups[audience] = list(found.values())
        return groups

    def _dismiss_gone(self, commit: Commit) -> None:
        """Say goodbye to sessions whose seat was revoked, or whose link was replaced. Who has the new link comes after
        the commit that says so."""
        gone = {id: "seat_revoked" for id, seat in self._timeline.ledger.seats.items() if seat.revoked}
        replaced = (e.SeatClaimed, e.SeatFreed)
        gone |= {event.seat: "token_expired" for event in commit.events if isinstance(event, replaced)}
        if gone:
            for viewer in self.viewers():
                if viewer.seat in gone:
                    viewer.bye(gone[viewer.seat])
                    self.detach(viewer)  # at once: nobody sits there any more
