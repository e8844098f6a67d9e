"""Dice and the terms of rolls: what was thrown stands in the events, and every sum can be followed."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from server.conformance.fights import SYSTEMS, every_system, fight, fights
from server.core.terms import EXTRA
from server.store.stored import numbers


@fights(8)
def test_every_face_stands_in_the_events_of_its_commit(name: str, seed: int) -> None:
    """Else nobody could check them in an export (`fray verify`)."""
    for commit in fight(name, seed).timeline.commits:
        thrown = Counter(rolled.face for rolled in commit.evidence)
        stored = msgspec.msgpack.decode(msgspec.msgpack.encode(commit.events))
        missing = thrown - numbers(stored)
        assert not missing, (missing, stored)


@fights(8)
def test_every_roll_says_what_it_is_for(name: str, seed: int) -> None:
    """Whoever types real dice reads the name's last word, but for numbers, in every language."""
    table = fight(name, seed)
    labels = table.system.catalog["labels"]
    for rolled in (rolled for commit in table.timeline.commits for rolled in commit.evidence):
        word = [part for part in rolled.roll.split(".") if not part.isdigit()][-1]
        missing = [language for language, words in labels.items() if word not in words]
        assert not missing, f"a roll is called {rolled.roll}: {word!r} has no label in {missing}"


@fights(8)
def test_terms_name_their_rules_and_add_up(name: str, seed: int) -> None:
    """Each key once, each with a rule that the system lists; and the system says that they make the event's numbers."""
    table = fight(name, seed)
    for commit in table.timeline.commits:
        for event in commit.events:
            terms = getattr(event, "terms", ())
            assert len({term.key for term in terms}) == len(terms), f"two terms of one key: {event}"
            unknown = {term.rule for term in terms} - {*table.system.rules, EXTRA}
            assert not unknown, f"terms of rules that System.rules does not name: {unknown} in {event}"
            if type(event) in table.system.sums:
                assert table.system.sums[type(event)](event), f"its terms do not add up, says System.sums: {event}"


@every_system
def test_a_system_that_says_how_its_terms_add_up_says_it_of_all(name: str) -> None:
    """`System.sums` has an entry for every event with terms."""
    system = SYSTEMS[name]
    with_terms = {kind for kind in system.events if "terms" in kind.__struct_fields__}
    missing: set[Any] = with_terms - set(system.sums)
    assert not system.sums or not missing, f"events with terms, of which System.sums says nothing: {missing}"
