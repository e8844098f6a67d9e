"""Whatever befalls somebody hidden, nobody is told of it, or knows, who does not see him."""

from __future__ import annotations

from server.conformance.amount import many
from server.conformance.fights import SYSTEMS, every_system
from server.conformance.worlds import afterwards, answers, untold, waiting
from server.conformance.worlds.unnamed import fought_in_turn, wrongs
from server.core.memo import Shelf

FIGHTS, WAITING = range(many(72)), range(many(32))


@every_system
def test_nobody_is_named_to_those_who_do_not_see_him(name: str) -> None:
    """Neither in what they are told nor in what they know; and what concerns him alone they are not told at all; nor
    would it be so had all been hidden. Nor do others learn of an answer as long as it may be changed, nor does the game
    as they know it change where they are told nothing."""
    for seed, fight in enumerate(fought_in_turn(name, FIGHTS)):
        with Shelf():
            assert not next(wrongs(SYSTEMS[name], fight), ""), f"seed {seed}"
            assert not next(afterwards.wrongs(SYSTEMS[name], fight), ""), f"seed {seed}"
            assert not next(answers.wrongs(SYSTEMS[name], fight), ""), f"seed {seed}"
            assert not next(untold.unseen_wrongs(SYSTEMS[name], fight), ""), f"seed {seed}"


@every_system
def test_of_stops_clocks_and_real_dice_only_those_learn_whom_it_concerns(name: str) -> None:
    """Nor are those named who are hidden, nor would they be had all been hidden."""
    for seed, fight in enumerate(waiting.fought_in_turn(name, WAITING)):
        with Shelf():
            assert not next(waiting.wrongs(SYSTEMS[name], fight), ""), f"seed {seed}"
            assert not next(wrongs(SYSTEMS[name], fight), ""), f"seed {seed}"
            assert not next(afterwards.wrongs(SYSTEMS[name], fight), ""), f"seed {seed}"
