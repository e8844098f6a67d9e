"""A stack of acts in progress: the top goes on, what lies below resumes, and names come from the way to a frame."""

from types import SimpleNamespace
from typing import Any, cast

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from server.core.draft import Draft
from server.core.state import Decision
from server.kit.frames import (
    asked_about,
    cancelled,
    changed,
    depth,
    dropped,
    found,
    name_in,
    on_frame,
    push,
    resume,
    top,
    with_frame,
)


class Frame(msgspec.Struct, frozen=True):
    """One act."""

    id: str
    name: str = ""
    kind: str = "blow"
    left: int = 0


class Game(msgspec.Struct, frozen=True):
    """Acts in progress."""

    frames: tuple[Frame, ...] = ()


IDS = st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=8)


def stacked(ids):
    game = Game()
    for id in ids:
        game = push(game, Frame(id))
    return game


@given(IDS)
def test_what_was_pushed_last_is_on_top_and_what_lies_below_resumes_when_it_is_over(ids):
    game = stacked(ids)
    for id in reversed(ids):
        frame = top(game)
        assert frame is not None
        assert frame.id == id
        game = dropped(game, id)
    assert top(game) is None


@given(IDS, st.sampled_from("abcdefgh"))
def test_a_cancelled_act_takes_along_all_that_lies_on_it_and_nothing_else(ids, id):
    left = [each.id for each in cancelled(stacked(ids), id).frames]
    assert left == (ids[: ids.index(id)] if id in ids else ids)


@given(IDS, st.sampled_from("abcdefgh"))
def test_a_change_touches_one_frame_and_none_at_all_leaves_the_same_game(ids, id):
    game = stacked(ids)
    after = with_frame(game, id, left=1)
    assert [each.id for each in after.frames] == ids
    assert [each.id for each in after.frames if each.left] == [each for each in ids if each == id]
    assert changed(game, lambda frame: frame) is game
    assert on_frame(game, "nobody's", lambda frame: replace(frame, left=2)) is game
    assert dropped(game, "nobody's") is game
    assert found(game, "nobody's") is None


def test_a_chain_is_as_long_as_frames_of_its_kind_lie_on_one_another():
    def is_riposte(frame):
        return frame.kind == "riposte"

    game = push(push(push(Game(), Frame("a", kind="riposte")), Frame("b")), Frame("c", kind="riposte"))
    assert depth(game, is_riposte) == 1
    assert depth(push(game, Frame("d", kind="riposte")), is_riposte) == 2
    assert depth(push(game, Frame("d")), is_riposte) == 0
    assert depth(Game(), is_riposte) == 0


def test_a_question_is_about_the_act_that_it_names_else_about_the_one_on_top():
    def decision(**topic: Any) -> Decision:
        return Decision(id="x", kind="k", act="y", seat="", nonce=b"", asks={}, topic=topic)

    game = stacked("abc")
    assert asked_about(game, decision(action="b")) == Frame("b")
    assert asked_about(game, decision(action="gone")) == Frame("c")
    assert asked_about(game, decision()) == Frame("c")
    assert asked_about(game, None) == Frame("c")
    assert asked_about(Game(), None) is None


WAYS = st.lists(st.tuples(st.sampled_from(["parry", "riposte"]), st.sampled_from(["anna", "ben"])), max_size=8)


def way(steps):
    frame = None
    for what, who in steps:
        frame = Frame("", name=name_in(frame, what, who))
    return frame


@given(WAYS, WAYS)
def test_different_ways_into_an_act_have_different_names(one, other):
    first, second = way(one), way(other)
    assert (first == second) == (one == other)


def test_names_are_read_from_the_outside_inwards():
    blow = Frame("", name="blow.")
    assert name_in(None, "blow") == "blow"
    assert name_in(blow, "window") == "blow.window"
    assert name_in(way([("riposte", "ben")]), "riposte", "anna") == "riposte.ben.riposte.anna"


@given(st.integers(0, 8), st.integers(0, 8))
def test_acts_go_on_one_upon_the_other_until_somebody_is_asked(deep, until):
    """A chain of ripostes as deep as Ambersteel's: each is over before the one below goes on."""
    order: list[str] = []
    draft = SimpleNamespace(play=SimpleNamespace(phase="running"), game=push(Game(), Frame("0", left=deep)))

    def step(draft):
        frame = top(draft.game)
        if frame is None or len(order) == until:
            return False
        if frame.left:
            draft.game = push(with_frame(draft.game, frame.id, left=0), Frame(f"{frame.id}0", left=frame.left - 1))
        else:
            order.append(frame.id)
            draft.game = dropped(draft.game, frame.id)
        return True

    resume(cast(Draft, draft), step)
    assert order == ["0" * (length + 1) for length in range(deep, -1, -1)][:until]
