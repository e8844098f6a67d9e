"""All deeds that a combatant could do, as options with reasons: built by running the very checks that judge intents.

What the moment says (whose turn, which window) is not asked here, so that a menu serves as long as nothing that it
depends on has changed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from server.core.errors import Rejected
from server.core.intents import Intent
from server.core.memo import Memo
from server.core.options import Choice, Option, Param, Reason, weight_of
from server.core.state import Play
from server.rules.tirakan.acts.kind import Kind, Moment, Parts
from server.rules.tirakan.acts.kinds import cost_of, kind_of
from server.rules.tirakan.checks.deed import check_cost, check_deed, check_kind
from server.rules.tirakan.checks.reaction import REACTION_COST
from server.rules.tirakan.offers.deeds import Template, affordable, deeds_of, traits
from server.rules.tirakan.offers.walking import Offered, in_answer, walking
from server.rules.tirakan.state import intents as i
from server.rules.tirakan.state.state import Combatant, Frame, Game
from server.rules.tirakan.words.texts import TEXTS


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
    have = min(have, REACTION_COST) if reacts else have  # more makes no difference
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
    return tuple((template, offer(play, who, template)) for template in deeds_of(play, who))


def _menu(play: Play, who: str, have: int, reacts: bool) -> tuple[Option, ...]:
    offered = UNPRICED.of(*_ingredients(play, who), _unpriced, play, who)
    play = _bare(play, who)
    found = PRICED.of((offered,), have, priced, play, who, offered, have)
    possible = tuple(each for each in found if each[1].reason is None and not (reacts and _no_answer(play, *each)))
    parts = (offered, *(option for _, option in possible))
    walks = WALKED.of(parts, "", walking, play, who, offered, possible) if have else []
    if not reacts:
        return (*(option for _, option in found), *walks)
    answers = tuple(
        (template, _in_answer(play, template, option)) for template, option in offered if _is_answer(template)
    )
    return (*(option for _, option in priced(play, who, answers, have, REACTION_COST)), *map(in_answer, walks))


def _is_answer(template: Template) -> bool:
    return not kind_of(template.deed).own_turn_only


def _no_answer(play: Play, template: Template, option: Option) -> Reason | None:
    """Why such a kind of deed is no reaction."""
    return reason_of(check_kind, play, option.who, template.deed, True)


def _in_answer(play: Play, template: Template, option: Option) -> Option:
    """As a reaction: on the same conditions as in the own turn, but for the kind of deed, which is asked first."""
    wrong = _no_answer(play, template, option)
    option = in_answer(option)
    return option if wrong is None else _greyed(option, wrong, bool(template.targets), whatever=True)


def reason_of(check: Callable[..., object], *arguments: Any) -> Reason | None:
    """What a check says against it."""
    try:
        check(*arguments)
    except Rejected as rejected:
        return _reason(rejected)
    return None


def _reason(rejected: Rejected) -> Reason:
    return Reason(rejected.code, rejected.text(TEXTS), rejected.detail)


def priced(play: Play, who: str, offered: Offered, have: int, cost: int | None = None) -> Offered:
    """What costs more than these actions is greyed too. What can be paid stays the same object. `cost`: of each of
    them, if not its own."""
    found = []
    for template, option in offered:
        need = cost_of(play, who, template.deed) if cost is None else cost
        params = affordable(option.params, have)
        each = option if params is option.params else replace(option, params=params)
        why_not = None if option.reason else reason_of(check_cost, play, who, need, have)
        found.append((template, each if why_not is None else _greyed(each, why_not, bool(template.targets))))
    return tuple(found)


def _greyed(option: Option, why_not: Reason, has_targets: bool, whatever: bool = False) -> Option:
    """For this reason, wherever there was none (or `whatever` there was); the whole is greyed for that of the first
    target."""
    if not has_targets:
        return replace(option, reason=why_not)
    target, *more = option.params
    choices = tuple(each if each.reason and not whatever else replace(each, reason=why_not) for each in target.choices)
    return replace(option, params=(replace(target, choices=choices), *more), reason=choices[0].reason)


def offer(play: Play, who: str, template: Template, frame: Frame | None = None) -> Option:
    """One option for a kind of deed, in the own turn or in answer to the act of `frame`, whatever it costs; targets
    that are out of the question are greyed, or the whole if all are."""
    reacts = frame is not None
    reasons = _reasons(play, who, template, reacts, Moment(frame=frame))
    prefix = "reaction." if reacts else ""
    params = tuple(replace(param, name=prefix + param.name) for param in template.params) if reacts else template.params
    if template.targets:
        names = [play.pieces[target].name for target in template.targets]
        choices = tuple(map(Choice, template.targets, names, reasons))
        param = Param(name=f"{prefix}target", kind="choice", label="target", choices=choices, combatant=True)
        params = (param, *params)
    return Option(
        key=template.key, who=who, intent=_raw(_wrapped(who, template.deed, reacts), template.open),
        group=template.group, cost=in_words(template.cost), label=template.label,
        params=params, reason=reasons[0] if all(reasons) else None, answers=reacts,
    )  # fmt: skip


def _reasons(play: Play, who: str, template: Template, reacts: bool, moment: Moment) -> list[Reason | None]:
    """One for each target, or the only one. What does not depend on the target is asked once."""
    deed, kind = template.deed, kind_of(template.deed)
    wrong = reason_of(check_kind, play, who, deed, reacts)
    if not template.targets:
        return [wrong or reason_of(check_deed, play, who, deed, moment)]
    parts, first = kind.parts or _undivided(kind, moment), replace(deed, target=template.targets[0])
    wrong = wrong or reason_of(parts.before, play, who, first, moment)
    if wrong is not None:
        return [wrong] * len(template.targets)
    judge, tail = parts.targets(play, who, deed), reason_of(parts.after, play, who, first, moment)
    return [reason_of(judge, target) or tail for target in template.targets]


def _undivided(kind: Kind, moment: Moment) -> Parts:
    """Of a kind of deed that has but the whole check."""
    return Parts(
        before=_pass,
        targets=lambda play, who, deed: lambda target: kind.check(play, who, replace(deed, target=target), moment),
        after=_pass,
    )


def _pass(_play: Play, _who: str, _deed: Any, _moment: Moment) -> None:
    """Nothing to check."""


def _wrapped(who: str, deed: Any, reacts: bool) -> Intent:
    return i.DeclareReaction(who=who, reaction=deed) if reacts else i.plain(deed, who)


def _raw(intent: Intent, open_fields: tuple[str, ...]) -> dict[str, Any]:
    """The intent as it is sent, without what the parameters fill in."""
    raw: dict[str, Any] = msgspec.to_builtins(intent)
    deed = raw.get("reaction", raw)
    for field in open_fields:
        deed.pop(field, None)
    return raw


def in_words(actions: int) -> str:
    """What it costs, for people."""
    return "1 action" if actions == 1 else f"{actions} actions" if actions else ""
