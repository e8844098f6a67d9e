"""Options in blocks: whoever sits down when, and in whatever language, reads what is listed."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from client_demo.wire import Options
from protocol.codec import CODECS, JSON, MSGPACK, Codec
from protocol.limits import OPTIONS_BEFORE, OPTIONS_BEFORE_BYTES
from protocol.patch import canonical
from server.core.options import Choice, Option, Param, Reason
from server.table.offers.blocks import COMPARED, CROWD, Blocks
from server.table.offers.offered import Bodies, Offered
from tests.protocol.golden import names, vectors

FIGHTS = vectors("blocks")
LIKES = vectors("likes")

choices = st.lists(
    st.builds(Choice, value=st.integers(0, 3), label=st.sampled_from(("", "Ann")), target=st.sampled_from(("", "ann"))),
    max_size=3,
).map(tuple)
params = st.builds(
    Param, name=st.sampled_from("xyz"), kind=st.just("list"), choices=choices, aim=st.sampled_from(("", "", "whom"))
)
reasons = st.builds(Reason, st.just("tired"), st.sampled_from(("Ann rests.", "Bob rests.")), st.just({"have": 0}))
menus = st.lists(
    st.builds(
        lambda key, whom, **more: Option(key=key, intent={"type": key, **whom}, **more),
        st.sampled_from("abc"),
        st.sampled_from(({}, {"who": "ann"}, {"with": {"who": "ann"}}, {"with": {"what": [1]}})),
        label=st.sampled_from(("", "sword")),
        answers=st.booleans(),
        reason=st.none() | reasons,
        params=st.lists(params, max_size=3).map(tuple),
    ),
    unique_by=MSGPACK.to_bytes,
)


def plain(codec: Codec, body: msgspec.Raw) -> Any:
    """A body as a client decodes it."""
    return (msgspec.json.decode if codec.is_text else msgspec.msgpack.decode)(bytes(body))


def sits(codec: Codec, blocks: Blocks) -> Options:
    """Somebody sits down now."""
    options, offered = blocks.whole()
    return Options(plain(codec, options), offered)


def offers(*options: Option) -> Offered:
    """What is offered."""
    return Offered(list(options), Bodies())


def named(*keys: str) -> Offered:
    """Options that differ in their names alone."""
    return offers(*(Option(key=key, intent={"type": key}) for key in keys))


@pytest.mark.parametrize("fight", FIGHTS + LIKES, ids=names(FIGHTS + LIKES))
def test_told_as_in_every_language(fight: dict[str, Any]) -> None:
    """The vectors say what is told when this is offered, and what is told to who sits down afterwards."""
    menus = [Offered(msgspec.convert(step["offered"], list[Option]), Bodies()) for step in fight["steps"]]
    blocks = Blocks(MSGPACK, menus[0], in_likes=fight in LIKES)
    told = [plain(MSGPACK, blocks.whole()[0]), *(plain(MSGPACK, blocks.tell(menu)) for menu in menus[1:])]
    assert told == [step["told"] for step in fight["steps"]]
    options, offered = blocks.whole()
    assert {"options": plain(MSGPACK, options), "offered": offered} == fight["late"]


@pytest.mark.parametrize("fight", FIGHTS + LIKES, ids=names(FIGHTS + LIKES))
def test_read_as_in_every_language(fight: dict[str, Any]) -> None:
    """Each update leads to what is offered, and the welcome of who comes late to the same."""
    first, *rest = msgspec.json.decode(msgspec.json.encode(fight["steps"]))
    reader = Options(first["told"])
    for step in rest:
        reader.renew(step["told"])
        assert reader.offered == step["offered"]
    late = msgspec.json.decode(msgspec.json.encode(fight["late"]))
    assert Options(late["options"], late["offered"]).offered == fight["steps"][-1]["offered"]


@given(st.sampled_from(list(CODECS.values())), st.booleans(), st.lists(st.tuples(menus, st.booleans()), min_size=1))
def test_whoever_sits_down_whenever_reads_what_is_listed(
    codec: Codec, in_likes: bool, steps: list[tuple[list[Option], bool]]
) -> None:
    """Byte for byte, canonically where patches were laid on; and nothing is told twice to those who know it."""
    blocks = Blocks(codec, offers(), in_likes)
    written = canonical if in_likes else codec.to_bytes
    readers = [sits(codec, blocks)]
    known: set[bytes] = set()
    for menu, comes in steps:
        offered = offers(*menu)
        bodies = offered.bodies(codec)
        told = blocks.tell(offered)
        assert sum(not isinstance(one, int) for one in plain(codec, told)) == len(set(bodies) - known)
        for reader in readers:
            reader.renew(plain(codec, told))
        readers += [sits(codec, blocks)] if comes else []
        for reader in readers:
            assert [written(option) for option in reader.offered] == [
                written(plain(codec, msgspec.Raw(body))) for body in bodies
            ]
        known |= set(bodies)


def test_what_was_offered_before_is_bounded_by_count() -> None:
    """However many come and go; what is offered now is not counted."""
    blocks = Blocks(MSGPACK, named())
    reader = sits(MSGPACK, blocks)
    keys = [f"deed{number}" for number in range(3 * OPTIONS_BEFORE)]
    for first in range(0, len(keys), 50):
        some = keys[first : first + 50]
        reader.renew(plain(MSGPACK, blocks.tell(named(*some))))
    assert len(plain(MSGPACK, blocks.whole()[0])) == OPTIONS_BEFORE + len(some)
    assert [type(one) for one in plain(MSGPACK, blocks.tell(named(keys[0], keys[-1])))] == [dict, int]


def test_what_was_offered_before_is_bounded_by_size() -> None:
    """The newest are named; a reader that knows more than the server names is told what it needs."""
    long = [Option(key=f"deed{number}", intent={"type": "deed", "text": "x" * 8_000}) for number in range(20)]
    blocks = Blocks(MSGPACK, named())
    reader = sits(MSGPACK, blocks)
    for option in long:
        reader.renew(plain(MSGPACK, blocks.tell(offers(option))))
    assert len(plain(MSGPACK, blocks.whole()[0])) - 1 == OPTIONS_BEFORE_BYTES // len(MSGPACK.to_bytes(long[0]))
    for option in (long[0], long[-1], long[0], long[5]):
        late = sits(MSGPACK, blocks)
        told = blocks.tell(offers(option))
        for one in (reader, late):
            one.renew(plain(MSGPACK, told))
            assert one.offered == [msgspec.to_builtins(option)]


def test_a_menu_that_comes_back_is_named() -> None:
    """So is a parameter that is known, in an option that is not."""
    whom = Param(name="target", kind="choice", choices=(Choice(value="ann"), Choice(value="bob")))
    strike = Option(key="strike", intent={"type": "strike"}, params=(whom,))
    blocks = Blocks(JSON, offers(strike))
    assert plain(JSON, blocks.tell(named("pass"))) == [msgspec.to_builtins(option) for option in named("pass").options]
    disarm = Option(key="disarm", intent={"type": "disarm"}, params=(whom,))
    told = {"key": "disarm", "intent": {"type": "disarm"}, "params": [0]}
    assert plain(JSON, blocks.tell(offers(strike, disarm))) == [1, told]


def test_a_crowd_is_told_in_the_bytes_that_it_was_prepared_in() -> None:
    """In the turn in which it is told nothing of it is encoded but the list; what comes next is told as ever."""
    encoded: list[object] = []

    def to_bytes(value: object) -> bytes:
        encoded.append(value)
        return MSGPACK.to_bytes(value)

    codec, bodies = msgspec.structs.replace(MSGPACK, to_bytes=to_bytes), Bodies()
    whom = Param(name="target", kind="choice", choices=(Choice(value="ann"),))
    deeds = [Option(key=f"deed{number}", intent={}, params=(whom, whom)) for number in range(CROWD + 2)]
    blocks = Blocks(codec, Offered([], bodies))
    reader = sits(codec, blocks)
    bodies.prepare(deeds, codec)
    encoded.clear()
    crowd = blocks.tell(Offered(deeds[:-1], bodies))
    assert len(encoded) == 1
    reader.renew(plain(codec, crowd))
    late = sits(codec, blocks)
    told = plain(codec, blocks.tell(Offered([deeds[0], deeds[-1]], bodies)))
    for one in (reader, late):
        one.renew(msgspec.json.decode(msgspec.json.encode(told)))
        assert MSGPACK.to_bytes(one.offered) == MSGPACK.to_bytes([deeds[0], deeds[-1]])
    whole = {"name": "target", "kind": "choice", "choices": [{"value": "ann"}]}
    assert told == [0, {"key": deeds[-1].key, "intent": {}, "params": [whole, -1]}]


def test_what_is_like_a_known_one_is_told_by_what_is_unlike() -> None:
    """Of a new parameter known choices are named, but not where a reader may have split these by whom they aim at."""

    def strike(who: str, *whom: str, aim: str = "") -> Option:
        choices = tuple(Choice(value=one, label=one.capitalize()) for one in whom)
        param = Param(name="target", kind="list", choices=choices, aim=aim)
        return Option(key="strike", who=who, intent={"type": "strike", "who": who}, params=(param,))

    blocks = Blocks(JSON, offers(strike("ann", "bob", "cat"), strike("eve", aim="target")), in_likes=True)
    told = plain(JSON, blocks.tell(offers(strike("bob", "cat", "ann"))))
    new = {"name": "target", "kind": "list", "choices": [1, {"value": "ann", "label": "Ann"}]}
    assert told == [{"like": 0, "who": "bob", "intent": {"who": "bob"}, "params": [new]}]
    blocks.tell(offers(strike("cat", "ann", aim="target")))
    told = plain(JSON, blocks.tell(offers(strike("dan", "ann", "bob", aim="target"))))
    assert told[0]["params"][0]["choices"] == [{"value": "ann", "label": "Ann"}, {"value": "bob", "label": "Bob"}]


@pytest.mark.parametrize("codec", CODECS.values(), ids=CODECS)
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"hits": 1}, {"hits": True}),
        ({"hits": False}, {"hits": 0}),
        ({"hits": 1.0}, {"hits": 1}),
        ({"hits": 1, "who": "ann"}, {"hits": True, "who": "bob"}),
        ({"to": [1, 0]}, {"to": [1.0, 0]}),
        ({"plan": {"hits": 1.0, "to": [{"x": 0}]}}, {"plan": {"hits": 1, "to": [{"x": False}]}}),
    ],
)
def test_another_type_is_told_though_python_takes_it_for_the_same(
    codec: Codec, before: dict[str, Any], after: dict[str, Any]
) -> None:
    """Who sends the template must send what was offered."""
    reason = Reason("tired", "Ann rests.", before)
    blocks = Blocks(codec, offers(Option(key="strike", intent=before, reason=reason)), in_likes=True)
    reader, now = sits(codec, blocks), Option(key="strike", intent=after, reason=Reason("tired", "Ann rests.", after))
    told = plain(codec, blocks.tell(offers(now)))
    assert told[0]["like"] == 0
    reader.renew(told)
    assert codec.to_bytes(reader.offered) == codec.to_bytes([now])


def test_no_field_of_an_option_has_a_default_that_is_made_anew() -> None:
    """What is told by what is unlike leaves out what is as by default: it looks for that in `default`."""
    fields = msgspec.structs.fields(Option)
    assert [one.name for one in fields if one.default_factory is not msgspec.NODEFAULT] == []


def test_of_very_many_choices_only_so_many_are_compared() -> None:
    """The rest is told whole, and read all the same."""
    encoded: list[object] = []

    def to_bytes(value: object) -> bytes:
        encoded.append(value)
        return MSGPACK.to_bytes(value)

    def deed(number: int, who: str, first: int) -> Option:
        whom = tuple(Choice(value=f"foe{first + each}") for each in range(60))
        param = Param(name=f"{number}.target", kind="choice", choices=whom)
        return Option(key=f"deed{number}", who=who, intent={}, params=(param,))

    def deeds(who: str, first: int) -> Offered:
        return Offered([deed(number, who, first) for number in range(CROWD)], bodies)

    codec, bodies = msgspec.structs.replace(MSGPACK, to_bytes=to_bytes), Bodies()
    blocks, new = Blocks(codec, deeds("ann", 0), in_likes=True), deeds("bob", 1)
    reader = sits(codec, blocks)
    encoded.clear()
    told = plain(codec, blocks.tell(new))
    assert 0 < sum(isinstance(one, Choice) for one in encoded) <= COMPARED
    reader.renew(told)
    assert list(map(canonical, reader.offered)) == [
        canonical(plain(codec, msgspec.Raw(body))) for body in new.bodies(codec)
    ]


def test_an_option_that_is_listed_twice_is_told_once() -> None:
    """Else numbers would mean something else to whoever counts what came."""
    blocks = Blocks(MSGPACK, named())
    reader = sits(MSGPACK, blocks)
    for menu in (named("a", "b", "a"), named("b"), named("c", "a", "a")):
        reader.renew(plain(MSGPACK, blocks.tell(menu)))
        assert [one["key"] for one in reader.offered] == list(dict.fromkeys(option.key for option in menu.options))


@pytest.mark.parametrize(
    "told",
    [
        [1],
        [-1],
        [{"key": "a", "params": [0]}],
        [{"key": "a", "params": [-1]}],
        [{"like": 1}],
        [{"like": -1}],
        [{"like": 0, "params": [{"choices": [0]}]}],
    ],
)
def test_a_number_that_is_not_known_is_an_error(told: list[Any]) -> None:
    """It is not taken for anything, and what is offered stays."""
    reader = Options([{"key": "pass"}])
    with pytest.raises(LookupError):
        reader.renew(told)
    assert reader.offered == [{"key": "pass"}]
