"""The file of links: nothing is lost when several write, nothing is read twice, nobody else may read it."""

import asyncio
import stat
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from server.keys.links import Links


async def known(links: Links) -> dict[str, dict[str, str]]:
    """All that the file holds by now."""
    await links.refresh()
    return {encounter: dict(links.of(encounter)) for encounter in links}


async def test_links_of_two_writers_are_both_kept(tmp_path: Path) -> None:
    """`fray create` beside a running server: each sees what the other has added."""
    one, two = Links(tmp_path / "links.json"), Links(tmp_path / "links.json")
    await asyncio.gather(*(who.put(f"{at}{n}", {"gm": "t"}) for at, who in enumerate((one, two)) for n in range(50)))
    assert await known(one) == await known(two) == await known(Links(tmp_path / "links.json"))
    assert len(one) == 100


async def test_only_what_was_added_is_read(tmp_path: Path) -> None:
    """Five thousand encounters cost no more per look than what is new."""
    links = Links(tmp_path / "links.json")
    for number in range(20):
        await links.put(f"e{number}", {"gm": "t"})
    await links.refresh()
    before = links._read_bytes
    await links.put("new", {"gm": "t"})
    await links.refresh()
    assert next(reversed(links)) == "new"
    assert links._read_bytes - before == len(b'{"new":{"gm":"t"}}\n')


async def test_who_looks_at_the_same_time_sees_all_that_was_there(tmp_path: Path) -> None:
    """Nothing is taken in twice, nothing is left out."""
    links = Links(tmp_path / "links.json")
    for number in range(20):
        await links.put(f"e{number}", {"gm": "t"})
        await asyncio.gather(*(links.refresh() for _ in range(5)))
        assert list(links) == [f"e{at}" for at in range(number + 1)]


async def test_the_file_is_never_touched_by_the_loop(tmp_path: Path, monkeypatch) -> None:
    """A slow disk holds up nobody but who asks for what is on it."""
    links, loop = Links(tmp_path / "links.json"), threading.get_ident()
    touched: list[int] = []

    def noted(work: Callable[..., Any]) -> Callable[..., Any]:
        def run(*of: Any) -> Any:
            touched.append(threading.get_ident())
            return work(*of)

        return run

    for name in ("_added", "_write"):
        monkeypatch.setattr(links, name, noted(getattr(links, name)))
    await links.put("a", {"gm": "1"})
    assert await known(links) == {"a": {"gm": "1"}}
    assert len(touched) == 2
    assert loop not in touched


async def test_links_given_out_anew_are_the_newest(tmp_path: Path) -> None:
    """The old ones are forgotten, the encounter moves to the end."""
    links = Links(tmp_path / "links.json")
    for encounter, token in (("a", "1"), ("b", "1"), ("a", "2")):
        await links.put(encounter, {"gm": token})
    assert await known(links) == {"b": {"gm": "1"}, "a": {"gm": "2"}}
    assert list(reversed(links)) == ["a", "b"]


async def test_a_torn_line_costs_only_itself(tmp_path: Path) -> None:
    """A crash in the middle of a write leaves half a line, at any byte."""
    path = tmp_path / "links.json"
    await Links(path).put("a", {"gm": "1"})
    whole = path.read_bytes()
    for cut in range(len(whole)):
        path.write_bytes(whole + whole[:cut])
        links = Links(path)
        await links.put("b", {"gm": "2"})
        assert await known(links) == {"a": {"gm": "1"}, "b": {"gm": "2"}}


async def test_only_its_user_can_read_the_file(tmp_path: Path) -> None:
    """Whoever has a link has the seat; also where the file was laid more openly."""
    path = tmp_path / "links.json"
    path.touch(0o644)
    path.chmod(0o644)
    await Links(path).put("a", {"gm": "1"})
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


async def test_a_file_that_was_replaced_is_read_anew(tmp_path: Path) -> None:
    """An operator brings back an older copy while the server runs."""
    path = tmp_path / "links.json"
    links = Links(path)
    await links.put("a", {"gm": "1"})
    older = path.read_bytes()
    await links.put("b", {"gm": "2"})
    assert set(await known(links)) == {"a", "b"}
    path.write_bytes(older)
    assert set(await known(links)) == {"a"}
