"""The game as others know it changes only by what they are told. What the GM plans, holds or is asked, what somebody
orders for himself, and what befalls those whom one does not see, stands in the game too: it must not show there.

Where everybody is seen that holds for each event; where somebody is hidden, for each commit: within one of which one is
told, others may do what one does not see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from server.conformance.worlds.learned import Happened, told_of
from server.conformance.worlds.showing import unlike
from server.conformance.worlds.unnamed import fought
from server.core.secrecy import hidden_from, known
from server.core.size import steps_of
from server.core.system import System


def seen_fights(name: str, seeds: Iterable[int]) -> Iterator[list[Happened]]:
    """Such fights. What was done in the first is done less often in the next."""
    taken: Counter[str] = Counter()
    return (fought(name, seed, taken, is_open=True) for seed in seeds)


def wrongs(system: System, fight: list[Happened]) -> Iterator[str]:
    """Whatever somebody knows of without being told."""
    for here, audience in untold(system, fight):
        yield from known_untold(system, here, audience)


def untold(system: System, fight: list[Happened]) -> Iterator[tuple[Happened, str]]:
    """The events that change the game, and those who see everybody and are told nothing of them."""
    for here in fight:
        before, after = here.before, here.after
        if before.play.game in (None, after.play.game) or steps_of(here.event):
            continue
        for audience in after.ledger.audiences()[1:]:
            sees_all = not hidden_from(before, audience) and not hidden_from(after, audience)
            if sees_all and told_of(system, here, audience) is None:
                yield here, audience


def unseen_wrongs(system: System, fight: list[Happened]) -> Iterator[str]:
    """Whatever somebody knows behind a commit of which it is told nothing, whomever it sees."""
    for here, audience in commits_untold(fight):
        yield from known_untold(system, here, audience)


def commits_untold(fight: list[Happened]) -> Iterator[tuple[Happened, str]]:
    """The commits that change the game, each as its last event with the state before all of it, and those who are told
    nothing of them. Who is taken off the table in the middle of an act takes it along, also from before the eyes of
    those who see only at whom it was aimed."""
    first = None
    for here in fight:
        first = here.before if first is None else first
        if not here.is_last:
            continue
        whole, first = here._replace(before=first), None
        is_removal = len(here.after.play.pieces) < len(whole.before.play.pieces)
        if whole.before.play.game in (None, here.after.play.game) or steps_of(here.event) or is_removal:
            continue
        yield from ((whole, audience) for audience in here.after.ledger.audiences()[1:] if audience not in here.told)


def known_untold(system: System, here: Happened, audience: str) -> Iterator[str]:
    """The fields in which the game that this audience knows is another behind the event."""
    one, other = (known(system, state, audience).play.game for state in (here.before, here.after))
    for field in sorted(set(unlike(one, other, ()))):
        if system.untold.isdisjoint((field, field.partition(".")[0])):
            yield f"{audience} knows of {field}, though it is told of no {type(here.event).__name__}"
