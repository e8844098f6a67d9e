"""The way to a table: from a file of one's own, by a code on a phone, back again, and from a file that was kept."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.async_api import Browser, Page, ViewportSize, expect

from server.rules.tirakan.words.demo import DEMO
from tests.e2e.conftest import Sit
from tests.e2e.host import Host
from tests.e2e.seat import DESKTOP, NEXT_FRAME, PHONE, WAIT_MS, Seat

WRONG = DEMO.replace('side = "robbers"', 'side = "robbers"\nseat = "nobody"', 1)
EVIL = DEMO.replace('title = "Toll at the Bridge"', 'title = "<img src=x onerror=alert(1)>"')
OVERFLOW = """() => [...document.querySelectorAll("body *")]
  .filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && !element.closest(".sr-only"))
  .map((element) => `${element.tagName}.${element.getAttribute("class")}`)"""


async def paste(page: Page, text: str) -> None:
    """Put a text into the field for an own file, as pasting does."""
    await page.get_by_label("Text of the encounter").fill(text)


async def test_an_own_file_is_judged_in_place_and_played(host: Host, browser: Browser, tmp_path: Path) -> None:
    """What is wrong is named with its line; mended, the table is laid, and a phone joins it by its code."""
    await host.start()
    gm = await Seat.sit(browser, f"{host.url}/#/new")
    file = tmp_path / "bridge.toml"
    file.write_text(WRONG, "utf-8")
    await expect(gm.page.locator(".sample").first).to_be_visible(timeout=WAIT_MS)
    await gm.page.locator(".drop input[type=file]").set_input_files(file)
    line = next(n for n, each in enumerate(WRONG.splitlines(), start=1) if "nobody" in each)
    await gm.sees(f"Line {line}")
    await gm.sees("There is no seat “nobody”. The seats are gm, hagen, sela.")
    await gm.page.get_by_role("button", name="Sprache: Deutsch").click()
    await gm.sees("Es gibt keinen Platz „nobody“. Die Plätze sind gm, hagen, sela.")
    await gm.page.get_by_role("button", name="Language: English").click()
    await gm.page.get_by_role("button", name="Show it").click()
    selected = "() => String(document.activeElement.value).slice(...[document.activeElement].flatMap((a) =>"
    assert await gm.page.evaluate(f"{selected} [a.selectionStart, a.selectionEnd]))") == 'seat = "nobody"'
    await paste(gm.page, "title = ")
    await gm.sees("Line 1")
    await paste(gm.page, DEMO)
    await gm.page.get_by_role("button", name="Go on").click()

    await gm.page.get_by_label("Title").fill("My own bridge")
    await gm.page.get_by_label("Real dice").check()
    await gm.page.get_by_label("Spectators' delay in seconds").fill("90")
    await gm.page.get_by_role("button", name="Create the table").click()
    await gm.sees("The table is laid")
    code = await gm.page.locator(".code-text").first.inner_text()

    player = await Seat.sit(browser, host.url, size=PHONE)
    await player.page.get_by_label("Link or code").fill(code.lower())
    await player.page.get_by_role("button", name="Join").click()
    await player.page.get_by_role("button", name=re.compile("Sela.*free")).click()
    await expect(player.page.locator(".top h1")).to_have_text("My own bridge", timeout=WAIT_MS)
    await expect(player.page).to_have_url(f"{host.url}/")
    await expect(player.page.locator(".delay")).to_contain_text("90 s")

    second = await Seat.sit(browser, f"{host.url}/#/join/{code}", size=PHONE)
    await expect(second.page.get_by_role("button", name=re.compile("Sela.*taken"))).to_be_disabled(timeout=WAIT_MS)
    await second.page.get_by_role("button", name="Just watch").click()
    await second.sees("Nothing to see yet")

    await player.page.get_by_role("button", name="Home page").click()
    await player.sees("Continue")
    await player.page.locator(".again", has_text="My own bridge").get_by_role("link", name="Sela").click()
    await player.sees("My own bridge")
    for seat in (gm, player, second):
        await seat.leave()


async def test_a_wrong_code_and_a_wrong_link_say_so(host: Host, browser: Browser) -> None:
    """Where they were typed, and another try is one field away."""
    await host.start()
    guest = await Seat.sit(browser, host.url)
    await guest.page.get_by_label("Link or code").fill("?")
    await guest.page.get_by_role("button", name="Join").click()
    await guest.sees("This is neither a link nor a code")
    await guest.page.get_by_label("Link or code").fill("AAAA-AAAA")
    await guest.page.get_by_role("button", name="Join").click()
    await guest.sees("No door is open under this join code")
    await expect(guest.page.get_by_label("Link or code")).to_have_value("AAAA-AAAA")
    await guest.leave()


async def test_names_from_a_file_are_never_markup(host: Host, browser: Browser) -> None:
    """A title that is HTML stays text on every page, and the content policy has nothing to report."""
    await host.start()
    guest = await Seat.sit(browser, f"{host.url}/#/new")
    await expect(guest.page.locator(".sample").first).to_be_visible(timeout=WAIT_MS)
    await paste(guest.page, EVIL)
    await guest.page.get_by_role("button", name="Go on").click()
    await expect(guest.page.get_by_role("heading", name="<img src=x onerror=alert(1)>")).to_be_visible(timeout=WAIT_MS)
    await guest.page.get_by_role("button", name="Create the table").click()
    await guest.sees("<img src=x onerror=alert(1)>")
    assert await guest.page.locator("img").count() == 0
    await guest.leave()


async def test_a_file_is_checked_and_played_on(begun: Host, sit: Sit, browser: Browser, tmp_path: Path) -> None:
    """The GM saves the fight; at home its verdict is read, a changed one is refused, and it goes on as a new one."""
    gm = await sit("gm")
    await gm.reads("Sela's turn")
    await gm.look_back()
    await gm.page.get_by_role("button", name="Save and check the fight").click()
    await gm.sees("Whole and honest")
    async with gm.page.expect_download() as download:
        await gm.page.get_by_role("button", name="Save the file").click()
    name = (await download.value).suggested_filename
    assert re.fullmatch(r"Toll-at-the-Bridge\.[0-9a-f]{32}\.gm\.fray", name), name
    saved = tmp_path / "fight.fray"
    await (await download.value).save_as(saved)

    guest = await Seat.sit(browser, f"{begun.url}/#/file")
    changed = bytearray(saved.read_bytes())
    changed[len(changed) // 2] ^= 1
    bad = tmp_path / "changed.fray"
    bad.write_bytes(bytes(changed))
    chooser = guest.page.locator(".drop input[type=file]")
    await chooser.set_input_files(bad)
    await guest.sees("Something is wrong with this file")
    await chooser.set_input_files(saved)
    await guest.sees("Whole and honest")
    await guest.page.get_by_role("button", name="Play on from this file").click()
    await guest.sees("The table is laid")
    link = await guest.page.get_by_role("link", name="Open the game master's seat").get_attribute("href")
    await guest.page.goto(link or "")
    await guest.sees_turn("Sela")
    await guest.leave()


SIZES: tuple[ViewportSize, ...] = (DESKTOP, PHONE, {"width": 320, "height": 640})


async def overflowing(page: Page) -> list[str]:
    """What is wider than a desk, a phone or a small phone."""
    found: list[str] = []
    for size in SIZES:
        await page.set_viewport_size(size)
        await page.evaluate(NEXT_FRAME)
        found += [f"{size['width']}: {each}" for each in await page.evaluate(OVERFLOW)]
    return found


async def test_the_home_page_never_overflows(host: Host, browser: Browser) -> None:
    """In German, with a title and names of 64 letters, on a desk, a phone and a small phone."""
    long = "Abcdefghijklmnopqrstuvwxyz-Aeiouäöüß-von-und-zu-Hohenstein-Langen"[:64]
    wide = DEMO.replace("Toll at the Bridge", long).replace('name = "Hagen"', f'name = "{long}"')
    await host.lay(wide)
    await host.start()
    window = await browser.new_context(locale="de-DE")
    page = await window.new_page()
    await page.goto(host.links["gm"])
    await expect(page.locator(".top h1")).to_have_text(long, timeout=WAIT_MS)
    await page.get_by_role("button", name="Startseite").click()
    await expect(page.get_by_role("heading", name="Weiterspielen")).to_be_visible(timeout=WAIT_MS)
    assert await overflowing(page) == []
    await page.get_by_role("link", name="Begegnung anlegen").click()
    await expect(page.locator(".sample").first).to_be_visible(timeout=WAIT_MS)
    await page.get_by_label("Text der Begegnung").fill(wide)
    await page.get_by_role("button", name="Weiter", exact=True).click()
    await page.locator("summary", has_text="Hausregeln").click()
    assert await overflowing(page) == []
    await page.get_by_role("button", name="Tisch decken").click()
    await expect(page.locator(".code-card .qr-ink")).to_be_visible(timeout=WAIT_MS)
    await page.get_by_role("button", name="QR-Code").first.click()
    assert await overflowing(page) == []
    await window.close()


async def test_home_says_in_one_picture_what_fray_is(host: Host, browser: Browser) -> None:
    """In a file of its own, which no table loads."""
    await host.start()
    guest = await Seat.sit(browser, "about:blank")
    loaded: list[str] = []
    guest.page.on("request", lambda request: loaded.append(request.url))
    await guest.page.goto(host.links["gm"])
    await guest.sees("Toll at the Bridge")
    await guest.page.wait_for_load_state("networkidle")
    assert [url for url in loaded if "/picture" in url] == []
    await guest.leave()
    guest = await Seat.sit(browser, host.url, size=DESKTOP)
    await expect(guest.page.get_by_role("img", name=re.compile("the same fight"))).to_be_visible(timeout=WAIT_MS)
    assert any("/picture" in url for url in await guest.page.evaluate(LOADED))
    await guest.leave()


LOADED = "() => performance.getEntriesByType('resource').map((one) => one.name)"
