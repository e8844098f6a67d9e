"""All deeds that a combatant could do, as options with reasons: built by running the very checks that judge intents.

    MENU = Menu(deeds=DEEDS, reason_of=reasons_in(TEXTS), wishes=deeds_of, depends=ingredients, bare=bare)

    MENU.of(play, who, have, reacts=False)                    # in the own turn, with so many actions
    MENU.answers(play, who, have, frame, defences_of(who))    # in answer to an act

What the moment says (whose turn, which window) is not asked here, so that a menu serves as long as nothing that it
depends on has changed: `depends` says what that is, and `bare` leaves a combatant nothing else, so that a menu can't
depend on anything that was forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from server.core.memo import Memo
from server.core.options import Goal, Option, Param, Reason, weight_of
from server.core.state import Play
from server.kit.acts.checks import COST
from server.kit.acts.deeds import Deeds, check_cost
from server.kit.acts.dice import BONUS_DIE, Price, with_action
from server.kit.acts.frame import REACTION
from server.kit.acts.kind import Moment
from server.kit.acts.walking import Offered, Walking
from server.kit.goals import IDLE
from server.kit.offering import Wish, option_of, within

PLENTY = 1000
"""Actions, where what is left of them is no question yet."""


def _weight_of(offered: Offered) -> int:
    return weight_of(option for _, option in offered)


def _whole(params: tuple[Param, ...], _have: int) -> tuple[Param, ...]:
    """No parameter is a number of actions."""
    return params


def _at(option: Option, price: Price) -> Option:
    """The same for this price."""
    return replace(
        option, intent={**option.intent, **price.says}, cost=price.cost, params=(*option.params, *price.params)
    )


@dataclass(frozen=True, slots=True)
class Others:
    """What others are to a menu: where each stands, and what deeds and their checks ask of it, traits(combatant)."""

    traits: Callable[[Any], tuple[object, ...]]
    seen: Memo = field(default_factory=lambda: Memo(256))

    def of(self, play: Play) -> object:
        """The same object as long as it is the same."""
        return self.seen.of((play.pieces, play.game.combatants), "", self._of, play)

    def _of(self, play: Play) -> object:
        seen = tuple((who, *self.traits(play.game.combatants[who])) for who in play.pieces)
        return self.seen.of(tuple(play.pieces.values()), seen, tuple, seen)


@dataclass(frozen=True, slots=True, kw_only=True)
class Menu:
    """The menus of a system.

    deeds
    reason_of(check, …) -> Reason | None       what a check says against it (`server.kit.offering.reasons_in`)
    wishes(play, who) -> [Wish]                every deed that it could think of, but defences
    depends(play, who) -> (parts, marks)       all that a menu depends on beside the number of actions: for a `Memo`
    bare(play, who) -> Play                    with a combatant that has nothing else, and `PLENTY` of actions
    affordable(params, have) -> params         parameters that are a number of actions (told by their labels, for names
                                               differ in reactions), with what is left for them; the same object where
                                               nothing changes
    idle                                       goals of answers that change nothing of the act: in Classic, where
                                               reactions come after the effect, all but to defend
    """

    deeds: Deeds
    reason_of: Callable[..., Reason | None]
    wishes: Callable[[Play, str], Sequence[Wish]]
    depends: Callable[[Play, str], tuple[tuple[object, ...], tuple[object, ...]]]
    bare: Callable[[Play, str], Play]
    affordable: Callable[[tuple[Param, ...], int], tuple[Param, ...]] = _whole
    walking: Walking | None = None
    idle: tuple[Goal, ...] = IDLE

    menus: Memo = field(default_factory=lambda: Memo(640, weigh=weight_of))
    walked: Memo = field(default_factory=lambda: Memo(192, weigh=weight_of))
    unpriced: Memo = field(default_factory=lambda: Memo(448, weigh=_weight_of))
    """Of each as much as there is in a fight with as many combatants as there may be, if all are asked at once, and
    little more: of smaller ones all that was of use lately."""

    def of(self, play: Play, who: str, have: int, reacts: bool) -> tuple[Option, ...]:
        """Every deed but defences, for one who has so many actions, in the own turn or as a reaction."""
        have = min(have, COST) if reacts else have  # more makes no difference
        parts, marks = self.depends(play, who)
        found: tuple[Option, ...] = self.menus.of(parts, (have, reacts, *marks), self._of, play, who, have, reacts)
        return found

    def answers(self, play: Play, who: str, have: int, frame: Any, defences: Sequence[Wish]) -> tuple[Option, ...]:
        """The defences against the act of a frame, and unless that is a reaction already, everything else."""
        unpriced = tuple(
            (wish, self._as_reaction(self._offer(play, who, wish, Moment(frame=frame), True))) for wish in defences
        )
        offered = self._priced(play, who, unpriced, have, COST)
        found = [option for _, option in offered]
        if frame.kind == REACTION:
            return tuple(found)
        if self.walking is not None and self.walking.reacts:
            found += map(self._as_reaction, self.walking.defending(play, who, offered))
        return (*found, *self.of(play, who, have, reacts=True))

    def bought(
        self, play: Play, who: str, frame: Any, defences: Sequence[Wish], price: Price = BONUS_DIE
    ) -> list[Option]:
        """The answers of one who has no action but a die: die and reaction are one answer. What it could not do with an
        action either is greyed for that."""
        offered = self.answers(with_action(play, who), who, COST, frame, defences)
        return [each if each.reason is not None else _at(each, price) for each in offered]

    def _of(self, play: Play, who: str, have: int, reacts: bool) -> tuple[Option, ...]:
        offered: Offered = self.unpriced.of(*self.depends(play, who), self._unpriced, play, who)
        play = self.bare(play, who)
        found = self._priced(play, who, offered, have)
        wrong = [self._why_not(play, *each) if reacts else None for each in offered]
        possible = tuple(each for each, no in zip(found, wrong, strict=True) if each[1].reason is None and no is None)
        walks: list[Option] = []
        if have and self.walking is not None and (self.walking.reacts or not reacts):
            parts = (offered, *[option for _, option in possible])
            walks = self.walked.of(parts, "", self.walking.options, play, who, offered, possible)
        if not reacts:
            return (*[option for _, option in found], *walks)
        answers = tuple(
            (wish, self._in_answer(option, no))
            for (wish, option), no in zip(offered, wrong, strict=True)
            if not self.deeds.kind(wish.intent).own_turn_only(play, who, wish.intent)
        )
        return (*[option for _, option in self._priced(play, who, answers, have, COST)], *map(self._as_reaction, walks))

    def _unpriced(self, play: Play, who: str) -> Offered:
        play = self.bare(play, who)
        return tuple((wish, self._offer(play, who, wish, Moment(), False)) for wish in self.wishes(play, who))

    def _why_not(self, play: Play, wish: Wish, option: Option) -> Reason | None:
        """Why such a kind of deed is no reaction."""
        return self.reason_of(self.deeds.check_kind, play, option.who, wish.intent, True)

    def _as_reaction(self, option: Option) -> Option:
        """What is offered in the own turn, as a reaction."""
        return within(option, "declare_reaction", "reaction", self.idle)

    def _in_answer(self, option: Option, wrong: Reason | None) -> Option:
        """As a reaction: on the same conditions as in the own turn, but for the kind of deed, which is asked first."""
        option = self._as_reaction(option)
        return option if wrong is None else replace(option, reason=wrong)

    def _priced(self, play: Play, who: str, offered: Offered, have: int, cost: int | None = None) -> Offered:
        """What costs more than these actions is greyed too. What can be paid stays the same object. `cost`: of each of
        them, if not its own."""
        found = []
        for wish, option in offered:
            params = self.affordable(option.params, have)
            each = option if params is option.params else replace(option, params=params)
            if option.reason is None:
                need = self.deeds.cost(play, who, wish.intent) if cost is None else cost
                if need > have and (why_not := self.reason_of(check_cost, play, who, need, have)) is not None:
                    each = replace(each, reason=why_not)
            found.append((wish, each))
        return tuple(found)

    def _offer(self, play: Play, who: str, wish: Wish, moment: Moment, reacts: bool) -> Option:
        """The option, whatever it costs. What does not depend on the target is asked once."""
        deed, kind = wish.intent, self.deeds.kind(wish.intent)
        wrong = self.reason_of(self.deeds.check_kind, play, who, deed, reacts)
        if wish.pick is None:
            return option_of(wish, [wrong or self.reason_of(self.deeds.check, play, who, deed, moment)])
        targets = wish.pick.choices
        parts, first = kind.cut, replace(deed, target=targets[0].value)
        wrong = wrong or self.reason_of(parts.before, play, who, first, moment)
        if wrong is not None:
            return option_of(wish, [wrong] * len(targets))
        judge, tail = parts.targets(play, who, deed, moment), self.reason_of(parts.after, play, who, first, moment)
        return option_of(wish, [self.reason_of(judge, target.value) or tail for target in targets])
