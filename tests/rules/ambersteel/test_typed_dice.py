"""Initiative behind the surprise round comes by itself: where people type their dice, the GM gets past it."""

from __future__ import annotations

from msgspec.structs import replace

from server.core.dice import Drawn
from server.core.history import amend
from server.core.ids import Position
from server.core.intents import Continue
from server.encounter.file import parse_encounter
from server.rules.ambersteel import SYSTEM
from server.scenario.rehearsal import Rehearsal


def behind_the_surprise() -> Rehearsal:
    """The bandits have done without their turns; the first die of initiative was typed."""
    spec = parse_encounter(SYSTEM.demo, "the ford", {SYSTEM.name: SYSTEM})
    made = Rehearsal(SYSTEM, replace(spec, table=replace(spec.table, typed_dice=True, join="links")), None)
    made.play("gm", {"type": "encounter_start", "surprised_parties": ["travellers"]})
    for who in ("boris", "emil"):
        made.play("gm", {"type": "turn_pass", "who": who})
    parked = made.state.play.parked
    assert parked is not None
    assert (parked.roll, type(parked.intent)) == ("initiative", Continue)
    made.play("gm", {"type": "type_dice", "faces": [20]})
    return made


def test_what_nobody_has_decided_on_is_rolled_by_the_server_where_the_gm_drops_it() -> None:
    """Dropped it would come again at once and ask for the same dice. What was typed is dropped."""
    made = behind_the_surprise()
    here = Position(made.timeline.version - 1)
    (commit, *_) = made.play("gm", {"type": "drop_act"})
    assert (made.state.play.parked, made.state.play.game.round) == (None, 1)
    thrown = [rolled for rolled in commit.evidence if rolled.roll == "initiative"]
    assert len(thrown) == len(made.state.play.pieces)
    assert all(isinstance(rolled.by, Drawn) for rolled in thrown)
    seen = amend.preview(made.timeline, here, ())
    assert [step.outcome for step in seen.steps][:1] == ["stands"]
