"""The file of links: nothing is lost when several write, nothing is read twice, nobody else may read it."""

import stat
import threading
from pathlib import Path

from server.links import Links


def test_links_of_two_writers_are_both_kept(tmp_path: Path) -> None:
    """`fray create` beside a running server: each sees what the other has added."""
    one, two = Links(tmp_path / "links.json"), Links(tmp_path / "links.json")
    threads = [
        threading.Thread(target=lambda who=who, at=at: [who.put(f"{at}{n}", {"gm": "t"}) for n in range(50)])
        for at, who in enumerate((one, two))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert one.all() == two.all() == Links(tmp_path / "links.json").all()
    assert len(one.all()) == 100


def test_only_what_was_added_is_read(tmp_path: Path) -> None:
    """Five thousand encounters cost no more per look than what is new."""
    links = Links(tmp_path / "links.json")
    for number in range(20):
        links.put(f"e{number}", {"gm": "t"})
    links.all()
    before = links._read_bytes
    links.put("new", {"gm": "t"})
    assert list(links.all())[-1] == "new"
    assert links._read_bytes - before == len(b'{"new":{"gm":"t"}}\n')


def test_links_given_out_anew_are_the_newest(tmp_path: Path) -> None:
    """The old ones are forgotten, the encounter moves to the end."""
    links = Links(tmp_path / "links.json")
    for encounter, token in (("a", "1"), ("b", "1"), ("a", "2")):
        links.put(encounter, {"gm": token})
    assert links.all() == {"b": {"gm": "1"}, "a": {"gm": "2"}}
    assert list(links.all()) == ["b", "a"]


def test_a_torn_line_costs_only_itself(tmp_path: Path) -> None:
    """A crash in the middle of a write leaves half a line, at any byte."""
    path = tmp_path / "links.json"
    Links(path).put("a", {"gm": "1"})
    whole = path.read_bytes()
    for cut in range(len(whole)):
        path.write_bytes(whole + whole[:cut])
        links = Links(path)
        links.put("b", {"gm": "2"})
        assert links.all() == {"a": {"gm": "1"}, "b": {"gm": "2"}}


def test_only_its_user_can_read_the_file(tmp_path: Path) -> None:
    """Whoever has a link has the seat; also where the file was laid more openly."""
    path = tmp_path / "links.json"
    path.touch(0o644)
    path.chmod(0o644)
    Links(path).put("a", {"gm": "1"})
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_file_that_was_replaced_is_read_anew(tmp_path: Path) -> None:
    """An operator brings back an older copy while the server runs."""
    path = tmp_path / "links.json"
    links = Links(path)
    links.put("a", {"gm": "1"})
    older = path.read_bytes()
    links.put("b", {"gm": "2"})
    assert set(links.all()) == {"a", "b"}
    path.write_bytes(older)
    assert set(links.all()) == {"a"}
