"""What the GM says of an attack is known by those who were told of it, and they see both."""

from __future__ import annotations

from msgspec.structs import replace

from server.conformance.fights import laid
from server.core.secrecy import known
from server.core.state import State
from server.rules.tactics import SYSTEM
from server.rules.tactics.state.state import Answer, Attack, Deed
from tests.rules.tactics.test_menu import on_turn, planning


def attack_known_to(audience: str, target: str) -> Attack | None:
    """Ash strikes somebody beside him, and the GM rules on it before anybody has answered."""
    table = planning()
    table.play("gm", {"type": "actions_declare", "who": "ash", "plan": [{"kind": "attack", "weapon": "dagger"}]})
    table.play("gm", {"type": "gm_range", "pair": ["ash", target], "m": 1})
    on_turn(table, "ash")
    table.play("gm", {"type": "action_perform", "who": "ash", "id": "1", "target": target})
    table.play("gm", {"type": "gm_superior", "n": 2})
    found: Attack | None = known(table.system, table.state, audience).play.game.attack
    return found


def test_those_who_see_both_know_what_was_ruled() -> None:
    """Maren, who is struck, and everybody else."""
    for audience in ("gm", "seat:maren", "public"):
        attack = attack_known_to(audience, "maren")
        assert attack is not None
        assert attack.superior == 2


def test_who_does_not_see_whom_it_strikes_knows_nothing_of_it() -> None:
    """Nix stands behind the hedge: of what is ruled on the blow at Nix nobody is told but the GM."""
    assert laid("tactics").state.play.pieces["nix"].seen_by == ()
    ruled = {audience: attack_known_to(audience, "nix") for audience in ("gm", "seat:maren", "public")}
    assert [attack.superior if attack is not None else None for attack in ruled.values()] == [2, None, None]


def test_of_an_area_it_is_not_known_whether_a_hidden_one_has_been_attacked_in_it() -> None:
    """Maren's grenade comes to Nix, who stands behind the hedge, before it comes to Ash."""
    state = planning().state
    first, then = (
        State(replace(state.play, game=replace(state.play.game, deed=deed)), state.ledger)
        for deed in (
            Deed(who="maren", action="1", kind="area", queue=("nix", "ash"), shot=1),
            Deed(who="maren", action="1", kind="area", queue=("ash",), shot=2),
        )
    )
    for audience in ("seat:maren", "seat:iva", "public"):
        assert known(SYSTEM, first, audience).play.game == known(SYSTEM, then, audience).play.game


def test_an_answer_that_is_given_in_secret_is_known_to_who_gives_it_alone() -> None:
    """Both are hidden from somebody, so nobody else is told that anybody was asked."""
    state = planning().state
    pieces = state.play.pieces | {who: replace(state.play.pieces[who], seen_by=("iva",)) for who in ("nix", "maren")}
    answered = Attack(
        id="1",
        name="attack",
        who="nix",
        target="maren",
        action="1",
        kind="attack",
        answers={"maren": Answer(role="defend")},
    )
    state = State(replace(state.play, pieces=pieces, game=replace(state.play.game, attack=answered)), state.ledger)
    found = {each: known(SYSTEM, state, each).play.game.attack for each in ("gm", "seat:maren", "seat:iva")}
    told = {each: attack and tuple(attack.answers) for each, attack in found.items()}
    assert told == {"gm": ("maren",), "seat:maren": ("maren",), "seat:iva": ()}
