"""The master key is changed while encounters run: they keep the key they were made under, new ones get the new one."""

from pathlib import Path
from typing import Any

import pytest

from server.core.state import Tips
from server.keys.master_key import ensure_master_key, keeper_of
from server.keys.seeds import SeedKeeper
from server.lobby.copying import branch_of
from server.lobby.lobby import Lobby, Refused
from server.store.memory import MemoryLog, MemoryStore
from tests.table.party import Party, Remembering, laid, lobby_over

OLD, NEW = b"o" * 32, b"n" * 32
ENCOUNTER = "ab" * 16


def over(shelf: MemoryStore, folder: Path, master: bytes, *former: bytes) -> Lobby:
    """A server with these keys."""
    return lobby_over(MemoryLog(shelf), folder, master, former=former)


async def revealed_by(gm: Remembering) -> list[Any]:
    """The seeds revealed up to the close: the log takes only those that its tips are made of."""
    await gm.does({"type": "close"})
    await gm.until(lambda _: gm.table.timeline.ledger.epoch > 1)
    return [event for commit in gm.table.timeline.commits for event in commit.events if "Seed" in type(event).__name__]


async def test_an_encounter_goes_on_under_the_key_it_was_made_with(tmp_path: Path) -> None:
    """Also on a server whose own key is another one by now; the seeds it reveals are those that commit 1 has bound."""
    shelf = MemoryStore()
    before = over(shelf, tmp_path / "before", OLD)
    party = await laid(before)
    await (await party.sits("gm")).does({"type": "begin"})
    await before.close()
    after = over(shelf, tmp_path / "after", NEW, b"x" * 32, OLD)
    gm = await Party(after, party.links).sits("gm")
    encounter = gm.table.encounter
    assert gm.table.timeline.ledger.tips == SeedKeeper(OLD).tips(encounter)
    revealed = await revealed_by(gm)
    assert revealed[-1].seed == SeedKeeper(OLD).seeds(encounter, 1).open
    await after.close()


async def test_what_is_made_from_then_on_has_the_new_key(tmp_path: Path) -> None:
    """A server that still has the old one opens it if it was told the new one before; else it refuses."""
    shelf = MemoryStore()
    after = over(shelf, tmp_path / "after", NEW, OLD)
    party = await laid(after)
    tips = (await party.sits("gm")).table.timeline.ledger.tips
    await after.close()
    told, untold = over(shelf, tmp_path / "told", OLD, NEW), over(shelf, tmp_path / "untold", OLD)
    gm = await Party(told, party.links).sits("gm")
    assert tips == SeedKeeper(NEW).tips(gm.table.encounter)
    with pytest.raises(Refused, match="key_changed"):
        await Party(untold, party.links).sits("gm")
    await told.close()
    await untold.close()


async def test_what_lost_its_key_is_played_on_as_a_branch(tmp_path: Path) -> None:
    """The encounter itself is refused; a copy goes on under the key that there is."""
    shelf = MemoryStore()
    before = over(shelf, tmp_path / "before", OLD)
    party = await laid(before)
    gm = await party.sits("gm")
    await gm.does({"type": "begin"})
    await before.close()
    after = over(shelf, tmp_path / "after", NEW)
    with pytest.raises(Refused, match="key_changed"):
        await Party(after, party.links).sits("gm")
    made = await branch_of(after, gm.table.encounter)
    table = await after.table(made["encounter"])
    assert table.timeline.state.play.phase == gm.table.timeline.state.play.phase
    assert table.timeline.ledger.tips == SeedKeeper(NEW).tips(made["encounter"])
    await after.close()


async def test_former_keys_come_from_the_environment_and_from_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A moved `master.key` is one; a broken one is named."""
    await ensure_master_key(tmp_path, MemoryLog())
    made = keeper_of(tmp_path).tips(ENCOUNTER)
    (tmp_path / "master.key").rename(tmp_path / "master.key.1")
    await ensure_master_key(tmp_path, MemoryLog())
    keeper = keeper_of(tmp_path)
    assert keeper.tips(ENCOUNTER) != made
    assert keeper.holds(ENCOUNTER, made)
    assert not keeper.holds(ENCOUNTER, Tips(b"", b""))
    monkeypatch.setenv("FRAY_FORMER_KEYS", f"{OLD.hex()}, {NEW.hex()}")
    keeper = keeper_of(tmp_path)
    assert all(keeper.holds(ENCOUNTER, SeedKeeper(key).tips(ENCOUNTER)) for key in (OLD, NEW))
    assert keeper.seeds(ENCOUNTER, 7) == SeedKeeper(NEW).seeds(ENCOUNTER, 7)
    assert keeper.holds(ENCOUNTER, made)
    assert keeper.seeds(ENCOUNTER, 7) != SeedKeeper(NEW).seeds(ENCOUNTER, 7)
    monkeypatch.setenv("FRAY_FORMER_KEYS", "0")
    with pytest.raises(RuntimeError, match="FRAY_FORMER_KEYS"):
        keeper_of(tmp_path)
