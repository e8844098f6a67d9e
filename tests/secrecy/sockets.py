"""Two worlds through real sockets: every byte that players, spectators, latecomers and returning clients receive.

Both servers get the same clock, the same master key and the same random numbers, so that nothing but the secret can
make a difference. The script is chosen in the world without the hidden one, and played again in the other.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import random
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec

from client_demo.choice import choose
from client_demo.wire import Options
from protocol import codec as wire
from protocol import messages as m
from protocol.patch import apply
from server.conformance.worlds.hidden import (
    HIDDEN,
    SYSTEMS,
    Faces,
    base_spec,
    goes_on,
    hidden_spec,
    is_ready,
    lot,
    probes,
    quiet_deed,
    secret_deed,
    with_one,
)
from server.conformance.worlds.learned import difference
from server.conformance.worlds.takebacks import Step, position_of
from server.core.create import EncounterSpec
from server.core.deciding import intake
from server.core.deciding.decide import parse_intent
from server.core.dice import Key
from server.core.errors import Rejected
from server.core.history import amend
from server.core.history.history import rewind_digest
from server.core.ids import GM, PUBLIC, Position
from server.core.intents import Edit
from server.keys.links import token_of
from server.process.clock import Clock
from server.table.line import Line
from server.table.table import Table
from tests.fuzz.sockets import LIMITS
from tests.gateway.house import House, Player, close_house, open_house
from tests.support.luck import same_numbers
from tests.support.offers import renew, welcomed

Verdict = tuple[str, list[str]]
Luck = random.Random | None
Script = list[Step]
STEPS = 10
REWINDS = (4, 8)
"""The steps at which the GM takes something back."""
STRIKES = (6, 9)
"""The steps at which the GM strikes an act out; not at Three Cups, where the hidden one's cup would win or lose."""
NOW_MS = 1_000_000


@contextmanager
def same_luck(seed: int) -> Iterator[None]:
    """Within: servers draw the same numbers each time; secret dice depend on who rolls what."""
    drawn, thrown = Line._server_dice, Counter[Key]()

    def faces(line: Line, stream: str, nonce: bytes) -> Faces:
        return Faces(drawn(line, stream, nonce), seed, thrown)

    with same_numbers(seed), mock.patch.object(Line, "_server_dice", faces):
        yield


class Ear:
    """A seat's connection: view and options, and every frame as it came (but presence, which depends on the clock)."""

    def __init__(self, player: Player, seat: str) -> None:
        self.player, self.seat = player, seat
        self.frames: list[bytes] = []
        self.view: Any = {}
        self._options = Options()
        self.n = 0

    async def next(self, *kinds: type) -> Any:
        """The next message of these kinds; all before it are kept too."""
        async with asyncio.timeout(60):
            while True:
                data = bytes(await self.player.socket.recv(decode=False))
                message = self.player.codec.decode_server(data)
                if not isinstance(message, m.Presence):
                    self.frames.append(data)
                self._take(message)
                if isinstance(message, kinds):
                    return message

    def _take(self, message: Any) -> None:
        read = msgspec.json.decode if self.player.codec.is_text else msgspec.msgpack.decode
        if isinstance(message, m.Welcome):
            self.view, self._options, self.n = read(message.view), welcomed(message, read), message.n
        elif isinstance(message, m.Update):
            self.view, self.n = apply(self.view, read(message.patch)), message.n
            renew(self._options, message, read)

    @property
    def options(self) -> list[dict[str, Any]]:
        """What the seat may do now."""
        return self._options.offered

    async def submit(self, label: str, intent: Any, decision: str | None = None) -> Any:
        """An intent under an id that comes of the label, and its answer."""
        id = hashlib.sha256(label.encode()).digest()[:16]
        body = msgspec.Raw(self.player.codec.to_bytes(intent))
        meant = msgspec.UNSET if decision is None else decision
        await self.player.send(m.Submit(id=id, intent=body, nonce=bytes(16), decision=meant))
        return await self.next(m.Ack, m.Rejected)

    async def ask(self, id: int, question: dict[str, Any]) -> None:
        """A question, and its answer."""
        await self.player.send(m.Ask(id=id, question=msgspec.Raw(self.player.codec.to_bytes(question))))
        await self.next(m.Answer, m.Rejected)


class Scene:
    """One world at one server."""

    def __init__(self, house: House, codec: wire.Codec) -> None:
        self.house, self.codec = house, codec
        self.ears: dict[str, Ear] = {}
        self.heard: list[Ear] = []
        """All connections of those who may not know, in their order."""

    async def open(self) -> None:
        """Everybody sits down."""
        for seat in self.house.links:
            self.ears[seat] = await self._sit(seat)

    async def _sit(self, seat: str, resume: m.Resume | None = None) -> Ear:
        codec = wire.MSGPACK if seat == "gm" else self.codec
        ear = Ear(await self.house.connect(codec), seat)
        token = self.house.links[seat]
        in_blocks = len(self.heard) % 2 == 0  # every other connection
        resumed = msgspec.UNSET if resume is None else resume
        await ear.player.send(m.Hello(token=token, resume=resumed, blocks=in_blocks, like=in_blocks))
        await ear.next(m.Welcome)
        if seat != "gm":
            self.heard.append(ear)
        return ear

    @property
    def table(self) -> Table:
        """The one table there is."""
        (table,) = self.house.lobby.tables.open.values()
        return table

    async def rest(self) -> None:
        """Do what is done in secret, until something open is to be done and everybody has heard of all."""
        for number in range(200):
            await self._quiet()
            deed = secret_deed(self.table.system, self.table.timeline.state, self._quiet_deed)
            play = self.table.timeline.state.play
            if deed is None and play.is_held and is_ready(self.table.timeline.state) and play.decision is not None:
                deed = GM, {"type": "continue", "decision": play.decision.id}
            if deed is None:
                return
            plain = msgspec.to_builtins(deed[1])
            version = self.table.timeline.version
            answer = await self.ears["gm"].submit(f"secret {version} {number}", plain)
            assert isinstance(answer, m.Ack), answer
        raise AssertionError("the hidden one never comes to rest")

    def _quiet_deed(self) -> Any:
        gm = self.ears["gm"]
        return quiet_deed(self.table.system, gm.options, gm.view, random.Random(self.table.timeline.version))

    async def _quiet(self) -> None:
        """Wait until the server has nothing to do of itself and everybody has heard of all."""
        async with asyncio.timeout(60):
            while self.table._inbox or goes_on(self.table.timeline.state):  # noqa: ASYNC110 - tells no event
                await asyncio.sleep(0)
        for ear in self.ears.values():
            audience = {"gm": "gm", "spectator": "public"}.get(ear.seat, f"seat:{ear.seat}")
            while ear.n < len(self.table.timeline.numbers.get(audience, ())):
                await ear.next(m.Update)

    def meant(self, intent: dict[str, Any]) -> dict[str, Any]:
        """A rewind or amendment as this world's GM confirms it: the public's number `n` is another version in each."""
        timeline = self.table.timeline
        if "n" not in intent:
            return intent
        if intent["type"] == "rewind":
            to = Position(timeline.version_of(PUBLIC, intent["n"]))
            return {"type": "rewind", "to": list(to), "digest": rewind_digest(timeline, to)}
        at = position_of(timeline, intent["n"])
        seen = amend.preview(timeline, at, (Edit(at=at, struck=True),), ())
        edits = [{"at": list(at), "struck": True}]
        return {"type": "amend", "target": list(at), "edits": edits, "digest": seen.digest}

    def acts(self) -> list[dict[str, Any]]:
        """What was done openly by the log, the last of each type."""
        done = (msgspec.to_builtins(commit.submitted.intent) for commit in self.table.timeline.commits)
        return list({each["type"]: each for each in done if "who" in each and HIDDEN not in str(each)}.values())

    async def probe(self, number: int) -> None:
        """What somebody might try who suspects; whatever is refused."""
        for seat, ear in self.ears.items():
            for at, probe in enumerate(probes(ear.options, self.acts()) if seat != "gm" else ()):
                if HIDDEN in str(probe) or "nobody" in str(probe):
                    answer = await ear.submit(f"probe {number} {seat} {at}", probe)
                    assert isinstance(answer, m.Rejected), (probe, answer)

    async def look_back(self) -> None:
        """Everybody asks for the past, comes back after a loss, and somebody comes late."""
        for seat, ear in list(self.ears.items()):
            if seat == "gm":
                continue
            whole: dict[str, Any] = {"type": "history"}
            others = [{"type": kind} for kind in ("marks", "outcome", "export")]
            for id, question in enumerate((whole, {**whole, "steps": True}, *others)):
                await ear.ask(id, question)
            await ear.ask(9, {"type": "moment", "encounter": self.table.encounter, "n": max(1, ear.n)})
            await ear.ask(10, {"type": "view_as", "audience": "gm"})
            audience = "public" if seat == "spectator" else f"seat:{seat}"
            half = ear.n // 2
            version = self.table.timeline.version_of(audience, half) if half else 0
            head = self.table.timeline.commit(version).told[audience].head if half else bytes(16)
            for resume in (m.Resume(n=half, head=head), m.Resume(n=ear.n + 1, head=head), None):
                await self._sit(seat, resume)

    async def come_and_go(self) -> None:
        """The GM frees a seat; two come by the code of a new door, and one of them sits down there."""
        gm = self.ears["gm"]
        seat = next(seat for seat in self.ears if seat not in ("gm", "spectator"))
        for intent in ({"type": "free_seat", "seat": seat}, {"type": "open_door"}):
            answer = await gm.submit(f"door {intent['type']}", intent)
            assert isinstance(answer, m.Ack), answer
        assert (await self.ears.pop(seat).next(m.Bye)).code == "token_expired"
        await gm.player.send(m.Links(id=1))
        code = msgspec.msgpack.decode((await gm.next(m.Answer)).body)["code"]
        secrets = hashlib.sha256(seat.encode()).digest(), hashlib.sha256(code.encode()).digest()
        for number in range(2):
            guest = Ear(await self.house.connect(self.codec), "guest")
            await guest.player.send(m.Hello())
            await guest.player.next(m.Lobby)  # which says when each encounter was laid
            self.heard.append(guest)
            for id, wanted in enumerate(("", seat, seat, HIDDEN, "nobody")):
                fields: dict[str, Any] = {"seat": wanted, "key_h": hashlib.sha256(secrets[number]).digest()}
                await guest.player.send(m.Join(id=id, code=code, name=wanted, **(fields if wanted else {})))
                await guest.next(m.Answer, m.Rejected)
        self.house.links = {**self.house.links, seat: token_of(self.table.encounter, secrets[0])}
        self.ears[seat] = await self._sit(seat)
        await self._quiet()

    def bytes(self) -> list[tuple[str, list[bytes]]]:
        """All that was heard, connection by connection."""
        return [(ear.seat, ear.frames) for ear in self.heard]


async def pair(name: str, seed: int, folder: Path) -> tuple[int, int, list[str]]:
    """Steps, bytes compared, differences."""
    for world in ("one", "two"):
        os.mkdir(folder / world)
    luck, spec = random.Random(f"{name} {seed}"), base_spec(name)
    codec = luck.choice(list(wire.CODECS.values()))
    script: Script = []
    empty = await _played(name, seed, spec, codec, folder / "one", script, random.Random(seed))
    other_spec = with_one(spec, hidden_spec(spec, luck), luck)
    full = await _played(name, seed, other_spec, codec, folder / "two", script, None)
    wrongs = []
    for (seat, one), (_, other) in zip(empty, full, strict=True):
        if one != other:
            wrongs.append(f"{name} {seed}: {seat} {_first(codec, one, other)}")
    return len(script), sum(len(frame) for _, frames in empty for frame in frames), wrongs


def _first(codec: wire.Codec, one: list[bytes], other: list[bytes]) -> str:
    read = msgspec.json.decode if codec.is_text else msgspec.msgpack.decode
    for at, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return f"frame {at}: {'; '.join(difference(read(a), read(b), '')[:3])}"
    return f"{len(one)} and {len(other)} frames"


async def _played(
    name: str, seed: int, spec: EncounterSpec, codec: wire.Codec, folder: Path, script: Script, luck: Luck
) -> list[tuple[str, list[bytes]]]:
    """One world; with `luck` the script is made, else it is followed."""
    with same_luck(seed):
        house = await open_house(
            folder, LIMITS, systems=SYSTEMS, spec=spec, clock=Clock(lambda: NOW_MS, lambda: NOW_MS)
        )
        try:
            scene = Scene(house, codec)
            await scene.open()
            await scene.rest()
            for number in range(STEPS):
                if luck is not None:
                    step = _takeback(scene, number, luck) or _chosen(scene, luck)
                else:
                    step = script[number] if number < len(script) else None
                if step is None:
                    break
                answer = await scene.ears[step[0]].submit(f"step {number}", scene.meant(step[1]), step[2])
                assert isinstance(answer, m.Ack), (name, number, step, answer)
                await scene.rest()
                if luck is not None:
                    script.append(step)
                    if scene.table.timeline.state.play.phase == "ended":
                        raise AssertionError(f"{name}: {STEPS} steps are too many, the fight is over")
                if number in (1, STEPS - 1):
                    await scene.probe(number)
            await scene.look_back()
            if lot("door", seed) < 1 / 3:
                await scene.come_and_go()
            return scene.bytes()
        finally:
            await close_house(house)


def _takeback(scene: Scene, number: int, luck: random.Random) -> Step | None:
    timeline = scene.table.timeline
    behind = [n for n, version in enumerate(timeline.numbers[PUBLIC], 1) if version > timeline.ledger.begun > 0]
    if number in REWINDS and len(behind) > 1:
        return "gm", {"type": "rewind", "n": luck.choice(behind[:-1])}, None
    if number in STRIKES and scene.table.system.name != "three_cups":
        return next((step for n in luck.sample(behind, len(behind)) if (step := _struck(scene, n))), None)
    return None


def _struck(scene: Scene, n: int) -> Step | None:
    """The act struck out, if the table takes that now."""
    timeline, step = scene.table.timeline, {"type": "amend", "n": n}
    try:
        wish = parse_intent(timeline.system, scene.meant(step))
        intake.check_intent(timeline, wish, scene.table.audiences.asker(GM))
    except Rejected:
        return None
    return GM, step, None


def _chosen(scene: Scene, luck: random.Random) -> Step | None:
    order = [seat for seat in scene.ears if seat != "spectator"]
    luck.shuffle(order)
    for seat in order:
        chosen = choose(scene.ears[seat].options, scene.ears[seat].view, luck)
        if chosen is not None:
            return (seat, *chosen)
    return None


async def pairs(seed: int, count: int) -> Verdict:
    """So many pairs, of all systems in turn."""
    names, steps, size = sorted(SYSTEMS), 0, 0
    wrongs: list[str] = []
    for number in range(count):
        with tempfile.TemporaryDirectory(prefix="fray-worlds-") as folder:
            made = await pair(names[number % len(names)], seed + number, Path(folder))
        steps, size, wrongs = steps + made[0], size + made[1], wrongs + made[2]
    return f"{count} pairs, {steps} steps, {size:,} bytes compared, {len(wrongs)} differences", wrongs
