"""What may be planned: the actions that a combatant could think of, each judged as the plan stands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from server.core.memo import Memo
from server.core.options import Choice, Goal, Option, Param, Reason, weight_of
from server.core.state import Play
from server.kit.forms import number
from server.kit.moment import name_of
from server.kit.offering import somebody
from server.kit.roster import roster
from server.rules.tactics.offers.bounds import Bounds
from server.rules.tactics.offers.foes import foes
from server.rules.tactics.state.facts import FULL_BURST, distance, in_hand, is_near, is_shield, move_cm
from server.rules.tactics.state.plan import MOST_ACTIONS, PACES, STRIKES, Action, Plan
from server.rules.tactics.state.sheet import Item
from server.rules.tactics.state.state import BARE_HANDS, Combatant

Reasoned = Callable[[dict[str, Any]], Reason | None]
"""Why an intent would be refused."""
People = Sequence[str]
DEFENCES = ("dodge", "parry", "block", "run", "unarmed")
"""Skills that are used by other actions than that of using a skill."""

SHORTEST = 2
"""D-BURST-1: of a burst and a spray."""

_PARAMS, _REACHED, _REFUSED = Memo(64), Memo(256), Memo(128)
_CHANGES = Memo(128, lambda made: weight_of(option for _, option in made))


class Idea(msgspec.Struct, frozen=True, gc=False):
    """An action that could be planned: as it is declared, what it is called (a name, or a key), and at whom it aims.
    `first`: the move that it takes to come within reach; `row`: what those are called that differ only in length."""

    action: dict[str, Any]
    label: str
    target: str = ""
    first: dict[str, Any] | None = None
    row: str = ""

    @property
    def is_strike(self) -> bool:
        """Is it an attack of any kind?"""
        return self.action["kind"] in STRIKES

    @property
    def actions(self) -> list[dict[str, Any]]:
        """All of it."""
        return [self.action] if self.first is None else [self.first, self.action]

    @property
    def kind(self) -> str:
        """What refuses it, whomever it aims at."""
        return repr([{**action, "targets": ""} for action in self.actions])


def ideas(play: Play, who: str, people: People) -> list[Idea]:
    """Every action that it could plan, aimed at these foes or at whomever."""
    combatant: Combatant = play.game.combatants[who]
    strikes = _strikes(play, who, combatant, people, [*combatant.sheet.items, BARE_HANDS])
    return [*strikes, *_at_objects(play, combatant), *_moves(people), *_others(combatant)]


def _idea(label: str, target: str = "", **action: Any) -> Idea:
    return Idea(msgspec.to_builtins(Action(**action, targets=target or ())), label, target)


def _strikes(play: Play, who: str, combatant: Combatant, people: People, weapons: list[str]) -> list[Idea]:
    """One for each foe and weapon, one for whichever foe; bursts and sprays have options of their own (`_volleys`)."""
    found = []
    for item, idea in _ways(combatant, weapons):
        if idea.row:
            continue
        found += [_at(play, who, item, _idea(idea.label, foe, **idea.action)) for foe in people]
        found += [idea] if item.kind != "area" else []
    return found


def _ways(combatant: Combatant, weapons: list[str]) -> Iterator[tuple[Item, Idea]]:
    """How one can attack with these, whomever; bursts and sprays of every length."""
    for weapon in weapons:
        item = combatant.item(weapon)
        if item is None or item.kind == "shield":
            continue
        name = (item.name or weapon) if weapon else "unarmed"
        for kind, counts, sign in kinds(item):
            row = name + sign.format(n="n") if sign else ""
            for n in counts:
                made = _idea(name + sign.format(n=n), kind=kind, weapon=weapon, count=n)
                yield item, replace(made, row=row)


def _at_objects(play: Play, combatant: Combatant) -> list[Idea]:
    """D-SUND-8: hewing at what the GM has named."""
    weapons = {id: item for id, item in combatant.sheet.weapons.items() if item.kind == "melee"}
    return [
        replace(_idea(f"{item.name or id} → {name}", name, kind="attack", weapon=id), target="")
        for name in play.game.objects
        for id, item in weapons.items()
    ]


def _at(play: Play, who: str, item: Item, idea: Idea) -> Idea:
    """D-MOV-9: together with the slowest pace that leads within reach, where it takes one."""
    pace = _pace(play, who, idea.target, item)
    if not pace:
        return idea
    first = _idea(pace, idea.target, kind="move", pace=pace).action
    return replace(idea, label=f"→ {pace}, {idea.label}", first=first)


def _pace(play: Play, who: str, target: str, item: Item) -> str:
    """Empty: it is within reach."""
    if item.is_ranged or is_near(play, who, target, item.reach_cm):
        return ""
    gap = (distance(play, who, target) or 0) - item.reach_cm
    move = move_cm(play.game.combatants[who])
    return next((pace for pace, times in PACES.items() if times * move >= gap), "sprint")


def paces(play: Play, who: str, people: People) -> tuple[str, ...]:
    """All that what may be planned against these foes depends on in where people stand: to each with each weapon. So a
    step that changes none of it leaves the menu as it is."""
    combatant: Combatant = play.game.combatants[who]
    parts = (play.pieces, play.game.distances, combatant.sheet)
    return _REACHED.of(parts, (who, people), _paces, play, who, combatant, people)


def _paces(play: Play, who: str, combatant: Combatant, people: People) -> tuple[str, ...]:
    items = [item for id in (*combatant.sheet.items, BARE_HANDS) if (item := combatant.item(id)) is not None]
    return tuple([_pace(play, who, foe, item) for foe in people for item in items])


def kinds(item: Item) -> list[tuple[str, Sequence[int], str]]:
    """D-BURST-1, D-SPRAY-1: what can be done with it, how many rounds that may take, and a sign for it."""
    if item.kind == "area":
        return [("area", (1,), "")]
    most = FULL_BURST[item.fire]
    if not item.is_ranged or most < 2:
        return [("attack", (1,), "")]
    lengths = range(SHORTEST, most + 1)
    return [("attack", (1,), ""), ("burst", lengths, " ×{n}"), ("spray", lengths, " {n}×1")]


def _moves(people: People) -> list[Idea]:
    """At each pace towards each foe, and wherever it turns out to be needed."""
    targets = (*people, "")
    return [_idea(pace, target, kind="move", pace=pace) for pace in PACES for target in targets]


def _others(combatant: Combatant) -> list[Idea]:
    found = [_idea("full_defense", kind="full_defense")]
    for id, gear in combatant.gear.items():
        name = combatant.sheet.items[id].name or id
        found += [_idea(f"↑ {name}", kind="draw", weapon=id)] if not gear.in_hand else []
        found += [_idea(f"↻ {name}", kind="reload", weapon=id)] if gear.ammo is not None else []
    used = {*DEFENCES, *(item.skill.lower() for item in combatant.sheet.items.values())}
    found += [_idea(skill, kind="skill", skill=skill) for skill in combatant.sheet.skills if skill.lower() not in used]
    return [*found, _idea("talk", kind="talk")]


# --- the plan as a whole ---------------------------------------------------------------------------------------------


def bare(plan: Plan) -> list[dict[str, Any]]:
    """The actions as they are declared anew: without ids, for their places may change."""
    made: list[dict[str, Any]] = []
    for action in plan:
        raw = msgspec.to_builtins(action)
        raw.pop("id", None)
        if len(action.among) == 1:
            del raw["targets"]
            raw["targets"] = action.among[0]  # last, and not in a list: as it is offered
        made.append(raw)
    return made


def declaring(play: Play, who: str, judge: Reasoned, *, settled: bool) -> list[Option]:
    """The plan as a list that is put together at will; as long as no attack is in it, one by a single choice."""
    combatant: Combatant = play.game.combatants[who]
    declared = combatant.record.plan
    whole = _whole(play, who, combatant, judge, settled)
    if settled or any(action.is_strike for action in declared):
        return [whole]
    plan, base = bare(declared), {"type": "actions_declare", "who": who}
    people = foes(play, who)
    every = _strikes(play, who, combatant, people, _at_hand(combatant))
    named = [idea for idea in every if idea.target or not people]  # whoever will do: in the whole plan
    strikes = [idea for idea in named if len(plan) + len(idea.actions) <= MOST_ACTIONS]
    if not strikes:
        return [whole]
    choices = _judged(_by_kind(strikes), lambda idea: {"plan": [*plan, *idea.actions]}, base, judge, {})
    strike = _option_of("plan_strike", who, base, "plan", choices, "harm", "answer")
    spot = _Spot("plan", f"plan.{len(plan)}", lambda action: {**base, "plan": [*plan, action]}, declared)
    volleys = _volleys(play, who, _at_hand(combatant), people, spot, judge)
    return [*(replace(each, answers=True, group="answer", goal="harm") for each in (strike, *volleys)), whole]


def _at_hand(combatant: Combatant) -> list[str]:
    """With what one strikes without further ado: not with bare hands if there is anything else."""
    held = [id for id in in_hand(combatant) if not is_shield(combatant, id)]
    return held or [BARE_HANDS]


def _whole(play: Play, who: str, combatant: Combatant, judge: Reasoned, settled: bool) -> Option:
    """What is planned, and all that could be. It stands with the answers until one has settled, for it may be changed
    all the same."""
    plan = bare(combatant.record.plan)
    within = Bounds(combatant, lambda actions: judge({"type": "actions_declare", "who": who, "plan": actions}))
    people = foes(play, who)
    param = _PARAMS.of(judged_by(play, who), (who, people), _param, play, combatant, people, within)
    own = [
        within.planned(Choice(raw, called(play, combatant, at, action)))
        for at, (raw, action) in enumerate(zip(plan, combatant.record.plan, strict=True))
        if not _is_offered(param, raw)
    ]
    if own:
        param = replace(param, choices=(*param.choices, *own))
    intent = {"type": "actions_declare", "who": who, "plan": plan}
    return _option("actions_declare", who, intent, (param,), None, "prepare", "", "free" if settled else "answer")


def _is_offered(param: Param, raw: dict[str, Any]) -> bool:
    """Is it one of the choices, aimed at one of those at whom it may be?"""
    aim = raw.get(param.aim, "")
    plain = {key: value for key, value in raw.items() if key != param.aim}
    return any(aim in each.aims and each.value == plain if each.aims else each.value == raw for each in param.choices)


def _param(play: Play, combatant: Combatant, people: People, within: Bounds) -> Param:
    """All that could be planned, whatever is."""
    found = [*(idea for _, idea in _ways(combatant, [*combatant.sheet.items, BARE_HANDS])), *_moves([])]
    known = [_aimed(idea, tuple(people)) for idea in found]
    known += [Choice(idea.action, idea.label) for idea in (*_at_objects(play, combatant), *_others(combatant))]
    return Param(
        name="plan", kind="list", label="plan", choices=tuple(map(within.judged, known)), most=MOST_ACTIONS,
        repeats=True, aim="targets", limits=within.limits,
    )  # fmt: skip


def _aimed(idea: Idea, foes: tuple[str, ...]) -> Choice:
    """An area attack at one of these, all else behind them also at whomever."""
    return Choice(idea.action, idea.label, aims=foes if idea.action["kind"] == "area" else (*foes, ""), row=idea.row)


def _by_kind(every: list[Idea]) -> list[tuple[str, Idea]]:
    """Each with what refuses it, found out once for all that it is judged for."""
    return [(idea.kind, idea) for idea in every]


def _judged(
    every: list[tuple[str, Idea]], made: Callable[[Idea], dict[str, Any]], base: dict[str, Any], judge: Reasoned,
    reasons: dict[str, Reason | None],
) -> list[Choice]:  # fmt: skip
    """Each as a choice; of those that differ only in whom they aim at one is judged for all. `reasons` that are known
    already serve, and gain the others."""
    found = []
    for kind, idea in every:
        part = made(idea)
        if kind not in reasons:
            reasons[kind] = judge({**base, **part})
        (value,) = part.values()
        found.append(Choice(value, idea.label, reasons[kind], target=idea.target))
    return found


def _option_of(
    key: str, who: str, base: dict[str, Any], name: str, judged: list[Choice], goal: Goal, group: str, label: str = ""
) -> Option:
    param = Param(name=name, kind="choice", label="plan", choices=tuple(judged))
    reason = judged[0].reason if all(each.reason for each in judged) else None
    return _option(key, who, base, (param,), reason, goal, label, group)


def called(play: Play, combatant: Combatant, at: int, action: Action) -> str:
    """An action of a plan in short: its place among what is left, with what or at what pace, at whom. What has none of
    these, like Full Defense, goes by its word."""
    item = combatant.sheet.items.get(action.weapon)
    what = action.pace if action.is_move else item.name if item is not None and item.name else action.weapon
    targets = [name_of(play, who) for who in action.among if who in play.pieces]
    parts = [what or action.skill, f"→ {targets[0]}" if len(targets) == 1 else ""]
    return " ".join([f"{at + 1}.", *(filter(None, parts) if any(parts) else [action.kind])])


def _option(
    key: str, who: str, intent: dict[str, Any], params: tuple[Param, ...], reason: Reason | None, goal: Goal,
    label: str, group: str,
) -> Option:  # fmt: skip
    return Option(
        key=key, who=who, intent=intent, group=group, params=params, reason=reason, label=label, goal=goal,
    )  # fmt: skip


# --- changing it -----------------------------------------------------------------------------------------------------


def changing(play: Play, who: str, judge: Reasoned, *, brief: bool) -> list[Option]:
    """D-ACT-5: to add an action, to give one up, to do another one in its place. `brief`: neither is its go due nor is
    it attacked, so that it hardly changes anything."""
    combatant: Combatant = play.game.combatants[who]
    record, people = combatant.record, None if brief else foes(play, who)
    near = paces(play, who, people) if people else ()
    shape = who, tuple([replace(action, targets=()) for action in record.plan]), record.performed
    parts = judged_by(play, who)
    made = _CHANGES.of(parts, (shape, people, near), lambda: [*_changes(play, who, people, judge, parts, shape)])
    names = {action.id: called(play, combatant, at, action) for at, action in enumerate(record.left)}
    return [replace(each, label=": ".join(filter(None, (names[id], each.label)))) if id else each for id, each in made]


def judged_by(play: Play, who: str) -> tuple[object, ...]:
    """What a plan is judged by, beside what it holds: it stays the same from round to round, whoever is hit."""
    combatant: Combatant = play.game.combatants[who]
    return combatant.sheet, combatant.gear, combatant.most_attacks, roster(play), play.game.objects


def _changes(
    play: Play, who: str, people: People | None, judge: Reasoned, parts: tuple[object, ...], shape: Hashable
) -> Iterator[tuple[str, Option]]:
    """By the id of the action that it is about, still without its name. Whom the plan aims at makes no difference: so
    what is refused of it (by `parts` and `shape`) is found out once, however much of it is offered."""
    refused: dict[str, dict[str, Reason | None]] = _REFUSED.of(parts, shape, _nothing_yet)
    base = {"type": "actions_change", "who": who}
    combatant: Combatant = play.game.combatants[who]
    every, record = _by_kind(ideas(play, who, people or ())), combatant.record
    judged = _judged(every, lambda idea: {"add": idea.actions}, base, judge, refused[""])
    yield "", _option_of("change_add", who, base, "add", judged, "prepare", "free")
    weapons = [*combatant.sheet.items]
    spot = _Spot("add", "add.0", lambda action: {**base, "add": [action]}, record.plan)
    yield from (("", each) for each in _volleys(play, who, weapons, people or (), spot, judge))
    for action in record.left:
        drop = {**base, "drop": [action.id]}
        yield action.id, _option("change_drop", who, drop, (), judge(drop), "prepare", "", "free")
        if people is not None:
            judged = _judged(every, partial(_swap, action.id), base, judge, refused[action.id])
            yield action.id, _option_of("change_replace", who, base, "replace", judged, "prepare", "free")
            others = tuple(each for each in record.plan if each.id != action.id)
            spot = _Spot("replace", f"replace.{action.id}", partial(_put, base, action.id), others)
            yield from ((action.id, each) for each in _volleys(play, who, weapons, people, spot, judge))


def _nothing_yet() -> dict[str, dict[str, Reason | None]]:
    """Why actions are refused, in the place of each action of the plan, and beside them all."""
    return defaultdict(dict)


def _put(base: dict[str, Any], id: str, action: dict[str, Any]) -> dict[str, Any]:
    return {**base, "replace": {id: action}}


# --- bursts and sprays -----------------------------------------------------------------------------------------------


class _Spot(NamedTuple):
    """Where in an intent an action comes: by what way (the key's beginning), at which place, in the whole, beside these
    others."""

    way: str
    place: str
    made: Callable[[dict[str, Any]], dict[str, Any]]
    others: Plan


def _volleys(
    play: Play, who: str, weapons: list[str], people: People, spot: _Spot, judge: Reasoned
) -> Iterator[Option]:
    """D-BURST-4, D-SPRAY-2: each at whom and of how many rounds one likes."""
    combatant: Combatant = play.game.combatants[who]
    for id in weapons:
        if id == BARE_HANDS:
            continue
        item = combatant.sheet.items[id]
        if not item.is_ranged or item.kind == "area" or FULL_BURST[item.fire] < SHORTEST:
            continue
        for kind in ("burst", "spray"):
            most = max(SHORTEST, FULL_BURST[item.fire] - (_sprayed(spot.others, id) if kind == "spray" else 0))
            length = replace(number("count", SHORTEST, most, initial=most), name=f"{spot.place}.count")
            whom = replace(somebody(play, people), name=f"{spot.place}.targets", optional=True)
            raw = _idea("", kind=kind, weapon=id, count=most).action
            yield Option(
                key=f"{spot.way}_{kind}", who=who, intent=spot.made(raw), group="free", goal="prepare",
                whom=whom.name if people else "", label=item.name or id,
                params=(whom, length) if people else (length,), reason=judge(spot.made({**raw, "count": SHORTEST})),
            )  # fmt: skip


def _sprayed(others: Plan, weapon: str) -> int:
    return sum(each.count for each in others if each.kind == "spray" and each.weapon == weapon)


def _swap(id: str, idea: Idea) -> dict[str, Any]:
    return {"replace": {id: idea.action}}
