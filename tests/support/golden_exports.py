"""Plays one encounter of Three Cups at a real table and writes its export files into tests/golden.

    python -m tests.support.golden_exports

It has what a file can have: joined and revealed values, open and secret dice, ripostes, an undone stretch, a face that
the GM typed in an amendment, revealed seeds, the close. The files are kept as they are: every later release must verify
them, so run this only where the form of the file itself has changed.
"""

from __future__ import annotations

import asyncio
import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from protocol import messages as m
from server.archive.checkpoints import Checkpoints
from server.archive.export import excerpt_of, pack, whole_of
from server.core.dice import commitment_of
from server.store.log import Entry
from server.store.memory import MemoryLog
from tests.support.forgeries import FORGERIES, forged
from tests.table.party import Party, Remembering, laid, lobby_over

GOLDEN = Path(__file__).parent.parent / "golden"
FILES = {"gm": "cups.gm.fray", "seat:ann": "cups.ann.fray", "public": "cups.public.fray"}


SIGNED = "signed.gm.fray"


class Player(Remembering):
    """A viewer with fresh random nonces, as real clients send them."""

    def submit(self, intent: dict[str, Any], id: bytes | None = None, decision: str | None = None) -> bytes:
        id = id or secrets.token_bytes(16)
        raw = msgspec.Raw(self.codec.to_bytes(intent))
        self.table.submit(self, m.Submit(id=id, intent=raw, nonce=secrets.token_bytes(16)))
        return id


async def sits(party: Party, seat: str) -> Player:
    """A seat sits down."""
    sitting = await party.sits(seat)
    sitting.table.detach(sitting)
    player = Player(sitting)
    player.table.attach(player)
    return player


async def does(player: Player, intent: dict[str, Any]) -> None:
    """An intent that must be taken; then whatever the server does by itself."""
    answer = await player.does(intent)
    assert isinstance(answer, m.Ack), answer
    for _ in range(20):
        await asyncio.sleep(0)


async def goes_on(gm: Player) -> None:
    """After a rewind the GM lets the game go on."""
    play = gm.table.timeline.state.play
    if play.is_held:
        await does(gm, {"type": "continue", "decision": play.decision.id})


async def round_(gm: Player, ann: Player, bob: Player, cups: tuple[int, int, int], riposte: bool) -> None:
    """All lift their cups; Ben is struck and ripostes or bears it."""
    for player, who, cup in ((ann, "a", cups[0]), (bob, "b", cups[1]), (ann, "c", cups[2])):
        await does(player, {"type": "choose", "who": who, "cup": cup})
    await goes_on(gm)
    await does(bob, {"type": "riposte", "who": "b", "decline": not riposte})
    await goes_on(gm)


async def played(close: bool = True) -> tuple[str, list[Entry]]:
    """The encounter's id and the entries of its log."""
    log = MemoryLog()
    lobby = lobby_over(log, Path(tempfile.mkdtemp()))
    party = await laid(lobby)
    gm, ann, bob = [await sits(party, seat) for seat in ("gm", "ann", "bob")]
    encounter = gm.table.encounter
    values = {seat: secrets.token_bytes(32) for seat in ("ann", "bob")}
    for player in (ann, bob):
        bound = commitment_of(bytes.fromhex(encounter), player.seat, values[player.seat])
        await does(player, {"type": "join", "commitment": bound})
    await does(gm, {"type": "begin"})
    for player in (ann, bob):
        await does(player, {"type": "reveal", "preimage": values[player.seat]})
    await round_(gm, ann, bob, (2, 1, 1), True)
    here = gm.table.timeline.version
    await round_(gm, ann, bob, (1, 1, 2), False)
    await does(gm, {"type": "rewind", "to": [here, 0], "reason": "the wrong cup"})
    await round_(gm, ann, bob, (2, 1, 1), False)
    await amended(gm)
    await round_(gm, ann, bob, (1, 1, 2), True)
    if close:
        await does(gm, {"type": "close"})
    entries = await log.read(encounter)
    await lobby.close()
    return encounter, entries


async def signed() -> bytes:
    """The GM's file of a short encounter whose heads are signed: it names its key, and carries a checkpoint."""
    log, data = MemoryLog(), Path(tempfile.mkdtemp())
    ours = Checkpoints(data)
    lobby = lobby_over(log, data, checkpoints=ours)
    gm = await sits(await laid(lobby), "gm")
    for kind in ("begin", "pause", "unpause", "close"):
        await does(gm, {"type": kind})
    encounter, top = gm.table.encounter, gm.table.top
    await lobby.close()
    ours.add(encounter, *top)
    return pack(ours.sign(whole_of(encounter, await log.read(encounter), 1)))


async def amended(gm: Player) -> None:
    """The GM sets the first strike's die to 6; what followed is decided again with its dice."""
    timeline = gm.table.timeline
    position = [p for p in timeline.line() if timeline.commit(p.version).evidence][-1]
    rolled = timeline.commit(position.version).evidence[0]
    die = {"roll": rolled.roll, "who": rolled.who, "index": 0, "face": 6}
    at = list(position)
    edit = {"at": at, "faces": [die]}
    preview = await gm.asks({"type": "preview_amend", "target": at, "edits": [edit]})
    await does(gm, {"type": "amend", "target": at, "edits": [edit], "digest": preview["digest"], "reason": "a 6"})


async def main() -> None:
    """Write the files."""
    encounter, entries = await played()
    for audience, name in FILES.items():
        content = whole_of(encounter, entries, 1) if audience == "gm" else excerpt_of(encounter, entries, audience, 1)
        (GOLDEN / name).write_bytes(pack(content))
        print(f"{name}: {len(content.entries)} entries")
    (GOLDEN / SIGNED).write_bytes(await signed())
    for forge in FORGERIES:
        write_forged(forge)


def write_forged(forge: Callable[[list[dict[str, Any]], int], int]) -> None:
    """Ann's file with one thing changed and every hash redone; its name ends in the first bad number."""
    named: list[int] = []
    data = forged((GOLDEN / FILES["seat:ann"]).read_bytes(), lambda commits: named.append(forge(commits, 1)))
    (GOLDEN / "forged" / f"{forge.__name__}.{named[0]}.fray").write_bytes(data)


if __name__ == "__main__":
    asyncio.run(main())
