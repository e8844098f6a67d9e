"""Nothing of an intent is unbounded: each text, list, map and number of each type, one by one, made too large."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import msgspec.inspect as mi
import pytest

from protocol.codec import MSGPACK
from protocol.errors import ProtocolError
from protocol.messages import Ask, Submit
from server.conformance.fights import SYSTEMS, every_system
from server.conformance.parts import each_wrong, least
from server.core.deciding.decide import intent_union, parse_intent
from server.core.errors import Rejected
from server.core.intents import CORE_INTENTS
from server.core.size import MOST_BYTES, MOST_CHARS, MOST_ENTRIES, MOST_WHOLE, check_size
from server.core.system import System
from server.past import questions
from server.past.questions import AnyQuestion
from server.past.sheet_text import MOST_FILE_BYTES


def too_large(kind: mi.Type) -> Iterator[Any]:
    """What no part of this type may be."""
    match kind:
        case mi.ListType(item_type=item) | mi.VarTupleType(item_type=item):
            yield [least(item)] * (MOST_ENTRIES + 1)
        case mi.DictType(value_type=inner):
            yield {f"k{n}": least(inner) for n in range(MOST_ENTRIES + 1)}
        case mi.StrType():
            yield "x" * (MOST_CHARS + 1)
        case mi.BytesType():
            yield bytes(MOST_BYTES + 1)
        case mi.IntType() | mi.FloatType():
            yield from (MOST_WHOLE + 1, -MOST_WHOLE - 1)
        case mi.AnyType():
            yield from ("x" * (MOST_CHARS + 1), [0] * (MOST_ENTRIES + 1), [[MOST_WHOLE + 1]])
        case mi.LiteralType() | mi.BoolType() | mi.NoneType():
            pass
        case _:
            raise AssertionError(f"nobody knows how large a {kind} may be")


def taken(system: System, raw: Any) -> bool:
    """Is the intent's form accepted?"""
    try:
        check_size(parse_intent(system, raw))
    except (Rejected, msgspec.ValidationError):
        return False
    return True


@every_system
def test_no_part_of_an_intent_is_unbounded(name: str) -> None:
    """Neither core's nor the system's: whatever a type forgets, the size of an intent is asked as a whole."""
    system = SYSTEMS[name]
    tried = 0
    for kind in (*CORE_INTENTS, *system.intents):
        info = mi.type_info(kind)
        assert taken(system, least(info)), least(info)
        for raw in each_wrong(info, too_large):
            assert not taken(system, raw), repr(raw)[:300]
            tried += 1
    assert tried > len(CORE_INTENTS)


@pytest.mark.parametrize("inner", ["x" * 4_097, [0] * 513, {"k" * 4_097: 1}, {"a": {"b": [[2**53]]}}, float("nan")])
def test_free_maps_are_walked_like_all_else(inner: Any) -> None:
    """The intent inside an amendment, before anybody knows its type."""
    amend = {"type": "amend", "target": [1, 0], "digest": b"", "edits": [{"at": [1, 0], "intent": {"x": inner}}]}
    assert not taken(next(iter(SYSTEMS.values())), amend)


def blank(kind: mi.Type) -> Iterator[Any]:
    """Texts that people would not see, or that would hide others."""
    match kind:
        case mi.StrType() | mi.AnyType():
            yield from (" \u00a0", "\u200b", "q" + "\u0320" * 4)
        case _:
            pass


def read_intent(system: System, raw: Any) -> Any:
    """As the server reads it: the whole frame first, then what stands in it. Raises ProtocolError."""
    frame = MSGPACK.encode(Submit(id=bytes(16), nonce=bytes(16), intent=MSGPACK.body(raw)))
    message = MSGPACK.decode(frame)
    assert isinstance(message, Submit)
    return MSGPACK.reader(intent_union(system), "$.intent")(message.intent)


def read_question(raw: Any) -> Any:
    """A question as the server reads it: the whole frame first. Raises ProtocolError."""
    message = MSGPACK.decode(MSGPACK.encode(Ask(id=1, question=MSGPACK.body(raw))))
    assert isinstance(message, Ask)
    return MSGPACK.reader(AnyQuestion, "$.question")(message.question)


@every_system
def test_every_text_of_an_intent_can_be_read(name: str) -> None:
    """Blanks, invisible signs and stacks of signs are refused in whatever field; what is empty is no text."""
    system = SYSTEMS[name]
    for kind in (*CORE_INTENTS, *system.intents):
        for raw in each_wrong(mi.type_info(kind), blank):
            with pytest.raises(ProtocolError, match=r"^(text|schema) at \$\.intent"):
                read_intent(system, raw)
    assert read_intent(system, {"type": "redo", "reason": "", "digest": b""})


def test_every_text_of_a_question_can_be_read() -> None:
    """Of the intents in a preview, too."""
    wrong = list(each_wrong(mi.type_info(AnyQuestion), blank))
    assert any(raw["type"] == "preview_amend" for raw in wrong)
    for raw in wrong:
        with pytest.raises(ProtocolError, match=r"^text at \$\.question"):
            read_question(raw)


def test_no_part_of_a_question_is_unbounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """By its type, or by the count of all that it holds, which is asked before anybody answers."""
    asked = list(each_wrong(mi.type_info(AnyQuestion), too_large_to_ask))
    kinds = {str(kind.__struct_config__.tag) for kind in get_args(AnyQuestion)}
    assert kinds - {raw["type"] for raw in asked} == {"preview_redo"}, "it asks for nothing in particular"
    assert [raw for raw in asked if is_answered(raw)] == []
    monkeypatch.setattr(questions, "check_size", lambda *_question: None)
    assert any(is_answered(raw) for raw in asked), "nobody would notice an unbounded part"


def too_large_to_ask(kind: mi.Type) -> Iterator[Any]:
    """What is too large for a part of a question, which may bring a file."""
    yield from [bytes(MOST_FILE_BYTES + 1)] if isinstance(kind, mi.BytesType) else too_large(kind)


def is_answered(raw: Any) -> bool:
    """Does such a question come before who answers it?"""
    try:
        questions.check_question(msgspec.convert(raw, AnyQuestion))
    except (Rejected, msgspec.ValidationError):
        return False
    return True
