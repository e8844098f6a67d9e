"""Bots play whole fights of every registered system: server process, socket and Redis are real, and so is kill -9."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from importlib.metadata import entry_points
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from three_cups import SYSTEM as THREE_CUPS

from client_demo.bot import Bot, Played, run_bots
from client_demo.client import JSON, MSGPACK, Client, Refused, Update
from server.conformance.amount import many
from server.core.system import System
from server.table.audience import RESUME_EVENTS
from tests.client_demo.served import SYSTEMS, Relay, Served

RETRY_S = 0.002
FIGHTS = many(1)
"""So many by killed servers and cut connections of each system; `make faults` has more of them."""
KILLS = (12, 20)[: many(2)]
"""So far is a fight when its server is killed; `make faults` kills also the one that came up again."""
OVERTAKEN = {"wrong_phase", "stale_action", "stale_settle", "not_your_turn", "nothing_to_steal", "out_of_sight"}
"""How an act is refused that another seat's was faster than (`not_your_turn`: what is offered while an act of somebody
else is in progress, which has ended meanwhile; `out_of_sight`: somebody has moved in between); that offered is accepted
is proved where nobody races."""

every_system = pytest.mark.parametrize("system", SYSTEMS)


def system_of(name: str) -> System:
    """The system as the server process loads it."""
    if name.endswith("cups"):
        return replace(THREE_CUPS, name=name)
    loaded: System = entry_points(group="fray.systems")[name].load()
    return loaded


@pytest.fixture
async def served(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Served]:
    """A running server of its own, with the demo of the test's system."""
    system = request.getfixturevalue("system") if "system" in request.fixturenames else "cups"
    served = Served(tmp_path, systems=(system,))
    await served.start()
    yield served
    print(served.complaints())
    await served.stop()


class Fight:
    """Bots on all seats of a demo, and everything that each of them was told."""

    def __init__(self, tables: dict[str, Client]) -> None:
        self.tables = tables
        self.told: dict[str, list[Update]] = {seat: [] for seat in tables}
        self.bots: list[Bot] = []

    def __str__(self) -> str:
        """How it stands at each seat: who is waited for where nothing happens any more?"""
        return "\n".join(_stands(bot) for bot in self.bots)

    async def listen(self, seat: str) -> None:
        async for update in self.tables[seat].updates():
            self.told[seat].append(update)

    async def play(self, seed: int) -> dict[str, Played]:
        ears = [asyncio.create_task(self.listen(seat)) for seat in self.tables]
        self.bots = [Bot(table, seed) for table in self.tables.values()]
        await asyncio.gather(*(bot.sit_down() for bot in self.bots))
        played = await asyncio.gather(*(bot.play() for bot in self.bots))
        for ear in ears:
            ear.cancel()
        return {one.seat: one for one in played}

    async def reach(self, n: int, playing: asyncio.Task[Any]) -> None:
        """Wait until the game master was told so much. AssertionError where it is over before that: nothing would come
        any more."""
        table = self.tables["gm"]
        while table.n < n:
            changing = asyncio.ensure_future(table.change())
            await asyncio.wait((changing, playing), return_when=asyncio.FIRST_COMPLETED)
            changing.cancel()
            assert table.n >= n or not playing.done(), f"over at {table.n}, before {n}: {playing}"


def _stands(bot: Bot) -> str:
    table, decision = bot.table, bot.table.view.get("decision", {})
    asks = {who: ask.get("answered", False) for who, ask in decision.get("asks", {}).items()}
    offered = sorted({option["intent"]["type"] for option in table.options if "reason" not in option})
    return (
        f"{table.seat or table.audience} at {table.n}: {table.view['stage']}, {decision.get('kind')} asks {asks}; "
        f"offered {offered}; done {bot.played.acts}, refused {dict(bot.played.refused)}"
    )


def client_of(seat: str, url: str, token: str) -> Client:
    """The spectator's client speaks JSON, all others MessagePack."""
    return Client.connect(url, token, JSON if seat == "spectator" else MSGPACK, RETRY_S)


async def seated(stack: AsyncExitStack, url: str, tokens: dict[str, str]) -> Fight:
    """A client on every seat."""
    tables = {}
    for seat, token in tokens.items():
        tables[seat] = await stack.enter_async_context(client_of(seat, url, token))
    return Fight(tables)


async def settled(table: Client, fresh: Client) -> None:
    """Wait until both know the same; nothing that is under way is lost from view."""
    while table.n != fresh.n:
        await (table if table.n < fresh.n else fresh).change()


async def history(table: Client, after: int) -> list[Any]:
    """The numbers and events that this audience was told after a number, from the server."""
    frames: list[Any] = []
    while True:
        page = await table.ask({"type": "history", "after": after + len(frames)})
        frames += [(frame["n"], frame["events"]) for frame in page["frames"]]
        if after + len(frames) >= page["last"]:
            return frames


async def check(fight: Fight, url: str, tokens: dict[str, str], played: dict[str, Played], acts: Any) -> None:
    """Everybody knows what a newcomer knows, was told everything once, and every act is in the log once."""
    for seat, table in fight.tables.items():
        async with client_of(seat, url, tokens[seat]) as fresh:
            await settled(table, fresh)
            assert (table.n, table.head, table.view) == (fresh.n, fresh.head, fresh.view)
            assert table.options == fresh.options
            assert not table.is_forked
            told = [(update.n, update.events) for update in fight.told[seat] if not update.more]
            every = dict(await history(fresh, told[0][0] - 1))
            assert told == [(n, every[n]) for n, _ in told]
            gaps = {after - before for (before, _), (after, _) in pairwise(told)}
            assert all(gap == 1 or gap > RESUME_EVENTS for gap in gaps)  # whoever was away so long is told to look back
    assert {seat: one.acts for seat, one in played.items() if one.acts} == acts
    assert fight.tables["gm"].view["stage"] == "ended"


@pytest.fixture
async def fights(served: Served) -> AsyncIterator[list[Fight]]:
    """Those that a test has played. How they stood is printed, for whoever reads of a test that failed or hung."""
    played: list[Fight] = []
    yield played
    print(*played, sep="\n")


@every_system
@pytest.mark.parametrize("seed", range(1, 1 + FIGHTS))
async def test_nothing_is_lost_or_doubled_when_the_server_is_killed_and_connections_are_cut(
    served: Served, fights: list[Fight], system: str, seed: int
) -> None:
    """From the start to the last one standing, every seat by a bot, every choice accepted. In the middle kill -9 and a
    start anew (KILLS); and forty connections end at a random byte. Nobody does anything about it: acts, updates and
    views are those of a fight in which nothing happens."""
    tokens = served.tokens(system)
    async with Relay(served.url, random.Random(seed), 60_000, 40) as relay, AsyncExitStack() as stack:
        fight = await seated(stack, relay.url, tokens)
        fights.append(fight)
        playing = asyncio.create_task(fight.play(seed))
        for n in KILLS:
            await fight.reach(n, playing)
            await served.kill()
            await served.start()
        played = await playing
        assert relay.cuts >= 3
        assert all(one.refused.keys() <= OVERTAKEN for one in played.values()), played
        await check(fight, served.url, tokens, played, await served.acts(system_of(system)))


async def test_a_fight_that_is_over_before_the_kill_is_no_wait_for_ever(served: Served) -> None:
    """It says where it ended, and how it stood."""
    async with AsyncExitStack() as stack:
        fight = await seated(stack, served.url, served.tokens("cups"))
        playing = asyncio.create_task(fight.play(seed=1))
        with pytest.raises(AssertionError, match=r"over at \d+, before 1000000"):
            await fight.reach(1_000_000, playing)
        assert "ann at" in str(fight)
        assert "ended" in str(fight)


async def test_bots_fill_seats_from_the_command_line(served: Served) -> None:
    """`run_bots` opens the seats, plays to the end and says how it went."""
    summary = await run_bots(served.url, list(served.tokens("cups").values()), seed=3)
    assert "Three Cups: ended in round" in str(summary)
    assert {one.seat for one in summary.seats} == {"gm", "ann", "bob", "spectator"}


async def test_refusals_reach_the_program(served: Served) -> None:
    """A program learns code, sentence and numbers of a refusal, and the table stays as it was."""
    async with Client.connect(served.url, served.tokens("cups")["ann"]) as table:
        n = table.n
        with pytest.raises(Refused) as refused:
            await table.submit({"type": "choose", "who": "b", "cup": 1})
        assert refused.value.code == "not_your_combatant"
        await table.join()
        with pytest.raises(Refused, match="already_joined"):
            await table.join()
        assert table.n == n + 1
