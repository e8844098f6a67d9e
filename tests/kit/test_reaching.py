"""Ways straight to a place, and blows from there: each once, of those who can strike, at opponents only."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace
from skirmish import SYSTEM as SKIRMISH
from skirmish import Strike

from server.core.errors import Rejected
from server.core.options import Param
from server.core.state import State
from server.core.telling.reached import Contact, Reached, joined
from server.encounter.file import parse_encounter
from server.kit.forms import path
from server.kit.offering import Wish, somebody
from server.kit.reaching import Reaching, straight
from server.scenario.rehearsal import Rehearsal


class Walk(Strike, frozen=True, kw_only=True):
    """A deed with a path, for the test."""

    path: tuple[tuple[int, int], ...] = ()


def laid() -> Rehearsal:
    """The demo of Skirmish: Anna and Abel against Ben, Cat and Dan."""
    return Rehearsal(SKIRMISH, parse_encounter(SKIRMISH.demo, "demo", {"skirmish": SKIRMISH}), None)


def reaching(people: list[str], **more: Any) -> Reaching:
    """Strikes by two prices at these; only Cat is out of reach, wherever one stands."""

    def deeds(state: State, who: str) -> list[Wish]:
        pick = somebody(state.play, people)
        strike = Wish(intent=Strike(who=who, target=""), goal="harm", label="Sword", pick=pick)
        return [strike, replace(strike, cost="1 bonus"), replace(strike, goal="help", label="Salve")]

    def possible(_state: State, _who: str, strike: Strike) -> None:
        if strike.target == "cat":
            raise Rejected("no_foe")

    given: dict[str, Any] = {
        "ways": lambda _state, _who, _at: (), "deeds": deeds, "possible": possible, "fights": lambda _game, _who: True,
        "check": lambda *_: None, "texts": {},
    }  # fmt: skip
    return Reaching(**(given | more))


def said(by: Reaching, who: str = "anna") -> Reached:
    """Of some place."""
    return joined(by.of(laid().state, who, (100, 100)))


def test_a_blow_is_said_once_however_it_is_paid_and_only_of_opponents() -> None:
    """What helps is none, nor is one at the own side."""
    found = said(reaching(["anna", "abel", "ben", "cat"]))
    assert found.targets == (Contact(who="ben", key="strike", label="Sword"),)
    assert found.threats == tuple(Contact(who=who, key="strike", label="Sword") for who in ("ben", "cat", "dan"))


def test_enemies_within_a_side_reach_each_other() -> None:
    """Where the GM has said so; those of another side stay opponents in a truce."""
    found = said(reaching(["anna", "abel", "ben"], are_enemies=lambda _play, a, b: {a, b} == {"anna", "abel"}))
    assert [each.who for each in found.targets] == ["abel", "ben"]
    assert [each.who for each in found.threats] == ["abel", "ben", "cat", "dan"]


def test_who_can_do_nothing_neither_reaches_nor_threatens() -> None:
    """As the system says."""
    found = said(reaching(["anna", "ben"], fights=lambda _game, who: who == "dan"))
    assert found.targets == ()
    assert [each.who for each in found.threats] == ["dan"]


def test_of_others_only_so_much_is_asked_as_everybody_sees() -> None:
    """Where a system says how much that is."""

    def never(_state: State, _who: str, _strike: Strike) -> None:
        raise Rejected("no_foe")

    found = said(reaching(["anna", "ben"], threatens=never))
    assert [each.who for each in found.targets] == ["ben"]
    assert found.threats == ()


def test_only_what_leads_along_a_path_is_a_way() -> None:
    """With the place in it, and how far it leads."""
    walk = Wish(intent=Walk(who="anna", target=""), params=(path(400),))
    other = Wish(intent=Walk(who="anna", target=""), params=(Param(name="text", kind="text"),))
    ((wish, most),) = straight([walk, other], (30, 40))
    assert (wish.intent.path, most) == (((30, 40),), 400)
