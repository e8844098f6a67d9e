"""Actions that are bought: for a bonus die one of one's own, for a destiny die one that an opponent loses.

    BUYING = Buying(SpendBonusDie, SpendDestinyDie, may_buy=able, refused=victim_refused)

    check = checking({
        SpendBonusDie: (MOMENTS.running, BUYING.bonus),
        SpendDestinyDie: (MOMENTS.running, BUYING.destiny),
        DeclareReaction: (MOMENTS.running, declare),               # bonus, victim; with `BUYING.paid`
    })
    MENU.bought(play, who, frame, defences, price)                 # a price: `BUYING.price`

Nobody who is asked to react may find that there is nothing to do but to pass: whoever has no action, but a die for one,
is offered die and reaction as one answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from server.core.errors import Rejected
from server.core.options import Option, Reason
from server.core.state import Play, State
from server.kit.acts.dice import BONUS_DIE, Price, with_action
from server.kit.moment import Check, name_of
from server.kit.offering import Wish, option_of, somebody

DESTINY_DIE = "1 destiny_die"
"""What it costs to steal an action."""

Judge = Callable[[Any], Reason | None]
"""judge(intent): why it would be refused now."""


class Buying(Struct, frozen=True):
    """The rules of a system for dice that become actions.

    spends, steals                          the intents that do nothing else: `who`; `who`, `victim`
    may_buy(state, intent)                  raises Rejected: who buys nothing now, whatever the die
    refused(play, thief, victim) -> code    what forbids to steal from it; `not_an_opponent`: it can never be robbed
    """

    spends: Callable[..., Any]
    steals: Callable[..., Any]
    may_buy: Check
    refused: Callable[[Play, str, str], str]

    def bonus(self, state: State, intent: Any) -> None:
        """A bonus die of `intent.who`."""
        self.may_buy(state, intent)
        if not state.play.game.combatants[intent.who].bonus_dice:
            raise Rejected("no_bonus_die", name=name_of(state.play, intent.who), have=0)

    def destiny(self, state: State, intent: Any) -> None:
        """A destiny die of `intent.who`, to the harm of `intent.victim`."""
        self.may_buy(state, intent)
        if not state.play.game.combatants[intent.who].destiny_dice:
            raise Rejected("no_destiny_die", name=name_of(state.play, intent.who), have=0)
        if code := self.refused(state.play, intent.who, intent.victim):
            raise Rejected(code, victim=name_of(state.play, intent.victim))

    def paid(self, state: State, intent: Any) -> State:
        """As if the dice that an answer gives up (`bonus`, `victim`) were spent already. Raises Rejected."""
        if intent.bonus:
            self.bonus(state, intent)
        if intent.victim:
            self.destiny(state, intent)
        is_bought = intent.bonus or intent.victim
        return replace(state, play=with_action(state.play, intent.who)) if is_bought else state

    def opponents(self, play: Play, thief: str) -> list[str]:
        """Whom it could rob at some time or other."""
        return [who for who in play.pieces if who != thief and self.refused(play, thief, who) != "not_an_opponent"]

    def price(self, judge: Judge, play: Play, who: str) -> Price | None:
        """For which die it may have an action at once, a bonus die first. Who is robbed is not whom the reaction is
        aimed at, so nobody is picked on the map for it."""
        if judge(self.spends(who=who)) is None:
            return BONUS_DIE
        robbery = self.robbery(judge, play, who, self.opponents(play, who))
        if robbery.reason is not None:
            return None
        (victim,) = robbery.params
        return Price(DESTINY_DIE, params=(replace(victim, combatant=False),))

    def robbery(self, judge: Judge, play: Play, who: str, victims: list[str], key: str = "") -> Option:
        """To steal from one of these, as an option."""
        steal, pick = self.steals(who=who, victim=""), somebody(play, victims, "victim")
        wish = Wish(intent=steal, key=key, group="free", goal="hinder", cost=DESTINY_DIE, pick=pick)
        return option_of(wish, [judge(replace(steal, victim=victim)) for victim in victims])
