"""What an export file holds: the whole log for the GM, for others what they were told and nothing else."""

from __future__ import annotations

import io

import msgspec
import pytest
from msgspec.structs import replace
from three_cups import SYSTEM

from server.archive.export import Damaged, Row, Signature, excerpt_of, pack, unpack, whole_of
from server.archive.verify import verify
from server.archive.writing import Seal, Writing, wish_of
from server.conformance.storms import entries_of
from server.scenario.rehearsal import ENCOUNTER
from server.store.log import ZERO_HASH, Broken, Entry
from server.store.stored import facts, stored_of
from tests.support.exported import fought, typed
from tests.table.party import SPEC

SYSTEMS = {"three_cups": SYSTEM}
TABLE = fought()
ENTRIES = entries_of(TABLE)
AUDIENCES = ("public", "seat:ann", "seat:bob")


def streams(bodies: list[bytes]) -> set[str]:
    """The dice streams that these entries name."""
    return {getattr(thrown.by, "stream", "") for body in bodies for thrown in stored_of(body).evidence}


def test_the_gm_s_file_is_the_log_as_stored() -> None:
    """Every entry with its hash, salt and bytes."""
    rows = unpack(pack(whole_of(ENCOUNTER, ENTRIES, 1_000))).entries
    stored = [(entry.version, entry.hash, entry.salt, entry.body) for entry in ENTRIES]
    assert [(row.version, row.hash, row.salt, row.body) for row in rows] == stored


@pytest.mark.parametrize("audience", AUDIENCES)
def test_an_audience_s_file_has_what_it_was_told(audience: str) -> None:
    """Its numbers from 1, its heads and the very bytes of its events; no version, intent or salt of the log."""
    content = unpack(pack(excerpt_of(ENCOUNTER, ENTRIES, audience, 1_000)))
    tellings = [sealed for sealed in TABLE.sealed if audience in sealed.commit.told]
    assert len(content.entries) == len(tellings)
    for n, (row, sealed) in enumerate(zip(content.entries, tellings, strict=True), start=1):
        stored = stored_of(row.body)
        assert (row.version, stored.version, stored.submitted.seat) == (n, n, "")
        assert stored.told[audience].head == sealed.commit.told[audience].head
        assert stored.told_to(audience) == sealed.told_to(audience)


@pytest.mark.parametrize("audience", ["public", "seat:bob"])
def test_no_file_names_whom_its_reader_does_not_see(audience: str) -> None:
    """Cat is hidden from all but Ann until the end; her secret dice are in nobody's file but the GM's."""
    rows = excerpt_of(ENCOUNTER, ENTRIES, audience, 1_000).entries
    shown = next(n for n, row in enumerate(rows) if b"CombatantRevealed" in row.body)
    before = [row.body for row in rows[:shown]]
    assert not any(b"Cat" in body or b"\xa1c" in body for body in before)
    assert "secret" not in streams([row.body for row in rows])
    assert "secret" in streams([entry.body for entry in ENTRIES])


def test_the_secret_chain_is_revealed_to_the_gm_alone() -> None:
    """After the close, in the commit that reveals the last open seed to all."""
    last = TABLE.sealed[-1]
    assert [type(event).__name__ for event in last.commit.told_to("gm")] == ["SeedRevealed", "SecretsRevealed"]
    for audience in AUDIENCES:
        assert [type(event).__name__ for event in last.commit.told_to(audience)] == ["SeedRevealed"]
        content = excerpt_of(ENCOUNTER, ENTRIES, audience, 1_000)
        assert not any(b"SecretsRevealed" in row.body for row in content.entries)


def test_a_delayed_file_ends_where_its_audience_is() -> None:
    """A spectator's export obeys the delay: nothing after the last number released."""
    content = excerpt_of(ENCOUNTER, ENTRIES, "public", 1_000, last=5)
    assert [row.version for row in content.entries] == [1, 2, 3, 4, 5]
    assert verify(pack(content), SYSTEMS).commits == 5


def test_a_file_with_seeds_can_be_checked_before_the_close() -> None:
    """The operator may add the seeds of the epoch that is not over."""
    table = fought(close=False)
    entries = entries_of(table)
    assert verify(pack(whole_of(ENCOUNTER, entries, 1_000)), SYSTEMS).dice["secret"] > 0
    checked = verify(pack(whole_of(ENCOUNTER, entries, 1_000, table.seeds_shown())), SYSTEMS)
    assert set(checked.dice) == {"recomputed", "recorded", "typed"}


@pytest.mark.parametrize("change", [{"format": "frey"}, {"version": 2}, {"encounter": "00"}, {"encounter": "x" * 32}])
def test_another_format_is_refused(change: dict[str, object]) -> None:
    """A file of a later form, or of something else, is named so."""
    content = msgspec.structs.replace(whole_of(ENCOUNTER, ENTRIES, 1_000), **change)
    with pytest.raises(Damaged) as caught:
        unpack(pack(content))
    assert caught.value.code == "format"


def test_typed_dice_left_to_the_server_use_the_act_s_nonce() -> None:
    """Who types the last face is not who acted: stream and nonce stay those of the act that waited."""
    verdict = verify(pack(whole_of(ENCOUNTER, entries_of(typed()), 1_000)), SYSTEMS)
    assert verdict.dice == {"typed": 1, "recomputed": 1}


def test_facts_are_events_as_plain_values() -> None:
    """Reading a file needs no rule system."""
    first = facts(stored_of(ENTRIES[0].body).events)
    assert [fact["type"] for fact in first[:2]] == ["Created", "SeatOpened"]
    assert SPEC.title == first[0]["title"]


@pytest.mark.parametrize("count", [0, 1, 15, 16, 33, 70_000])
@pytest.mark.parametrize("is_sealed", [False, True])
def test_a_file_written_piece_by_piece_is_what_it_would_be_at_once(count: int, is_sealed: bool) -> None:
    """Byte for byte, with and without what stands behind the entries."""
    content = whole_of(ENCOUNTER, ENTRIES[:1], 1_000)
    entries = [Entry(number, b"", bytes([number % 256] * 32), bytes(16), b"body") for number in range(1, count + 1)]
    signature = Signature(key=b"k" * 32, signature=b"s" * 64)
    seal = Seal("signed", lambda head: replace(signature, signature=head * 2)) if is_sealed else None
    wish, tail = wish_of(replace(content, entries=[]), count, count, seal)
    file = io.BytesIO()
    writing = Writing(wish, file)
    for at in range(0, count, 32):
        writing.take(entries[at : at + 32])
    writing.end(tail(writing.head))
    rows = [Row(entry.version, entry.hash, entry.salt, entry.body) for entry in entries]
    head = entries[-1].hash if entries else ZERO_HASH
    sealed = {"signature": replace(signature, signature=head * 2), "checkpoint": "signed"} if is_sealed else {}
    assert file.getvalue() == pack(replace(content, entries=rows, **sealed))
    assert writing.size == len(file.getvalue())


def test_a_log_that_ends_too_soon_makes_no_file() -> None:
    """It would say that it holds more than it does."""
    wish, _ = wish_of(replace(whole_of(ENCOUNTER, ENTRIES, 1), entries=[]), len(ENTRIES) + 1, 1, None)
    writing = Writing(wish, io.BytesIO())
    writing.take(ENTRIES)
    with pytest.raises(Broken, match="entries_missing"):
        _ = writing.head
