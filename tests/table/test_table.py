"""The table over a real Redis: exactly once, resume, two servers, damage."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from protocol import codec as wire
from protocol import messages as m
from server.core.state import TableOptions
from server.lobby.lobby import Lobby, Refused
from server.store.chain import seal
from server.store.redis.connect import Server
from server.store.redis.log import RedisLog
from tests.support.redis_fixture import redis_url  # noqa: F401
from tests.table.party import SPEC, Party, laid, lobby_over
from tests.table.test_secrecy import options_of


@pytest.fixture
async def lobbies(redis_url: str, tmp_path: Path) -> AsyncIterator[list[Lobby]]:  # noqa: F811
    """Two servers over one Redis."""
    logs = [RedisLog(Server(redis_url)) for _ in range(2)]
    made = [lobby_over(log, tmp_path / str(number)) for number, log in enumerate(logs)]
    for lobby in made:
        lobby.start()
    yield made
    for lobby, log in zip(made, logs, strict=True):
        await lobby.close()
        await log.close()


async def chosen(ann, bob, a=2, b=1, c=1):
    """All lift their cups; Anna strikes Ben."""
    await ann.does({"type": "choose", "who": "a", "cup": a})
    await bob.does({"type": "choose", "who": "b", "cup": b})
    await ann.does({"type": "choose", "who": "c", "cup": c})


async def test_a_round_is_played_to_everybody_s_view(lobbies: list[Lobby]) -> None:
    """Patches keep each viewer's view equal to a fresh welcome, and the act continues by itself."""
    party = await laid(lobbies[0])
    gm, ann, bob, watch = [await party.sits(seat) for seat in ("gm", "ann", "bob", "spectator")]
    assert isinstance(await gm.does({"type": "begin"}), m.Ack)
    await chosen(ann, bob)
    await bob.shows(lambda view: view["phase"] == "riposte" or view["round"] == 2)
    await gm.shows(lambda view: view["phase"] == "riposte")
    for viewer in (gm, ann, bob, watch):
        again = await party.sits(viewer.seat)
        assert again.view == viewer.view
        assert (again.n, again.head) == (viewer.n, viewer.head)
    assert "c" not in bob.view["combatants"]
    assert not any(b'"c"' in frame or b"\xa1c" in frame for frame in bob.frames + watch.frames)


async def test_the_same_intent_three_times_over_two_servers_is_one_commit(lobbies: list[Lobby]) -> None:
    """Exactly once: one commit, three equal acks; other content under the id is refused."""
    party = await laid(lobbies[0])
    other = Party(lobbies[1], party.links)
    gm = await party.sits("gm")
    far = await other.sits("gm")
    id = b"i" * 16
    acks = [await gm.does({"type": "begin"}, id=id), await gm.does({"type": "begin"}, id=id)]
    await far.shows(lambda view: view["stage"] == "running")
    acks.append(await far.does({"type": "begin"}, id=id))
    assert [ack.n for ack in acks] == [2, 2, 2]
    refused = await far.does({"type": "pause"}, id=id)
    assert refused.code == "id_reused"
    assert far.table.timeline.version == 2


async def test_two_servers_race_and_both_acts_are_taken(lobbies: list[Lobby]) -> None:
    """The loser of a race catches up and decides again; both servers show the same."""
    party = await laid(lobbies[0])
    other = Party(lobbies[1], party.links)
    gm = await party.sits("gm")
    await gm.does({"type": "begin"})
    ann, bob = await party.sits("ann"), await other.sits("bob")
    await bob.shows(lambda view: view["stage"] == "running")
    for _ in range(10):
        one = ann.does({"type": "choose", "who": "a", "cup": 2})
        two = bob.does({"type": "choose", "who": "b", "cup": 1})
        answers = await asyncio.gather(one, two)
        assert all(isinstance(answer, m.Ack) for answer in answers)
    await ann.does({"type": "choose", "who": "c", "cup": 1})
    await bob.until(lambda x: isinstance(x, m.Update) and b"Struck" in bytes(x.events))
    fresh = await other.sits("gm")
    await gm.shows(lambda view: view == fresh.view)


async def test_resume_on_another_server_misses_and_repeats_nothing(lobbies: list[Lobby]) -> None:
    """The welcome brings the events since; an invented past is `forked`."""
    party = await laid(lobbies[0])
    other = Party(lobbies[1], party.links)
    gm, ann, bob = [await party.sits(seat) for seat in ("gm", "ann", "bob")]
    left = m.Resume(n=bob.n, head=bob.head)
    await gm.does({"type": "begin"})
    await chosen(ann, bob)
    await bob.shows(lambda view: view["phase"] == "riposte")
    back = await other.sits("bob", left)
    welcome = back.messages[0]
    assert [told.n for told in welcome.events] == list(range(left.n + 1, bob.n + 1))
    assert back.view == bob.view
    strange = await other.sits("bob", m.Resume(n=left.n, head=b"x" * 16))
    assert strange.messages[0].code == "forked"
    assert (strange.view, strange.n) == (bob.view, bob.n)


async def test_a_refusal_appends_nothing_and_says_why(lobbies: list[Lobby]) -> None:
    """Code, sentence and numbers reach the sender, nobody else hears of it."""
    party = await laid(lobbies[0])
    gm, bob = await party.sits("gm"), await party.sits("bob")
    await gm.does({"type": "begin"})
    version = gm.table.timeline.version
    refused = await bob.does({"type": "choose", "who": "b", "cup": 7})
    assert (refused.code, refused.detail) == ("no_such_cup", {"cup": 7})
    assert refused.message == "There is no cup 7; lift 1, 2 or 3."
    hidden = await bob.does({"type": "choose", "who": "c", "cup": 1})
    absent = await bob.does({"type": "choose", "who": "d", "cup": 1})
    assert hidden.code == absent.code == "not_your_combatant"
    assert gm.table.timeline.version == version


async def test_while_an_act_waits_for_real_dice_nobody_is_offered_anything_else(lobbies: list[Lobby]) -> None:
    """Whatever the system would offer is refused until they lie; then it goes on as always."""
    made = await lobbies[0].create(replace(SPEC, table=TableOptions(join="links", typed_dice=True)))
    party = Party(lobbies[0], made["links"])
    gm, ann, bob = [await party.sits(seat) for seat in ("gm", "ann", "bob")]
    await gm.does({"type": "begin"})
    for viewer, who, cup in ((ann, "a", 2), (bob, "b", 1), (ann, "c", 1)):
        await viewer.does({"type": "choose", "who": who, "cup": cup})
    await gm.shows(lambda view: view.get("dice_for") == "a")
    assert [options_of(viewer) for viewer in (gm, ann, bob)] == [[], [], []]
    await ann.does({"type": "type_dice", "faces": [6]})
    assert [option["intent"]["type"] for option in options_of(bob)] == ["riposte", "riposte"]


async def test_the_gm_rewinds_with_a_preview_and_everybody_follows(lobbies: list[Lobby]) -> None:
    """The preview says what will change; an outdated one is refused."""
    party = await laid(lobbies[0])
    gm, ann, bob = [await party.sits(seat) for seat in ("gm", "ann", "bob")]
    await gm.does({"type": "begin"})
    await ann.does({"type": "choose", "who": "a", "cup": 2})
    there = gm.n
    await bob.does({"type": "choose", "who": "b", "cup": 1})
    preview = await gm.asks({"type": "preview_rewind", "to": [there, 0]})
    assert preview["changes"] == [
        {"kind": "prompt", "before": {"kind": "choose", "asks": ["c"]}, "after": {"kind": "choose", "asks": ["b", "c"]}}
    ]
    await bob.does({"type": "choose", "who": "b", "cup": 2})
    late = await gm.does({"type": "rewind", "to": [there, 0], "digest": preview["digest"]})
    assert late.code == "preview_outdated"
    preview = await gm.asks({"type": "preview_rewind", "to": [there, 0]})
    assert isinstance(await gm.does({"type": "rewind", "to": [there, 0], "digest": preview["digest"]}), m.Ack)
    await bob.shows(lambda view: not view["decision"]["asks"]["b"].get("answered"))
    again = await gm.asks({"type": "preview_redo"})
    assert again["changes"] == [
        {"kind": "prompt", "before": {"kind": "choose", "asks": ["b", "c"]}, "after": {"kind": "choose", "asks": ["c"]}}
    ]
    assert (await gm.does({"type": "redo", "digest": b""})).code == "preview_needed"
    assert (await gm.does({"type": "redo", "digest": preview["digest"]})).code == "preview_outdated"
    assert isinstance(await gm.does({"type": "redo", "digest": again["digest"]}), m.Ack)
    await bob.shows(lambda view: view["decision"]["asks"]["b"].get("answered"))
    assert (await gm.asks({"type": "preview_redo"})).code == "nothing_to_redo"


async def test_history_leads_from_the_first_view_to_the_present(lobbies: list[Lobby]) -> None:
    """Applying every frame's patch to the first view gives the view of now."""
    party = await laid(lobbies[0])
    gm, ann, bob = [await party.sits(seat, codec=wire.JSON) for seat in ("gm", "ann", "bob")]
    await gm.does({"type": "begin"})
    await chosen(ann, bob)
    await bob.shows(lambda view: view["phase"] == "riposte")
    page = await bob.asks({"type": "history", "after": 1})
    view = page["view"]
    for frame in page["frames"]:
        from protocol.patch import apply

        view = apply(view, frame["patch"])
    assert view == bob.view
    assert page["last"] == bob.n
    assert (await bob.asks({"type": "view_as", "audience": "gm"})).code == "gm_only"


async def test_a_foreign_entry_freezes_the_table(lobbies: list[Lobby]) -> None:
    """What is not ours is never guessed at: the table takes nothing more, others go on."""
    party = await laid(lobbies[0])
    gm = await party.sits("gm")
    table = gm.table
    entry = seal(table.encounter, 2, table._log_end.hash, b"c" * 16, b"s" * 16, b"no commit of ours")
    await table._log_end._log.append(table.encounter, entry, table._log_end.hash)
    table.wake()
    refused = await gm.does({"type": "begin"})
    assert refused.code == "integrity"
    with pytest.raises(Refused) as caught:
        await Party(lobbies[1], party.links).sits("gm")
    assert caught.value.code == "integrity"
    fine = await laid(lobbies[0])
    assert (await fine.sits("gm")).view["stage"] == "setup"


async def test_a_revoked_seat_is_dismissed_and_stays_out(lobbies: list[Lobby]) -> None:
    """Revocation is a commit: sessions end, the link is worthless."""
    party = await laid(lobbies[0])
    gm, bob = await party.sits("gm"), await party.sits("bob")
    await gm.does({"type": "revoke_seat", "seat": "bob"})
    assert bob.said_bye == "seat_revoked"
    with pytest.raises(Refused) as caught:
        await party.sits("bob")
    assert caught.value.code == "seat_revoked"
