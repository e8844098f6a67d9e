"""The game master's tools: combatants without rules, values, newcomers, others' eyes; and always passing."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.async_api import expect

from tests.e2e.conftest import Sit
from tests.e2e.fights.test_fight import attack
from tests.e2e.host import Host
from tests.e2e.seat import PHONE, WAIT_MS, Seat, all_read

WOLF = """
name = "Wolf"

[sheet]
quickness = 0
apprehension = 0
max_wounds = 4
main_hand = "fangs"

[sheet.weapons.fangs]
name = "Fangs"
damage_potential = 1
range_m = 1
"""


async def seated(sit: Sit) -> tuple[Seat, Seat, Seat]:
    """GM, Hagen, Sela, at a fight that is under way; Sela is on turn."""
    gm, hagen = await sit("gm"), await sit("hagen")
    sela = await sit("sela", size=PHONE, has_touch=True)
    await all_read("Sela's turn", gm, hagen, sela)
    return gm, hagen, sela


async def take(gm: Seat, name: str) -> None:
    """GM: turn to a combatant."""
    await gm.turn_to("Combatants")
    await gm.page.locator(".people .actor", has_text=name).click()


async def test_the_gm_moves_people_without_rules(begun: Host, sit: Sit) -> None:
    """Hidden and shown again, handed over, given a value that starts at the present one: every screen follows."""
    gm, hagen, _sela = await seated(sit)
    robber = hagen.page.locator(".rail .row", has_text="Robber")

    await take(gm, "Robber")
    await gm.page.locator(".people").get_by_role("button", name="Hide").click()
    await hagen.reads("Robber is out of sight")
    await expect(robber).to_have_count(0, timeout=WAIT_MS)
    await gm.page.locator(".people").get_by_role("button", name="Show").click()
    await expect(robber).to_have_count(1, timeout=WAIT_MS)

    await gm.page.locator(".people").get_by_label("Played by").select_option(label="Hagen")
    await expect(robber.get_by_text("Yours")).to_be_visible(timeout=WAIT_MS)

    await take(gm, "Hagen")
    await gm.page.locator(".people .option", has_text="Bonus dice").first.click()
    form = gm.page.locator(".option-form")
    await form.get_by_text("now 2").wait_for()
    await expect(form.locator("input[type=number]")).to_have_value("2", timeout=WAIT_MS)
    await form.locator("input[type=number]").fill("4")
    await form.get_by_role("button", name="Do it", exact=True).click()
    await expect(hagen.page.get_by_title("Bonus dice: 4").first).to_be_visible(timeout=WAIT_MS)


async def test_somebody_new_joins_with_a_sheet_from_a_file(begun: Host, sit: Sit, tmp_path: Path) -> None:
    """The file's sheet stands first among those of the encounter; a tap on the map says where."""
    gm, hagen, _sela = await seated(sit)
    file = tmp_path / "wolf.toml"
    file.write_text(WOLF, "utf-8")
    await gm.turn_to("Combatants")
    await gm.page.get_by_role("button", name="Add somebody").click()
    form = gm.page.locator(".option-form")
    await expect(form.locator(".chip", has_text="Ilva")).to_be_visible(timeout=WAIT_MS)
    await gm.page.locator(".sheet-file input").set_input_files(file)
    await expect(form.locator(".field", has_text="Sheet").locator(".chip").first).to_have_text("Wolf", timeout=WAIT_MS)
    await form.locator(".field", has_text="Name").locator("input").fill("Grey Wolf")
    await form.locator(".chip", has_text="robbers").click()
    await gm.page.locator(".map svg").first.click(position={"x": 60, "y": 60})
    await form.get_by_role("button", name="Do it", exact=True).click()
    await expect(hagen.page.locator(".rail .row", has_text="Grey Wolf")).to_have_count(1, timeout=WAIT_MS)
    await expect(hagen.page.locator(".piece", has_text="Grey Wolf")).to_have_count(1, timeout=WAIT_MS)


async def test_others_eyes_show_their_question_and_buttons(begun: Host, sit: Sit) -> None:
    """The GM sees what Hagen is asked and offered, and can't press it."""
    gm, hagen, sela = await seated(sit)
    await attack(sela, "Attack: Throwing knives", "Robber", [5, 5, 5, 1])
    await hagen.is_asked("React?")
    await gm.page.locator(".eyes select").select_option(label="Hagen")
    seen = gm.page.locator(".through")
    await expect(seen.locator(".prompt")).to_contain_text("React?", timeout=WAIT_MS)
    await expect(seen.locator(".option", has_text="Pass")).to_have_count(1, timeout=WAIT_MS)
    assert await seen.evaluate("(element) => element.inert")
    await gm.page.locator(".banner").get_by_role("button", name="Back").click()
    await gm.is_asked("React?")


async def test_whoever_has_no_stop_there_is_asked_no_more_until_they_want_to_be(begun: Host, sit: Sit) -> None:
    """Chosen at the question, shown as long as it holds, taken back with a tap."""
    gm, hagen, sela = await seated(sit)
    await attack(sela, "Attack: Throwing knives", "Robber", [5, 5, 5, 1])
    await hagen.is_asked("React?")
    stops = hagen.page.locator(".stops")
    await stops.locator("summary", has_text="When I am asked").click()
    await stops.locator("summary", has_text="Hagen: Everything").click()
    stop = stops.get_by_label("One of us acts")  # shows what the server says: a moment passes between click and change
    await stop.click()
    await expect(stop).not_to_be_checked(timeout=WAIT_MS)
    await gm.reads("Hagen passes")
    await hagen.sees("Hagen: as chosen")
    await gm.choose("Pass", who="Robber")
    await gm.choose("Use protection", Units="Normal protection 1")
    await gm.reads("Robber takes 2 wounds")

    await attack(sela, "Attack: Throwing knives", "Robber", [1, 1, 1, 1])
    await gm.is_asked("React?")
    await expect(gm.log.filter(has_text="Hagen passes")).to_have_count(2, timeout=WAIT_MS)
    await stop.click()
    await expect(stop).to_be_checked(timeout=WAIT_MS)
    await hagen.sees("Hagen: Everything")

    await gm.page.get_by_role("button", name="Close the question").click()
    for seat in (gm, hagen, sela):
        await seat.reads("The game master closes the question")
    passed = gm.page.locator(".log .line", has_text="Robber passes").last
    await expect(passed).to_contain_text("by default", timeout=WAIT_MS)


async def test_before_the_fight_everybody_sees_who_is_missing(host: Host, sit: Sit) -> None:
    """The GM is told what to do next; players who they wait for."""
    await host.start()
    gm = await sit("gm")
    await gm.sees("Still missing: Hagen, Sela.")
    hagen = await sit("hagen", size=PHONE)
    await hagen.sees("Still missing: Sela.")
    await hagen.sees("The game master will start the fight.")
    await gm.page.locator(".gathering").get_by_role("button", name="Links of the seats").click()
    await expect(gm.page.get_by_role("dialog").get_by_role("link", name="Open: Sela")).to_be_visible()
    await gm.page.keyboard.press("Escape")
    sela = await sit("sela")
    await gm.sees("Everybody is here. Start the fight when you are ready.")
    await sela.leave()


async def test_a_gm_on_another_device_finds_everybody_s_link(host: Host, sit: Sit) -> None:
    """Where only the own link was ever opened the server tells the others, and the join code."""
    await host.start()
    gm = await sit("gm")
    await gm.page.get_by_role("button", name="Links of the seats").first.click()
    sheet = gm.page.get_by_role("dialog")
    for seat, name in (("gm", "Game master"), ("sela", "Sela"), ("spectator", "Spectators")):
        link = sheet.get_by_role("link", name=f"Open: {name}")
        await expect(link).to_have_attribute("href", host.links[seat], timeout=WAIT_MS)
    await expect(sheet.locator(".code-line b")).to_have_text(re.compile(r"^\w{4}-\w{4}-\w{4}$"))
