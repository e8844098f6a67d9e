"""The whole purpose in one story: a hit of four acts ago is ruled a miss because of cover, and the table plays on.

Wound, condition and the answer that the hit had asked for vanish, later acts stand, one falls and is listed, the
preview was the result, the spectator follows, the replay tells both lines, and `fray verify` says yes.
"""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

from playwright.async_api import expect

from tests.e2e.conftest import Sit
from tests.e2e.fights.test_fight import attack
from tests.e2e.host import Host
from tests.e2e.seat import WAIT_MS, Seat, all_read
from tests.e2e.test_rewind import PANEL, confirm


async def fray(*arguments: str) -> str:
    """A command, as an operator types it; it must succeed."""
    running = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "server", *arguments), stdout=asyncio.subprocess.PIPE
    )
    said, _ = await running.communicate()
    assert running.returncode == 0, said.decode()
    return said.decode()


async def set_cover(gm: Seat, who: str, level: str) -> None:
    """GM: rule that somebody is covered against everybody."""
    tabs = gm.page.locator(".gm-parts button")
    await tabs.filter(has_text="Rulings").click()
    await gm.choose("Cover", Target=who, Against="everybody", Level=level)
    await gm.reads(f"{who}'s cover against")
    await tabs.filter(has_text="Act").click()


async def hit_and_four_acts(gm: Seat, hagen: Seat, sela: Seat) -> None:
    """Behind poor cover the robber is struck down; then a bonus die, other cover, and two turns end."""
    await set_cover(gm, "Robber", "6+")
    await attack(sela, "Attack: Throwing knives", "Robber", [5, 5, 5, 1])
    await hagen.choose("Pass")
    await gm.choose("Pass", who="Robber")
    await gm.roll([4, 5, 5], "Robber")  # his cover
    await gm.choose("Use none")
    await gm.reads("Robber is dying: 1 step of 6 towards death.")
    await hagen.choose("Bonus die")
    await gm.reads("Hagen spends a bonus die")
    await set_cover(gm, "Hagen", "5+")
    await sela.choose("End turn")
    await hagen.reads("Hagen's turn")  # the robber lies there
    await hagen.choose("End turn")
    await gm.reads("Ilva's turn")


async def undone_again_says_the_reverse(gm: Seat, changes: list[str]) -> None:
    """The preview was the result: to go back from here would change exactly what the amendment had announced; and Undo
    undoes the amendment, not what it changed."""
    await gm.page.get_by_role("button", name="Redo").first.click()
    panel = gm.page.locator(PANEL)
    await expect(panel.locator(".changes li")).to_have_count(len(changes))
    await expect(panel).to_contain_text("Robber: Wounds 0 → 3")
    said = await panel.locator(".changes li").all_inner_texts()
    await panel.get_by_role("button", name="Cancel").click()
    await gm.page.get_by_role("button", name="Take back the last act").click()
    await expect(panel.locator(".changes li")).to_have_text(said)
    await panel.get_by_role("button", name="Cancel").click()


async def test_a_hit_becomes_a_miss_and_everything_it_caused_is_gone(begun: Host, sit: Sit, tmp_path: Path) -> None:
    """From the ruling to the verdict on the file."""
    gm, hagen, sela, spectator = await sit("gm"), await sit("hagen"), await sit("sela"), await sit("spectator")
    await all_read("Sela's turn", gm, hagen, sela)
    await hit_and_four_acts(gm, hagen, sela)
    await spectator.stands("Robber", says=["Wounds 3"])

    await gm.act_on("cover takes nothing", "Change this")
    panel = gm.page.locator(PANEL)
    await panel.get_by_label("Surroundings").fill("4")
    await panel.get_by_role("button", name="Show what changes").click()
    await expect(panel.locator(".outcome-box")).to_be_visible(timeout=WAIT_MS)
    await gm.page.screenshot(path=tmp_path / "preview.png")
    await expect(panel).to_contain_text("Robber: Wounds 3 → 0", timeout=WAIT_MS)
    for said in (
        "Robber is no longer Dying",
        "No longer possible: 1",
        "Hagen: End turn",
        "No longer asked: 1",
        "Robber: Use none",
        "Stand as they were: 3",
    ):
        await expect(panel).to_contain_text(said)
    changes = await panel.locator(".changes li").all_inner_texts()
    await confirm(gm, "He stood behind the cart", "Change it")

    for seat in (gm, hagen, sela, spectator):
        await seat.reads("The game master changes a ruling: He stood behind the cart")
        await seat.sees_turn("Robber")
        await seat.stands("Robber", says=["Wounds 0"], lacks=["Dying"])
    await gm.page.screenshot(path=tmp_path / "after.png")
    await undone_again_says_the_reverse(gm, changes)

    await spectator.look_back()
    hit = spectator.page.locator(".told.gone", has_text="Robber takes 3 wounds")
    await spectator.unfold(hit)
    await hit.hover()
    await hit.get_by_role("button").first.click()
    await spectator.sees("Taken back later.")
    await spectator.stands("Robber", says=["Wounds 3"])
    await spectator.page.screenshot(path=tmp_path / "replay.png")
    await spectator.page.get_by_role("button", name="To the end").click()
    robber = spectator.page.locator(".rail .row", has_text="Robber")
    await expect(robber).to_contain_text(re.compile(r"Wounds\s*0"), timeout=WAIT_MS)

    file = tmp_path / "bridge.fray"
    await fray("export", begun.encounter, "--data", str(begun.data), "-o", str(file))
    assert "intact" in await fray("verify", str(file))
