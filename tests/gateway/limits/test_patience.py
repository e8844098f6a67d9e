"""Waiting and visiting, with ticks for a clock."""

from server.gateway.patience import Patience, Rounds


def test_who_is_late_lapses_in_order_and_once() -> None:
    """Two lapse, one was stopped, one began again."""
    lapsed: list[str] = []
    patience = Patience(5.0, lapsed.append)
    for at_s, who in enumerate(["ann", "bob", "cat", "dan"]):
        patience.start(who, at_s)
    patience.stop("bob")
    patience.start("cat", 4.0)
    patience.tick(4.9)
    assert lapsed == []
    patience.tick(8.0)
    assert lapsed == ["ann", "dan"]
    patience.tick(9.0)
    assert lapsed == ["ann", "dan", "cat"]
    patience.tick(99.0)
    assert len(lapsed) == 3


def test_stopping_a_stranger_is_nothing() -> None:
    """A connection that never began to wait may leave all the same."""
    patience = Patience[str](1.0, lambda who: None)
    patience.stop("nobody")


def test_everyone_is_visited_once_a_round_and_first_after_a_whole_one() -> None:
    """Who joins at different ticks is visited at different ticks."""
    visits: list[tuple[int, str]] = []
    at = 0
    rounds = Rounds[str](4, lambda who: visits.append((at, who)))
    rounds.join("ann")
    for at in range(1, 10):
        rounds.tick()
        if at == 2:
            rounds.join("bob")
    assert visits == [(4, "ann"), (6, "bob"), (8, "ann")]


def test_who_left_is_not_visited_not_even_in_the_middle_of_a_visit() -> None:
    """A visit may end connections, which leave at once."""
    visits: list[str] = []
    rounds = Rounds[str](1, visits.append)
    group = rounds.join("ann")
    rounds.tick()
    rounds.leave("ann", group)
    rounds.tick()
    assert visits == ["ann"]
