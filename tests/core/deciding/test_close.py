"""The close: final, but for the last seeds and new links."""

import pytest
from three_cups import SYSTEM

from server.core.errors import Rejected
from server.core.intents import Close, IssueTokens, RevealSeed
from server.keys.seeds import SeedKeeper
from server.scenario.rehearsal import ENCOUNTER, Rehearsal
from tests.table.party import SPEC

KEEPER = SeedKeeper(b"k" * 32)
SEEDS = KEEPER.seeds(ENCOUNTER, 1)


@pytest.fixture
def table() -> Rehearsal:
    """A fight that has begun."""
    table = Rehearsal(SYSTEM, SPEC, None, lambda epoch: KEEPER.seeds(ENCOUNTER, epoch))
    table.play("gm", {"type": "begin"})
    return table


def test_a_closed_encounter_still_reveals_its_last_seeds(table: Rehearsal) -> None:
    """The open one to everybody, the secret one to the GM; once."""
    table.submit("gm", Close())
    reveal = RevealSeed(epoch=1, seed=SEEDS.open, secret=SEEDS.secret)
    commit = table.submit("server", reveal)
    assert [type(event).__name__ for event in commit.told_to("gm")] == ["SeedRevealed", "SecretsRevealed"]
    assert [type(event).__name__ for event in commit.told_to("seat:ann")] == ["SeedRevealed"]
    assert table.refusal("server", reveal) == "stale_action"
    assert table.refusal("gm", {"type": "pause"}) == "closed"


def test_the_secret_chain_stays_secret_until_the_close(table: Rehearsal) -> None:
    """Also where the epoch is over."""
    for seat, who, cup in (("ann", "a", 1), ("bob", "b", 1), ("ann", "c", 1)):
        table.play(seat, {"type": "choose", "who": who, "cup": cup})
    assert table.state.ledger.epoch_over
    with pytest.raises(Rejected) as caught:
        table.submit("server", RevealSeed(epoch=1, seed=SEEDS.open, secret=SEEDS.secret))
    assert caught.value.code == "stale_action"


@pytest.mark.parametrize("foreign", [{"seed": bytes(32)}, {"secret": bytes(32)}])
def test_seeds_of_another_master_key_are_refused(table: Rehearsal, foreign: dict[str, bytes]) -> None:
    """They would make every die look forged."""
    table.submit("gm", Close())
    seeds = {"seed": SEEDS.open, "secret": SEEDS.secret, **foreign}
    assert table.refusal("server", RevealSeed(epoch=1, **seeds)) == "foreign_seed"


def test_links_are_issued_anew_also_after_the_close(table: Rehearsal) -> None:
    """By the server alone; for seats that are there."""
    table.submit("gm", Close())
    commit = table.submit("server", IssueTokens(tokens={"ann": b"t" * 32}))
    assert table.state.ledger.seats["ann"].token == b"t" * 32
    assert list(commit.told) == ["gm"]
    assert table.refusal("server", IssueTokens(tokens={"zoe": b"t" * 32})) == "no_such_seat"
    assert table.refusal("gm", IssueTokens(tokens={"ann": b"u" * 32})) == "gm_only"
