"""The start: seats bound to random values reveal them, the dice get their salt, what lies before is protected."""

import hashlib

import pytest
from three_cups import SYSTEM

from server.core.create import CombatantSpec, EncounterSpec, SeatSpec
from server.core.dice import commitment_of, draw, previous_seed, salt_of
from server.core.intents import Expire, Join, Reveal, RevealSeed
from server.core.state import TableOptions
from server.scenario.rehearsal import ENCOUNTER, Rehearsal

ID = bytes.fromhex(ENCOUNTER)
ANNS, BOBS = b"a" * 32, b"b" * 32


def joined(**options):
    """Ann and Bob have both joined with a commitment."""
    spec = EncounterSpec(
        title="Cups",
        system="three_cups",
        table=TableOptions(**options),
        seats={"ann": SeatSpec(name="Ann"), "bob": SeatSpec(name="Bob")},
        combatants={
            "a": CombatantSpec(name="Anna", side="x", seat="ann"),
            "b": CombatantSpec(name="Ben", side="y", seat="bob", sheet={"hearts": 1, "weary": True, "cover": -9}),
        },
    )
    table = Rehearsal(SYSTEM, spec, None)
    table.submit("ann", Join(commitment=commitment_of(ID, "ann", ANNS)))
    table.submit("bob", Join(commitment=commitment_of(ID, "bob", BOBS)))
    return table


def test_the_fight_begins_when_all_have_revealed():
    """The salt is made of all values; the fight begins in the last one's commit."""
    table = joined()
    table.submit("gm", {"type": "begin"})
    assert table.state.play.phase == "setup"
    assert table.refusal("gm", {"type": "begin"}) == "waiting_for_reveal"
    assert table.refusal("bob", Reveal(preimage=ANNS)) == "reveal_mismatch"
    table.submit("ann", Reveal(preimage=ANNS))
    table.submit("bob", Reveal(preimage=BOBS))
    assert table.state.play.phase == "running"
    assert table.state.ledger.salt == salt_of(ID, {"ann": ANNS, "bob": BOBS})


def test_who_withholds_is_left_out_and_named():
    """The time runs out: the fight begins without the missing value."""
    table = joined()
    table.submit("gm", {"type": "begin"})
    table.submit("bob", Reveal(preimage=BOBS))
    decision = table.state.play.decision
    commit = table.submit("server", Expire(decision=decision.id, opened_at=decision.opened_at))
    fixed = next(event for event in commit.events if type(event).__name__ == "SaltFixed")
    assert fixed.withheld == ("ann",)
    assert table.state.play.phase == "running"


def test_nothing_before_the_reveal_can_be_rewound():
    """Else the same random values would serve twice."""
    table = joined()
    table.play("gm", {"type": "begin"})
    table.submit("ann", Reveal(preimage=ANNS))
    table.submit("bob", Reveal(preimage=BOBS))
    assert table.refusal("gm", {"type": "rewind", "to": [2, 0]}) == "protected_position"
    assert table.refusal("gm", {"type": "rewind", "to": [99, 0]}) == "unknown_position"


def test_a_die_is_the_draw_that_its_evidence_names():
    """Anyone who knows the revealed seed can redo every open draw."""
    table = joined()
    table.play("gm", {"type": "begin"})
    table.submit("ann", Reveal(preimage=ANNS))
    table.submit("bob", Reveal(preimage=BOBS))
    table.submit("ann", {"type": "choose", "who": "a", "cup": 2})
    commits = table.play("bob", {"type": "choose", "who": "b", "cup": 1})
    rolled = next(rolled for commit in commits for rolled in commit.evidence)
    seed = b"o" * 32
    assert table.state.ledger.tips.open == previous_seed(seed) == hashlib.sha256(b"fray/seed/1\0" + seed).digest()
    nonce = bytes(16) if rolled.by.stream != "gm" else b""
    assert rolled.face == draw(seed, ID, rolled.by.stream, rolled.by.k, table.state.ledger.salt, nonce, rolled.sides)


def test_the_epoch_steps_on_after_a_round():
    """The seed of the round that is over becomes known, once."""
    table = joined()
    table.play("gm", {"type": "begin"})
    table.submit("ann", Reveal(preimage=ANNS))
    table.submit("bob", Reveal(preimage=BOBS))
    table.submit("ann", {"type": "choose", "who": "a", "cup": 1})
    table.play("bob", {"type": "choose", "who": "b", "cup": 1})
    assert table.state.ledger.epoch_over
    table.submit("server", RevealSeed(epoch=1, seed=b"o" * 32))
    assert (table.state.ledger.epoch, table.state.ledger.epoch_over) == (2, False)
    assert table.refusal("server", RevealSeed(epoch=1, seed=b"o" * 32)) == "stale_action"


@pytest.mark.parametrize("seat", ["gm", "ann"])
def test_the_servers_intents_are_not_for_seats(seat):
    """No client can expire, continue or reveal in the server's name."""
    table = joined()
    assert table.refusal(seat, RevealSeed(epoch=1, seed=b"")) == "gm_only"
