"""May this be done now: every check against every moment, and who is asked."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.core.errors import TEXTS as CORES
from server.core.errors import Rejected
from server.core.intents import Act, Intent
from server.core.state import Ask, Decision, Ledger, Piece, Play, State
from server.kit.forms import Somebody, check_people
from server.kit.moment import Moments, asked, checking, name_of, owes
from server.kit.texts import GERMAN, TEXTS

PEOPLE = ("ann", "bob", "cid")
MOMENTS = Moments(
    phase=lambda state: "asking" if state.play.decision else "idle",
    is_idle=lambda state: state.play.decision is None,
    turn=lambda state, who: None if who == "ann" else name_of(state.play, "ann"),
)


class Wave(Act, frozen=True, kw_only=True):
    """Wave at somebody."""

    target: Somebody = ""


class Answer(Act, frozen=True, kw_only=True):
    """Answer."""


class Rule(Intent, frozen=True, kw_only=True):
    """The GM's answer."""


def state_of(phase: str = "running", *decisions: Decision) -> State:
    pieces = {who: Piece(who.capitalize(), "x") for who in PEOPLE}
    return State(Play(phase=phase, pieces=pieces, decisions=decisions), Ledger())


def decision(kind: str, **asks: bool) -> Decision:
    """Asked: all of these; those that are True have answered."""
    said = {who: Ask(answer="said" if answered else None) for who, answered in asks.items()}
    return Decision(id=kind, kind=kind, act="", seat="", nonce=b"", asks=said)


def refused(check: Callable[..., None], state: State, intent: Intent) -> str:
    """The code of the refusal, for which core or the kit has a sentence; empty where there is none."""
    try:
        check(state, intent)
    except Rejected as rejected:
        return rejected.code if rejected.code in {**CORES, **TEXTS} else "no sentence"
    return ""


@pytest.mark.parametrize(
    ("phase", "setup", "running", "open", "idle"),
    [
        ("setup", "", "wrong_phase", "", "wrong_phase"),
        ("running", "wrong_phase", "", "", ""),
        ("ended", "wrong_phase", "wrong_phase", "wrong_phase", "wrong_phase"),
    ],
)
def test_each_phase_allows_what_belongs_to_it(phase: str, setup: str, running: str, open: str, idle: str) -> None:
    state, intent = state_of(phase), Wave(who="ann")
    checks = (MOMENTS.setup, MOMENTS.running, MOMENTS.open, MOMENTS.idle)
    assert [refused(check, state, intent) for check in checks] == [setup, running, open, idle]


def test_a_refusal_names_intent_and_phase() -> None:
    refusal = MOMENTS.wrong_phase(state_of(), Wave(who="ann"))
    assert refusal.detail == {"intent": "wave", "phase": "idle"}
    assert MOMENTS.wrong_phase(state_of("ended"), Wave(who="ann")).detail["phase"] == "ended"


def test_nothing_is_idle_while_somebody_is_asked() -> None:
    assert refused(MOMENTS.idle, state_of("running", decision("riposte", bob=False)), Wave(who="ann")) == "wrong_phase"


def test_who_is_not_on_turn_hears_whose_turn_it_is() -> None:
    with pytest.raises(Rejected) as refusal:
        MOMENTS.on_turn(state_of(), Wave(who="bob"))
    assert refusal.value.text(TEXTS) == "It is Ann's turn."
    assert refused(MOMENTS.on_turn, state_of(), Wave(who="ann")) == ""


def test_turns_need_not_be_asked_for() -> None:
    moments = Moments(phase=MOMENTS.phase, is_idle=MOMENTS.is_idle)
    assert refused(moments.on_turn, state_of(), Wave(who="bob")) == ""


@pytest.mark.parametrize(
    ("who", "kind", "code"),
    [("ann", "riposte", ""), ("bob", "riposte", "stale_action"), ("cid", "riposte", "wrong_phase"),
     ("ann", "bonus", "wrong_phase")],
)  # fmt: skip
def test_only_who_is_asked_and_has_not_answered_may_answer(who: str, kind: str, code: str) -> None:
    state = state_of("running", decision("riposte", ann=False, bob=True))
    assert refused(MOMENTS.answering(kind), state, Answer(who=who)) == code


@pytest.mark.parametrize(
    ("asks", "code"), [({"gm": False}, ""), ({"gm": True}, "stale_action"), ({"ann": False}, "wrong_phase")]
)
def test_an_intent_of_nobodys_answers_for_the_gm(asks: dict[str, bool], code: str) -> None:
    state = state_of("running", decision("custom", **asks))
    assert refused(MOMENTS.answering("custom"), state, Rule()) == code


def test_an_answer_is_to_the_open_decision_not_to_one_below() -> None:
    state = state_of("running", decision("riposte", ann=False), decision("bonus", bob=False))
    assert refused(MOMENTS.answering("riposte"), state, Answer(who="ann")) == "wrong_phase"


def test_the_checks_of_an_intent_are_asked_in_their_order() -> None:
    check = checking({Wave: (MOMENTS.running, MOMENTS.on_turn, check_people), Answer: ()})
    assert refused(check, state_of("ended"), Wave(who="bob", target="eve")) == "wrong_phase"
    assert refused(check, state_of(), Wave(who="bob", target="eve")) == "not_your_turn"
    assert refused(check, state_of(), Wave(who="ann", target="eve")) == "unknown_combatant"
    assert refused(check, state_of("ended"), Answer(who="ann")) == ""


def test_somebody_unseen_has_a_name_for_messages() -> None:
    assert (name_of(state_of().play, "ann"), name_of(state_of().play, "eve")) == ("Ann", "somebody unseen")


kinds = st.sampled_from(["riposte", "bonus"])
stacks = st.lists(st.builds(decision, kinds, ann=st.booleans(), bob=st.booleans()), max_size=4)


@given(stacks, st.sampled_from(PEOPLE), st.sets(kinds))
def test_who_owes_an_answer_is_asked(stack: list[Decision], who: str, wanted: set[str]) -> None:
    """The uppermost that asks counts, wherever it lies."""
    play = state_of("running", *stack).play
    mine = [each for each in stack if each.kind in wanted and who in each.asks]
    found = asked(play, who, *wanted)
    assert found is (mine[-1] if mine else None)
    assert owes(play, who, *wanted) is (found if found is not None and who in found.unanswered() else None)


def test_every_text_of_the_kit_is_there_in_both_languages() -> None:
    assert set(TEXTS) == set(GERMAN)
