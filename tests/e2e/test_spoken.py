"""A whole turn by keyboard, as whoever can't see the screen hears it: what Chromium tells assistive technology of each
thing that comes under the keys, and what is read out by itself. The files are what was heard; who changes what is said
deletes them, runs this, and reads what was written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import CDPSession, Page, expect

from client_demo.client import Client
from tests.e2e.conftest import Sit
from tests.e2e.host import Host
from tests.e2e.seat import NEXT_FRAME, WAIT_MS

GOLDEN = Path(__file__).resolve().parents[1] / "golden/spoken"

LIVE = """() => [...document.querySelectorAll("[role=status], [role=alert], [aria-live]:not([aria-live=off])")]
  .filter((each) => each.checkVisibility() && !each.closest("[aria-hidden=true], .connection, .log-part"))
  .map((each) => each.innerText.trim().replace(/\\s+/g, " ")).filter(Boolean)"""

LOG = """() => {
  const told = new Map();
  const clear = () => { window.lines = {events: [], outcomes: []}; };
  const read = () => {
    for (const each of document.querySelectorAll(".log-part [aria-live]")) {
      const text = each.textContent.trim().replace(/\\s+/g, " ");
      const lines = each.matches(".resolved") ? window.lines.outcomes : window.lines.events;
      if (text && text !== told.get(each)) lines.push(text);
      told.set(each, text);
    }
  };
  clear();
  read();
  clear();
  new MutationObserver(read).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""
"""The log is read out line by line: how many come at once is the network's matter, and so is whether what came of an
act is read before or after its last event, for the two are read out by different places."""

READ = "() => Object.values(window.lines).map((lines) => lines.splice(0).join(' '))"

MOST_STOPS = 60
STATES = ("expanded", "pressed", "disabled", "checked", "description", "value")

WORDS = {
    "en": {
        "attack": "Attack: Throwing knives",
        "aim": "Target",
        "robber": "Robber",
        "do": "Do it",
        "dice": "faces that fell",
        "waiting": "Waiting for",
        "told": "Sela against Robber: 4 wounds, down.",
        "over": "Your turn: Sela",
        "end": "End turn",
        "next": "Turn of Hagen",
        "away": "not connected",
    },
    "de": {
        "attack": "Angriff: Throwing knives",
        "aim": "Ziel",
        "robber": "Robber",
        "do": "Ausführen",
        "dice": "Augen eingeben",
        "waiting": "Warten auf",
        "told": "Sela gegen Robber: 4 Wunden, am Boden.",
        "over": "Du bist dran: Sela",
        "end": "Zug beenden",
        "next": "Hagen am Zug",
        "away": "nicht verbunden",
    },
}


class Ear:
    """Hears a window, and writes it down."""

    def __init__(self, page: Page, tree: CDPSession) -> None:
        self.page = page
        self.tree = tree
        self.heard: list[str] = []
        self._read: list[str] = []

    async def listen(self) -> None:
        """What has been read out since the last time."""
        await self.page.evaluate(NEXT_FRAME)
        now = await self.page.evaluate(LIVE)
        lines = await self.page.evaluate(READ)
        self.heard += [f"    » {text}" for text in [*now, *lines] if text and text not in self._read]
        self._read = now

    async def press(self, key: str) -> None:
        """Press a key, and hear what is under the keys then."""
        before = await self._under()
        await self.page.keyboard.press(key)
        await self.page.evaluate(NEXT_FRAME)
        now = await self._under()
        self.heard.append(f"{key}" if now == before else f"{key}: {now}")

    async def send(self) -> None:
        """Press what sends something: what comes under the keys then comes with the answer."""
        await self.page.keyboard.press("Enter")
        self.heard.append("Enter")

    async def tab_to(self, name: str) -> None:
        """Go on until this is under the keys."""
        for _ in range(MOST_STOPS):
            await self.press("Tab")
            if name in self.heard[-1]:
                return
        raise AssertionError(f"no way to {name}: {self.heard}")

    async def here(self) -> None:
        """What is under the keys without having been gone to."""
        self.heard.append(f"  at {await self._under()}")

    async def _under(self) -> str:
        await self.tree.send("Accessibility.enable")
        found = await self.tree.send("Runtime.evaluate", {"expression": "document.activeElement"})
        told = await self.tree.send(
            "Accessibility.getPartialAXTree", {"objectId": found["result"]["objectId"], "fetchRelatives": False}
        )
        return said(told["nodes"][0])


def said(node: dict[str, Any]) -> str:
    """Role, name and states, as they are spoken."""
    states = {each["name"]: each["value"].get("value") for each in node.get("properties", [])}
    states |= {key: node[key]["value"] for key in ("description", "value") if node.get(key, {}).get("value")}
    shown = [f"{key} {states[key]}" for key in STATES if states.get(key) not in (None, "", "false", False)]
    name = " ".join(str(node.get("name", {}).get("value", "")).split())
    return ", ".join([f"{node['role']['value']} “{name}”", *shown])


async def settle(host: Host) -> None:
    """The game master closes what is asked until Sela is on turn again."""
    async with Client.connect(host.links["gm"]) as gm:
        while True:
            decision = gm.view.get("decision")
            if decision is None:
                return
            if gm.view.get("dice_for"):
                await gm.submit({"type": "server_rolls"})
            else:
                await gm.submit({"type": "close_decision", "decision": decision["id"]})


@pytest.mark.parametrize("language", ["en", "de"])
async def test_a_turn_by_keyboard_is_heard_as_it_was(begun: Host, sit: Sit, language: str) -> None:
    """From the first key to the end of the turn."""
    words = WORDS[language]
    sela = await sit("sela", alone=True)
    page = sela.page
    await sela.reads("Sela's turn")
    if language == "de":
        await page.get_by_role("button", name="Sprache: Deutsch").first.click()
        await expect(page.locator("html")).to_have_attribute("lang", "de")
        await page.reload()
    await expect(page.locator(".dock .option", has_text=words["attack"]).first).to_be_visible(timeout=WAIT_MS)
    await expect(page.locator(".call")).to_be_visible(timeout=WAIT_MS)
    await expect(page.locator(".rail").get_by_text(words["away"])).to_be_visible(timeout=WAIT_MS)
    ear = Ear(page, await page.context.new_cdp_session(page))
    await page.evaluate(LOG)
    await ear.listen()
    ear.heard.clear()  # of what came before
    await ear.tab_to(words["attack"])
    await ear.press("Enter")
    aim = page.locator(".option-form legend").get_by_role("button", name=words["aim"])
    await expect(aim).to_be_visible(timeout=WAIT_MS)  # what words mean comes some seconds after the table
    await ear.tab_to(words["robber"])
    await ear.press("Space")
    await ear.tab_to(words["do"])
    await ear.send()
    await expect(page.locator(".prompt").get_by_text(words["dice"])).to_be_visible(timeout=WAIT_MS)
    await ear.here()
    await ear.listen()
    await ear.tab_to("“5”")
    for _ in range(4):
        await ear.press("Enter")
    await ear.tab_to(words["do"])
    await ear.send()
    await expect(page.locator(".where").get_by_text(words["waiting"])).to_be_visible(timeout=WAIT_MS)
    await ear.listen()
    await settle(begun)
    await expect(page.locator(".call", has_text=words["over"])).to_be_visible(timeout=WAIT_MS)
    await expect(page.get_by_text(words["told"])).to_be_attached(timeout=WAIT_MS)
    await ear.listen()
    await ear.tab_to(words["end"])
    await ear.send()
    await expect(page.locator(".where").get_by_text(words["next"])).to_be_visible(timeout=WAIT_MS)
    await ear.listen()
    heard, golden = "\n".join([*ear.heard, ""]), GOLDEN / f"turn.{language}.txt"
    if not golden.exists():
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(heard, "utf-8")
        pytest.fail(f"written anew, to be read: {golden.name}")
    assert heard == golden.read_text("utf-8")
    assert not re.search(r"(?m)^\w+: \w+ “”", heard), "something under the keys has no name"
