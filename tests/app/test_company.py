"""Who gets bots, when they come and when they go; the process in which they play is another's matter."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from server.app import company
from server.app.company import AT_AN_ADDRESS, Company
from server.app.crew import Crew, Order
from server.lobby.tables import Refused
from server.process.settings import Settings

TOKENS = {"gm": "gm's link", "bob": "bob's link"}
"""Of the seats that bots play; ann plays herself."""


class Told(Crew):
    """Remembers at which tables bots play."""

    orders: dict[str, Order]

    def start(self) -> None:
        self.orders = {}

    async def close(self) -> None:
        assert self.orders == {}

    def play(self, order: Order) -> None:
        self.orders[order.encounter] = order

    def leave(self, encounter: str) -> None:
        self.orders.pop(encounter, None)

    def end(self, encounter: str) -> None:
        """The fight there is over."""
        del self.orders[encounter]
        self._over(encounter)


@pytest.fixture(autouse=True)
def _told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(company, "Crew", Told)


async def opened(folder: Path, bots: int = 2, among: int = 1) -> tuple[Company, Told]:
    """The company of a running server."""
    made = Company(Settings(data=str(folder), bots=bots, among=among))
    await made.start("http://here")
    crew = made._crew
    assert isinstance(crew, Told)
    return made, crew


def admit(house: Company, network: str) -> None:
    """May this network lay one more table?"""
    with house.laying(network):
        pass


async def test_bots_come_with_the_player_and_know_the_links_of_their_own_seats(tmp_path: Path) -> None:
    """Not when the table is laid, nor when somebody comes to another table, nor for themselves."""
    house, crew = await opened(tmp_path)
    await house.accompany("a", TOKENS, "")
    house.came("b", "ann", "")
    house.came("a", "bob", "")
    assert crew.orders == {}
    house.came("a", "ann", "")
    assert crew.orders == {"a": Order("a", "http://here", ("gm's link", "bob's link"), company.PACE_S)}


async def test_bots_go_some_time_after_the_last_session_of_the_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has a second window open, or comes back in time, keeps them."""
    monkeypatch.setattr(company, "LEAVE_S", 0)
    house, crew = await opened(tmp_path)
    await house.accompany("a", TOKENS, "")
    house.came("a", "ann", "")
    house.came("a", "ann", "")
    house.went("a", "ann")
    house.went("a", "bob")
    await turns()
    assert crew.orders.keys() == {"a"}
    house.went("a", "ann")
    house.came("a", "ann", "")
    await turns()
    assert crew.orders.keys() == {"a"}
    house.went("a", "ann")
    await turns()
    assert crew.orders == {}
    house.came("a", "ann", "")
    assert crew.orders.keys() == {"a"}


async def turns() -> None:
    """Let everything happen that is due now."""
    for _ in range(3):
        await asyncio.sleep(0)


async def test_bots_do_not_stay_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who leaves a window open keeps no place from others."""
    monkeypatch.setattr(company, "STAY_S", 0)
    house, crew = await opened(tmp_path)
    await house.accompany("a", TOKENS, "")
    house.came("a", "ann", "")
    await turns()
    assert crew.orders == {}
    house.went("a", "ann")


async def test_places_are_few_and_whoever_waits_gets_the_next_one(tmp_path: Path) -> None:
    """The lobby says so before it lays a table; who comes back to one that is laid waits."""
    house, crew = await opened(tmp_path, bots=2)
    for encounter in ("a", "b", "c"):
        await house.accompany(encounter, TOKENS, "")
        house.came(encounter, "ann", "")
    assert crew.orders.keys() == {"a", "b"}
    with pytest.raises(Refused, match="bots_full"):
        admit(house, "")
    crew.end("a")
    assert crew.orders.keys() == {"b", "c"}


async def test_one_address_does_not_get_all_places(tmp_path: Path) -> None:
    """Another still gets one; this machine's own is not counted."""
    house, crew = await opened(tmp_path, bots=100)
    for number in range(AT_AN_ADDRESS + 1):
        await house.accompany(f"t{number}", TOKENS, "192.0.2.1/32")
        house.came(f"t{number}", "ann", "192.0.2.1/32")
    assert len(crew.orders) == AT_AN_ADDRESS
    with pytest.raises(Refused, match="bots_full"):
        admit(house, "192.0.2.1/32")
    admit(house, "192.0.2.2/32")
    admit(house, "")


async def test_whoever_waits_shuts_nobody_else_out(tmp_path: Path) -> None:
    """One address has laid as many tables as there are places, and sits at all of them."""
    house, crew = await opened(tmp_path, bots=8)
    for number in range(8):
        await house.accompany(f"t{number}", TOKENS, "192.0.2.1/32")
        house.came(f"t{number}", "ann", "192.0.2.1/32")
    admit(house, "192.0.2.2/32")
    await house.accompany("other", TOKENS, "192.0.2.2/32")
    house.came("other", "ann", "192.0.2.2/32")
    assert len(crew.orders) == AT_AN_ADDRESS + 1
    assert "other" in crew.orders


async def test_a_table_that_is_laid_or_was_just_laid_has_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So many at once are no way round the bounds. The place of somebody who never comes is given up."""
    house, _ = await opened(tmp_path, bots=1)
    with house.laying(""), pytest.raises(Refused, match="bots_full"):
        admit(house, "")
    admit(house, "")
    await house.accompany("a", TOKENS, "")
    with pytest.raises(Refused, match="bots_full"):
        admit(house, "")
    monkeypatch.setattr(company, "LEAVE_S", 0)
    await house.accompany("a", TOKENS, "")
    await turns()
    admit(house, "")


async def test_who_still_sits_there_when_the_bots_go_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second window brings them back; when the first is closed, they stay for it."""
    monkeypatch.setattr(company, "LEAVE_S", 0)
    house, crew = await opened(tmp_path)
    await house.accompany("a", TOKENS, "")
    house.came("a", "ann", "")
    crew.end("a")
    assert crew.orders == {}
    house.came("a", "ann", "")
    assert crew.orders.keys() == {"a"}
    house.went("a", "ann")
    await turns()
    assert crew.orders.keys() == {"a"}
    house.went("a", "ann")
    await turns()
    assert (crew.orders, house._guests) == ({}, {})


async def test_who_sits_down_before_bots_can_come_gets_them_then(tmp_path: Path) -> None:
    """The port is open a moment before they may."""
    await (await opened(tmp_path))[0].accompany("a", TOKENS, "")
    house = Company(Settings(data=str(tmp_path), bots=2))
    await house.look()
    house.came("a", "ann", "")
    await house.start("http://here")
    assert isinstance(house._crew, Told)
    assert house._crew.orders["a"].url == "http://here"


async def test_after_a_restart_bots_come_back_with_the_player(tmp_path: Path) -> None:
    """Which seats they play is kept in the data folder, for its user only."""
    house, _ = await opened(tmp_path)
    await house.accompany("a", TOKENS, "")
    again, crew = await opened(tmp_path)
    again.came("a", "ann", "")
    assert crew.orders["a"].tokens == ("gm's link", "bob's link")
    assert (tmp_path / company.FILE).stat().st_mode & 0o077 == 0


async def test_a_worker_knows_the_tables_that_another_has_laid(tmp_path: Path) -> None:
    """Whoever comes back may land at any of them. Each has its part of the places."""
    (one, _), (other, crew) = await opened(tmp_path, 8, 4), await opened(tmp_path, 8, 4)
    for encounter in ("a", "b", "c"):
        await one.accompany(encounter, TOKENS, "")
        await other.look()
        other.came(encounter, "ann", "")
    assert crew.orders.keys() == {"a", "b"}


async def test_where_no_bots_are_given_none_come(tmp_path: Path) -> None:
    """Nor to tables that were laid when there were some."""
    before, _ = await opened(tmp_path)
    await before.accompany("a", TOKENS, "")
    house, crew = await opened(tmp_path, bots=0)
    house.came("a", "ann", "")
    assert (house.is_given, crew.orders) == (False, {})
    with pytest.raises(Refused, match="no_bots"):
        admit(house, "")


async def test_when_the_server_stops_all_bots_go(tmp_path: Path) -> None:
    """And who waits gets none instead."""
    house, crew = await opened(tmp_path, bots=1)
    for encounter in ("a", "b"):
        await house.accompany(encounter, TOKENS, "")
        house.came(encounter, "ann", "")
    await house.close()
    assert crew.orders == {}
    house.went("a", "ann")
