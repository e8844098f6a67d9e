"""A plan is put together: by dragging with a mouse and with a finger, by keys; what is left of it stands beside it."""

from __future__ import annotations

from playwright.async_api import Locator, expect

from server.rules.tactics import SYSTEM
from tests.e2e.conftest import Sit
from tests.e2e.host import Host
from tests.e2e.seat import PHONE, Seat
from tests.e2e.test_access import Checked

FORM = ".option-form:has(.ordered)"
BRAWL = SYSTEM.demo.replace("rank = 2", "rank = 4")
"""Maren may attack five times, so that her plan is longer than a phone is high."""


async def planning(host: Host, sit: Sit) -> tuple[Seat, Seat, Seat]:
    """The GM, Maren, and Iva on a phone, at the beginning of a round's plans."""
    host.system = "tactics"
    await host.lay(BRAWL)
    await host.start()
    gm, maren, iva = await sit("gm"), await sit("maren"), await sit("iva", size=PHONE, has_touch=True)
    for name in ("Maren", "Iva"):
        await gm.reads(f"{name} sits down")
    await gm.choose("Start the fight")
    await gm.turn_to("Rulings")
    await gm.choose("Lock the phase")
    for seat in (maren, iva):
        await seat.is_asked("Plans")
    return gm, maren, iva


async def opened(seat: Seat, *deeds: str) -> Locator:
    """The list, with these in it."""
    form = seat.page.locator(FORM)
    button = seat.page.locator(".dock .option", has_text="Plan").filter(has_text="…").last
    await seat.press_until(button, form)
    for deed in deeds:
        await add(form, deed)
    return form


async def add(form: Locator, deed: str) -> None:
    """One more at the end."""
    await form.get_by_role("group", name="Add", exact=True).get_by_role("button", name=deed, exact=True).click()


async def centre(part: Locator) -> tuple[float, float]:
    """The middle of what is on the screen."""
    box = await part.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def test_a_plan_is_dragged_into_order_with_the_mouse_and_by_keys(host: Host, sit: Sit) -> None:
    """What it uses is told as it stands; what does not fit any more is greyed and says why; others read it once it is
    sent, and it is there again when the list is opened anew."""
    _, maren, iva = await planning(host, sit)
    form = await opened(maren, "Walk → Ash", "Sword → Ash", "Sword → Gorm")
    rows, mouse = form.locator(".ordered-name > span"), maren.page.mouse
    await expect(form.locator(".ordered-left")).to_contain_text("Checks 2")
    await add(form, "Run → Ash")
    jog = form.get_by_role("group", name="Jog")
    await expect(jog).to_contain_text("Only one pace")
    await expect(jog.get_by_role("button", name="Jog → Ash")).to_have_attribute("aria-disabled", "true")
    await expect(form.locator(".ordered-left")).to_contain_text("Checks 3")

    await form.locator(".grip").nth(3).scroll_into_view_if_needed()
    await mouse.move(*await centre(form.locator(".grip").nth(3)))
    await mouse.down()
    await mouse.move(*await centre(form.locator(".grip").nth(1)), steps=5)
    await mouse.move(*await centre(form.locator(".grip").nth(0)), steps=5)
    await mouse.up()
    await expect(rows).to_have_text(["Run → Ash", "Walk → Ash", "Sword → Ash", "Sword → Gorm"])
    await form.locator(".ordered-name").nth(3).press("Home")
    await expect(form.locator(".ordered-name").first).to_be_focused()
    await form.locator(".ordered-name").nth(2).press("Delete")
    planned = ["Sword → Gorm", "Run → Ash", "Sword → Ash"]
    await expect(rows).to_have_text(planned)
    window = Checked(maren.page)
    await window.check("the list")
    assert not window.found, "\n".join(window.found)
    await form.get_by_role("button", name="Do it", exact=True).click()
    await maren.settled()

    await iva.is_asked("Maren")
    await expect(iva.page.locator(".prompt .plan li")).to_have_text(
        ["Attack Sword → Gorm", "Run → Ash", "Attack Sword → Ash"]
    )
    form = await opened(maren)
    await expect(rows).to_have_text(planned)


async def test_a_plan_is_dragged_into_order_with_a_finger(host: Host, sit: Sit) -> None:
    """The page stays where it is, until the finger comes near its edge; then the list scrolls on by itself."""
    _, _, iva = await planning(host, sit)
    form = await opened(iva, *["Walk → Ash", "Bow → Ash", "Bow → Gorm", "Talk", "Walk → Gorm"] * 3)
    rows, grips = form.locator(".ordered-name > span"), form.locator(".grip")
    await expect(rows).to_have_count(15)
    assert await iva.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    window = Checked(iva.page)
    await window.check("the list on a phone")
    assert not window.found, "\n".join(window.found)
    await grips.nth(0).scroll_into_view_if_needed()
    touch = await iva.page.context.new_cdp_session(iva.page)

    async def finger(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        await touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    (x, y), (_, below) = await centre(grips.nth(1)), await centre(grips.nth(2))
    await finger("touchStart", (x, y))
    for step in range(1, 5):
        await finger("touchMove", (x, y + (below - y) * step / 4))
    await finger("touchEnd")
    await expect(rows.nth(2)).to_have_text("Bow → Ash")
    await expect(rows.nth(1)).to_have_text("Bow → Gorm")

    x, y = await centre(grips.nth(0))
    await finger("touchStart", (x, y))
    await finger("touchMove", (x, y + 30))
    await finger("touchMove", (x, PHONE["height"] - 4))
    await expect(form.locator("li").last).to_have_class("held")
    await finger("touchEnd")
    await expect(rows.last).to_have_text("Walk → Ash")
    await expect(rows.first).to_have_text("Bow → Gorm")
