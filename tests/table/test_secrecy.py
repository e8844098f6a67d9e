"""Nothing that reaches a player or a spectator names a hidden combatant: live, resumed, replayed or refused."""

import asyncio
import random
import tempfile
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from client_demo.wire import Options
from protocol import messages as m
from server.conformance.amount import many
from server.core.create import CombatantSpec, EncounterSpec, SeatSpec
from server.store.memory import MemoryLog
from tests.support.luck import same_numbers
from tests.table.party import Party, Remembering, lobby_over

CANARIES = (b"zyxcat", b"Canary-Cat")
"""Id and name of the hidden one: neither may occur in any byte sent to those who don't see it."""

SPEC = EncounterSpec(
    title="Cups",
    system="three_cups",
    seats={"ann": SeatSpec(name="Ann"), "bob": SeatSpec(name="Bob")},
    combatants={
        "a": CombatantSpec(name="Anna", side="x", seat="ann", sheet={"hearts": 9}),
        "b": CombatantSpec(name="Ben", side="y", seat="bob", sheet={"hearts": 9}),
        "zyxcat": CombatantSpec(name="Canary-Cat", side="x", seat="ann", hidden=True, sheet={"hearts": 9}),
    },
)


def options_of(viewer: Remembering) -> list[dict[str, Any]]:
    """The options as a viewer knows them, by all that it was sent."""
    found = Options()
    for message in map(msgspec.msgpack.decode, viewer.frames):
        if message["type"] == "welcome":
            found = Options(message["options"], message.get("offered"))
        found.renew(message.get("options") if message["type"] == "update" else None)
    return found.offered


def filled(option: dict[str, Any], luck: random.Random) -> dict[str, Any]:
    """An offered option with every parameter chosen at random."""
    chosen = {param["name"]: luck.choice(param["choices"])["value"] for param in option.get("params", ())}
    return {**option["intent"], **chosen}


async def step(viewers: dict[str, Remembering], luck: random.Random) -> None:
    """One random thing: an offered act, a probe for the hidden one, a rewind."""
    gm = viewers["gm"]
    kind = luck.choice(["act", "act", "act", "act", "probe", "rewind", "redo"])
    if kind == "rewind" and gm.n > 4:
        await gm.does({"type": "rewind", "to": [luck.randint(3, gm.n), 0]})
    elif kind == "redo":
        await gm.does({"type": "redo"})
    elif kind == "probe":
        who = luck.choice(["zyxcat", "nobody"])
        intent: dict[str, Any] = luck.choice(
            [{"type": "choose", "who": who, "cup": 1}, {"type": "riposte", "who": who}]
        )
        await viewers["bob"].does(intent)
    else:
        viewer = viewers[luck.choice(["ann", "bob", "gm"])]
        offered = [option for option in options_of(viewer) if "reason" not in option]
        if offered:
            await viewer.does(filled(luck.choice(offered), luck))


async def play(seed: int) -> None:
    luck = random.Random(seed)
    lobby = lobby_over(MemoryLog(), Path(tempfile.mkdtemp()))
    party = Party(lobby, (await lobby.create(SPEC))["links"])
    viewers = {seat: await party.sits(seat) for seat in ("gm", "ann", "bob", "spectator")}
    await viewers["gm"].does({"type": "begin"})
    blind = [viewers["bob"], viewers["spectator"]]
    for _ in range(25):
        await step(viewers, luck)
    for viewer in list(blind):
        await viewer.asks({"type": "history", "after": 0})
        blind.append(await party.sits(viewer.seat, m.Resume(n=0, head=bytes(16))))
    for viewer in blind:
        told = [message.n for message in viewer.messages if isinstance(message, m.Update)]
        assert told == list(range(told[0], told[0] + len(told))) if told else True
        for frame in viewer.frames:
            assert not any(canary in frame for canary in CANARIES), viewer.codec.decode_server(frame)
    assert any(any(canary in frame for canary in CANARIES) for frame in viewers["ann"].frames)
    await lobby.close()


@settings(max_examples=many(40))
@given(st.integers(0, 2**32))
def test_no_frame_names_the_hidden_one(seed: int) -> None:
    """Random fights with rewinds and probes: the hidden one's id and name never leave for Bob or the public."""
    with same_numbers(seed):
        asyncio.run(play(seed))
