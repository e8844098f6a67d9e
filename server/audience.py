"""Who watches a table, and what each audience was last sent. Shapes updates and welcomes; decides and stores nothing.

Each message is encoded once per audience and subprotocol; all its viewers get the same bytes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import msgspec

from protocol import messages as m
from protocol.codec import Codec as WireCodec
from protocol.errors import CODES, merge
from protocol.patch import diff
from server.core.errors import TEXTS
from server.core.ids import GM, PUBLIC, audience_of
from server.core.options import Option
from server.core.secrecy import known
from server.core.system import Asker
from server.core.timeline import Timeline
from server.core.view import builtins, view
from server.store.codec import NO_HEAD, Sealed

RESUME_EVENTS = 256
"""At most so many missed commits are told on resume; then the view alone must do."""

RESUME_BYTES = 256 * 1024
"""At most so many bytes of missed events."""


PRESENCE_EVERY_S = 1.0


class Viewer(Protocol):
    """One session at a table. `send` takes one encoded message, never blocks and never raises."""

    seat: str
    role: str
    audience: str
    codec: WireCodec

    def send(self, payload: bytes) -> None:
        """Send one message; the same bytes object goes to every viewer of one audience and subprotocol."""

    def bye(self, code: str) -> None:
        """Say why, and close."""


class _Sent:
    """What an audience's viewers were last sent."""

    def __init__(self, shown: dict[str, Any], options: Any) -> None:
        self.shown = shown
        self.options = options


class Audiences:
    """The viewers of one table by audience."""

    def __init__(self, timeline: Timeline, fan_out: Callable[[list[Viewer], bytes], None] | None = None) -> None:
        self._timeline = timeline
        self._fan_out = fan_out
        self._viewers: dict[str, list[Viewer]] = {}
        self._sent: dict[str, _Sent] = {}
        self._presence_timer: asyncio.TimerHandle | None = None
        self.texts: Mapping[str, str] = merge(CODES, TEXTS, timeline.system.texts)

    def asker(self, seat: str, now: int) -> Asker:
        """Who a seat is, as core asks for it."""
        place = self._timeline.ledger.seats.get(seat)
        if place is None:
            return Asker(seat, "server", GM, now)
        return Asker(seat, place.role, audience_of(seat, place.role), now)

    # --- coming and going --------------------------------------------------------------------------------------------

    def attach(self, viewer: Viewer, resume: m.Resume | None, asker: Asker) -> None:
        """Send the whole view, and what was missed since `resume`."""
        ledger = self._timeline.ledger
        told = ledger.told.get(viewer.audience)
        n, head = (told.n, told.head) if told is not None else (0, NO_HEAD)
        if resume is not None and not self._knows(viewer.audience, resume):
            viewer.bye("forked")
            return
        sent = self._current(viewer.audience, asker)
        missed, more = self._missed(viewer, resume) if resume is not None else ([], False)
        codec = viewer.codec
        viewer.send(
            codec.encode(
                m.Welcome(
                    seat=viewer.seat,
                    audience=viewer.audience,
                    n=n,
                    head=head,
                    view=codec.body(sent.shown),
                    options=codec.body(sent.options),
                    events=missed or msgspec.UNSET,
                    more=more or msgspec.UNSET,
                )
            )
        )
        self._viewers.setdefault(viewer.audience, []).append(viewer)
        self._presence()

    def detach(self, viewer: Viewer) -> None:
        """Forget a viewer, and what its audience was sent when it was the last."""
        viewers = self._viewers.get(viewer.audience, [])
        if viewer in viewers:
            viewers.remove(viewer)
            if not viewers:
                self._viewers.pop(viewer.audience)
                self._sent.pop(viewer.audience, None)
            self._presence()

    def close(self) -> None:
        """Stop the timer."""
        if self._presence_timer is not None:
            self._presence_timer.cancel()

    def viewers(self) -> list[Viewer]:
        """Everybody, seats first."""
        order = sorted(self._viewers, key=lambda audience: audience == PUBLIC)
        return [viewer for audience in order for viewer in self._viewers[audience]]

    def _presence(self) -> None:
        """Say who is connected, at most once a second."""
        if self._presence_timer is None:
            loop = asyncio.get_running_loop()
            self._presence_timer = loop.call_later(PRESENCE_EVERY_S, self._say_presence)

    def _say_presence(self) -> None:
        self._presence_timer = None
        sessions = {audience: len(viewers) for audience, viewers in self._viewers.items()}
        self._send_all(lambda codec: codec.encode(m.Presence(sessions=sessions)))

    def _send_all(self, encode: Callable[[WireCodec], bytes]) -> None:
        payloads: dict[str, bytes] = {}
        for viewer in self.viewers():
            name = viewer.codec.subprotocol
            if name not in payloads:
                payloads[name] = encode(viewer.codec)
            viewer.send(payloads[name])

    def _knows(self, audience: str, resume: m.Resume) -> bool:
        """Was the audience ever told exactly this?"""
        numbers = self._timeline.numbers.get(audience, [])
        if resume.n == 0:
            return True
        if resume.n > len(numbers):
            return False
        return self._timeline.commit(numbers[resume.n - 1]).told[audience].head == resume.head

    def _missed(self, viewer: Viewer, resume: m.Resume) -> tuple[list[m.Told], bool]:
        versions = self._timeline.numbers.get(viewer.audience, [])[resume.n :]
        if len(versions) > RESUME_EVENTS:
            return [], True
        missed, size = [], 0
        for n, version in enumerate(versions, start=resume.n + 1):
            commit = self._timeline.commit(version)
            events = viewer.codec.body(commit.told_to(viewer.audience))
            size += len(bytes(events))
            missed.append(m.Told(n=n, at=commit.at, events=events))
        return ([], True) if size > RESUME_BYTES else (missed, False)

    # --- telling -----------------------------------------------------------------------------------------------------

    def _current(self, audience: str, asker: Asker) -> _Sent:
        sent = self._sent.get(audience)
        if sent is None:
            sent = self._sent[audience] = _Sent(*self._look(audience, asker))
        return sent

    def _look(self, audience: str, asker: Asker) -> tuple[dict[str, Any], Any]:
        system = self._timeline.system
        state = known(system, self._timeline.state, audience)
        shown = builtins(view(system, state, audience))
        return shown, self._options(state, asker)

    def _options(self, state: Any, asker: Asker) -> list[Option]:
        if asker.role == "spectator" or self._timeline.ledger.closed:
            return []
        return self._timeline.system.options(state, asker)

    def tell(self, sealed: Sealed) -> None:
        """Send every audience that learns of a commit its update; seats first."""
        told = sealed.commit.told
        for audience in sorted(self._viewers, key=lambda one: one == PUBLIC):
            if audience in told:
                self._update(audience, sealed)
        self._dismiss()

    def _update(self, audience: str, sealed: Sealed) -> None:
        viewers = self._viewers[audience]
        before = self._sent.get(audience)
        shown, options = self._look(audience, self.asker(viewers[0].seat, sealed.commit.at))
        self._sent[audience] = _Sent(shown, options)
        patch = diff(before.shown, shown) if before is not None else shown
        changed = before is None or before.options != options
        payloads: dict[str, bytes] = {}
        for viewer in viewers:
            name = viewer.codec.subprotocol
            if name not in payloads:
                payloads[name] = self._encode(viewer.codec, audience, sealed, patch, options if changed else None)
        for name, payload in payloads.items():
            self._send([viewer for viewer in viewers if viewer.codec.subprotocol == name], payload)

    def _encode(self, codec: WireCodec, audience: str, sealed: Sealed, patch: Any, options: Any) -> bytes:
        telling = sealed.commit.told[audience]
        return codec.encode(
            m.Update(
                n=telling.n,
                head=telling.head,
                at=sealed.commit.at,
                events=codec.body(sealed.commit.told_to(audience)),
                patch=codec.body(patch),
                options=msgspec.UNSET if options is None else codec.body(options),
            )
        )

    def _send(self, viewers: list[Viewer], payload: bytes) -> None:
        if self._fan_out is not None:
            self._fan_out(viewers, payload)
            return
        for viewer in viewers:
            viewer.send(payload)

    def _dismiss(self) -> None:
        """Say goodbye to sessions whose seat was revoked."""
        seats = self._timeline.ledger.seats
        for viewer in self.viewers():
            place = seats.get(viewer.seat)
            if place is not None and place.revoked:
                viewer.bye("seat_revoked")
