"""A lesson: what is said waits for the right act, and is where it was when the page is loaded anew."""

from __future__ import annotations

import itertools

from playwright.async_api import Browser, expect

from tests.e2e.host import Host
from tests.e2e.seat import PHONE, WAIT_MS, Seat
from tests.e2e.test_page import focus


async def at(learner: Seat, step: int) -> None:
    """So far one is."""
    await expect(learner.page.locator(".guide b")).to_have_text(f"{step}/7", timeout=WAIT_MS)


async def test_a_lesson_is_learned_to_its_end(host: Host, browser: Browser) -> None:
    """It waits for the right act: another one is taken, and nothing is said of it. The teacher and the game master are
    bots. Whoever loads the page anew in the middle goes on where they were. On a phone, where the room is scarce."""
    await host.start()
    learner = await Seat.sit(browser, host.url, size=PHONE)
    await learner.page.get_by_role("button", name="Learn it step by step").click()
    await at(learner, 2)
    await walk(learner, "Shift", 1)
    await learner.reads("Ida moves 0.5 m")
    await at(learner, 2)
    await walk(learner, "Move", 5)
    await at(learner, 3)
    await says(learner, "Now strike")
    await learner.page.reload()
    await at(learner, 3)
    await learner.page.get_by_role("button", name="Sprache: Deutsch").click()
    await says(learner, "Jetzt schlag zu")
    await learner.page.get_by_role("button", name="Language: English").click()
    await learner.choose("End turn")  # both actions went into walking
    await strike(learner)
    await at(learner, 4)
    await ready_until_asked(learner)
    await learner.page.reload()
    await learner.is_asked("Use a readied action?")
    await strike(learner)
    await at(learner, 6)
    await learner.choose("Attack: Sabre", Energy_for_the_roll=1)
    await at(learner, 7)
    await says(learner, "That is all you need")
    await learner.leave()


async def says(learner: Seat, words: str) -> None:
    """The lesson says this now."""
    await expect(learner.page.locator(".guide")).to_contain_text(words, timeout=WAIT_MS)


async def strike(learner: Seat) -> None:
    """At the one who is there, with what is in hand; no energy goes into it."""
    form = learner.page.locator(".option-form")
    await learner.press_until(learner.option("Attack: Sabre"), form)
    await form.get_by_role("button", name="Do it", exact=True).click()


async def ready_until_asked(learner: Seat) -> None:
    """Keep an action for the teacher's turn, and once more if he did nothing in it that one is asked about: he is a bot
    and strikes in most of his turns, not in each. While one is asked, he waits."""
    asked = learner.page.locator(".prompt").get_by_text("Use a readied action?")
    again = learner.option("Ready and end turn")
    for turn in itertools.count(1):
        await learner.choose("Ready and end turn")
        await expect(learner.page.locator(".log p", has_text="Ida readies an action")).to_have_count(turn)
        await expect(asked.or_(again).first).to_be_visible(timeout=WAIT_MS)
        if await asked.count():
            await at(learner, 5 if turn == 1 else 6)  # an action that was kept in vain ends that step, too
            return


async def walk(learner: Seat, how: str, steps: int) -> None:
    """By the arrow keys, towards the right."""
    await learner.choose(how)
    await focus(learner, "Arrow keys", ".map")
    for _ in range(steps):
        await learner.page.keyboard.press("ArrowRight")
    await learner.page.keyboard.press("Enter")


async def test_at_other_tables_there_is_no_lesson(host: Host, browser: Browser) -> None:
    """Nor in a browser that was not told of it."""
    await host.start()
    guest = await Seat.sit(browser, host.url)
    await guest.page.get_by_role("button", name="Try it alone").click()
    await guest.sees("Lanterns at the Boathouse")
    await expect(guest.page.locator(".rail .row").first).to_be_visible(timeout=WAIT_MS)
    assert await guest.page.locator(".guide").count() == 0
    await guest.leave()
