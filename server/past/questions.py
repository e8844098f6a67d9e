"""Questions that change nothing (`ask`), and their answers. Reads the timeline; appends, rolls and sends nothing.

Whatever a seat names is its own number n; the GM's n is the version. Positions are `[version, step]`. Questions about
files take longer and are answered in `server.table.answers`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from server.core.errors import Rejected
from server.core.size import check_size
from server.core.system import Asker
from server.core.telling.reached import Reached
from server.core.timeline.timeline import Timeline
from server.past.amending import Amending, PreviewAmend, PreviewShown, preview_amend
from server.past.files import Export, FilePart, FileShown, Part
from server.past.marks import Marking, Marks, MarksShown, marks
from server.past.outcome import Outcome, OutcomeShown, Reckoning
from server.past.pages import Pages, Paging, history_page
from server.past.question import Question, sees_all
from server.past.reach import Reach, reaching
from server.past.replay import History, HistoryPage, Moment, MomentShown, moment
from server.past.rulings import (
    ActCard,
    Card,
    OptionsAs,
    PreviewRedo,
    PreviewRewind,
    ViewAs,
    card,
    options_as,
    preview_redo,
    preview_rewind,
    view_as,
)
from server.past.sheet_text import MOST_FILE_BYTES, ReadSheets, SheetFound, read_sheets
from server.process.work import Steps, Work, at_once

AnyQuestion = (
    History
    | Moment
    | Marks
    | Outcome
    | Reach
    | Export
    | Part
    | ViewAs
    | OptionsAs
    | ActCard
    | ReadSheets
    | PreviewRewind
    | PreviewRedo
    | PreviewAmend
)

AnyAnswer = (
    HistoryPage
    | MomentShown
    | MarksShown
    | OutcomeShown
    | Reached
    | FileShown
    | FilePart
    | Card
    | list[SheetFound]
    | PreviewShown
)
"""What they are answered by, in this order; `view_as` by a view, `options_as` by options, the previews by the last."""


COSTS_S: dict[type[Question], float] = {
    History: 0.25,
    Moment: 0.03,
    Marks: 0.005,
    Outcome: 0.1,
    Reach: 0.01,
    ViewAs: 0.005,
    OptionsAs: 0.01,
    ActCard: 0.03,
    ReadSheets: 0.01,
    PreviewRewind: 0.03,
    PreviewRedo: 0.03,
    PreviewAmend: 0.1,
}
"""About what they cost of the processor in a long fight, before the first of their kind was answered."""


def check_question(question: AnyQuestion) -> None:
    """Asked before anything is answered, whoever answers. Raises Rejected: oversized."""
    check_size(question, MOST_FILE_BYTES)


def answer(timeline: Timeline, asker: Asker, question: AnyQuestion) -> Any:
    """The answer, ready to encode. Raises Rejected."""
    own = _OWN.get(type(question))
    if own is not None:
        return own(timeline, asker, question)
    if not sees_all(timeline, asker):
        raise Rejected("gm_only")
    return _GM[type(question)](timeline, question)


def work_of(timeline: Timeline, pages: Pages, asker: Asker, question: AnyQuestion) -> Work | None:
    """The answer in the making, for a question whose answer may be long. Raises Rejected."""
    if isinstance(question, History):
        return Paging(timeline, pages, asker, question)
    if isinstance(question, Marks):
        return Marking(timeline, asker, question)
    if isinstance(question, Outcome):
        return Reckoning(timeline, asker, question)
    if isinstance(question, Reach):
        return Steps(reaching(timeline, asker, question))
    if isinstance(question, PreviewAmend) and sees_all(timeline, asker):
        return Amending(timeline, question)
    return None


_OWN: dict[type[Question], Callable[[Timeline, Asker, Any], Any]] = {
    History: history_page,
    Moment: moment,
    Marks: marks,
    Outcome: lambda timeline, asker, question: at_once(Reckoning(timeline, asker, question)),
    Reach: lambda timeline, asker, question: at_once(Steps(reaching(timeline, asker, question))),
}
"""What everybody may ask, through the eyes that are theirs."""

_GM: dict[type[Question], Callable[[Timeline, Any], Any]] = {
    ViewAs: view_as,
    OptionsAs: options_as,
    ActCard: card,
    ReadSheets: read_sheets,
    PreviewRewind: preview_rewind,
    PreviewRedo: preview_redo,
    PreviewAmend: preview_amend,
}
