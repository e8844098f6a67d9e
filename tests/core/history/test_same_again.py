"""An amendment that changes nothing leaves everything as it is."""

import random

from server.conformance.storms import acts, same_as, storm
from server.core.history import amend


def test_a_continue_that_an_amendment_has_let_come_to_nothing_takes_the_place_of_none_behind_it() -> None:
    """This fight was amended before; from the same stop it went on in vain, and later in earnest."""
    table, luck = storm("tirakan_classic", 6030), random.Random(6030)
    everything = acts(table)
    for at in luck.sample(everything, min(4, len(everything))):
        seen = amend.preview(table.timeline, at, (same_as(table, at),))
        assert seen.rules_changed == ()
