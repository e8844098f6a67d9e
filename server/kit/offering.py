"""What a seat may do now, as options with reasons: built by running the very checks that judge the intents.

A system lists its wishes: the intents that a combatant could think of, with samples in what is left open. Of each the
kit makes the option, and greys it, or single values of it, for the reason for which its intent would be refused.

    def wishes(state, who):
        foes = somebody(state.play, enemies(state, who))
        strike = Wish(intent=Strike(who=who, target=""), goal="harm", pick=foes)
        return [strike, Wish(intent=EndTurn(who=who), group="end")]

    OFFERING = Offering(people=mine, each=by_wishes(wishes, check, TEXTS), gm=gm_options)
    SYSTEM = System(options=OFFERING.options, …)

Where judging every value by the whole check takes too long, a system finds the reasons by itself (`reasons_in`) and
hands them to `option_of`, as Tirakan does; what it remembers (`server.core.memo`) is its own business too. The same
deed as part of another intent, which Ambersteel's ripostes and the reactions of both Tirakans are, is made by `within`;
Tactics' plans are one wish with an ordered list among its `params`, begun with what is planned (`as_now`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

import msgspec
from msgspec.structs import replace

from server.core.errors import Rejected
from server.core.memo import Memo
from server.core.options import Choice, Goal, Option, Param, Reason
from server.core.secrecy import owns
from server.core.state import Play, State
from server.core.system import Asker
from server.kit.goals import IDLE, goal_of, whom_of
from server.kit.texts import TEXTS

NOBODY_THERE = Reason("nobody_there", TEXTS["nobody_there"])
AT_ONCE = 8
"""The options of so many combatants are soon worked out."""

_MINE, _SIMPLE = Memo(64), Memo(128)

# --- reasons ---------------------------------------------------------------------------------------------------------


def reasons_in(texts: Mapping[str, str]) -> Callable[..., Reason | None]:
    """reason_of(check, *arguments): what a check says against it, in these words; None where it is allowed."""

    def reason_of(check: Callable[..., object], *arguments: Any) -> Reason | None:
        try:
            check(*arguments)
        except Rejected as rejected:
            return Reason(rejected.code, rejected.text(texts), rejected.detail)
        return None

    return reason_of


def unless(reason: Reason | None, options: Iterable[Option]) -> list[Option]:
    """The options as they are; with a reason each as a whole greyed for it."""
    return list(options) if reason is None else [replace(option, reason=reason) for option in options]


# --- one option ------------------------------------------------------------------------------------------------------


class Wish(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What a combatant could think of. In the intent a sample stands for all that is open: for the field to `pick`,
    whose values are judged one by one, and for those of `params`."""

    intent: Any
    key: str = ""
    """Of labels and icons; empty: the intent's tag."""
    group: str = "act"
    """`answer`: it answers the open decision."""
    goal: Goal | None = None
    """What it is for; left out where the group says so: `move`, `prepare`, `end`."""
    whom: str = ""
    """Where the intent says whom it is aimed at; left out where that is what is picked on the map, or nobody."""
    changes: bool | None = None
    """Can the answer still change the act in progress? Left out: if its goal is neither to prepare nor to end."""
    cost: str = ""
    label: str = ""
    risks: tuple[str, ...] = ()
    """Who may strike at whoever does it, because it is done."""
    pick: Param | None = None
    params: tuple[Param, ...] = ()
    as_now: bool = False
    """The samples are what counts now, e.g. a plan made before: forms begin with them."""


def somebody(play: Play, people: Iterable[str], name: str = "target") -> Param:
    """One of these combatants, who are on the table, to be picked on the map."""
    choices = [Choice(who, play.pieces[who].name) for who in people]
    return Param(name=name, kind="choice", label=name, choices=tuple(choices), combatant=True)


Judge = Callable[[Any], Reason | None]
"""judge(intent): why it would be refused now."""


def judged(wish: Wish, judge: Judge, whatever: Judge | None = None) -> Option:
    """The option of a wish. `whatever`: why it would be refused whatever is picked; then no value of that is judged by
    itself, and `judge` need not ask it again."""
    intent, pick = wish.intent, wish.pick
    wrong = whatever(intent) if whatever is not None else None
    if pick is None:
        return option_of(wish, (wrong or judge(intent),))
    if wrong is not None:
        return option_of(wish, [wrong] * len(pick.choices))
    return option_of(wish, [judge(replace(intent, **{pick.name: each.value})) for each in pick.choices])


def option_of(wish: Wish, reasons: Sequence[Reason | None]) -> Option:
    """The option of a wish with the reasons against each value to pick, else the only one against the whole. Where no
    value is possible the whole is greyed for the reason of the first."""
    pick, params = wish.pick, wish.params
    if pick is not None:
        params = (_greyed(pick, reasons) if any(reasons) else pick, *params)
    raw = msgspec.to_builtins(wish.intent)
    if not wish.as_now:
        for param in params:
            raw.pop(param.name, None)
    reason = NOBODY_THERE if not reasons else reasons[0] if all(reasons) else None
    goal, answers = wish.goal or goal_of(wish.group), wish.group == "answer"
    return Option(
        key=wish.key or raw["type"], who=wish.intent.who, intent=raw, group=wish.group, cost=wish.cost,
        label=wish.label, params=params, answers=answers, reason=reason, goal=goal, whom=wish.whom or whom_of(params),
        changes=answers and (goal not in IDLE if wish.changes is None else wish.changes), risks=wish.risks,
    )  # fmt: skip


def _greyed(pick: Param, reasons: Sequence[Reason | None]) -> Param:
    found = zip(pick.choices, reasons, strict=False)
    choices = [each if why is None else replace(each, reason=why) for each, why in found]
    return replace(pick, choices=tuple(choices))


def simple(wish: Wish, reason: Reason | None) -> Option:
    """The option of a wish that can be remembered: as long as it is possible it is the same object, which is sent as
    the same bytes."""
    option = _SIMPLE.of((), wish, option_of, wish, (None,))
    return option if reason is None else replace(option, reason=reason)


def within(option: Option, tag: str, field: str, idle: Collection[Goal] = IDLE) -> Option:
    """The same as the part `field` of another intent by which the open decision is answered, e.g. an attack inside
    `declare_reaction`; in there it names nobody who acts. With an `idle` goal it changes nothing of the act in
    progress."""
    deed = {**option.intent}
    intent = {"type": tag, "who": deed.pop("who"), field: deed}
    params = [replace(each, name=f"{field}.{each.name}") for each in option.params]
    whom = option.whom and f"{field}.{option.whom}"
    changes = option.goal not in idle
    return replace(option, intent=intent, params=tuple(params), answers=True, whom=whom, changes=changes)


# --- all of a seat ---------------------------------------------------------------------------------------------------


def mine(state: State, asker: Asker) -> list[str]:
    """The asker's combatants, while the fight goes on and waits for nobody's dice."""
    play = state.play
    if play.phase != "running" or play.parked is not None:
        return []
    return _MINE.of((play.pieces, state.ledger.control), asker.audience, _owned, state, asker.audience)


def _owned(state: State, audience: str) -> list[str]:
    return [who for who in state.play.pieces if owns(state, audience, who)]


Each = Callable[[State, Asker, list[str]], Iterator[list[Option]]]
"""each(state, asker, people): the list of options of each of them, one after another."""


def by_wishes(
    wishes: Callable[[State, str], Iterable[Wish]], check: Callable[..., None], texts: Mapping[str, str]
) -> Each:
    """All that is wished for, wishes(state, who), judged by a system's check."""
    reason_of = reasons_in(texts)

    def each(state: State, _asker: Asker, people: list[str]) -> Iterator[list[Option]]:
        judge = partial(reason_of, check, state)
        for who in people:
            yield [judged(wish, judge) for wish in wishes(state, who)]

    return each


class Offering(msgspec.Struct, frozen=True):
    """How the options of a seat come about. A system takes its methods for its own `options` and `offering`.

    people(state, asker) -> [who]      the asker's combatants who may do anything now; `mine`, or some of them
    each(state, asker, people)         what each of them may do; `by_wishes`, or by itself
    gm(state, asker) -> [Option]       what only the GM may do
    """

    people: Callable[[State, Asker], list[str]]
    each: Each
    gm: Callable[[State, Asker], list[Option]]

    def options(self, state: State, asker: Asker) -> list[Option]:
        """All options, one combatant after another. The GM is offered everything for everybody, and its own beside."""
        people = self.people(state, asker)
        found = list(chain.from_iterable(self.each(state, asker, people)))
        return found + self.gm(state, asker) if asker.role == "gm" else found

    def steps(self, state: State, asker: Asker) -> Iterator[list[Option]] | None:
        """The options worked out one combatant at a time, where there are so many that it takes long. For systems that
        remember the options that `each` makes."""
        if len(state.play.pieces) <= AT_ONCE:
            return None
        people = self.people(state, asker)
        return self.each(state, asker, people) if len(people) > AT_ONCE else None
