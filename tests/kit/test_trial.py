"""The checks and the menu of a whole small system, made with the kit: how few lines they take, and that they agree."""

from __future__ import annotations

from typing import ClassVar

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from server.core.errors import Rejected
from server.core.intents import Act, Start
from server.core.options import Option
from server.core.state import Ask, Decision, Ledger, Piece, Play, State
from server.core.system import Asker
from server.kit.forms import Somebody, check_people, number, option
from server.kit.moment import Moments, checking, name_of
from server.kit.offering import Offering, Wish, by_wishes, mine, reasons_in, somebody
from server.kit.texts import TEXTS as KITS

# --- the system ------------------------------------------------------------------------------------------------------


class Sheet(msgspec.Struct, frozen=True):
    """A combatant."""

    energy: int
    reach: tuple[str, ...] = ()


class Game(msgspec.Struct, frozen=True):
    """Whose turn it is, and everybody's sheet."""

    turn: str
    sheets: dict[str, Sheet]


class Begin(Start, frozen=True, kw_only=True):
    """The GM begins."""


class Strike(Act, frozen=True, kw_only=True):
    """Strike somebody within reach, the harder the more energy is put into it."""

    target: Somebody
    energy: int = 0


class EndTurn(Act, frozen=True, kw_only=True):
    """End the own turn."""


class Riposte(Act, frozen=True, kw_only=True):
    """Strike back at whom one likes."""

    is_answer: ClassVar[bool] = True
    target: Somebody


class Decline(Act, frozen=True, kw_only=True):
    """Do not."""

    is_answer: ClassVar[bool] = True


TEXTS = {**KITS, "out_of_reach": "{target} is out of reach.", "too_tired": "{name} has {have} energy."}


def _turn(state: State, who: str) -> str | None:
    return None if state.play.game.turn == who else name_of(state.play, state.play.game.turn)


def _reach(state: State, intent: Strike | Riposte) -> None:
    if intent.target not in state.play.game.sheets[intent.who].reach:
        raise Rejected("out_of_reach", target=name_of(state.play, intent.target))


def _energy(state: State, intent: Strike) -> None:
    have = state.play.game.sheets[intent.who].energy
    if intent.energy > have:
        raise Rejected("too_tired", name=name_of(state.play, intent.who), have=have)


MOMENTS = Moments(phase=lambda _state: "turn", is_idle=lambda state: state.play.decision is None, turn=_turn)
IN_TURN = (MOMENTS.running, MOMENTS.idle, MOMENTS.on_turn)
ASKED = (MOMENTS.running, MOMENTS.answering("riposte"))

check = checking({
    Begin: (MOMENTS.setup,),
    Strike: (*IN_TURN, check_people, _reach, _energy),
    EndTurn: IN_TURN,
    Riposte: (*ASKED, check_people, _reach),
    Decline: ASKED,
})  # fmt: skip


def _wishes(state: State, who: str) -> list[Wish]:
    others = somebody(state.play, [other for other in state.play.pieces if other != who])
    if state.play.decision is not None:
        answer = Wish(intent=Riposte(who=who, target=""), group="answer", pick=others)
        return [answer, Wish(intent=Decline(who=who), group="answer")] if who in state.play.decision.asks else []
    energy = number("energy", 0, state.play.game.sheets[who].energy, optional=True)
    strike = Wish(intent=Strike(who=who, target=""), pick=others, params=(energy,))
    return [strike, Wish(intent=EndTurn(who=who), group="end")]


def _gm(state: State, _asker: Asker) -> list[Option]:
    return [option(Begin, group="end")] if state.play.phase == "setup" else []


options = Offering(people=mine, each=by_wishes(_wishes, check, TEXTS), gm=_gm).options

# --- and that both agree ---------------------------------------------------------------------------------------------

PEOPLE = ("ann", "bob", "cid")
INTENTS = msgspec.json.Decoder(Begin | Strike | EndTurn | Riposte | Decline)


def state_of(phase: str, turn: str, sheets: list[Sheet], asks: dict[str, Ask] | None) -> State:
    """Ann is Amy's, the others are the GM's."""
    pieces = {who: Piece(who.capitalize(), who) for who in PEOPLE}
    game = Game(turn, dict(zip(PEOPLE, sheets, strict=True)))
    decision = [] if asks is None else [Decision(id="", kind="riposte", act="", seat="", nonce=b"", asks=asks)]
    return State(
        Play(phase=phase, pieces=pieces, game=game, decisions=tuple(decision)), Ledger(control={"ann": "amy"})
    )  # fmt: skip


somebodies = st.sampled_from(PEOPLE)
sheets = st.builds(Sheet, energy=st.integers(0, 3), reach=st.lists(somebodies, unique=True).map(tuple))
asked = st.dictionaries(somebodies, st.builds(Ask, answer=st.sampled_from([None, "said"])), max_size=3)
states = st.builds(
    state_of, st.sampled_from(["setup", "running", "ended"]), somebodies,
    st.lists(sheets, min_size=3, max_size=3), st.none() | asked,
)  # fmt: skip


@given(states)
def test_what_is_offered_is_accepted_and_what_is_greyed_is_refused_for_that_reason(state: State) -> None:
    for asker in (Asker("gm", "gm", "gm", 0), Asker("amy", "player", "seat:amy", 0)):
        for each in options(state, asker):
            most = {param.name: param.most for param in each.params if param.kind == "number"}
            picks = [param for param in each.params if param.kind == "choice"]
            cases = [({param.name: choice.value}, choice.reason) for param in picks for choice in param.choices]
            for picked, why in cases or [({}, each.reason)]:
                intent = INTENTS.decode(msgspec.json.encode({**each.intent, **most, **picked}))
                assert reasons_in(TEXTS)(check, state, intent) == why


@given(states)
def test_a_seat_is_offered_what_its_own_may_do_and_the_gm_all(state: State) -> None:
    for_gm = options(state, Asker("gm", "gm", "gm", 0))
    assert options(state, Asker("amy", "player", "seat:amy", 0)) == [each for each in for_gm if each.who == "ann"]
