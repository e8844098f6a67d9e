"""Every text, list, map and number of every intent and question, at its bound and one beyond: what is allowed is taken,
and what is not has its code and changes nothing."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Any, get_args

import msgspec
import msgspec.inspect as mi
import pytest

from protocol.codec import CODECS, JSON, MSGPACK, Codec
from protocol.errors import ProtocolError
from protocol.limits import STRING_CHARS
from protocol.messages import Ask, Submit
from server.conformance.edges import Edge, edges
from server.conformance.fights import SYSTEMS, demo, every_system, laid
from server.core.deciding.decide import intent_union
from server.core.errors import Rejected
from server.core.intents import CORE_INTENTS, Act, Intent
from server.core.size import MOST_VALUES, check_size
from server.core.system import System
from server.past import questions
from server.past.files import Export, Part
from server.past.questions import AnyQuestion, answer
from server.past.sheet_text import MOST_FILE_BYTES
from server.scenario.rehearsal import Rehearsal

Refusal = ProtocolError | Rejected | None

every_codec = pytest.mark.parametrize("codec", CODECS.values(), ids=CODECS)


def read_intent(codec: Codec, system: System, raw: Any) -> Intent:
    """As the server reads it, the whole frame first. Raises ProtocolError or Rejected."""
    message = codec.decode(codec.encode(Submit(id=bytes(16), nonce=bytes(16), intent=codec.body(raw))))
    assert isinstance(message, Submit)
    intent: Intent = _reader(codec, system)(message.intent)
    check_size(intent)
    return intent


@cache
def _reader(codec: Codec, system: System) -> Callable[[Any], Intent]:
    """Made once, as a server does."""
    return codec.reader(intent_union(system), "$.intent")


def read_question(codec: Codec, raw: Any) -> AnyQuestion:
    """A question as the server reads it, the whole frame first. Raises ProtocolError or Rejected."""
    message = codec.decode(codec.encode(Ask(id=1, question=codec.body(raw))))
    assert isinstance(message, Ask)
    question: AnyQuestion = codec.reader(AnyQuestion, "$.question")(message.question)
    questions.check_question(question)
    return question


def refusal(read: Callable[[Any], Any], raw: Any) -> Refusal:
    """Why it is not read, if it is not."""
    try:
        read(raw)
    except (ProtocolError, Rejected) as error:
        return error
    return None


def check_edge(read: Callable[[Any], Any], edge: Edge) -> None:
    """What fits is read, or refused for what it says; one more is refused by its code. Where a list of large things is
    read up to a count of all values, its own bound is not reached: it ends one entry before that one."""
    beyond = refusal(read, edge.beyond)
    assert beyond is not None, f"taken: {edge.beyond!r:.300}"
    assert beyond.code == edge.code, f"{beyond}: {edge.beyond!r:.300}"
    fits = refusal(read, edge.fits)
    if edge.of is not None and fits is not None and fits.code == "oversized":
        of = edge.of
        first = bisect_left(range(edge.most), True, key=lambda count: refusal(read, of(count)) is not None)
        fits, beyond = refusal(read, of(first - 1)), refusal(read, of(first))
        assert beyond is not None
        assert (beyond.code, beyond.detail["most"], first > 1) == ("oversized", MOST_VALUES, True), f"{beyond}"
    assert fits is None or is_of_sense(fits), f"{fits}: {edge.fits!r:.300}"


def code_of(refused: ProtocolError | Rejected | None) -> str:
    """The code of a refusal; empty: there is none."""
    return "" if refused is None else refused.code


def is_of_sense(refused: ProtocolError | Rejected) -> bool:
    """Two parts of it do not go together, however large they are: a thing in hand that is not carried."""
    return refused.code == "schema" and not str(refused.detail["problem"]).startswith(("Expected", "Invalid"))


@every_codec
def test_each_part_of_core_s_intents_is_taken_up_to_its_bound(codec: Codec) -> None:
    """Whatever system is asked for beside them: they are read alike at every table."""
    assert checked(codec, next(iter(SYSTEMS.values())), CORE_INTENTS) > len(CORE_INTENTS)


@every_codec
@every_system
def test_each_part_of_an_intent_is_taken_up_to_its_bound(name: str, codec: Codec) -> None:
    """Of the system's own."""
    system = SYSTEMS[name]
    bare = {kind for kind in system.intents if not checked(codec, system, [kind])}
    assert not [kind for kind in bare if issubclass(kind, Act)], "nothing of it has a bound"


def checked(codec: Codec, system: System, kinds: Iterable[type[Intent]]) -> int:
    """So many edges were checked. What may be written in short, too, may be deeper at length than a message holds."""
    read, count = partial(read_intent, codec, system), 0
    for kind in kinds:
        for edge in edges(mi.type_info(kind)):
            if code_of(refusal(read, edge.fits)) != "depth":
                check_edge(read, edge)
                count += 1
    return count


@every_codec
@every_system
def test_whoever_is_there_can_be_added_once_more(name: str, codec: Codec) -> None:
    """With the sheet as everybody was told of it, which the browser sends back: it is no deeper than a message."""
    table = laid(name)
    kinds = {kind.__struct_config__.tag for kind in table.system.intents}
    sheets = [event.sheet for commit in table.timeline.commits for event in commit.events if hasattr(event, "sheet")]
    for sheet in sheets if "add_combatant" in kinds else ():
        plain = msgspec.to_builtins(sheet)
        intent = {"type": "add_combatant", "who": "late", "name": "Late", "side": "a", "sheet": plain}
        refused = refusal(partial(read_intent, codec, table.system), intent)
        assert refused is None, refused


@every_codec
def test_each_part_of_a_question_is_taken_up_to_its_bound(codec: Codec) -> None:
    """In JSON a file is a text, and no longer than any."""
    asked = set()
    for kind in get_args(AnyQuestion):
        for edge in edges(mi.type_info(kind), MOST_FILE_BYTES):
            if codec is MSGPACK or edge.fits["type"] != "read_sheets":
                check_edge(partial(read_question, codec), edge)
            asked.add(kind)
    assert {kind.__name__ for kind in set(get_args(AnyQuestion)) - asked} == {"PreviewRedo"}
    most = STRING_CHARS // 4 * 3
    read = partial(read_question, JSON)
    assert refusal(read, {"type": "read_sheets", "file": bytes(most)}) is None
    wrong = refusal(read, {"type": "read_sheets", "file": bytes(most + 1)})
    assert wrong is not None
    assert wrong.code == "text"


@every_system
def test_what_is_at_a_bound_breaks_nothing_in_a_fight(name: str) -> None:
    """The rules take it, and it can be read again, or refuse it with a sentence; one beyond never comes to them: it
    can't be read, whoever sends it."""
    system, seats = SYSTEMS[name], ("gm", *demo(name).seats)
    read, table = partial(read_intent, MSGPACK, system), Rehearsal(system, demo(name), None)
    for kind in (*CORE_INTENTS, *system.intents):
        for edge in edges(mi.type_info(kind)):
            assert refusal(read, edge.beyond) is not None
            said = [refusal(read, edge.fits)]
            if said == [None]:
                intent = read(edge.fits)
                said = [refusal(partial(table.submit, seat), intent) for seat in seats]
            assert all(each.text(system.texts) for each in said if isinstance(each, Rejected))
            if table.timeline.version > 1:
                table = Rehearsal(system, demo(name), None)


@every_system
def test_a_question_at_a_bound_is_answered_or_refused_with_a_sentence(name: str) -> None:
    """But for those of files, which are answered elsewhere."""
    table = Rehearsal(SYSTEMS[name], demo(name), None)
    gm = table.asker("gm")
    for kind in set(get_args(AnyQuestion)) - {Export, Part}:
        for edge in edges(mi.type_info(kind), MOST_FILE_BYTES):
            said = refusal(lambda raw: answer(table.timeline, gm, read_question(MSGPACK, raw)), edge.fits)
            assert not isinstance(said, Rejected) or said.text(SYSTEMS[name].texts)
