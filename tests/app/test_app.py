"""The parts of a server and the command line that need no running server: keys, settings, what is announced."""

import os
import stat
from pathlib import Path

import pytest

from server.app.lobby_key import lobby_key
from server.keys.master_key import ensure_master_key, master_key
from server.keys.secret_file import SECRET_BYTES
from server.process.settings import Settings
from server.store.memory import MemoryLog


async def test_a_master_key_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """32 bytes that only their user can read; nothing else is left behind."""
    monkeypatch.delenv("FRAY_MASTER_KEY", raising=False)
    with pytest.raises(RuntimeError, match=r"master\.key is missing; bring it back"):
        master_key(tmp_path)
    await ensure_master_key(tmp_path, MemoryLog())
    key = master_key(tmp_path)
    assert len(key) == SECRET_BYTES
    await ensure_master_key(tmp_path, MemoryLog())
    assert master_key(tmp_path) == key
    assert stat.S_IMODE((tmp_path / "master.key").stat().st_mode) == 0o600
    assert sorted(os.listdir(tmp_path)) == ["master.key", "served.key"]


@pytest.mark.parametrize("given", ["ab", "no hex", "ab" * 31, "ab" * 33])
def test_a_master_key_of_the_environment_has_32_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    """Anything else is refused by the name of the variable, never shown."""
    monkeypatch.setenv("FRAY_MASTER_KEY", given)
    with pytest.raises(RuntimeError, match=r"FRAY_MASTER_KEY.*64 hex") as caught:
        master_key(tmp_path)
    assert given not in str(caught.value)


def test_an_empty_master_key_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that died while it made the file must not play on with a key that anybody can guess."""
    monkeypatch.delenv("FRAY_MASTER_KEY", raising=False)
    (tmp_path / "master.key").write_bytes(b"")
    with pytest.raises(RuntimeError, match=r"master\.key.*0 bytes"):
        master_key(tmp_path)


def test_the_lobby_has_one_key_for_its_folder(tmp_path: Path) -> None:
    """The printed link works after a restart; only its user can read it; where no links are listed there is none."""
    settings = Settings(data=str(tmp_path))
    key = lobby_key(settings)
    assert len(key) == 43
    assert lobby_key(settings) == key
    assert stat.S_IMODE((tmp_path / "lobby.key").stat().st_mode) == 0o600
    for elsewhere in (
        Settings(data=str(tmp_path), host="0.0.0.0"),
        Settings(data=str(tmp_path), origins=("https://a",)),
    ):
        assert lobby_key(elsewhere) == ""
