"""Somebody at a table with a browser: what a person sees and clicks, by the words on the screen. No shortcuts."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from typing import Any

from playwright.async_api import Browser, FloatRect, Locator, Page, ViewportSize, expect
from playwright.async_api import TimeoutError as TimedOut

from tests.e2e.host import Host

WAIT_MS = 60_000
FRAMES = 60
TRIES_MS = (500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000)
"""How long to try a button before looking whether it is still needed: longer each time, for a slow machine."""
STILL = 3
"""What is at the same place in so many frames has come to rest."""
NOTE = """(selector) => {
  window.said = [];
  const note = () => said.push(document.querySelector(selector)?.textContent ?? "");
  new MutationObserver(note).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""
NEXT_FRAME = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
DESKTOP: ViewportSize = {"width": 1360, "height": 850}
PHONE: ViewportSize = {"width": 390, "height": 844}


GONE = re.compile(r"net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|CONTENT_LENGTH_MISMATCH)$")
"""What a browser notes of a file that it asks of a server which is away, or goes before it has answered."""


async def new_window(browser: Browser, size: ViewportSize | None = None, **context: Any) -> Page:
    """A window that nobody has used: as another person's browser."""
    window = await browser.new_context(viewport=size or DESKTOP, locale="en-GB", **context)
    window.set_default_timeout(WAIT_MS)
    return await window.new_page()


class Seat:
    """One browser window. `problems`: whatever the page complained about; it must stay empty."""

    def __init__(self, page: Page, host: Host | None = None) -> None:
        self.page = page
        self.host = host
        self.problems: list[str] = []
        page.on("pageerror", self._failed)
        page.on("console", self._heard)

    def _failed(self, error: Any) -> None:
        self.problems.append(str(error))

    def _heard(self, message: Any) -> None:
        # A lost connection is what some tests are about, and browsers always log it.
        if message.type not in ("error", "warning") or "WebSocket" in message.text:
            return
        if self.host is not None and self.host.was_taken_down and GONE.search(message.text):
            return
        self.problems.append(f"{message.text} {message.location['url']}")

    @classmethod
    async def sit(
        cls, browser: Browser, link: str, size: ViewportSize | None = None, host: Host | None = None, **context: Any
    ) -> Seat:
        """Open a link in a window of its own, as another person would. `host`: who may go away meanwhile."""
        seat = cls(await new_window(browser, size, **context), host)
        await seat.page.goto(link)
        return seat

    async def leave(self) -> None:
        """Close the window; it must not have complained."""
        await self.page.context.close()
        assert self.problems == [], self.problems

    async def rise(self) -> None:
        """Leave the window empty for whoever sits there next, at another server's table; it must not have complained.

        What a page keeps, it keeps by its server's port, and no two tests' servers have the same."""
        for other in self.page.context.pages:
            if other is not self.page:
                await other.close()
        await self.page.goto("about:blank")
        self.page.remove_listener("pageerror", self._failed)
        self.page.remove_listener("console", self._heard)
        assert self.problems == [], self.problems

    # --- seeing ------------------------------------------------------------------------------------------------------

    async def sees(self, text: str | re.Pattern[str]) -> None:
        """Somewhere on the screen stands this."""
        await expect(self.page.get_by_text(text).first).to_be_visible(timeout=WAIT_MS)

    async def sees_turn(self, name: str) -> None:
        """The header says whose turn it is: mine or another's."""
        turn = self.page.locator(".where").get_by_text(re.compile(f"^(Turn of|Your turn:) {name}"))
        await expect(turn.filter(visible=True).first).to_be_visible(timeout=WAIT_MS)

    async def reads(self, text: str | re.Pattern[str]) -> None:
        """The log says this."""
        await expect(self.log.filter(has_text=text).last).to_be_attached(timeout=WAIT_MS)

    async def is_asked(self, what: str) -> None:
        """A prompt asks this."""
        await expect(self.page.locator(".prompt").get_by_text(what).first).to_be_visible(timeout=WAIT_MS)

    @property
    def log(self) -> Locator:
        """The lines of the log."""
        return self.page.locator(".log .line")

    async def lines(self) -> list[str]:
        """What the log says now, line by line: only where nothing more can come."""
        return [" ".join(text.split()) for text in await self.log.locator("p").all_inner_texts()]

    async def logs(self, lines: Sequence[str]) -> None:
        """The log says just this, line by line."""
        await expect(self.log.locator("p")).to_have_text(list(lines), use_inner_text=True)

    async def stands(self, name: str, *, says: Sequence[str] = (), lacks: Sequence[str] = ()) -> None:
        """The order says this of a combatant, and not that."""
        row = self.page.locator(".rail .row").filter(has=self.page.locator("b", has_text=re.compile(f"^{name}$")))
        for text in says:
            await expect(row).to_contain_text(text, use_inner_text=True)
        for text in lacks:
            await expect(row).not_to_contain_text(text, use_inner_text=True)

    async def place_of(self, name: str) -> FloatRect:
        """Where somebody's piece is on the screen, once it and the map have come to rest."""
        piece = self.page.get_by_role("region", name="Map").get_by_role("button", name=name)
        await expect(piece).to_be_visible()
        seen: list[FloatRect | None] = [None]
        while seen[-1] is None or len(seen) < STILL or any(box != seen[-1] for box in seen[-STILL:]):
            await self.page.evaluate(NEXT_FRAME)
            seen.append(await piece.bounding_box())
        return seen[-1]

    async def notes(self, selector: str) -> None:
        """From now on it is written down what stands there: it may be soon over."""
        await self.page.evaluate(NOTE, selector)

    async def has_noted(self, words: str) -> None:
        """Since then it has said this."""
        await self.page.wait_for_function("(words) => said.some((each) => each.includes(words))", arg=words)

    # --- doing -------------------------------------------------------------------------------------------------------

    async def choose(self, option: str, *, who: str = "", **fields: str | int) -> None:
        """Click an option's button; fill in what it asks for (label -> choice, number or text) and send it."""
        form = self.page.locator(".option-form")
        opened = form.filter(has=self.page.locator("h3", has_text=option))
        button = self.option(option, who)
        await expect(button.or_(opened).first).to_be_attached(timeout=WAIT_MS)  # perhaps behind a fold
        await self.unfold(button)
        if fields:  # where one tap does it, the form is behind the button beside
            beside = button.locator("xpath=following-sibling::button[1][starts-with(., 'More: ')]")
            await self.press_until(beside if await beside.count() else button, opened)
        else:
            await button.click()
        if fields:
            await expect(form).to_be_visible(timeout=WAIT_MS)
        for label, value in fields.items():
            await self._fill(form.locator(".field", has_text=label.replace("_", " ")).first, value)
        if fields:
            await form.get_by_role("button", name="Do it", exact=True).click()
        await self.settled()

    def option(self, option: str, who: str = "") -> Locator:
        """Its button, in the row of one of several who are asked."""
        area = self.page.locator(".dock")
        if who:  # each who is asked has a row of answers, unless nobody else is
            area = self.page.locator(".answers", has_text=who).or_(self.page.locator(".prompt-foot"))
        return area.locator(".option:not([aria-disabled=true])", has_text=option).first

    async def press_until(self, button: Locator, done: Locator) -> None:
        """Press what may go away meanwhile, until the page shows what it leads to: where only one thing can be answered
        its form opens by itself, in place of the button; and what is over folds, with a line that has just been
        unfolded."""
        for wait_ms in TRIES_MS:
            if await done.count():
                return
            await expect(button.or_(done).first).to_be_attached()
            with contextlib.suppress(TimedOut):
                await self.unfold(button, wait_ms)
                await button.click(timeout=wait_ms)
            await self.settled()
        await expect(done.first).to_be_attached()

    async def drawn(self) -> None:
        """The page has drawn what it was told and what was done to it before: it draws once a frame."""
        await self.page.evaluate(NEXT_FRAME)

    async def unfold(self, button: Locator, wait_ms: int = WAIT_MS) -> None:
        """Open the fold that this lies behind: a less likely answer, a line of an act that is over."""
        folds = button.locator("xpath=ancestor::details[not(@open)]")
        while await folds.count():
            await folds.first.locator("summary").first.click(timeout=wait_ms)

    async def _fill(self, field: Locator, value: str | int) -> None:
        await expect(field).to_be_visible()
        if isinstance(value, int):
            await field.locator("input").fill(str(value))
        elif await field.locator("input[type=text]").count():
            await field.locator("input").fill(value)
        else:
            await field.locator(".chip", has_text=value).first.click()

    async def turn_to(self, part: str) -> None:
        """GM: look at another part of the dock."""
        await self.page.locator(".gm-parts button:not(.asked-chip)", has_text=part).click()

    async def settled(self) -> None:
        """The server has answered: nothing is on its way any more."""
        await self.drawn()
        await expect(self.page.locator(".option.pending")).to_have_count(0, timeout=WAIT_MS)

    async def roll(self, faces: Sequence[int], who: str = "") -> None:
        """Type dice that fell on the real table. GM: for `who`, as the screen may still show somebody else's throw."""
        prompt = self.page.locator(".prompt", has_text="faces that fell")
        await expect(prompt.locator("h2")).to_contain_text(f"{who} rolls {len(faces)} d", timeout=WAIT_MS)
        for face in faces:
            await prompt.locator(".chip", has_text=re.compile(f"^{face}$")).click()
        await prompt.get_by_role("button", name="Do it", exact=True).click()

    async def walk_towards(self, name: str) -> None:
        """Choose to walk, tap the map just before somebody, and go as far as that way leads."""
        await self.unfold(self.option("Walk", ""))
        await self.option("Walk", "").click()
        box = await self.place_of(name)
        await self.page.mouse.click(box["x"] - 20, box["y"] + box["height"] / 2)
        await self.page.locator(".option-form").get_by_role("button", name="Do it", exact=True).click()
        await self.settled()

    async def act_on(self, line: str, deed: str) -> None:
        """GM: a handle of the last log line with these words."""
        block = self.page.locator(".told .block", has_text=line).last
        handle = block.get_by_role("button", name=deed)
        for _ in range(FRAMES):  # what has come of the act may just be drawn around it, which leaves it no focus
            await self.unfold(block)
            await block.focus()  # as a tap does; the mouse would lose it to a new line that moves the log
            if await handle.is_visible():
                break
            await self.drawn()
        await handle.click()

    async def look_back(self) -> None:
        """Open the replay and wait until all of it is there."""
        await self.page.get_by_role("button", name="Replay").first.click()
        await expect(self.page.locator(".replay .play")).to_be_visible()
        await expect(self.page.locator(".standing", has_text="Loading")).to_have_count(0)
        await expect(self.page.locator(".standing.problem")).to_have_count(0)


async def all_read(line: str, *seats: Seat) -> None:
    """The log of each of them says this."""
    for seat in seats:
        await seat.reads(line)
