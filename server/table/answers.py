"""Answers the questions of a table's viewers apart from the table's own queue: those of one seat and address one after
another, but for files, which take long; each by turns with all others that are asked of this process. What the timeline
has let go is brought back first.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Generator
from contextlib import AbstractAsyncContextManager

import msgspec
from msgspec.structs import replace

from protocol import messages as m
from protocol.codec import Codec
from server.core.errors import Rejected
from server.core.memo import Shelf
from server.core.system import Asker
from server.past.files import Export, Part
from server.past.question import eyes
from server.past.questions import COSTS_S, AnyQuestion, answer, check_question, work_of
from server.process.shares import MOST_STEPS, Party, Slice
from server.process.work import Steps, in_turns
from server.store.codec import Unreadable
from server.store.log import Broken, StoreError
from server.table.audience import Audiences, Viewer
from server.table.chronicle import Chronicle
from server.table.inbox import STORE_RETRY_MS
from server.table.refusals import Refusals
from server.table.services import Services

log_ = logging.getLogger(__name__)

MOST_OVERTAKEN = 3
"""So often a preview that a commit has overtaken is begun again before the game master is told to ask again."""


class Answers:
    """The questions of one table's viewers."""

    def __init__(self, chronicle: Chronicle, audiences: Audiences, refusals: Refusals, services: Services) -> None:
        self._timeline = chronicle.timeline
        self._recall = chronicle.recall
        self._past = chronicle.past
        self._audiences = audiences
        self._refuse = refusals.tell
        self._files = services.files
        self._shares = services.shares
        self._failed = services.meter.failed
        self._asking: dict[asyncio.Task[None], Viewer] = {}
        """By the work at an answer who waits for it."""

    def ask(self, viewer: Viewer, message: m.Ask) -> None:
        """Answer or refuse. Raises ProtocolError for a malformed question."""
        question = _reader(viewer.codec)(message.question)
        try:
            check_question(question)  # now: the tasks of all that is read in one turn begin in one turn
        except Rejected as rejected:
            self._refuse(viewer, message.id, rejected)
            return
        task = asyncio.get_running_loop().create_task(self._answer(viewer, message.id, question))
        self._asking[task] = viewer
        task.add_done_callback(self._asking.pop)

    def leave(self, viewer: Viewer) -> None:
        """The viewer is gone: nothing more is done for it. What is made for several begins anew for who is next."""
        for task, asker in self._asking.items():
            if asker is viewer:
                task.cancel()

    @property
    def is_busy(self) -> bool:
        """Is anything asked that is not answered yet?"""
        return bool(self._asking)

    def close(self) -> None:
        """Answer nothing more."""
        for task in self._asking:
            task.cancel()

    async def _answer(self, viewer: Viewer, id: int, question: AnyQuestion) -> None:
        party = self._party(viewer)
        try:
            async with self._turns(party, question) as turn:
                made = await self._body(viewer, question, turn)
                body = await in_turns(Steps(encoding(viewer.codec, made)), turn)
                await turn(lambda: viewer.send(viewer.codec.encode(m.Answer(id=id, body=body))))
        except Rejected as rejected:
            self._refuse(viewer, id, rejected)
        except (Broken, Unreadable):
            self._refuse(viewer, id, Rejected("integrity"))
        except StoreError:
            self._refuse(viewer, id, Rejected("unavailable", retry_after_ms=STORE_RETRY_MS))
        except Exception:
            reference, encounter = secrets.token_hex(4), self._timeline.encounter
            fields = {"event": "failure", "at": "answer", "encounter": encounter, "reference": reference}
            fields["seat"] = viewer.seat
            text = "encounter %s: an answer failed, reference %s"
            log_.exception(text, encounter, reference, extra={"fields": fields})
            self._failed("answer")
            self._refuse(viewer, id, Rejected("internal", reference=reference))

    def _turns(self, party: Party, question: AnyQuestion) -> AbstractAsyncContextManager[Slice]:
        """Files have a line of their own (`server.past.files`)."""
        if isinstance(question, Export | Part):
            return self._shares.question(party, "file")
        kind = type(question)
        return self._shares.question(party, "", kind.__name__, self._timeline.version, COSTS_S[kind])

    def _party(self, viewer: Viewer) -> Party:
        """Spectators share a link but no part: each session is one beside a player, below what its address gets."""
        seat = self._timeline.encounter, viewer.seat
        return Party(viewer.network, (*seat, id(viewer)) if viewer.role == "spectator" else seat)

    async def _body(self, viewer: Viewer, question: AnyQuestion, turn: Slice) -> object:
        asker = self._audiences.asker(viewer.seat)
        if isinstance(question, Part):
            return self._files.part(question)
        if isinstance(question, Export):  # the file as it stands now; what comes meanwhile is not in it
            audience, last = eyes(self._timeline, asker, question.audience)
            if last == 0:  # a delayed spectator's, at first: of an empty file nobody could say whether it is intact
                raise Rejected("nothing_yet")
            return await self._files.export(self._timeline, audience, last, self._party(viewer), turn)
        for _ in range(MOST_OVERTAKEN):
            try:
                return await self._made(asker, question, turn)
            except Rejected as rejected:
                if rejected.code != "preview_outdated":
                    raise
        return await self._made(asker, question, turn)

    async def _made(self, asker: Asker, question: AnyQuestion, turn: Slice) -> object:
        with self._past.read():
            work = work_of(self._timeline, self._past.pages, asker, question)
            if work is not None:
                return await self._recall.working(work, turn)
            return await self._recall.reading(lambda: answer(self._timeline, asker, question), turn, Shelf())


def encoding(codec: Codec, answer: object) -> Generator[None, None, msgspec.Raw]:
    """An answer in bytes, by short steps: the rows of its long lists one by one."""
    if not isinstance(answer, msgspec.Struct):
        return codec.body(answer)
    rows: dict[str, list[msgspec.Raw]] = {}
    for name in answer.__struct_fields__:
        value = getattr(answer, name)
        if isinstance(value, list) and len(value) > MOST_STEPS:
            rows[name] = []
            for row in value:
                rows[name].append(codec.body(row))
                yield
    return codec.body(replace(answer, **rows) if rows else answer)


_READERS: dict[str, Callable[[msgspec.Raw], AnyQuestion]] = {}


def _reader(codec: Codec) -> Callable[[msgspec.Raw], AnyQuestion]:
    """Decodes questions of this subprotocol; made once. Raises ProtocolError."""
    if codec.subprotocol not in _READERS:
        _READERS[codec.subprotocol] = codec.reader(AnyQuestion, "$.question")
    return _READERS[codec.subprotocol]
