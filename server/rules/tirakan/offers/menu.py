"""All deeds that a combatant could do, as options with reasons: built by running the very checks that judge intents.

What the moment says (whose turn, which window) is not asked here, so that a menu serves as long as nothing that it
depends on has changed.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from server.core.memo import Memo
from server.core.options import Option, Reason, weight_of
from server.core.state import Play
from server.kit.acts.checks import COST
from server.kit.acts.deeds import check_cost
from server.kit.acts.kind import Kind, Moment, Parts
from server.kit.offering import Wish, greyed, option_of, reasons_in
from server.rules.tirakan.acts.kinds import DEEDS
from server.rules.tirakan.offers.deeds import affordable, deeds_of, traits
from server.rules.tirakan.offers.walking import Offered, in_answer, walking
from server.rules.tirakan.state.state import Combatant, Frame, Game
from server.rules.tirakan.words.texts import TEXTS

reason_of = reasons_in(TEXTS)
"""reason_of(check, …): what a check says against it."""


def _weight_of(offered: Offered) -> int:
    return weight_of(option for _, option in offered)


MENUS, WALKED = Memo(640, weigh=weight_of), Memo(192, weigh=weight_of)
UNPRICED, PRICED, TRAITS = Memo(448, weigh=_weight_of), Memo(448, weigh=_weight_of), Memo(256)
"""Of each as much as there is in a fight with as many combatants as there may be, if all are asked at once, and little
more: of smaller ones all that was of use lately."""
PLENTY = 1000
"""Actions, where what is left of them is no question yet."""


def menu(play: Play, who: str, have: int, reacts: bool) -> tuple[Option, ...]:
    """Every deed but defences, for one who has so many actions, in the own turn or as a reaction."""
    have = min(have, COST) if reacts else have  # more makes no difference
    parts, marks = _ingredients(play, who)
    return MENUS.of(parts, (have, reacts, *marks), _menu, play, who, have, reacts)


def _ingredients(play: Play, who: str) -> tuple[tuple[object, ...], tuple[object, ...]]:
    """All that a menu depends on beside the number of actions."""
    game: Game = play.game
    own: Combatant = game.combatants[who]
    parts = (own.sheet, own.arms, own.conditions, game.options, game.distances, everybody(play))
    return parts, (who, own.main_hand, own.off_hand, own.aim, own.accurate, own.block, own.supported)


def everybody(play: Play) -> object:
    """What others are to a menu: the same object as long as it is the same."""
    return TRAITS.of((play.pieces, play.game.combatants), "", _everybody, play)


def _everybody(play: Play) -> object:
    seen = tuple((who, *traits(play.game.combatants[who])) for who in play.pieces)
    return TRAITS.of(tuple(play.pieces.values()), seen, tuple, seen)


def _bare(play: Play, who: str) -> Play:
    """With a combatant that has nothing but what `menu` remembers of it, and any number of actions: so a menu can't
    depend on anything else."""
    own: Combatant = play.game.combatants[who]
    bare = Combatant(
        sheet=own.sheet, arms=own.arms, conditions=own.conditions, main_hand=own.main_hand, off_hand=own.off_hand,
        aim=own.aim, accurate=own.accurate, block=own.block, supported=own.supported, actions=PLENTY,
    )  # fmt: skip
    return replace(play, game=replace(play.game, combatants={**play.game.combatants, who: bare}))


def _unpriced(play: Play, who: str) -> Offered:
    play = _bare(play, who)
    return tuple((wish, offer(play, who, wish)) for wish in deeds_of(play, who))


def _menu(play: Play, who: str, have: int, reacts: bool) -> tuple[Option, ...]:
    offered = UNPRICED.of(*_ingredients(play, who), _unpriced, play, who)
    play = _bare(play, who)
    found = PRICED.of((offered,), have, priced, play, who, offered, have)
    possible = tuple(each for each in found if each[1].reason is None and not (reacts and _no_answer(play, *each)))
    parts = (offered, *(option for _, option in possible))
    walks = WALKED.of(parts, "", walking, play, who, offered, possible) if have else []
    if not reacts:
        return (*(option for _, option in found), *walks)
    answers = tuple((wish, _in_answer(play, wish, option)) for wish, option in offered if _is_answer(wish))
    return (*(option for _, option in priced(play, who, answers, have, COST)), *map(in_answer, walks))


def _is_answer(wish: Wish) -> bool:
    return not DEEDS.kind(wish.intent).own_turn_only


def _no_answer(play: Play, wish: Wish, option: Option) -> Reason | None:
    """Why such a kind of deed is no reaction."""
    return reason_of(DEEDS.check_kind, play, option.who, wish.intent, True)


def _in_answer(play: Play, wish: Wish, option: Option) -> Option:
    """As a reaction: on the same conditions as in the own turn, but for the kind of deed, which is asked first."""
    wrong = _no_answer(play, wish, option)
    option = in_answer(option)
    return option if wrong is None else greyed(option, wrong, whatever=True)


def priced(play: Play, who: str, offered: Offered, have: int, cost: int | None = None) -> Offered:
    """What costs more than these actions is greyed too. What can be paid stays the same object. `cost`: of each of
    them, if not its own."""
    found = []
    for wish, option in offered:
        need = DEEDS.cost(play, who, wish.intent) if cost is None else cost
        params = affordable(option.params, have)
        each = option if params is option.params else replace(option, params=params)
        why_not = None if option.reason else reason_of(check_cost, play, who, need, have)
        found.append((wish, each if why_not is None else greyed(each, why_not)))
    return tuple(found)


def offer(play: Play, who: str, wish: Wish, frame: Frame | None = None) -> Option:
    """The option, in the own turn or in answer to the act of `frame`, whatever it costs."""
    option = option_of(wish, _reasons(play, who, wish, frame is not None, Moment(frame=frame)))
    return option if frame is None else in_answer(option)


def _reasons(play: Play, who: str, wish: Wish, reacts: bool, moment: Moment) -> list[Reason | None]:
    """One for each target, or the only one. What does not depend on the target is asked once."""
    deed, kind = wish.intent, DEEDS.kind(wish.intent)
    wrong = reason_of(DEEDS.check_kind, play, who, deed, reacts)
    if wish.pick is None:
        return [wrong or reason_of(DEEDS.check, play, who, deed, moment)]
    targets = wish.pick.choices
    parts, first = kind.parts or _undivided(kind, moment), replace(deed, target=targets[0].value)
    wrong = wrong or reason_of(parts.before, play, who, first, moment)
    if wrong is not None:
        return [wrong] * len(targets)
    judge, tail = parts.targets(play, who, deed), reason_of(parts.after, play, who, first, moment)
    return [reason_of(judge, target.value) or tail for target in targets]


def _undivided(kind: Kind, moment: Moment) -> Parts:
    """Of a kind of deed that has but the whole check."""
    return Parts(
        before=_pass,
        targets=lambda play, who, deed: lambda target: kind.check(play, who, replace(deed, target=target), moment),
        after=_pass,
    )


def _pass(_play: Play, _who: str, _deed: Any, _moment: Moment) -> None:
    """Nothing to check."""
