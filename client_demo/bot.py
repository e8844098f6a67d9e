"""Bots that play any seat of any rule system by choosing among its options.

    python -m client_demo.bot http://127.0.0.1:8642 TOKEN [TOKEN…] --seed 1 --pace 0.5

It opens a seat per token and plays until the fight has ended: players sit down, the GM's bot starts the fight, plays
the GM's combatants, answers rulings and ends a fight that only one side still stands in. What to do is chosen in
`client_demo.choice`; only connections, pace and bookkeeping live here.
"""

import argparse
import asyncio
import logging
import random
from collections import Counter
from collections.abc import Awaitable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any, TypeVar

from client_demo.choice import GM, Chosen, choose, is_of, modest
from client_demo.client import Client, Closed, Refused

log = logging.getLogger(__name__)

T = TypeVar("T")

TRIES = 3
"""So often an option is tried with other values, while the table stands still, before it is left alone."""


@dataclass
class Played:
    """What a bot has done: intents that were taken, refusals by code."""

    seat: str
    acts: int = 0
    refused: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Summary:
    """How a fight went: each seat's part, and the last view of the first seat."""

    seats: list[Played]
    view: dict[str, Any]

    def __str__(self) -> str:
        acts, refused = sum(one.acts for one in self.seats), sum((one.refused for one in self.seats), Counter[str]())
        codes = ", ".join(f"{code} {count}" for code, count in refused.most_common()) or "none"
        standing = [one["name"] for one in self.view.get("combatants", {}).values() if not one.get("out")]
        return (
            f"{self.view['title']}: {self.view['stage']} in round {self.view.get('round', 0)} after {acts} acts of "
            f"{len(self.seats)} bots (refused: {codes}). Standing: {', '.join(standing) or 'nobody'}."
        )


class Bot:
    """One seat. The same seed and the same table make the same choices. `pace_s`: pause before each act."""

    def __init__(self, table: Client, seed: int, pace_s: float = 0) -> None:
        self.table = table
        self.played = Played(table.seat)
        self._luck = random.Random(f"{seed}/{table.seat}")
        self._pace_s = pace_s
        self._tried: Counter[Any] = Counter()
        self._tried_at = 0

    async def sit_down(self) -> None:
        """Join before the start, so that the seat's luck goes into the dice. Does nothing where that is not wanted."""
        seat = self.table.view.get("seats", {}).get(self.table.seat, {})
        if seat.get("role") == "player" and self.table.view["stage"] == "setup":
            try:
                await self.table.join()
            except Refused as refused:  # another session of this seat was faster
                self.played.refused[refused.code] += 1

    async def play(self) -> Played:
        """Act until the fight has ended. Raises Closed when the link is no use any more."""
        while self.table.view["stage"] in ("setup", "running"):
            if self._next() is None:
                await self.table.change()
                continue
            await asyncio.sleep(self._pace_s)
            chosen = self._next()  # the table may have moved on meanwhile
            if chosen is not None:
                await self._do(*chosen)
        return self.played

    async def _do(self, intent: dict[str, Any], decision: str | None) -> None:
        at = self.table.n
        try:
            await self.table.submit(intent, decision)
            self.played.acts += 1
        except Refused as refused:
            self.played.refused[refused.code] += 1
            log.info("%s at %d: %s refused: %s", self.table.seat, at, intent, refused)
            self._tried.update([_name(intent)] if self._tried_at == at else [])

    def _next(self) -> Chosen | None:
        """What to do now; None: wait."""
        table = self.table
        if self._tried_at != table.n:
            self._tried_at = table.n
            self._tried.clear()
        if is_of(table.seat, table.view.get("dice_for"), table.view):
            return {"type": "server_rolls"}, table.view.get("decision", {}).get("id")
        untried = [option for option in table.options if self._tried[_name(option["intent"])] < TRIES]
        return choose(modest([option for option in untried if self._is_mine(option)]), table.view, self._luck)

    def _is_mine(self, option: dict[str, Any]) -> bool:
        """Is it for this seat to take? The game master may end a question that others are asked, but people among
        them want to answer."""
        if option.get("who"):
            return is_of(self.table.seat, option["who"], self.table.view)
        return not option.get("answers") or GM in self.table.view.get("decision", {}).get("asks", {})


def _name(intent: dict[str, Any]) -> tuple[Any, Any]:
    return intent["type"], intent.get("who")


async def run_bots(url: str, tokens: Sequence[str], seed: int = 1, pace: float = 0) -> Summary:
    """Let bots play these seats of one encounter to the end of the fight. `pace`: seconds before each act.

    A seat that somebody else is given meanwhile has no bot any more; the others play on. Raises OSError where nobody
    answers, Closed when no link is of use any more."""
    gone: list[Closed] = []

    async def unless_gone(work: Awaitable[T]) -> T | None:
        try:
            return await work
        except Closed as closed:
            gone.append(closed)
            log.info("a bot has gone: %s", closed.code)
            return None

    async with AsyncExitStack() as stack:
        entering = [unless_gone(stack.enter_async_context(Client.connect(url, token))) for token in tokens]
        tables = [table for each in entering if (table := await each) is not None]
        bots = [Bot(table, seed, pace) for table in tables]
        await asyncio.gather(*(unless_gone(bot.sit_down()) for bot in bots))
        played = await asyncio.gather(*(unless_gone(bot.play()) for bot in bots))
        done = [one for one in played if one is not None]
        if gone and not done:
            raise gone[-1]
        return Summary(done, tables[0].view)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m client_demo.bot", description="Let bots play seats to the end.")
    parser.add_argument("url", help="the server, e.g. http://127.0.0.1:8642")
    parser.add_argument("tokens", nargs="+", metavar="TOKEN", help="what stands behind the # of a link")
    parser.add_argument("--seed", type=int, default=1, help="the same seed chooses the same way (1)")
    parser.add_argument("--pace", type=float, default=0.0, help="seconds before each act (0)")
    given = parser.parse_args()
    print(asyncio.run(run_bots(given.url, given.tokens, given.seed, given.pace)))


if __name__ == "__main__":
    main()
