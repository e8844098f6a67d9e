"""Initiative of the kit: ties end, late-comers move nobody, and hidden ones change nothing for those in sight."""

from __future__ import annotations

import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from server.core.dice import Roll
from server.core.disclosure import WHOLE
from server.core.state import Piece
from server.kit.order import (
    UNSEEN_TIE,
    Initiative,
    ahead,
    behind,
    first_order,
    open_roll,
    order_told,
    part,
    ranked,
    sort_in,
    tied,
    with_latecomer,
    without,
)

NAMES = ("ana", "bo", "cy", "dee", "eve", "flo")
results = st.dictionaries(st.sampled_from(NAMES), st.integers(1, 3), min_size=1)
hidden_ones = st.sets(st.sampled_from(NAMES))
seeds = st.integers(0, 2**32)


class Table:
    """As much of a draft as the order needs. A die depends on its roll and on who throws it, as if each had dice of
    their own; `told` keeps what those in sight are told of ties."""

    def __init__(self, scores: dict[str, int], hidden: set[str], seed: int) -> None:
        self.game: dict[str, tuple[int, ...]] = {}
        self.play = SimpleNamespace(pieces={})
        self.state = SimpleNamespace(play=self.play)
        self.seed, self.told, self.secret = seed, [], []  # type: ignore[var-annotated]
        for who, score in scores.items():
            self.add(who, score, who in hidden)

    def add(self, who: str, score: int, is_hidden: bool) -> None:
        """One more has rolled."""
        self.play.pieces[who] = Piece(who, "blue", None, () if is_hidden else None)
        self.game[who] = (score,)

    def throw(self, name: str, who: str) -> int:
        """Few faces, so that ties last."""
        return random.Random(f"{self.seed} {name} {who}").randint(1, 2)

    def tell(self, group: list[str], faces: dict[str, int], unseen: bool) -> None:
        """A tie is broken."""
        (self.secret if unseen else self.told).append((group, faces))
        if not unseen:
            self.game = {**self.game, **{who: (*self.game[who], face) for who, face in faces.items()}}


INITIATIVE = Initiative(
    scores=lambda game: game,
    throw=lambda table, name, who: table.throw(name, who),  # type: ignore[attr-defined]
    told=lambda table, group, faces, unseen: table.tell(group, faces, unseen),  # type: ignore[attr-defined]
)


def order_of(table: Any) -> tuple[str, ...]:
    """Everybody has rolled."""
    return first_order(table, INITIATIVE)


def seen_of(order: tuple[str, ...], hidden: set[str]) -> list[str]:
    """What those in sight see of it."""
    return [who for who in order if who not in hidden]


# --- ties ------------------------------------------------------------------------------------------------------------


@given(results, seeds)
def test_ties_are_broken_among_the_tied_alone(scores: dict[str, int], seed: int) -> None:
    """Nobody passes one who rolled better, and who did not tie throws nothing."""
    luck = random.Random(seed)
    parted = part({who: (score,) for who, score in scores.items()}, lambda _who, _depth: luck.randint(1, 2))
    assert len(set(parted.values())) == len(scores)
    assert [scores[who] for who in ranked(parted)] == sorted(scores.values(), reverse=True)
    alone = [who for who in scores if list(scores.values()).count(scores[who]) == 1]
    assert all(parted[who] == (scores[who],) for who in alone)


def test_scores_are_compared_entry_by_entry() -> None:
    """Ambersteel: 17, 9, 5 stands behind 17, 9, 14; one who joins with 17 throws, 2, and is behind both."""
    scores = {"boris": (17, 9, 5), "anna": (17, 9, 14), "dorn": (17,)}
    assert tied(scores) == [["boris", "anna", "dorn"]]
    thrown: list[tuple[str, int]] = []

    def throw(who: str, depth: int) -> int:
        thrown.append((who, depth))
        return 2

    assert ranked(part(scores, throw)) == ["anna", "boris", "dorn"]
    assert thrown == [("dorn", 1)]


def test_a_key_breaks_ties_before_any_die() -> None:
    """Classic: the total, quickness, deftness."""
    assert tied({"hagen": (7, 3, 5), "robber": (7, 2, 5)}) == []
    assert tied({"robber": (7, 2, 5), "twin": (7, 2, 5)}) == [["robber", "twin"]]


def test_the_hidden_stand_between_those_in_sight() -> None:
    """Only where: their own dice have sorted those in sight."""
    assert sort_in(["ana", "bo"], ["bo", "lurker", "ana"]) == ["ana", "lurker", "bo"]


# --- nothing leaks ---------------------------------------------------------------------------------------------------


@given(results, hidden_ones, seeds)
def test_the_order_in_sight_is_as_if_nobody_hidden_were_there(
    scores: dict[str, int], hidden: set[str], seed: int
) -> None:
    """The same places, and the same ties told."""
    among, alone = Table(scores, hidden, seed), Table({w: s for w, s in scores.items() if w not in hidden}, set(), seed)
    order = order_of(among)
    assert sorted(order) == sorted(scores)
    assert [scores[who] for who in order] == sorted(scores.values(), reverse=True)
    assert seen_of(order, hidden) == list(order_of(alone))
    assert among.told == alone.told


@given(results, hidden_ones, seeds, st.data())
def test_a_late_comer_is_put_as_if_nobody_hidden_were_there(
    scores: dict[str, int], hidden: set[str], seed: int, data: Any
) -> None:
    """And nobody changes places; whoever comes late hidden changes nothing at all for those in sight."""
    late, score, is_hidden = "zoe", data.draw(st.integers(1, 3)), data.draw(st.booleans())
    had = data.draw(st.sets(st.sampled_from(NAMES)))
    tables = Table(scores, hidden, seed), Table({w: s for w, s in scores.items() if w not in hidden}, set(), seed)
    orders = []
    for table in tables:
        order, ties = order_of(table), len(table.told)
        table.add(late, score, is_hidden)
        after = with_latecomer(table, INITIATIVE, order, late, had.__contains__)  # type: ignore[arg-type]
        assert [who for who in after if who != late] == list(order)
        assert not is_hidden or len(table.told) == ties
        orders.append(after)
    assert seen_of(orders[0], hidden) == list(orders[1])
    assert tables[0].told == tables[1].told


@given(results, hidden_ones, seeds)
def test_a_late_comer_misses_no_turn_for_somebody_hidden(scores: dict[str, int], hidden: set[str], seed: int) -> None:
    """Ahead of one in sight whose turn is still to come, nobody stands behind it who had one."""
    table = Table(scores, hidden, seed)
    order = order_of(table)
    for had in range(len(order) + 1):
        late = f"zoe{had}"
        table.add(late, 2, False)
        after = with_latecomer(table, INITIATIVE, order, late, order[:had].__contains__)  # type: ignore[arg-type]
        behind = after[after.index(late) + 1 :]
        first_seen = next((who for who in behind if who not in hidden), None)
        if first_seen not in order[:had]:
            assert not set(behind) & set(order[:had])
        del table.game[late]


def test_rolls_that_place_the_hidden_are_seen_by_nobody() -> None:
    """By whomever they are."""
    state: Any = Table({"ana": 1, "lurker": 1}, {"lurker"}, 0).state
    seen: Callable[[str, str], bool] = lambda name, who: open_roll(state, Roll(name, who, 20))  # noqa: E731
    assert seen("initiative", "ana")
    assert not seen("initiative", "lurker")
    assert not seen(f"{UNSEEN_TIE}.1", "ana")


@given(st.permutations(NAMES), st.permutations(NAMES), hidden_ones)
def test_an_order_is_told_where_what_is_seen_of_it_changes(now: list[str], was: list[str], hidden: set[str]) -> None:
    """To the others there is nothing to be told."""
    game = SimpleNamespace(order=tuple(was))
    witness: Any = SimpleNamespace(hidden=hidden, before=SimpleNamespace(play=SimpleNamespace(game=game)))
    told = order_told(witness, SimpleNamespace(order=tuple(now)), hidden)
    if not hidden:
        assert told is WHOLE
    elif told is None:
        assert seen_of(tuple(now), hidden) == seen_of(tuple(was), hidden)
    else:
        assert list(told["order"]) == seen_of(tuple(now), hidden) != seen_of(tuple(was), hidden)


# --- whose turn comes ------------------------------------------------------------------------------------------------


def test_places_ahead() -> None:
    """Behind the place reached last, all before there was one."""
    assert ahead(("ana", "bo", "cy"), "ana") == ("bo", "cy")
    assert ahead(("ana", "bo"), "") == ("ana", "bo")


@given(st.permutations(NAMES), st.sampled_from(("", *NAMES)), st.sampled_from((*NAMES, "nobody")))
def test_who_leaves_the_order_makes_nobody_miss_a_turn(order: list[str], place: str, who: str) -> None:
    """The others come in the same order, and the same ones are still to come."""
    left, now = without(tuple(order), place, who)
    assert left == tuple(other for other in order if other != who)
    assert ahead(left, now) == tuple(other for other in ahead(tuple(order), place) if other != who)


def test_one_lets_others_go_first() -> None:
    """It acts right behind the one it named; those between keep their places."""
    assert behind(("ana", "bo", "cy", "dee"), "ana", "cy") == ("bo", "cy", "ana", "dee")
    assert behind(("ana", "bo", "cy"), "cy", "ana") == ("ana", "cy", "bo")
