"""Who gets bots, when they come and when they go; the process in which they play is another's matter."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from server.app import company
from server.app.casts import FOLDER
from server.app.company import AT_AN_ADDRESS, Company
from server.app.crew import Crew, Order
from server.keys.links import Links
from server.lobby.tables import Refused
from server.process.settings import Settings

LINKS = {"gm": "gm's link", "bob": "bob's link", "ann": "ann's link"}
BOTS = ("gm", "bob")
"""The seats that bots play; ann plays herself."""


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

    def end(self, encounter: str, is_ended: bool = True) -> None:
        """The fight there is over, or they have gone for another reason."""
        del self.orders[encounter]
        self._over(encounter, is_ended)


@pytest.fixture(autouse=True)
def _told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(company, "Crew", Told)


async def opened(folder: Path, bots: int = 2, among: int = 1) -> tuple[Company, Told]:
    """The company of a running server."""
    made = closed(folder, bots, among)
    await made.start("http://here")
    crew = made._crew
    assert isinstance(crew, Told)
    return made, crew


def closed(folder: Path, bots: int = 2, among: int = 1) -> Company:
    """That of one whose port is not open yet."""
    return Company(Settings(data=str(folder), bots=bots, among=among), Links(folder / "links.json"))


async def lay(house: Company, encounter: str, network: str = "") -> None:
    """A table at which ann plays with bots."""
    await house._links.put(encounter, LINKS)
    await house.accompany(encounter, BOTS, network)


async def come(house: Company, encounter: str, seat: str = "ann", network: str = "") -> None:
    """Somebody sits down."""
    house.came(encounter, seat, network, await house.bots_at(encounter))


def admit(house: Company, network: str) -> None:
    """May this network lay one more table?"""
    with house.laying(network):
        pass


async def test_bots_come_with_the_player_and_know_the_links_of_their_own_seats(tmp_path: Path) -> None:
    """Not when the table is laid, nor when somebody comes to another table, nor for themselves."""
    house, crew = await opened(tmp_path)
    await lay(house, "a")
    await come(house, "b")
    await come(house, "a", "bob")
    assert crew.orders == {}
    await come(house, "a")
    assert crew.orders == {"a": Order("a", "http://here", ("bob's link", "gm's link"), company.PACE_S)}


async def test_bots_go_some_time_after_the_last_session_of_the_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has a second window open, or comes back in time, keeps them."""
    monkeypatch.setattr(company, "LEAVE_S", 0)
    house, crew = await opened(tmp_path)
    await lay(house, "a")
    await come(house, "a")
    await come(house, "a")
    house.went("a", "ann")
    house.went("a", "bob")
    await turns()
    assert crew.orders.keys() == {"a"}
    house.went("a", "ann")
    await come(house, "a")
    await turns()
    assert crew.orders.keys() == {"a"}
    house.went("a", "ann")
    await turns()
    assert crew.orders == {}
    await come(house, "a")
    assert crew.orders.keys() == {"a"}


async def turns() -> None:
    """Let everything happen that is due now."""
    for _ in range(3):
        await asyncio.sleep(0)


async def test_bots_do_not_stay_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who leaves a window open keeps no place from others."""
    monkeypatch.setattr(company, "STAY_S", 0)
    house, crew = await opened(tmp_path)
    await lay(house, "a")
    await come(house, "a")
    await turns()
    assert crew.orders == {}
    house.went("a", "ann")


async def test_places_are_few_and_whoever_waits_gets_the_next_one(tmp_path: Path) -> None:
    """The lobby says so before it lays a table; who comes back to one that is laid waits."""
    house, crew = await opened(tmp_path, bots=2)
    for encounter in ("a", "b", "c"):
        await lay(house, encounter)
        await come(house, encounter)
    assert crew.orders.keys() == {"a", "b"}
    with pytest.raises(Refused, match="bots_full"):
        admit(house, "")
    crew.end("a")
    assert crew.orders.keys() == {"b", "c"}


async def test_one_address_does_not_get_all_places(tmp_path: Path) -> None:
    """Another still gets one; this machine's own is not counted."""
    house, crew = await opened(tmp_path, bots=100)
    for number in range(AT_AN_ADDRESS + 1):
        await lay(house, f"t{number}", "192.0.2.1/32")
        await come(house, f"t{number}", network="192.0.2.1/32")
    assert len(crew.orders) == AT_AN_ADDRESS
    with pytest.raises(Refused, match="bots_full"):
        admit(house, "192.0.2.1/32")
    admit(house, "192.0.2.2/32")
    admit(house, "")


async def test_whoever_waits_shuts_nobody_else_out(tmp_path: Path) -> None:
    """One address has laid as many tables as there are places, and sits at all of them."""
    house, crew = await opened(tmp_path, bots=8)
    for number in range(8):
        await lay(house, f"t{number}", "192.0.2.1/32")
        await come(house, f"t{number}", network="192.0.2.1/32")
    admit(house, "192.0.2.2/32")
    await lay(house, "other", "192.0.2.2/32")
    await come(house, "other", network="192.0.2.2/32")
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
    await lay(house, "a")
    with pytest.raises(Refused, match="bots_full"):
        admit(house, "")
    monkeypatch.setattr(company, "LEAVE_S", 0)
    await lay(house, "a")
    await turns()
    admit(house, "")


async def test_who_still_sits_there_when_the_bots_go_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second window brings them back; when the first is closed, they stay for it."""
    monkeypatch.setattr(company, "LEAVE_S", 0)
    house, crew = await opened(tmp_path)
    await lay(house, "a")
    await come(house, "a")
    crew.end("a", is_ended=False)
    assert crew.orders == {}
    await come(house, "a")
    assert crew.orders.keys() == {"a"}
    house.went("a", "ann")
    await turns()
    assert crew.orders.keys() == {"a"}
    house.went("a", "ann")
    await turns()
    assert (crew.orders, house._guests) == ({}, {})


async def test_who_sits_down_before_bots_can_come_gets_them_then(tmp_path: Path) -> None:
    """The port is open a moment before they may."""
    await lay((await opened(tmp_path))[0], "a")
    house = closed(tmp_path)
    await come(house, "a")
    await house.start("http://here")
    assert isinstance(house._crew, Told)
    assert house._crew.orders["a"].url == "http://here"


async def test_after_a_restart_bots_come_back_with_the_player(tmp_path: Path) -> None:
    """Which seats they play is kept in the data folder, for its user only, and no link with it: those have a file."""
    house, _ = await opened(tmp_path)
    await lay(house, "a")
    again, crew = await opened(tmp_path)
    await come(again, "a")
    assert crew.orders["a"].tokens == ("bob's link", "gm's link")
    (kept,) = (tmp_path / FOLDER).iterdir()
    assert [path.stat().st_mode & 0o077 for path in (kept.parent, kept)] == [0, 0]
    assert not any(link.encode() in kept.read_bytes() for link in LINKS.values())


async def test_a_worker_knows_the_tables_that_another_has_laid(tmp_path: Path) -> None:
    """Whoever comes back may land at any of them. Each has its part of the places."""
    (one, _), (other, crew) = await opened(tmp_path, 8, 4), await opened(tmp_path, 8, 4)
    for encounter in ("a", "b", "c"):
        await lay(one, encounter)
        await come(other, encounter)
    assert crew.orders.keys() == {"a", "b"}


async def test_of_two_workers_one_brings_bots_and_the_other_when_they_have_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One player has a window at each; two sets of bots would act for the same seats. One worker is killed then."""
    monkeypatch.setattr(company, "LEAVE_S", 0)
    monkeypatch.setattr(company, "AGAIN_S", 0)
    (one, first), (other, second) = await opened(tmp_path), await opened(tmp_path)
    await lay(one, "a")
    for house in (one, other):
        await come(house, "a")
    await turns()
    assert (set(first.orders), set(second.orders)) == ({"a"}, set())
    one.went("a", "ann")
    await turns()
    assert (set(first.orders), set(second.orders)) == (set(), {"a"})
    await other.close()


async def test_a_fight_that_has_ended_leaves_no_trace(tmp_path: Path) -> None:
    """Neither in the folder nor in memory, and nobody gets bots there any more; one that was only left does."""
    house, crew = await opened(tmp_path)
    for encounter in ("a", "b"):
        await lay(house, encounter)
        await come(house, encounter)
    crew.end("a")
    assert [path.name for path in (tmp_path / FOLDER).iterdir()] == ["b"]
    house.went("a", "ann")
    await come(house, "a")
    assert crew.orders.keys() == {"b"}


async def test_a_disk_that_takes_no_more_costs_the_bots_only(tmp_path: Path) -> None:
    """The table is there already, and is played at."""
    house, crew = await opened(tmp_path)
    (tmp_path / FOLDER).touch()
    await lay(house, "a")
    await come(house, "a")
    assert crew.orders == {}


async def test_where_no_bots_are_given_none_come(tmp_path: Path) -> None:
    """Nor to tables that were laid when there were some."""
    before, _ = await opened(tmp_path)
    await lay(before, "a")
    house, crew = await opened(tmp_path, bots=0)
    await come(house, "a")
    assert (house.is_given, crew.orders) == (False, {})
    with pytest.raises(Refused, match="no_bots"):
        admit(house, "")


async def test_when_the_server_stops_all_bots_go(tmp_path: Path) -> None:
    """And who waits gets none instead."""
    house, crew = await opened(tmp_path, bots=1)
    for encounter in ("a", "b"):
        await lay(house, encounter)
        await come(house, encounter)
    await house.close()
    assert crew.orders == {}
    house.went("a", "ann")
