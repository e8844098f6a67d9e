"""Branches: a prefix of an encounter is played on in one of its own; the original is left alone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from three_cups import SYSTEM

from protocol import messages as m
from server.archive.export import pack, whole_of
from server.archive.verify import verify
from server.core.events import Copied
from server.core.ids import START, Position
from server.core.state import Play
from server.gateway.auth import parse_token
from server.lobby.copying import branch, branch_of
from server.lobby.lobby import Lobby, Refused
from server.store.memory import MemoryLog
from tests.support.golden_exports import amended, does, goes_on, round_, sits
from tests.table.party import KEY, Party, laid, lobby_over

AUDIENCES = ("gm", "public", "seat:ann", "seat:bob")


class House:
    """A lobby with one encounter that was played, rewound and amended, and is still open."""

    def __init__(self, lobby: Lobby, party: Party) -> None:
        self.lobby, self.party = lobby, party
        self.encounter = ""

    async def play(self) -> None:
        """Two rounds, one of them undone, one amended."""
        gm, ann, bob = [await sits(self.party, seat) for seat in ("gm", "ann", "bob")]
        self.encounter = gm.table.encounter
        await does(gm, {"type": "begin"})
        await round_(gm, ann, bob, (2, 1, 1), True)
        here = gm.table.timeline.version
        await round_(gm, ann, bob, (1, 1, 2), False)
        await does(gm, {"type": "rewind", "to": [here, 0], "reason": "the wrong cup"})
        await round_(gm, ann, bob, (2, 1, 1), False)
        await amended(gm)
        await goes_on(gm)
        await does(ann, {"type": "choose", "who": "a", "cup": 3})

    async def entered(self, seat: str) -> Any:
        """What a seat's link opens."""
        parsed = parse_token(self.party.links[seat])
        assert parsed is not None
        return await self.lobby.enter(parsed.encounter, parsed.secret)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A house in which was played."""
    lobby = lobby_over(MemoryLog(), tmp_path)
    house = House(lobby, await laid(lobby))
    await house.play()
    yield house
    await lobby.close()


def unclocked(play: Play) -> Play:
    """`play` without what a copy starts anew: clocks, and whether the game is held."""
    still = tuple(replace(d, opened_at=0, remaining_ms=None) for d in play.decisions)
    return replace(play, decisions=still, held="")


async def timeline_of(lobby: Lobby, encounter: str) -> Any:
    """The timeline of an open table."""
    return (await lobby.table(encounter)).timeline


async def test_a_branch_begins_where_the_original_is(house: House) -> None:
    """Same seats, sheets, decision and history; new id, links, dice and numbers."""
    made = await branch(house.lobby, await house.entered("gm"))
    old, new = await timeline_of(house.lobby, house.encounter), await timeline_of(house.lobby, made["encounter"])
    assert unclocked(new.state.play) == unclocked(old.state.play)
    assert new.state.ledger.seats.keys() == old.state.ledger.seats.keys() == made["links"].keys()
    assert new.state.ledger.control.keys() == old.state.ledger.control.keys()
    assert new.state.ledger.tips != old.state.ledger.tips
    assert (new.state.ledger.counters, new.state.ledger.epoch, new.state.ledger.closed) == ({}, 1, False)
    assert {made["links"][seat] for seat in made["links"]}.isdisjoint(house.party.links.values())
    created = new.commit(1).events[0]
    assert (created.origin, created.position) == (house.encounter, old.head)


async def test_only_the_line_that_stands_is_copied(house: House) -> None:
    """Every position of it, in order, with its source and the hash of its commit; nothing of what was undone."""
    made = await branch(house.lobby, await house.entered("gm"))
    old, new = await timeline_of(house.lobby, house.encounter), await timeline_of(house.lobby, made["encounter"])
    entries = await house.lobby.entries(house.encounter)
    copies = [commit.events[0] for commit in new.commits if isinstance(commit.events[0], Copied)]
    assert [type(event).__name__ for event in new.commits[-1].events] == ["Opened", "SaltFixed"]
    assert len(copies) == new.version - 2
    line = list(reversed(list(old.line())))
    places = [line.index(copy.source) for copy in copies]
    assert places == sorted(places)
    for copy in copies:
        assert copy.origin_h == entries[copy.source.version - 1].hash
    assert not any(type(event).__name__ == "Rewound" for copy in copies for event in copy.step.events)


async def test_who_played_whom_comes_along(house: House) -> None:
    """What a combatant was asked in secret before it was handed over is told to nobody else in the branch."""
    gm, bob = [await sits(house.party, seat) for seat in ("gm", "bob")]
    await does(gm, {"type": "hand_over", "who": "a", "seat": "bob"})
    await does(bob, {"type": "choose", "who": "a", "cup": 1})
    made = await branch(house.lobby, await house.entered("gm"))
    old, new = await timeline_of(house.lobby, house.encounter), await timeline_of(house.lobby, made["encounter"])
    copies = [commit for commit in new.commits if isinstance(commit.events[0], Copied)]
    played = [new.ledger_at(copy.version).controller("a") for copy in copies]
    assert played == [old.ledger_at(copy.events[0].source.version).controller("a") for copy in copies]
    assert played[-2:] == ["bob", "bob"]
    assert "ann" in played


async def test_a_branch_from_long_ago_is_played_by_those_of_now(house: House) -> None:
    """Who has handed a combatant over meanwhile does not get it back."""
    gm = await sits(house.party, "gm")
    here = gm.table.timeline.head
    await does(gm, {"type": "hand_over", "who": "a", "seat": "bob"})
    made = await branch(house.lobby, await house.entered("gm"), here)
    new = await timeline_of(house.lobby, made["encounter"])
    assert new.state.ledger.controller("a") == "bob"
    copied = next(c.version for c in new.commits if isinstance(c.events[0], Copied) and c.events[0].source == here)
    assert new.ledger_at(copied).controller("a") == "ann"  # the hand-over is told by itself: this may be a secret


async def test_what_was_amended_after_a_hand_over_is_told_to_who_has_it_then(house: House) -> None:
    """The amendment's own steps, the first of them too: its base is from before the hand-over."""
    gm = await sits(house.party, "gm")
    timeline = gm.table.timeline
    secret = timeline.head
    await does(gm, {"type": "hand_over", "who": "a", "seat": "bob"})
    edits = [{"at": list(secret), "intent": {"type": "choose", "who": "a", "cup": 1}}]
    preview = await gm.asks({"type": "preview_amend", "target": list(secret), "edits": edits})
    amend = {"type": "amend", "target": list(secret), "edits": edits, "reason": "she meant 1"}
    await does(gm, {**amend, "digest": preview["digest"]})
    made = await branch(house.lobby, await house.entered("gm"))
    new = await timeline_of(house.lobby, made["encounter"])
    copies = [commit for commit in new.commits if isinstance(commit.events[0], Copied)]
    later = [copy for copy in copies if copy.events[0].source.version > secret.version]
    steps = [copy for copy in later if timeline.amendment(copy.events[0].source.version) is not None]
    assert "cup=1" in str(steps[0].told_to("seat:bob"))
    assert "cup=1" not in str(steps[0].told_to("seat:ann"))
    assert [new.ledger_at(commit.version - 1).controller("a") for commit in steps] == ["bob"] * len(steps)


async def test_every_position_of_the_line_can_be_branched(house: House) -> None:
    """At each of them, steps of the amendment included, the branch stands where the original stood."""
    old = await timeline_of(house.lobby, house.encounter)
    line = [position for position in old.line() if old.play_at(position).starting is None]
    assert any(position.step for position in line)
    for position in line[::3]:
        made = await branch(house.lobby, await house.entered("gm"), position)
        new = await timeline_of(house.lobby, made["encounter"])
        assert unclocked(new.state.play) == unclocked(old.play_at(position)), position


async def test_a_line_that_was_undone_can_be_branched(house: House) -> None:
    """What was rewound away is played on elsewhere."""
    old = await timeline_of(house.lobby, house.encounter)
    undone = next(p for p in sorted(old.before, reverse=True) if p not in set(old.line()) and p != START)
    made = await branch(house.lobby, await house.entered("gm"), undone, title="What if")
    new = await timeline_of(house.lobby, made["encounter"])
    assert made["title"] == new.ledger.title == "What if"
    assert unclocked(new.state.play) == unclocked(old.play_at(undone))


async def test_a_branch_is_played_on_undone_and_amended(house: House) -> None:
    """Intents, dice, a rewind into the copied part, an amendment of a copied act: all as anywhere else."""
    made = await branch(house.lobby, await house.entered("gm"))
    party = Party(house.lobby, made["links"])
    gm, ann, bob = [await sits(party, seat) for seat in ("gm", "ann", "bob")]
    await does(bob, {"type": "choose", "who": "b", "cup": 2})
    await does(ann, {"type": "choose", "who": "c", "cup": 2})
    await goes_on(gm)
    timeline = gm.table.timeline
    assert any(commit.evidence for commit in timeline.commits)
    copied = [p for p in timeline.line() if (copy := timeline.copied(p.version)) and copy.step.evidence]
    rolled = timeline.copied(copied[0].version).step.evidence[0]
    at = list(copied[0])
    edit = {"at": at, "faces": [{"roll": rolled.roll, "who": rolled.who, "index": 0, "face": 1}]}
    preview = await gm.asks({"type": "preview_amend", "target": at, "edits": [edit]})
    assert not preview["rules_changed"]
    await does(gm, {"type": "amend", "target": at, "edits": [edit], "digest": preview["digest"]})
    await does(gm, {"type": "rewind", "to": list(copied[-1])})
    await does(gm, {"type": "close"})
    entries = await house.lobby.entries(made["encounter"])
    verdict = verify(pack(whole_of(made["encounter"], entries, 1)), {"three_cups": SYSTEM})
    assert (verdict.origin, verdict.closed) == (house.encounter, True)
    assert verdict.dice["copied"] >= 2
    assert verdict.dice["recomputed"] >= 1
    assert verdict.dice["typed"] == 1


async def test_the_original_is_left_as_it_was(house: House) -> None:
    """A branch appends nothing to it."""
    before = await house.lobby.entries(house.encounter)
    await branch(house.lobby, await house.entered("gm"))
    assert await house.lobby.entries(house.encounter) == before


async def test_everybody_sees_in_the_branch_what_they_may_see(house: House) -> None:
    """What is told is worked out anew; nobody but the GM learns where the copies came from, Bob nothing of Cat."""
    made = await branch(house.lobby, await house.entered("gm"))
    old, new = Party(house.lobby, house.party.links), Party(house.lobby, made["links"])
    for seat in ("gm", "ann", "bob", "spectator"):
        before, after = await sits(old, seat), await sits(new, seat)
        assert after.view["combatants"] == before.view["combatants"]
    timeline = await timeline_of(house.lobby, made["encounter"])
    for commit in timeline.commits:
        for audience in AUDIENCES[1:]:
            for event in commit.told_to(audience):
                assert getattr(event, "position", None) is None
                if isinstance(event, Copied):
                    step = event.step
                    assert (event.source, event.origin_h, step.source) == (START, b"", ())
                    assert (step.intent, step.evidence, step.nonce) == (None, (), b"")
        assert not any(getattr(event, "who", "") == "c" for event in told_steps(commit, "seat:bob"))


def told_steps(commit: Any, audience: str) -> list[Any]:
    """The events inside the copies that an audience was told of."""
    return [inner for event in commit.told_to(audience) if isinstance(event, Copied) for inner in event.step.events]


async def test_nobody_enters_before_the_copy_is_complete(house: House) -> None:
    """A branch that broke off is not listed and takes nobody in."""
    made = await branch(house.lobby, await house.entered("gm"))
    entries = await house.lobby.entries(made["encounter"])
    log = MemoryLog()
    log.shelf.streams[made["encounter"]] = entries[:-1]
    other = lobby_over(log, Path(house.lobby.links._path).parent / "other")
    secret = parse_token(made["links"]["gm"])
    assert secret is not None
    with pytest.raises(Refused) as caught:
        await other.enter(secret.encounter, secret.secret)
    assert caught.value.code == "unavailable"
    assert (await other.greet(True, KEY))["encounters"] == []
    await other.close()


@pytest.mark.parametrize(
    ("seat", "at", "code"),
    [
        ("ann", None, "forbidden"),
        ("spectator", None, "forbidden"),
        ("gm", Position(0), "unknown_position"),
        ("gm", Position(999), "unknown_position"),
        ("gm", Position(3, 7), "unknown_position"),
    ],
)
async def test_what_can_t_be_branched_is_refused(house: House, seat: str, at: Position | None, code: str) -> None:
    """With a clear code; nothing is appended anywhere."""
    before = [id async for id in house.lobby._log.encounters()]
    with pytest.raises(Refused) as caught:
        await branch(house.lobby, await house.entered(seat), at)
    assert caught.value.code == code
    assert [id async for id in house.lobby._log.encounters()] == before


async def test_a_reveal_that_is_going_on_can_t_be_branched(house: House) -> None:
    """The seats' values belong to one encounter's dice."""
    party = await laid(house.lobby)
    gm, ann = [await sits(party, seat) for seat in ("gm", "ann")]
    await does(ann, {"type": "join", "commitment": bytes(32)})
    await does(gm, {"type": "begin"})
    with pytest.raises(Refused) as caught:
        await branch_of(house.lobby, gm.table.encounter)
    assert caught.value.code == "protected_position"
    made = await branch_of(house.lobby, gm.table.encounter, Position(2))
    fresh = Party(house.lobby, made["links"])
    assert isinstance(await (await sits(fresh, "ann")).does({"type": "join", "commitment": bytes(32)}), m.Ack)


async def test_a_branch_of_a_branch_is_one_of_the_first(house: House) -> None:
    """Copies of copies keep acts, dice and edits."""
    first = await branch(house.lobby, await house.entered("gm"))
    second = await branch_of(house.lobby, first["encounter"])
    one, two = [await timeline_of(house.lobby, made["encounter"]) for made in (first, second)]
    assert unclocked(one.state.play) == unclocked(two.state.play)
    assert one.ledger.begun == two.ledger.begun > 0
    entries = await house.lobby.entries(second["encounter"])
    assert verify(pack(whole_of(second["encounter"], entries, 1)), {"three_cups": SYSTEM}).origin == first["encounter"]


async def test_the_fight_is_played_again_and_each_who_sits_there_is_told_its_own_link_alone(house: House) -> None:
    """As it was before it began; nobody hears of another's link, no log of any, and who is not there of none."""
    seats = {seat: await sits(house.party, seat) for seat in ("gm", "ann", "spectator")}
    before = await house.lobby.entries(house.encounter)
    made = await branch(house.lobby, await house.entered("gm"), again=True)
    for seat, viewer in seats.items():
        tokens = [message.token for message in viewer.messages if isinstance(message, m.Again)]
        assert tokens == [made["links"][seat]]
        said = repr(viewer.messages)
        assert not any(token in said for other, token in made["links"].items() if other != seat)
    assert await house.lobby.entries(house.encounter) == before
    again = Party(house.lobby, made["links"])
    gm = await sits(again, "gm")
    assert gm.view["stage"] == "setup"
    assert set(gm.view["combatants"]) == set(seats["gm"].view["combatants"])
    assert isinstance(await gm.does({"type": "begin"}), m.Ack)
    logged = b"".join(entry.body for entry in await house.lobby.entries(made["encounter"]))
    assert not any(token.encode() in logged for token in made["links"].values())


async def test_a_fight_that_has_not_begun_is_not_played_again(house: House) -> None:
    """With a clear code, for the game master alone."""
    party = await laid(house.lobby)
    parsed = parse_token(party.links["gm"])
    assert parsed is not None
    with pytest.raises(Refused, match="not_started"):
        await branch(house.lobby, await house.lobby.enter(parsed.encounter, parsed.secret), again=True)
    with pytest.raises(Refused, match="forbidden"):
        await branch(house.lobby, await house.entered("ann"), again=True)


async def test_a_fight_that_is_played_again_can_be_again(house: House) -> None:
    """Also where the start was copied with all that followed."""
    copied = await branch(house.lobby, await house.entered("gm"))
    parsed = parse_token(copied["links"]["gm"])
    assert parsed is not None
    made = await branch(house.lobby, await house.lobby.enter(parsed.encounter, parsed.secret), again=True)
    assert (await sits(Party(house.lobby, made["links"]), "gm")).view["stage"] == "setup"
