"""What a seat may do now. `state` is what it knows. The GM is offered everything for everybody, and rulings beside it
(`offers.gm`)."""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Iterator
from operator import attrgetter

from server.core.memo import Memo
from server.core.options import Option, weight_of
from server.core.state import Play, State
from server.core.system import Asker
from server.kit.offering import Offering, Wish, by_wishes, mine
from server.kit.roster import roster
from server.rules.ambersteel.deciding.decide import check
from server.rules.ambersteel.offers.answers import answers, asked_about
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


_made, _MENUS = by_wishes(_wishes, check, TEXTS), Memo(640, weigh=weight_of)

# --- what a turn's menu depends on -----------------------------------------------------------------------------------

THINGS = ("sheet", "arms", "armour", "ammo", "statuses")
"""Of the one on turn: the same objects as long as nothing of them changes."""
MARKS = (
    "side", "main", "off", "objects", "flags", "aware_of", "unperceived", "actions", "move_left_cm", "moved", "used",
    "static_lock",
)  # fmt: skip
"""Of the one on turn: by value."""
NEVER_ASKED = (
    "hp", "sp", "health", "ledger", "death_failures", "aoo_policy", "default_defence", "hold", "joined_round",
    "has_acted", "was_attacked",
)  # fmt: skip
"""Of the one on turn: what no deed depends on; nothing is refused for lack of stamina (A-STA-2)."""

_things, _marks = attrgetter(*THINGS), attrgetter(*MARKS)


def _of_others(combatants: dict[str, Combatant]) -> tuple[tuple[object, ...], tuple[Hashable, ...]]:
    """What deeds depend on in those at whom they are aimed: as objects, and by value."""
    marks = [
        (who, one.side, one.sheet.is_pc, one.sheet.zoc_radius_m, one.flags, one.aware_of, one.unperceived)
        for who, one in combatants.items()
    ]
    return tuple(one.statuses for one in combatants.values()), tuple(marks)


def _places(play: Play, who: str) -> tuple[object, ...]:
    """Who is there; and where oneself stands, and those of other parties. Where one's own people stand opens no deed
    and forbids none."""
    combatants: dict[str, Combatant] = play.game.combatants
    mine = combatants[who].side
    return roster(play), *[
        piece
        for other, piece in play.pieces.items()
        if other == who or other not in combatants or combatants[other].side != mine
    ]


def _choosing(state: State) -> Container[str]:
    """Who is asked, on turn, or among those of whom one takes the next turn: of all people few, most of the time."""
    game: Game = state.play.game
    decision = state.play.decision
    if game.frames:
        return decision.asks if decision is not None else ()
    return game.combatants if game.stage == "surprise" else (game.turn,)


def _menu(state: State, asker: Asker, who: str, one: Combatant) -> list[Option]:
    """One turn is much like another, and one attack: the menu of one's own turn is remembered, and the defences."""
    game: Game = state.play.game
    attack = asked_about(state, who, "defence")
    if attack is not None:
        told = (game.stage, game.surprised, one.was_attacked, attack.how, attack.heaviness)
        return _MENUS.of(
            (game.options, *_things(one)), ("defence", who, *_marks(one), *told), _anew, state, asker, who
        )  # fmt: skip
    if game.frames or game.turn != who:
        return _anew(state, asker, who)
    others, marks = _of_others(game.combatants)
    parts = (*_places(state.play, who), game.options, game.blocked, *_things(one), *others)
    return _MENUS.of(
        parts, (who, game.stage, game.surprised, *_marks(one), *marks), _anew, state, asker, who
    )  # fmt: skip


def _anew(state: State, asker: Asker, who: str) -> list[Option]:
    return next(_made(state, asker, [who]))


def _each(state: State, asker: Asker, people: list[str]) -> Iterator[list[Option]]:
    """Standing orders may be given at any time; they are seldom others than last time."""
    game, choosing = state.play.game, _choosing(state)
    for who in people:
        one: Combatant = game.combatants[who]
        order = orders(who, one.aoo_policy, one.default_defence)
        yield [*_menu(state, asker, who, one), order] if who in choosing else [order]


OFFERING = Offering(people=_people, each=_each, gm=lambda state, _asker: gm_options(state))
