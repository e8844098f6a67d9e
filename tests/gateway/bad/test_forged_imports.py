"""Files of encounters of this very server, with more in them than happened: imported over real sockets, they change
nothing that is here, and nothing made up becomes this server's history."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgpack
import msgspec
import pytest

from protocol import messages as m
from server.archive.checkpoints import FILE, Checkpoints, read
from server.archive.export import pack, unpack
from server.archive.signing import signature_of
from server.core.state import TableOptions
from server.keys.seeds import SeedKeeper
from server.lobby import lobby
from server.lobby.copying import bring
from server.lobby.lobby import Refused
from server.store.log import Entry, Log
from tests.gateway.house import House, Player, close_house, open_house
from tests.gateway.test_transfer import body, fetched, sent, visitor
from tests.support.forgeries import grown
from tests.support.judged import judged_here  # noqa: F401
from tests.table.party import SPEC

OVER = 4
"""The commits of a fight that was laid, begun and closed, and whose seed was revealed."""

REVEALED = msgspec.structs.replace(SPEC, table=TableOptions(join="links", reveal="end"))


@pytest.fixture
async def house(tmp_path: Path, log: Log) -> AsyncIterator[House]:
    """A server that signs."""
    house = await open_house(tmp_path, log=log, spec=REVEALED, checkpoints=Checkpoints(tmp_path))
    yield house
    await close_house(house)


@pytest.fixture
async def bereft(tmp_path: Path) -> AsyncIterator[House]:
    """The same server, whose store has lost all that was in it."""
    house = await open_house(tmp_path, checkpoints=Checkpoints(tmp_path))
    yield house
    await close_house(house)


def made_up(data: bytes, seat: str, *events: dict[str, Any]) -> dict[str, Any]:
    """A commit by this seat, as if it had submitted it, for `grown`."""
    last = msgpack.unpackb(unpack(data).entries[-1].body)
    sent = {**last["submitted"], "id": bytes(16), "seat": seat, "intent": {"type": "pause"}}
    return {**last, "submitted": sent, "events": list(events), "evidence": [], "variants": []}


def paused(data: bytes, seat: str) -> dict[str, Any]:
    return made_up(data, seat, {"type": "Paused", "at": unpack(data).exported_at})


def closed(data: bytes) -> dict[str, Any]:
    return made_up(data, "gm", {"type": "Closed"})


async def entries(house: House) -> list[Entry]:
    """The log of the house's encounter."""
    await house.lobby.links.refresh()
    return await house.lobby.entries(next(iter(house.lobby.links)))


async def plays(gm: Player, *kinds: str) -> None:
    """The GM does this."""
    for kind in kinds:
        assert isinstance(await gm.submit({"type": kind}), m.Ack)


async def over(house: House) -> Player:
    """The GM of a fight that has begun and ended; the server has revealed its seed."""
    gm = await house.sit("gm")
    await plays(gm, "begin", "close")
    while len(await entries(house)) < OVER:
        await gm.ask({"type": "history", "after": 0})
    return gm


async def stays(house: House, gm: Player, before: list[Entry], answer: Any, code: str) -> None:
    """The import was refused; log, links and the GM's session are what they were."""
    assert isinstance(answer, m.Rejected), answer
    assert (answer.code, "{" in answer.message) == (code, False)
    assert await entries(house) == before
    assert len(house.lobby.links) == 1
    assert isinstance(await gm.ask({"type": "history", "after": 0}), m.Answer)
    assert not any(isinstance(each, m.Bye) for each in gm.messages)
    assert isinstance((await house.sit("gm")).messages[0], m.Welcome)


async def test_a_spectator_does_not_take_over_a_closed_encounter(house: House) -> None:
    """He exports what the end revealed to all, adds a commit, imports it: no link of any seat is his."""
    gm, spectator = await over(house), await house.sit("spectator")
    data, before = await fetched(spectator, audience="gm"), await entries(house)
    guest = await visitor(house)
    for forged in (grown(data, paused(data, "gm")), data):
        await stays(house, gm, before, await sent(guest, forged), "import_exists")


async def test_a_game_master_does_not_put_acts_in_others_mouths(house: House, tmp_path: Path) -> None:
    """He exports a running fight, adds what Ann never did and the close: nobody is told, nothing of it is signed."""
    gm, ann = await house.sit("gm"), await house.sit("ann")
    await plays(gm, "begin")
    data, before = await fetched(gm), await entries(house)
    forged = grown(data, paused(data, "ann"), closed(data))
    assert (await ann.next(m.Update)).n == before[-1].version
    told = len(ann.messages)
    await stays(house, gm, before, await sent(await visitor(house), forged), "import_exists")
    await plays(gm, "pause")
    assert (await ann.next(m.Update)).n == before[-1].version + 1
    assert [each for each in ann.messages[told:] if not isinstance(each, m.Presence)] == ann.messages[-1:]
    ends = {row.hash for row in unpack(forged).entries[len(before) :]}
    notes = read((tmp_path / FILE).read_bytes()) if (tmp_path / FILE).exists() else []
    assert not ends & {note.hash for note in notes}


async def test_without_its_log_a_forged_end_is_none_either(house: House, bereft: House) -> None:
    """Where nothing is left that it could differ from, this server's signature must be under the last commit; with
    another file's signature, or with the file cut short, it is not."""
    gm = await over(house)
    data = await fetched(gm)
    guest, whole = await visitor(bereft), unpack(data)
    bare = msgspec.structs.replace(whole, signature=None, checkpoint=None)
    cut = msgspec.structs.replace(bare, entries=whole.entries[:-1])
    for forged in (grown(data, paused(data, "ann")), pack(bare), pack(cut)):
        refused = await sent(guest, forged)
        assert (refused.code, refused.detail) == ("import_forged", {"position": len(unpack(forged).entries)})
    assert body(await sent(guest, data), guest)["encounter"] == whole.encounter


async def test_whoever_lacks_one_of_both_is_still_ours(tmp_path: Path, house: House) -> None:
    """The tips of our seeds, or our name as the signer: either makes a file one that we must have signed."""
    gm = await over(house)
    forged = grown(data := await fetched(gm), paused(data, "ann"))
    for name, master, folder in (("tips", b"m", tmp_path / "new"), ("signer", b"x", tmp_path)):
        folder.mkdir(exist_ok=True)
        (tmp_path / name).mkdir()
        ours = Checkpoints(folder)
        there = await open_house(tmp_path / name, keeper=SeedKeeper(master * 32), checkpoints=ours)
        assert (await sent(await visitor(there), forged)).code == "import_forged"
        await close_house(there)


async def test_who_runs_the_server_may_answer_for_a_file(house: House, bereft: House) -> None:
    """For a file of ours from before heads were signed; not over the wire, and not over a log that is here."""
    gm = await over(house)
    bare = pack(msgspec.structs.replace(unpack(await fetched(gm)), signature=None, checkpoint=None))
    made = await bring(bereft.lobby, bare, is_trusted=True)
    assert made["encounter"] == unpack(bare).encounter
    with pytest.raises(Refused, match="import_exists"):
        await bring(house.lobby, bare, is_trusted=True)


@pytest.mark.parametrize("seat", ["gm", "ann"])
async def test_what_happened_elsewhere_is_not_signed(house: House, tmp_path: Path, seat: str) -> None:
    """A closed encounter of another server, whose first commit names nobody, lies here under its id: what is taken home
    of it bears no signature of this server, which has not seen it happen. This server's own do."""
    (tmp_path / "elsewhere").mkdir()
    elsewhere = await open_house(tmp_path / "elsewhere", keeper=SeedKeeper(b"x" * 32))
    data = await fetched(await over(elsewhere))
    await close_house(elsewhere)
    assert unpack(data).signature is None
    assert unpack(await fetched(await house.sit(seat))).signature is not None
    guest = await visitor(house)
    house.links = body(await sent(guest, data), guest)["links"]
    assert unpack(await fetched(await house.sit(seat))).signature is None


async def test_a_forged_end_does_not_take_the_place_of_the_true_file(house: House, tmp_path: Path) -> None:
    """At another server: what the signer of commit 1 has not signed to its end gets an id of its own, so that the true
    file finds its place. Forged ends, a signature of somebody else's, none at all, one that is none."""
    gm = await over(house)
    whole = unpack(data := await fetched(gm))
    assert whole.signature is not None
    changed, folder = msgspec.structs.replace, tmp_path / "there"
    folder.mkdir()
    there = await open_house(folder, keeper=SeedKeeper(b"x" * 32), checkpoints=(own := Checkpoints(folder)))
    guest = await visitor(there)
    longer = unpack(grown(data, paused(data, "ann")))
    for forged in (
        longer,
        changed(longer, signature=whole.signature),
        changed(longer, signature=signature_of(own._signer, longer)),
        changed(whole, signature=None),
        changed(whole, signature=changed(whole.signature, signature=bytes(64))),
    ):
        answer = await sent(guest, pack(changed(forged, checkpoint=None)))
        if isinstance(answer, m.Answer):
            assert body(answer, guest)["encounter"] != whole.encounter
        else:
            assert answer.code == "import"  # a signature that is none
    assert body(await sent(guest, data), guest)["encounter"] == whole.encounter
    assert (await sent(guest, data)).code == "import_exists"
    await close_house(there)


async def made_up_elsewhere(folder: Path, encounter: str, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """The file of a whole encounter with this id, signed to its end by the one whom its first commit names: whoever has
    made it up."""
    await asyncio.to_thread(folder.mkdir)
    with monkeypatch.context() as patched:
        patched.setattr(lobby, "secrets", SimpleNamespace(**{**vars(secrets), "token_hex": lambda _size: encounter}))
        elsewhere = await open_house(folder, keeper=SeedKeeper(b"e" * 32), checkpoints=Checkpoints(folder))
    data = await fetched(await over(elsewhere))
    await close_house(elsewhere)
    assert unpack(data).encounter == encounter
    return data


async def test_an_id_that_a_forger_has_taken_keeps_nobody_out(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At another server: the true file is taken in under an id of its own, and its owner has links; the forger's stays
    what it is, and opens to none of the true links."""
    data = await fetched(await over(house))
    encounter = unpack(data).encounter
    forged = await made_up_elsewhere(tmp_path / "elsewhere", encounter, monkeypatch)
    (tmp_path / "there").mkdir()
    there = await open_house(
        tmp_path / "there", keeper=SeedKeeper(b"x" * 32), checkpoints=Checkpoints(tmp_path / "there")
    )
    guest = await visitor(there)
    assert body(await sent(guest, forged), guest)["encounter"] == encounter
    before = await there.lobby.entries(encounter)
    made = body(await sent(guest, data), guest)
    assert made["encounter"] != encounter
    assert await there.lobby.entries(encounter) == before
    there.links = made["links"]
    assert (await there.sit("gm")).messages
    stranger = await there.connect()
    await stranger.send(m.Hello(token=house.links["gm"]))
    assert (await stranger.end())[1] == "token"
    await close_house(there)


async def test_nobody_takes_the_id_of_what_began_here_and_was_lost(
    house: House, bereft: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The true file still comes back to its place."""
    data = await fetched(await over(house))
    encounter = unpack(data).encounter
    forged = await made_up_elsewhere(tmp_path / "elsewhere", encounter, monkeypatch)
    guest = await visitor(bereft)
    assert body(await sent(guest, forged), guest)["encounter"] != encounter
    assert body(await sent(guest, data), guest)["encounter"] == encounter
