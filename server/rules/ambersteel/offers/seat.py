"""What a seat may do now. `state` is what it knows. The GM is offered everything for everybody, and rulings beside it
(`offers.gm`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from server.core.memo import Memo
from server.core.options import Option
from server.core.state import State
from server.core.system import Asker
from server.kit.offering import Offering, Wish, by_wishes, mine
from server.rules.ambersteel.deciding.decide import check
from server.rules.ambersteel.offers.answers import answers
from server.rules.ambersteel.offers.deeds import ambush, deeds, orders
from server.rules.ambersteel.offers.gm import gm_options
from server.rules.ambersteel.state.facts import is_surprised
from server.rules.ambersteel.state.state import Combatant, Game
from server.rules.ambersteel.words.texts import TEXTS


def _people(state: State, asker: Asker) -> list[str]:
    return [who for who in mine(state, asker) if who in state.play.game.combatants]


def _wishes(state: State, who: str) -> Iterable[Wish]:
    """Answers, the own turn, and what is open at any time."""
    game: Game = state.play.game
    found = answers(state, who)
    is_free = not game.frames
    if is_free and game.turn == who:
        found += deeds(state, who)
    elif is_free and game.stage == "surprise" and not game.turn and not is_surprised(game, who):
        found += ambush(who)
    return found


_by_wishes, _ORDERS = by_wishes(_wishes, check, TEXTS), Memo(64)


def _each(state: State, asker: Asker, people: list[str]) -> Iterator[list[Option]]:
    """Standing orders may be given at any time; they are seldom others than last time."""
    for who, found in zip(people, _by_wishes(state, asker, people), strict=True):
        one: Combatant = state.play.game.combatants[who]
        now = (who, one.aoo_policy, one.default_defence)
        yield [*found, _ORDERS.of((), now, orders, *now)]


OFFERING = Offering(people=_people, each=_each, gm=lambda state, _asker: gm_options(state))
