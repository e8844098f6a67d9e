"""What a seat may do now, as data that draws any system's buttons, drives bots and answers "why not?".

An option is a template of an intent plus the parameters that are still open. Every combination of offered values is
accepted; what is greyed carries the reason that `check` would give.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import attrgetter
from typing import Any, Literal

import msgspec

from server.core.errors import Rejected
from server.core.space import Point, distance_cm, metres

Goal = Literal["defend", "harm", "hinder", "help", "move", "prepare", "end"]
"""What something is for: `harm` hurts somebody or puts it out of the fight, `hinder` makes things worse for it, `help`
makes them better for somebody, `defend` is to be hurt less or not at all, `move` to be elsewhere; who `prepare`s can do
more later, or lays something down for what comes; an `end` is to do nothing more: a turn, a question, the preparations
for the fight or the fight itself are over (so to pass is an end)."""


class Reason(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Why something is refused: the code, the sentence and its numbers."""

    code: str
    message: str
    detail: dict[str, Any] = {}


class Choice(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One value of a parameter. `label` is a text or a catalogue key; `combatant` marks it on the map."""

    value: Any
    label: str = ""
    reason: Reason | None = None
    fits: tuple[Any, ...] = ()
    """For `assign`: the goals that it can go to; empty: any."""
    target: str = ""
    """The combatant that it aims at, where the label does not say it: `Strike → Ben`."""
    aims: tuple[str, ...] = ()
    """For `list`: it stands for as many choices, each aimed at one of these combatants; an empty one: at nobody."""
    row: str = ""
    """For `list`: choices that differ only in how much, such as bursts of two and of three, stand under this name."""
    uses: dict[str, int] = {}
    """For `list`: how much it takes of each of the parameter's limits; below 0: it makes room for what comes later."""


class Limit(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Something that the entries of a `list` use up, one after another: at none of them may it be more than `most`.

    As an entry may also make room (who draws a sword can use it then), limits also say what needs what before it."""

    name: str
    label: str = ""
    """A text or a catalogue key; without one people are not shown how much is left."""
    most: int | None = None
    """None: it is only counted."""
    reason: Reason | None = None
    """Why an entry that would take too much is refused."""


class Param(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """An open part of the intent.

    `name`: dotted path into the template (`reaction.target`; `plan.2.target` into the third item of a list). `kind`:
    choice (one of `choices`), many (some of `choices`, between `least` and `most`), list (`least`..`most` of `choices`
    in an order, each once unless it `repeats`, as far as the `limits` go), number (`least`..`most`), text (up to `most`
    characters), path (points in centimetres that cost at most `most` from where `who` stands, and lead somewhere),
    point (at most `most` centimetres from where `around`, else `who`, stands; 0: anywhere), assign (`least`..`most`
    pairs {`unit`, `hit`}: each of `choices` to at most one of `goals` that it fits, each goal at most once).
    """

    name: str
    kind: str
    label: str = ""
    choices: tuple[Choice, ...] = ()
    goals: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 0
    rough: tuple[tuple[Point, ...], ...] = ()
    """For `path`: convex outlines inside which each centimetre costs two."""
    around: str = ""
    """For `point`: the combatant that it must be near, where that is another than `who`."""
    repeats: bool = False
    """For `list`: the same choice may stand in it several times."""
    aim: str = ""
    """For `list`: the field of a value that says at whom it is aimed, for choices with `aims`."""
    limits: tuple[Limit, ...] = ()
    """For `list`: what its entries use up together."""
    optional: bool = False
    initial: int | None = None
    """The number that a form shows first, where it is neither 0 nor the least."""
    combatant: bool = False
    """The values are combatants: they can be picked on the map."""


class Option(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """One thing that `who` may do: `intent` is the template to send once `params` are filled in. What the template
    holds for a parameter already is what counts now: forms begin with it."""

    key: str
    """Stable name for labels and icons; often the intent's tag."""
    who: str = ""
    intent: dict[str, Any]
    group: str = "act"
    """Under which heading it stands: act, move, prepare, answer, free, gm, end"""
    goal: Goal | None = None
    """What it is for. Each option has one: the conformance suite asks for it."""
    whom: str = ""
    """Where the intent, once filled in, says whom it is aimed at: a dotted path like a parameter's name
    (`reaction.target`). Empty: whoever does it, or nobody."""
    changes: bool = False
    """The answer can still change what comes of the act in progress, at least with some of the offered values. Not so
    what comes too late, or only prepares."""
    cost: str = ""
    """What it costs, for people, e.g. "1 action"."""
    label: str = ""
    """A name beside the catalogue's label for `key`, e.g. the weapon."""
    sides: tuple[str, ...] = ()
    """The sides that it is about."""
    risks: tuple[str, ...] = ()
    """Who may strike at whoever does it, because it is done, as far as the seat knows."""
    params: tuple[Param, ...] = ()
    each: str = ""
    """The name of a `choice` parameter of which people may choose several; then the intent is sent once for each."""
    answers: bool = False
    """It answers the open decision, whichever that is: the same option serves every window."""
    reason: Reason | None = None
    """Why it is greyed."""


def each_choice(param: Param) -> Iterator[Choice]:
    """The choices of a parameter, also those of which one stands for many."""
    for choice in param.choices:
        if not choice.aims:
            yield choice
        for who in choice.aims:
            value = {**choice.value, param.aim: who} if who else choice.value
            yield msgspec.structs.replace(choice, value=value, target=who, aims=())


def check_list(param: Param, values: Sequence[Any]) -> None:
    """Is this one of the lists that a `list` parameter offers? Raises Rejected with the numbers."""
    plain = msgspec.to_builtins(values)
    if not param.least <= len(plain) <= param.most:
        raise Rejected("list_length", least=param.least, most=param.most, count=len(plain))
    offered = [(msgspec.to_builtins(choice.value), choice) for choice in each_choice(param) if choice.reason is None]
    used: dict[str, int] = {}
    for place, value in enumerate(plain, 1):
        choice = next((each for one, each in offered if one == value), None)
        if choice is None:
            raise Rejected("not_offered", place=place)
        if not param.repeats and value in plain[: place - 1]:
            raise Rejected("listed_twice", place=place, first=plain.index(value) + 1)
        _use(param, choice, used, place)


def _use(param: Param, choice: Choice, used: dict[str, int], place: int) -> None:
    for limit in param.limits:
        much = choice.uses.get(limit.name, 0)
        used[limit.name] = used.get(limit.name, 0) + much
        if limit.most is not None and much > 0 and used[limit.name] > limit.most:
            why = limit.reason or Reason("not_offered", "", {"place": place})
            raise Rejected(why.code, **why.detail)


def check_point(param: Param, centre: Point, at: Point) -> None:
    """Does a `point` parameter offer this point, where the centre is here? Raises Rejected with the numbers."""
    away = distance_cm(centre, at)
    if param.most and away > param.most:
        raise Rejected("beyond_radius", away_m=metres(away), most_m=metres(param.most))


CHOICES = 64
"""So many choices count for one: of a small fight's menus a memo keeps as many as of all else."""


def weight_of(options: Iterable[Option]) -> int:
    """For how many results of a memo they count."""
    params = chain.from_iterable(map(attrgetter("params"), options))
    return 1 + sum(map(len, map(attrgetter("choices"), params))) // CHOICES
