"""The GM takes back, changes and redoes; every screen follows; the replay shows both lines."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.e2e.conftest import Sit
from tests.e2e.host import Host
from tests.e2e.seat import WAIT_MS, Seat
from tests.e2e.test_fight import TYPED, attack, begin

PANEL = ".ruling"


async def start_and_hit(host: Host, sit: Sit) -> tuple[Seat, Seat, Seat, Seat]:
    """A robber has been wounded once; the table of GM, Hagen, Sela and a spectator."""
    await host.lay(TYPED)
    await host.start()
    gm, hagen, sela = await sit("gm"), await sit("hagen"), await sit("sela")
    spectator = await sit("spectator")
    await begin(gm, hagen, sela)
    await attack(sela, "Attack: Throwing knives", "Robber", [5, 5, 5, 1])
    await hagen.choose("Pass")
    await gm.choose("Pass", who="Robber")
    await gm.choose("Use protection", Units="Normal protection 1")
    await spectator.reads("Robber takes 2 wounds")
    return gm, hagen, sela, spectator


async def confirm(gm: Seat, reason: str, button: str) -> None:
    """GM: say why, then do what the preview showed."""
    panel = gm.page.locator(PANEL)
    await panel.get_by_role("textbox", name="Reason").fill(reason)
    await panel.get_by_role("button", name=button, exact=True).click()
    await expect(panel).to_have_count(0, timeout=WAIT_MS)


@pytest.mark.timeout(240)
async def test_a_rewind_into_the_window_is_seen_by_all_and_replayed(host: Host, sit: Sit) -> None:
    """Back over four commits into the reaction window, with a preview; then play goes on from there."""
    gm, hagen, sela, spectator = await start_and_hit(host, sit)
    await gm.act_on("Who reacts?", "Rewind to here")
    panel = gm.page.locator(PANEL)
    await expect(panel).to_contain_text("Robber: Wounds 2 → 0", timeout=WAIT_MS)
    await expect(panel).to_contain_text("Asked: React?", timeout=WAIT_MS)
    await confirm(gm, "Hagen was away", "Rewind")

    for seat in (gm, hagen, sela, spectator):
        await seat.reads("The game master takes something back: Hagen was away")
    await hagen.is_asked("React?")
    assert "Wounds 0" in await spectator.row("Robber")
    await expect(spectator.page.locator(".told.gone", has_text="Robber takes 2 wounds")).to_have_count(1)

    await hagen.choose("Pass")
    await gm.choose("Shield parry", who="Robber")
    await gm.roll([6, 6, 6])
    await spectator.reads("Robber parries with the shield")

    await spectator.page.get_by_role("button", name="Replay").first.click()
    await spectator.page.get_by_role("button", name="To the beginning").click()
    await spectator.sees("Before the fight")
    await spectator.page.locator(".told.gone", has_text="Robber takes 2 wounds").hover()
    await spectator.page.locator(".told.gone", has_text="Robber takes 2 wounds").get_by_role("button").click()
    await spectator.sees("This stretch was taken back.")
    assert "Wounds 2" in await spectator.row("Robber")
    await spectator.page.get_by_role("button", name="Back to the game").last.click()
    await expect(spectator.page.locator(".replay")).to_have_count(0)
    assert "Wounds 0" in await spectator.row("Robber")


@pytest.mark.timeout(240)
async def test_a_redo_brings_back_what_was_taken_back(host: Host, sit: Sit) -> None:
    """The GM takes a rewind back with one click."""
    gm, _hagen, _sela, spectator = await start_and_hit(host, sit)
    await gm.act_on("Who reacts?", "Rewind to here")
    await expect(gm.page.locator(".changes li").first).to_be_visible(timeout=WAIT_MS)
    await confirm(gm, "A slip", "Rewind")
    await spectator.reads("The game master takes something back: A slip")
    await gm.page.get_by_role("button", name="Redo").click()
    await spectator.reads("The game master takes the undoing back")
    await expect(gm.page.get_by_role("button", name="Redo")).to_have_count(0, timeout=WAIT_MS)
    assert "Wounds 2" in await spectator.row("Robber")


@pytest.mark.timeout(240)
async def test_an_amended_die_changes_what_followed(host: Host, sit: Sit) -> None:
    """The GM reads one die anew: the preview says what becomes of the rest, and all screens follow."""
    gm, hagen, _sela, spectator = await start_and_hit(host, sit)
    await gm.act_on("Sela attacks Robber", "Change this act")
    panel = gm.page.locator(PANEL)
    await panel.get_by_label("Die 2 of Sela").fill("1")
    await panel.get_by_role("button", name="Show what changes").click()
    await expect(panel).to_contain_text("Robber: Wounds 2 → 1", timeout=WAIT_MS)
    await confirm(gm, "It was a one", "Change it")
    for seat in (gm, hagen, spectator):
        await seat.reads("The game master changes a ruling: It was a one")
    await spectator.reads("Robber takes 1 wounds, now 1")
    assert "Wounds 1" in await spectator.row("Robber")
