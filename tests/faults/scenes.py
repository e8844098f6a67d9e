"""Faults done to real processes, one scene each: what happened, and what was wrong. Kills are in `kills`."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import random
import signal
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from redis.asyncio import Redis
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from client_demo.client import Client
from server.store import chain
from server.store.log import Appended
from server.store.redis.keys import key
from tests.faults import crowd
from tests.faults.real import failovers, losses, slow, torn, wall
from tests.faults.real.kills import PATIENCE_S, Load, all_answered, begun, canonical, ended, judged, progress
from tests.faults.real.losses import Verdict
from tests.faults.real.real import House, house
from tests.store.redis import relay as lines
from tests.store.redis.waiting import until

ANSWER_S = 15.0
"""So long after the fault a verdict comes at the latest: 5 s to settle, 2 s to notice a dead line, retries."""


async def frozen_redis(seed: int, count: int) -> Verdict:
    """SIGSTOP, later SIGCONT, under load."""
    async with house(2, seed) as built, AsyncExitStack() as stack:
        loads = [await begun(built, stack) for _ in range(2)]
        for load in loads:
            load.start(str(seed))
        frozen_s = 0.0
        for round_ in range(count):
            await all_answered(loads)
            for_s = (1.0, 0.2, 3.0, 6.5)[round_ % 4]
            os.kill(built.redis.pid, signal.SIGSTOP)
            await asyncio.sleep(for_s)
            os.kill(built.redis.pid, signal.SIGCONT)
            frozen_s += for_s
        wrongs = await ended(built, loads)
        longest_s = max(load.longest_s for load in loads)
        if longest_s > 6.5 + ANSWER_S:
            wrongs.append(f"a verdict took {longest_s:.1f} s")
        acked = sum(load.count for load in loads)
    return (
        f"{count} times frozen, {frozen_s:.0f} s in all; {acked} acknowledged, longest wait {longest_s:.1f} s",
        wrongs,
    )


async def lost_replies(seed: int, count: int) -> Verdict:
    """Between the servers and Redis requests and replies of appends are lost, cut in the middle, or swallowed."""
    luck = random.Random(seed)
    kinds = (lines.before, lines.after, lines.after, lines.request_cut_at(40), lines.reply_cut_at(2), lines.mute)
    path = Path(tempfile.mkdtemp(prefix="fray-relay-")) / "relay.sock"
    async with AsyncExitStack() as stack:
        built = await stack.enter_async_context(house(2, seed, f"unix://{path}", lambda url: lines.relaying(url, path)))
        relay = built.relay
        loads = [await begun(built, stack) for _ in range(2)]
        for load in loads:
            load.start(str(seed))
        for _ in range(count):
            await progress(loads, 4)
            relay.faults.append(luck.choices(kinds, (4, 4, 4, 2, 2, 1))[0])
            await until(lambda: not relay.faults)
        wrongs = await ended(built, loads)
        acked = sum(load.count for load in loads)
    return f"{count} appends cut, {relay.lines} lines opened; {acked} acknowledged", wrongs


async def silent_line(seed: int, count: int) -> Verdict:
    """The line to Redis swallows every reply for a while and stays open: half-open, blackholed."""
    path = Path(tempfile.mkdtemp(prefix="fray-relay-")) / "relay.sock"
    async with AsyncExitStack() as stack:
        built = await stack.enter_async_context(house(2, seed, f"unix://{path}", lambda url: lines.relaying(url, path)))
        loads = [await begun(built, stack)]
        loads[0].start(str(seed))
        for _ in range(count):
            await all_answered(loads)
            built.relay.is_silent = True
            await asyncio.sleep(3.0)
            built.relay.is_silent = False
        wrongs = await ended(built, loads)
        if loads[0].longest_s > 3.0 + ANSWER_S:
            wrongs.append(f"a verdict took {loads[0].longest_s:.1f} s")
        figures = f"{count} silences of 3 s; {loads[0].count} acknowledged, longest wait {loads[0].longest_s:.1f} s"
    return figures, wrongs


async def racing(seed: int, count: int) -> Verdict:
    """Ann on one server and Bob on the other act at the same time; every third time the GM takes something back."""
    luck = random.Random(seed)
    async with house(2, seed) as built, AsyncExitStack() as stack:
        encounter, tokens = await built.lay()
        tables = {}
        for number, seat in enumerate(("gm", "ann", "bob")):
            url = f"http://127.0.0.1:{built.servers[number % 2].port}"
            tables[seat] = await stack.enter_async_context(Client.connect(url, tokens[seat]))
        load = Load(encounter, tables)
        await load.submit("gm", {"type": "begin"})
        for table in tables.values():
            while table.view["stage"] != "running":
                await table.change()
        for round_ in range(count):
            acts = [
                load.submit("ann", {"type": "choose", "who": "a", "cup": luck.randint(1, 3)}),
                load.submit("bob", {"type": "choose", "who": "b", "cup": luck.randint(1, 3)}),
            ]
            if round_ % 3 == 2:
                back = tables["gm"].n - luck.randint(1, 4)
                to = [max(3, back), 0]
                preview = await tables["gm"].ask({"type": "preview_rewind", "to": to})
                acts.append(load.submit("gm", {"type": "rewind", "to": to, "digest": preview["digest"]}))
            await asyncio.wait_for(asyncio.gather(*acts), PATIENCE_S)
        wrongs = [] if load.refused.keys() <= {"preview_outdated"} else [f"refused: {dict(load.refused)}"]
        wrongs += await judged(built, load)
    return f"{count} races, every third with a rewind; {load.count} acknowledged", wrongs


async def storm(seed: int, count: int) -> Verdict:
    """A server with many viewers is killed; all come back, on the other one too, and see the newest."""
    async with house(2, seed) as built, AsyncExitStack() as stack:
        encounter, tokens = await built.lay()
        gm = await stack.enter_async_context(built.client(tokens["gm"]))
        viewers = await asyncio.gather(
            *(stack.enter_async_context(built.client(tokens["spectator"])) for _ in range(count))
        )
        await gm.submit({"type": "begin"})
        killed_s = time.monotonic()
        await built.servers[0].kill()
        await gm.submit({"type": "pause"})
        await asyncio.wait_for(asyncio.gather(*(_sees(viewer, "paused", True) for viewer in viewers)), PATIENCE_S)
        back_s = time.monotonic() - killed_s
        views = {canonical(viewer.view) for viewer in viewers}
        wrongs = [] if len(views) == 1 else [f"{len(views)} different views"]
        if back_s > 30:
            wrongs.append(f"all were back after {back_s:.1f} s only")
        await built.folded(encounter)
    return f"{count} viewers, half of them thrown out, all up to date after {back_s:.2f} s", wrongs


async def _sees(viewer: Client, field: str, value: Any) -> None:
    while viewer.view.get(field) != value:
        await viewer.change()


# --- what is stored is damaged ----------------------------------------------------------------------------------------

Damage = Callable[[House, Redis, str], Awaitable[None]]


async def _foreign(built: House, redis: Redis, encounter: str) -> None:
    version, hash_ = await built.log.top(encounter)
    made = chain.seal(encounter, version + 1, hash_, b"c" * 16, b"s" * 16, b"no commit of ours")
    assert await built.log.append(encounter, made, hash_) is Appended.OK


async def _unknown_version(built: House, redis: Redis, encounter: str) -> None:
    version, hash_ = await built.log.top(encounter)
    (last,) = await built.log.read(encounter, version - 1)
    body = last.body.replace(b"\xa6schema\x01", b"\xa6schema\x63")
    made = chain.seal(
        encounter,
        version + 1,
        hash_,
        b"c" * 16,
        b"s" * 16,
        body.replace(b"\xa7version" + bytes([version]), b"\xa7version" + bytes([version + 1])),
    )
    assert await built.log.append(encounter, made, hash_) is Appended.OK


async def _wrong_fields(built: House, redis: Redis, encounter: str) -> None:
    version, _ = await built.log.top(encounter)
    await redis.xadd(key(encounter, "log"), {"x": "y"}, id=f"{version + 1}-0")


async def _foreign_id(built: House, redis: Redis, encounter: str) -> None:
    await redis.xadd(key(encounter, "log"), {"x": "y"}, id="*")


async def _flipped(built: House, redis: Redis, encounter: str) -> None:
    version, hash_ = await built.log.top(encounter)
    (last,) = await built.log.read(encounter, version - 1)
    made = chain.seal(encounter, version + 1, hash_, b"c" * 16, b"s" * 16, last.body)
    fields: Any = {"cid": made.cid, "h": made.hash, "s": made.salt, "b": made.body[:-1] + b"\x00"}
    await redis.xadd(key(encounter, "log"), fields, id=f"{version + 1}-0")


async def _deleted(built: House, redis: Redis, encounter: str) -> None:
    await redis.delete(key(encounter, "log"))


async def _trimmed(built: House, redis: Redis, encounter: str) -> None:
    await redis.xtrim(key(encounter, "log"), maxlen=1, approximate=False)


async def _hole(built: House, redis: Redis, encounter: str) -> None:
    await redis.xdel(key(encounter, "log"), "2-0")


async def _tail_removed(built: House, redis: Redis, encounter: str) -> None:
    version, _ = await built.log.top(encounter)
    await redis.xdel(key(encounter, "log"), f"{version}-0")


DAMAGES: dict[str, tuple[Damage, set[str], set[str]]] = {
    "a foreign body": (_foreign, {"integrity"}, {"integrity"}),
    "an unknown schema": (_unknown_version, {"version"}, {"version"}),
    "foreign fields": (_wrong_fields, {"integrity"}, {"integrity"}),
    "a foreign id": (_foreign_id, {"integrity"}, {"integrity"}),
    "a changed byte": (_flipped, {"integrity"}, {"integrity"}),
    "the stream deleted": (_deleted, {"integrity"}, {"token", "integrity"}),
    "the stream trimmed": (_trimmed, {"integrity", "ack"}, {"integrity"}),
    "an entry cut out": (_hole, {"integrity", "ack"}, {"integrity"}),
    "the newest entry cut out": (_tail_removed, {"integrity"}, {"integrity"}),
}
"""What is done, what an open table may answer to the next act (`ack` where only old entries are gone, which an open
table does not need), and what whoever comes to another server must hear."""


async def damage(seed: int, _count: int) -> Verdict:
    """What is stored is damaged behind the servers: the table freezes, whoever comes is told, others play on."""
    wrongs: list[str] = []
    async with house(2, seed) as built:
        redis = Redis.from_url(built.redis.url)
        for name, (do, live, opening) in DAMAGES.items():
            wrongs += [f"{name}: {wrong}" for wrong in await _damaged(built, redis, do, live, opening)]
        await redis.aclose()
        wrongs += [f"{count} tracebacks in a server's log" for s in built.servers if (count := s.tracebacks())]
    return f"{len(DAMAGES)} kinds of damage", wrongs


async def _damaged(built: House, redis: Redis, do: Damage, live: set[str], opening: set[str]) -> list[str]:
    encounter, tokens = await built.lay()
    _, other = await built.lay()
    near, far = (f"ws://127.0.0.1:{server.port}/ws" for server in built.servers)
    wrongs = []
    async with talking(near) as gm, talking(near) as beside:
        for talk, token in ((gm, tokens["gm"]), (beside, other["gm"])):
            assert await talk.hello(token) == "welcome"
        for what in ("begin", "pause"):
            assert await gm.submit(what) == "ack"
        await do(built, redis, encounter)
        if (said := await gm.submit("unpause")) not in live:
            wrongs.append(f"the open table answers {said}, not {' or '.join(sorted(live))}")
        if (said := await beside.submit("begin")) != "ack":
            wrongs.append(f"the table beside it answers {said}")
    async with talking(far) as late:
        if (said := await late.hello(tokens["gm"])) not in opening:
            wrongs.append(f"another server answers {said}, not {' or '.join(sorted(opening))}")
    return wrongs


class Talk:
    """A bare connection: it says what the server says first, and nothing is tried again."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    async def hello(self, token: str) -> str:
        """`welcome`, or why not."""
        return await self._asked({"type": "hello", "token": token}, ("welcome",))

    async def submit(self, what: str) -> str:
        """`ack`, or the code of the refusal or of the end."""
        zero = base64.b64encode(os.urandom(16)).decode()
        message = {"type": "submit", "id": zero, "nonce": zero, "intent": {"type": what}}
        return await self._asked(message, ("ack", "rejected"))

    async def _asked(self, message: dict[str, Any], answers: tuple[str, ...]) -> str:
        try:
            async with asyncio.timeout(60):
                await self._socket.send(json.dumps(message))
                while (said := json.loads(await self._socket.recv()))["type"] not in answers:
                    if said["type"] == "bye":
                        return str(said["code"])
        except ConnectionClosed as closed:
            return closed.rcvd.reason if closed.rcvd is not None else "cut"
        except TimeoutError:
            return "silence"
        return str(said.get("code", said["type"]))


@asynccontextmanager
async def talking(url: str) -> AsyncIterator[Talk]:
    """A connection to one server."""
    async with connect(url, subprotocols=[Subprotocol("fray.v1.json")], compression=None, proxy=None) as socket:
        yield Talk(socket)


SCENES: dict[str, tuple[Callable[[int, int], Coroutine[Any, Any, Verdict]], int, int]] = {
    "frozen Redis": (frozen_redis, 2, 12),
    "lost replies": (lost_replies, 15, 400),
    "silent line": (silent_line, 1, 5),
    "racing servers": (racing, 30, 600),
    "reconnect storm": (storm, 40, 300),
    "damaged streams": (damage, 1, 1),
    "power cuts": (losses.power_cuts, 3, 100),
    "torn tails": (torn.torn_tails, 6, 120),
    "full disk": (losses.full_disk, 1, 10),
    "promotions": (failovers.promotions, 2, 95),
    "Sentinel": (failovers.sentinel, 0, 5),
    "set clocks": (wall.set_clocks, 0, 1),
    "slow peers": (slow.slow_peers, 200, 10_000),
    "many tables": (crowd.many_tables, 50, 5_000),
}
"""By name: the scene, and how often in the quick part (0: not there) and in all."""
