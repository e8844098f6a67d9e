"""Canaries: unique values in all that is secret, then every byte that leaves the server is searched for them.

Searched are the frames of each socket that is not entitled, all log lines down to debug, metrics and health answers.
"""

from __future__ import annotations

import base64
import hashlib
import json
import logging
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from protocol import codec as wire
from protocol import messages as m
from server.cli.log_lines import JsonLines
from server.conformance.worlds.hidden import HIDDEN, SYSTEMS, base_spec, hidden_spec, with_one
from server.core.create import CombatantSpec, EncounterSpec
from server.encounter.file import BadFile, encounter
from server.gateway.auth import parse_token
from server.keys.seeds import SeedKeeper
from server.table.line import Line
from tests.fuzz.sockets import LIMITS
from tests.gateway.house import House, close_house, open_house
from tests.secrecy.sockets import Scene, _chosen

MASTER = hashlib.sha256(b"the master key of the canary test").digest()
every_system = pytest.mark.parametrize("name", sorted(SYSTEMS))
MORE_THINGS: dict[str, dict[str, Any]] = {
    "ambersteel": {
        "weapons": {"sling": {"name": "Sling", "modes": ["stone: 1d4 blunt"], "ammo_item": "pebbles"}},
        "shields": {"door": {"name": "Door"}},
        "objects": {"jug": {"name": "Jug"}},
        "armour": [{"id": "coat", "name": "Coat", "class": "leather", "layer": 9}],
        "statuses": [{"name": "sworn", "data": {"text": "To a lord"}}],
    },
    "tirakan_classic": {"objects": {"flask": {"name": "Flask"}, "rope": {"name": "Rope"}}},
}
"""What the hidden one has besides, where the demo's sheet holds little but bounded numbers and names of samples."""


TRIES = 20
"""Fights until there is one in which nobody brings it into sight."""


class Planted:
    """An encounter with somebody hidden in whose sheet every text and number that may be anything is a canary."""

    def __init__(self, name: str) -> None:
        luck, spec = random.Random(name), base_spec(name)
        self.canaries: list[str] = []
        lurker = hidden_spec(spec, luck)
        plain = msgspec.to_builtins(lurker)
        plain["name"] = self._text("name")
        plain["sheet"] |= MORE_THINGS.get(name, {})
        spec = with_one(spec, msgspec.convert(plain, CombatantSpec), luck)
        self.spec, self.name = spec, name
        for path in list(_leaves(plain["sheet"], ())):
            self._plant(path)

    def _text(self, path: str) -> str:
        mark = f"canary-{hashlib.sha256(path.encode()).hexdigest()[:12]}"
        self.canaries.append(mark)
        return mark

    def _plant(self, path: tuple[Any, ...]) -> None:
        """Put a canary at a place of the sheet, if the system takes one there."""
        raw = msgspec.to_builtins(self.spec)
        sheet = raw["combatants"][HIDDEN]["sheet"]
        at = sheet
        for key in path[:-1]:
            at = at[key]
        old = at[path[-1]]
        if isinstance(old, bool) or not isinstance(old, str | int):
            return
        number = 700_000 + int(hashlib.sha256(repr(path).encode()).hexdigest()[:4], 16)
        at[path[-1]] = self._text(repr(path)) if isinstance(old, str) else number
        try:
            self.spec = encounter(raw, "canary", SYSTEMS)
        except BadFile:
            if isinstance(old, str):
                self.canaries.pop()
            return
        if isinstance(old, int):
            self.canaries.append(str(number))


def _leaves(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, (*path, key))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from _leaves(inner, (*path, at))
    elif path:
        yield path


def spellings(secret: bytes) -> list[bytes]:
    """A secret as it could stand somewhere: raw, hex, base64 of both alphabets (whole, and without its edges)."""
    plain, safe = base64.b64encode(secret), base64.urlsafe_b64encode(secret)
    return [secret, secret.hex().encode(), plain.rstrip(b"="), safe.rstrip(b"=")]


class Lines(logging.Handler):
    """All lines of all loggers, as text and as JSON."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.text: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line both ways; not what the test's own clients say of the frames that they get."""
        if record.name == "websockets.client":
            return
        self.text += [logging.Formatter().format(record), JsonLines().format(record)]


@pytest.fixture
def lines() -> Iterator[Lines]:
    """Everything down to debug."""
    handler, root = Lines(), logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield handler
    root.removeHandler(handler)
    root.setLevel(level)


async def fight(house: House, codec: wire.Codec, seed: int) -> Scene:
    """A fight with probes, and a look back by everybody."""
    scene, luck = Scene(house, codec), random.Random(seed)
    await scene.open()
    await scene.rest()
    for number in range(16):
        step = _chosen(scene, luck)
        if step is None or scene.table.timeline.state.play.phase == "ended":
            break
        await scene.ears[step[0]].submit(f"step {number}", step[1], step[2])
        await scene.rest()
        if number == 5:
            await scene.probe(number)
    await scene.look_back()
    return scene


def is_hidden(scene: Scene) -> bool:
    """Is nobody told of it still? Dice fall otherwise every time, and in some systems whoever strikes or is struck at
    comes into sight."""
    return scene.table.timeline.state.play.pieces[HIDDEN].seen_by is not None


@every_system
@pytest.mark.parametrize("codec", wire.CODECS.values(), ids=wire.CODECS)
async def test_nothing_secret_leaves(
    name: str, codec: wire.Codec, tmp_path: Path, lines: Lines, monkeypatch: Any
) -> None:
    """Hidden sheets, tokens, seeds, join codes: in no frame of others, no log line, no metric."""
    planted = Planted(name)
    assert len(planted.canaries) >= (1 if name in ("three_cups", "toy_two", "skirmish") else 4)
    keeper = SeedKeeper(MASTER)
    for seed in range(3, 3 + TRIES):
        house = await open_house(tmp_path / str(seed), LIMITS, systems=SYSTEMS, spec=planted.spec, keeper=keeper)
        scene = await fight(house, codec, seed)
        if is_hidden(scene):
            break
        await close_house(house)
    assert is_hidden(scene), "it was seen in every fight"
    await crash(scene, monkeypatch)
    outside = b"\n".join(
        [(await house.get(path))[2] for path in ("/healthz", "/readyz")]
        + [house.listener.metrics.exposition()]
        + [line.encode() for line in lines.text]
    )
    frames = b"\n".join(frame for ear in scene.heard for frame in ear.frames)
    gms = b"\n".join(scene.ears["gm"].frames)
    encounter_id, epoch = scene.table.encounter, scene.table.timeline.ledger.epoch
    await close_house(house)

    assert any(canary.encode() in gms for canary in planted.canaries), "the canaries are nowhere: nothing was tested"
    for canary in [*planted.canaries, HIDDEN]:
        word = re.compile(rb"(?<!\d)" + re.escape(canary.encode()) + rb"(?!\d)")
        found = word.search(frames) if canary != HIDDEN else None  # the probes name it themselves
        assert found is None, (canary, frames[max(0, found.start() - 200) : found.end() + 100])
        assert canary.encode() not in outside, canary
    for secret in secrets_of(house, keeper, encounter_id, epoch):
        for spelled in spellings(secret):
            assert spelled not in frames
            assert spelled not in outside
            assert spelled not in gms
    assert keeper.join_code(encounter_id, 1).encode() not in frames + outside


def secrets_of(house: House, keeper: SeedKeeper, encounter_id: str, epoch: int) -> Iterator[bytes]:
    """What nobody is ever told: the master key, seeds of this epoch and the next, all secret ones, the links."""
    yield MASTER
    for number in range(1, epoch + 3):
        seeds = keeper.seeds(encounter_id, number)
        yield seeds.secret
        if number >= epoch:
            yield seeds.open
    for token in house.links.values():
        read = parse_token(token)
        assert read is not None
        yield read.secret


async def crash(scene: Scene, monkeypatch: Any) -> None:
    """Bugs at the table, in the lobby and in a question; broken frames; refused intents of every seat."""

    def broken(*_: object) -> None:
        raise ZeroDivisionError("a bug")

    with monkeypatch.context() as patch:
        patch.setattr(Line, "_draft", broken)
        for seat, ear in scene.ears.items():
            if seat != "spectator":
                await ear.submit(
                    f"crash {seat}", {"type": "pause"} if seat == "gm" else {"type": "auto_pass", "kinds": []}
                )
    for seat, ear in scene.ears.items():
        if seat == "gm":
            continue
        for data in (
            b"\xc1" if not ear.player.codec.is_text else b"{",
            b"\x91" * 20 if not ear.player.codec.is_text else b"[1]",
        ):
            await ear.player.send_bytes(data)
            await ear.next(m.Rejected)
        for intent in ({"type": "show", "who": HIDDEN}, {"type": "nothing"}, {"type": "hide", "who": HIDDEN, "x": 1}):
            await ear.submit(f"wrong {seat} {json.dumps(intent)}", intent)
    for token in ("A" * 64, "x"):
        guest = await scene.house.connect()
        await guest.send(m.Hello(token=token))
        await guest.end()


def test_the_search_finds_a_planted_leak() -> None:
    """All spellings are looked for."""
    for spelled in (MASTER, MASTER.hex().encode(), base64.b64encode(MASTER), base64.urlsafe_b64encode(MASTER)):
        assert any(one in b"frame " + spelled for one in spellings(MASTER))


def test_a_spec_has_canaries_in_its_hidden_sheet() -> None:
    """Texts and numbers, wherever the system takes them."""
    planted = Planted("tirakan")
    assert isinstance(planted.spec, EncounterSpec)
    text = str(planted.spec.combatants[HIDDEN].sheet)
    assert sum(canary in text for canary in planted.canaries) >= 3
