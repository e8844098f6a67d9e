"""Join codes: how they are read, how hard they are to guess, what finding one costs."""

import hmac
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from server.core.state import TableOptions
from server.gateway.auth import parse_token
from server.keys.join_code import ALPHABET, CHARS, code_of, plain
from server.lobby import joining
from server.lobby.lobby import Lobby, Refused
from server.store.memory import MemoryLog
from tests.table.party import SPEC, lobby_over

YEAR_S = 365.25 * 24 * 3600


def years_to_a_hit(guesses_per_s: float, doors: int) -> float:
    """How long guessing takes on average until a code of one of so many open doors is found."""
    codes: int = len(ALPHABET) ** CHARS
    return codes / doors / guesses_per_s / YEAR_S


@pytest.fixture
async def lobby(tmp_path: Path) -> AsyncIterator[Lobby]:
    """A server over a log in memory."""
    lobby = lobby_over(MemoryLog(), tmp_path)
    yield lobby
    await lobby.close()


def test_a_code_is_read_as_people_write_it() -> None:
    """Small letters, blanks and missing hyphens don't matter; another letter does."""
    code = code_of(b"m" * 32, "ab" * 16, 1)
    assert plain(f" {code.lower().replace('-', '')} ") == plain(code) != plain(code[:-1])
    assert [len(group) for group in code.split("-")] == [4, 4, 4]
    assert set(plain(code)) <= set(ALPHABET)


def test_another_key_encounter_or_door_has_another_code() -> None:
    """None of them tells another."""
    made = [(b"m", "ab", 1), (b"n", "ab", 1), (b"m", "cd", 1), (b"m", "ab", 2)]
    assert len({code_of(key * 32, id * 16, k) for key, id, k in made}) == 4


def test_a_hundred_years_of_guesses_find_no_door() -> None:
    """600 a second, at 10,000 open doors; with a character less it would be fewer."""
    years = years_to_a_hit(600, 10_000)
    assert years == pytest.approx(len(ALPHABET) ** CHARS / 10_000 / 600 / 31_557_600)
    assert years > 100 > years / len(ALPHABET)


async def test_finding_a_door_costs_the_same_however_many_there_are(
    lobby: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One HMAC for a wrong code, two for a right one, with one encounter or with 10,000 doors filed."""
    made = [await lobby.create(replace(SPEC, table=TableOptions())) for _ in range(3)]
    for number in range(10_000):
        await lobby._log.put_door(f"{number:064x}", made[0]["encounter"])
    digests: list[bytes] = []
    digest = hmac.digest

    def counted(key: Any, text: Any, name: Any) -> bytes:
        digests.append(text)
        return digest(key, text, name)

    await lobby.table(made[1]["encounter"])
    monkeypatch.setattr(hmac, "digest", counted)
    with pytest.raises(Refused, match="join_code"):
        await joining.free_seats_behind(lobby, "AAAA-AAAA-AAAA")
    assert len(digests) == 1
    await joining.free_seats_behind(lobby, made[1]["code"])
    assert len(digests) == 3


async def test_an_index_that_was_lost_is_back_when_the_gm_looks(lobby: Lobby) -> None:
    """Also where the table was open all the time; until then the code leads nowhere."""
    made = await lobby.create(replace(SPEC, table=TableOptions()))
    await lobby.table(made["encounter"])
    lobby._log.shelf.doors.clear()  # type: ignore[attr-defined]
    with pytest.raises(Refused, match="join_code"):
        await joining.free_seats_behind(lobby, made["code"])
    entered = await lobby.enter(made["encounter"], secret_of(made, "gm"))
    assert (await lobby.links_of(entered))["code"] == made["code"]
    assert (await joining.free_seats_behind(lobby, made["code"]))["encounter"] == made["encounter"]


def secret_of(made: dict[str, Any], seat: str) -> bytes:
    """The secret in a seat's link."""
    read = parse_token(made["links"][seat])
    assert read is not None
    return read.secret
