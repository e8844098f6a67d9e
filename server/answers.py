"""Answers a viewer's questions: most at once from the timeline, those about files as soon as they are made."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable

import msgspec

from protocol import messages as m
from protocol.codec import Codec
from server.audience import Audiences, Viewer
from server.core.errors import Rejected
from server.core.timeline import Timeline
from server.files import Export, Files, Part
from server.question import eyes
from server.questions import AnyQuestion, answer
from server.store.log import Broken, StoreError

log_ = logging.getLogger(__name__)

Refuse = Callable[[Viewer, int, Rejected], None]


class Answers:
    """The questions of one table's viewers."""

    def __init__(self, timeline: Timeline, audiences: Audiences, files: Files, refuse: Refuse) -> None:
        self._timeline = timeline
        self._audiences = audiences
        self._files = files
        self._refuse = refuse
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, viewer: Viewer, message: m.Ask) -> None:
        """Answer or refuse. Raises ProtocolError for a malformed question."""
        question = _reader(viewer.codec)(message.question)
        if isinstance(question, Export):
            task = asyncio.get_running_loop().create_task(self._export(viewer, message.id, question))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            return
        try:
            self._send(viewer, message.id, self._answer(viewer, question))
        except Rejected as rejected:
            self._refuse(viewer, message.id, rejected)

    def close(self) -> None:
        """Make no more files."""
        for task in self._tasks:
            task.cancel()

    def _answer(self, viewer: Viewer, question: AnyQuestion) -> object:
        if isinstance(question, Part):
            return self._files.part(question)
        return answer(self._timeline, self._audiences.asker(viewer.seat), question)

    async def _export(self, viewer: Viewer, id: int, question: Export) -> None:
        """The file of the audience as it stands now; what comes meanwhile is not in it."""
        try:
            audience, last = eyes(self._timeline, self._audiences.asker(viewer.seat), question.audience)
            self._send(viewer, id, await self._files.export(self._timeline.encounter, audience, last))
        except Rejected as rejected:
            self._refuse(viewer, id, rejected)
        except Broken:
            self._refuse(viewer, id, Rejected("integrity"))
        except StoreError:
            self._refuse(viewer, id, Rejected("unavailable", retry_after_ms=1_000))
        except Exception:
            reference = secrets.token_hex(4)
            log_.exception("encounter %s: export failed, reference %s", self._timeline.encounter, reference)
            self._refuse(viewer, id, Rejected("internal", reference=reference))

    @staticmethod
    def _send(viewer: Viewer, id: int, body: object) -> None:
        viewer.send(viewer.codec.encode(m.Answer(id=id, body=viewer.codec.body(body))))


_READERS: dict[str, Callable[[msgspec.Raw], AnyQuestion]] = {}


def _reader(codec: Codec) -> Callable[[msgspec.Raw], AnyQuestion]:
    """Decodes questions of this subprotocol; made once. Raises ProtocolError."""
    if codec.subprotocol not in _READERS:
        _READERS[codec.subprotocol] = codec.reader(AnyQuestion, "$.question")
    return _READERS[codec.subprotocol]
