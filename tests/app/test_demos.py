"""How the demo encounters are laid."""

from pathlib import Path

import msgspec

from server.app.demos import Demos
from server.core.state import TableOptions
from server.encounter.installed import systems
from server.encounter.setup import PACE
from server.lobby.lobby import Lobby
from server.store.memory import MemoryLog
from tests.table.party import lobby_over


async def table_of(lobby: Lobby, encounter: str) -> TableOptions:
    """Its options as they stand in the log."""
    options: TableOptions = (await lobby.tables.table(encounter)).timeline.state.ledger.table
    return options


async def test_a_demo_is_played_at_the_pace_of_a_table_that_people_make(tmp_path: Path) -> None:
    """Whoever can't change anything is not asked, and dice can be looked at."""
    lobby = lobby_over(MemoryLog(), tmp_path / "data")
    for laid in await Demos(lobby).lay():
        table = await table_of(lobby, laid["encounter"])
        assert (table.stops, table.min_window_s) == (PACE["stops"], PACE["min_window_s"]), laid["title"]


async def test_a_plain_demo_asks_as_its_file_says(tmp_path: Path) -> None:
    """All are asked, without a pause."""
    lobby = lobby_over(MemoryLog(), tmp_path / "data")
    (laid, *_) = await Demos(lobby, is_paced=False).lay()
    table = await table_of(lobby, laid["encounter"])
    assert (table.stops, table.min_window_s) == (msgspec.UNSET, 0)


async def test_first_comes_the_system_that_can_be_learned(tmp_path: Path) -> None:
    """Wherever it stands among those that are installed: in the list that the lobby gives, by which visitors are led
    to a fight, and among the demos."""
    there = {name: systems()[name] for name in ("tirakan", "brink")}
    assert [name for name, system in there.items() if system.tutorial] == ["brink"]
    lobby = lobby_over(MemoryLog(), tmp_path / "data", systems=there)
    assert [each["name"] for each in (await lobby.greet(is_local=True))["systems"]] == ["brink", "tirakan"]
    first, *_ = await Demos(lobby).lay()
    assert first["system"] == "brink"
