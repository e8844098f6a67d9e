"""What is fetched behind the first look: it comes when the server is back, and from a newer server as well."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from playwright.async_api import Route, expect

from tests.e2e.conftest import Sit
from tests.e2e.host import ROOT, Host
from tests.e2e.seat import Seat
from tests.e2e.test_restart import is_back, is_lost

SENTENCES = "**/*.refusals.json"
LINKS = re.compile(r"/assets/(links|dialog|seats|home_words)[-_]")
"""What the dialog with everybody's links is made of: its code, its words, its styles."""
STYLED = "() => getComputedStyle(document.querySelector('.dialog')).borderTopLeftRadius"


async def open_links(gm: Seat) -> None:
    """GM: ask for everybody's links."""
    await gm.page.get_by_role("button", name="Links of the seats").first.click()


async def open_links_until_seen(gm: Seat) -> None:
    """GM: ask for them wherever the page is loaded anew meanwhile."""
    button = gm.page.get_by_role("button", name="Links of the seats").first
    await gm.press_until(button, gm.page.get_by_role("dialog"))


async def sees_links(gm: Seat) -> None:
    """The dialog is there, with its styles."""
    await expect(gm.page.get_by_role("dialog").get_by_text("Hagen").first).to_be_visible()
    assert await gm.page.evaluate(STYLED) == "18px"


async def test_what_did_not_come_at_first_comes_later(host: Host, sit: Sit) -> None:
    """A wire that loses one try of each file: the sentences, and the dialog that was asked for, come by themselves."""
    await host.start()
    gm = await sit("gm", alone=True)
    await gm.sees("Toll at the Bridge")
    lost: set[str] = set()

    async def lose_once(route: Route) -> None:
        url = route.request.url
        if url in lost:
            await route.continue_()
        else:
            lost.add(url)
            await route.abort("connectionreset")

    await gm.page.route(SENTENCES, lose_once)
    await gm.page.route(LINKS, lose_once)
    async with gm.page.expect_response(SENTENCES):
        await gm.page.reload()
        await open_links(gm)
    await sees_links(gm)
    kinds = {Path(url).suffix for url in lost}
    assert kinds == {".json", ".js", ".css"}
    while len(gm.problems) < len(lost):
        await gm.page.wait_for_event("console")
    assert all("net::ERR_CONNECTION_RESET" in problem for problem in gm.problems), gm.problems
    gm.problems.clear()


async def test_what_is_wanted_while_the_server_is_away_comes_when_it_is_back(host: Host, sit: Sit) -> None:
    """The dialog that the GM asks for meanwhile opens by itself; until then nothing is asked of the server."""
    await host.start()
    gm = await sit("gm", alone=True)
    await gm.sees("Toll at the Bridge")
    await host.kill()
    await is_lost(gm)
    asked: list[str] = []
    gm.page.on("request", lambda request: asked.append(request.url))
    await open_links(gm)
    assert not [url for url in asked if LINKS.search(url)]
    await host.start()
    await is_back(gm)
    await sees_links(gm)


def newer(folder: Path) -> Path:
    """A later release: the same, but that all the client's files have other names."""
    for package in ("server", "protocol", "client_demo"):
        unwanted = shutil.ignore_patterns("node_modules", "__pycache__", "screenshots", "src")
        shutil.copytree(ROOT / package, folder / package, ignore=unwanted)
    static = folder / "server" / "static"
    names = {file.name: re.sub(r"-[\w-]{8}\.", "-Released.", file.name) for file in (static / "assets").iterdir()}
    twins = {name: f"{number}{new}" for number, (name, new) in enumerate(names.items())}
    for file in [static / "index.html", *(static / "assets").iterdir()]:
        content = file.read_bytes()
        for name, new in twins.items():
            content = content.replace(name.encode(), new.encode())
        file.write_bytes(content)
        if file.name in twins:
            file.rename(file.with_name(twins[file.name]))
    return folder


async def test_a_page_that_has_outlived_its_release_is_loaded_anew(host: Host, sit: Sit, tmp_path: Path) -> None:
    """The server comes back with another client: what the old page would fetch is gone, and the new one has it."""
    await host.start()
    gm = await sit("gm", alone=True)
    await gm.sees("Toll at the Bridge")
    await host.stop()
    await is_lost(gm)
    host.code = newer(tmp_path / "newer")
    async with gm.page.expect_event("load"):  # now, or sooner: with whatever the first look still lacked
        await host.start()
        await is_back(gm)
        await open_links(gm)
    assert gm.problems
    assert all(f"{host.url}/assets/" in problem for problem in gm.problems), gm.problems
    gm.problems.clear()
    await is_back(gm)
    await open_links_until_seen(gm)
    await sees_links(gm)
